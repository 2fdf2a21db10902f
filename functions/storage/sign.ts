import { Hono } from 'hono'
import * as z from 'zod'
import type { Caller } from '#app/domain/storage/access.ts'
import { byScope } from '#app/domain/storage/find-requested-files.server.ts'
import { isObjectPath } from '#app/domain/storage/object-name.ts'
import { findObject, findObjects } from '#app/domain/storage/object-queries.server.ts'
import { checkLink, longestLinkSeconds, signLink } from '#app/domain/storage/signed-links.server.ts'
import type { StoredObject } from '#app/domain/storage/stored-object.ts'
import { withdrawLinks } from '#app/domain/storage/withdraw-links.server.ts'
import { identityContext } from '#app/http/identity-context.server.ts'
import type { ServerEnv } from '#functions/server-env.ts'
import {
  type Grounded,
  groundsFor,
  objectPath,
  ownerOf,
  presentedPath,
  requireCaller,
} from './callers.ts'
import { refusals } from './errors.ts'
import { badLink } from './find-file.ts'
import { keepUpload } from './upload.ts'
import { readJson } from './wire.ts'

const seconds = z.int().min(1).max(longestLinkSeconds)
const SignParams = z.object({
  expiresIn: seconds,
  transform: z.record(z.string().max(20), z.union([z.string().max(20), z.number()])).nullish(),
})
const SignManyParams = z.object({ expiresIn: seconds, paths: z.array(z.string()).min(1).max(500) })

/** A link for uploading lives two hours. */
const uploadSeconds = 7_200

/**
 * A path inside a link. The client encodes the whole link itself, so it goes out as it is; only a
 * question mark, which would end the path, is written as its escape (`presentedPath` reads both).
 */
const inPath = (path: string) => path.replaceAll('?', '%3F')

/**
 * POST /object/sign/…: links that read a file for a while; POST and PUT /object/upload/sign/…:
 * links that put one; DELETE /object/sign/…: withdraws what was signed for a file so far, which only
 * this service has.
 */
export const sign = new Hono<ServerEnv>()
  .post('/sign/:bucket/:path{.+}', async (c) => {
    const who = await requireCaller(c)
    const { bucketId, path } = objectPath(c)
    const { expiresIn, transform } = await readJson(c, SignParams)
    const requested = await groundsFor(c, bucketId, [path], who)
    const place = requested.placeOf(path)
    const object = mayRead(requested, path)
      ? await findObject(place.scope, bucketId, place.path)
      : null
    if (!object) throw refusals.noObject()
    const asked =
      transform &&
      Object.fromEntries(Object.entries(transform).map(([name, value]) => [name, String(value)]))
    const link = {
      bucketId,
      path,
      purpose: 'read',
      ...keyOf(object),
      ...(asked ? { transform: asked } : {}),
    } as const
    const token = await signLink(identityContext(c.var.app), link, expiresIn)
    const kind = asked ? 'render/image' : 'object'
    return c.json({ signedURL: `/${kind}/sign/${bucketId}/${inPath(path)}?token=${token}` })
  })
  .post('/sign/:bucket', async (c) => {
    const who = await requireCaller(c)
    const bucketId = c.req.param('bucket')
    const { expiresIn, paths } = await readJson(c, SignManyParams)
    const requested = await groundsFor(c, bucketId, paths.filter(isObjectPath), who)
    const readable = paths
      .filter((path) => isObjectPath(path) && mayRead(requested, path))
      .map((path) => ({ path, place: requested.placeOf(path) }))
    const there = new Map<string, StoredObject>()
    for (const { scope, entries } of byScope(readable)) {
      const objects = await findObjects(
        scope,
        bucketId,
        entries.map(({ place }) => place.path),
      )
      const found = new Map(objects.map((object) => [object.path, object]))
      for (const { path, place } of entries) {
        const object = found.get(place.path)
        if (object) there.set(path, object)
      }
    }
    const lines = paths.map(async (path) => {
      const object = there.get(path)
      if (!object) {
        return {
          error: 'Either the object does not exist or you do not have access to it',
          path,
          signedURL: null,
        }
      }
      const token = await signLink(
        identityContext(c.var.app),
        { bucketId, path, purpose: 'read', ...keyOf(object) },
        expiresIn,
      )
      return {
        error: null,
        path,
        signedURL: `/object/sign/${bucketId}/${inPath(path)}?token=${token}`,
      }
    })
    return c.json(await Promise.all(lines))
  })
  .delete('/sign/:bucket/:path{.+}', async (c) => {
    const who = await requireCaller(c)
    const { bucketId, path } = objectPath(c)
    const requested = await groundsFor(c, bucketId, [path], who)
    if (!requested.may(path, 'write')) throw refusals.rowLevel(requested.rule(path))
    const place = requested.placeOf(path)
    if (!(await withdrawLinks(place.scope, bucketId, place.path))) throw refusals.noObject()
    return c.json({ message: 'Successfully withdrawn' })
  })
  .post('/upload/sign/:bucket/:path{.+}', async (c) => {
    const who = await requireCaller(c)
    const { bucketId, path } = objectPath(c)
    const requested = await groundsFor(c, bucketId, [path], who)
    if (!requested.may(path, 'write')) throw refusals.rowLevel(requested.rule(path))
    const upsert = c.req.header('x-upsert') === 'true'
    const token = await signLink(
      identityContext(c.var.app),
      { bucketId, path, purpose: 'upload', upsert, owner: ownerOf(who.caller) },
      uploadSeconds,
    )
    return c.json({ url: `/object/upload/sign/${bucketId}/${inPath(path)}?token=${token}`, token })
  })
  .put('/upload/sign/:bucket/:path{.+}', async (c) => {
    const { bucketId, path } = presentedPath(c)
    const link = { bucketId, path, purpose: 'upload' } as const
    const checked = await checkLink(identityContext(c.var.app), c.req.query('token') ?? '', link)
    if (!checked.ok) throw badLink(checked.reason)
    const caller: Caller = checked.owner
      ? { kind: 'account', userId: checked.owner }
      : { kind: 'service' }
    await keepUpload(
      c,
      { ...(await groundsFor(c, bucketId, [path])), caller },
      path,
      checked.upsert,
    )
    return c.json({ Key: `${bucketId}/${path}` })
  })

const keyOf = ({ linkKey }: StoredObject) => (linkKey ? { key: linkKey } : {})

const mayRead = ({ bucket, may }: Grounded, path: string) => bucket.public || may(path, 'read')
