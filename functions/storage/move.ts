import { Hono } from 'hono'
import * as z from 'zod'
import { copyObject } from '#app/domain/storage/copy-object.server.ts'
import { isObjectPath } from '#app/domain/storage/object-name.ts'
import { moveObject } from '#app/domain/storage/put-object.server.ts'
import { removePlace } from '#app/domain/storage/stray-objects.server.ts'
import type { ServerEnv } from '#functions/server-env.ts'
import {
  folderLimit,
  type Grounded,
  groundsFor,
  ownerOf,
  requireCaller,
  type StorageContext,
} from './callers.ts'
import { refusals } from './errors.ts'
import { readJson } from './wire.ts'

const MoveParams = z.object({
  bucketId: z.string(),
  sourceKey: z.string(),
  destinationKey: z.string(),
  destinationBucket: z.string().nullish(),
})
type Move = z.output<typeof MoveParams>

/** POST /object/move and /object/copy. */
export const move = new Hono<ServerEnv>()
  .post('/move', async (c) => {
    const { asked, from, to } = await groundsOf(c)
    const source = from.placeOf(asked.sourceKey)
    const target = to.placeOf(asked.destinationKey)
    if (!from.may(asked.sourceKey, 'write')) throw refusals.noObject()
    const within =
      from.bucket.id === to.bucket.id && source.scope.studioId === target.scope.studioId
    if (within) {
      const moved = await moveObject(
        { ...source.scope, nowMs: c.var.app.nowMs },
        from.bucket.id,
        source.path,
        target.path,
      )
      if (!moved.ok) throw moved.reason === 'exists' ? refusals.keyExists() : refusals.noObject()
    } else {
      await copy(c, asked, from, to)
      await removePlace(
        { ...source.scope, media: c.env.MEDIA, nowMs: c.var.app.nowMs },
        from.bucket.id,
        source.path,
      )
    }
    return c.json({ message: 'Successfully moved' })
  })
  .post('/copy', async (c) => {
    const { asked, from, to } = await groundsOf(c)
    if (!from.bucket.public && !from.may(asked.sourceKey, 'read')) throw refusals.noObject()
    const { id } = await copy(c, asked, from, to)
    return c.json({ Id: id, Key: `${to.bucket.id}/${asked.destinationKey}` })
  })

/** Both ends of a move; the caller may write at the far one. */
async function groundsOf(
  c: StorageContext,
): Promise<{ asked: Move; from: Grounded; to: Grounded }> {
  const who = await requireCaller(c)
  const asked = await readJson(c, MoveParams)
  const { bucketId, sourceKey, destinationKey, destinationBucket } = asked
  for (const key of [sourceKey, destinationKey])
    if (!isObjectPath(key)) throw refusals.invalidKey(key)
  const from = await groundsFor(c, bucketId, [sourceKey, destinationKey], who)
  const to =
    destinationBucket && destinationBucket !== bucketId
      ? await groundsFor(c, destinationBucket, [destinationKey], who)
      : from
  if (!to.may(destinationKey, 'write')) throw refusals.rowLevel(to.rule(destinationKey))
  // What a bucket takes was judged when the file came into the first one.
  if (to.bucket.allowedMimeTypes && to !== from)
    throw refusals.wrongType('The bucket takes only some types: upload the file')
  return { asked, from, to }
}

async function copy(
  c: StorageContext,
  asked: Move,
  from: Grounded,
  to: Grounded,
): Promise<{ id: string }> {
  const { app } = c.var
  const [source, target] = [from.placeOf(asked.sourceKey), to.placeOf(asked.destinationKey)]
  const copied = await copyObject(
    { media: app.env.MEDIA, nowMs: app.nowMs },
    { ...source, bucketId: from.bucket.id },
    { ...target, bucketId: to.bucket.id },
    {
      upsert: c.req.header('x-upsert') === 'true',
      ownerId: ownerOf(to.caller),
      folderBytes: folderLimit(target, to.caller),
    },
  )
  if (copied.ok) return copied.object
  if (copied.reason === 'not_found') throw refusals.noObject()
  throw copied.reason === 'exists' ? refusals.keyExists() : refusals.tooLarge('The folder is full')
}
