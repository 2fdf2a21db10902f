import { sql } from 'drizzle-orm'
import { Hono } from 'hono'
import * as z from 'zod'
import { byScope, type Place } from '#app/domain/storage/find-requested-files.server.ts'
import { isObjectPath } from '#app/domain/storage/object-name.ts'
import type { StoredObject } from '#app/domain/storage/stored-object.ts'
import { removeObjects } from '#app/domain/storage/stray-objects.server.ts'
import type { ServerEnv } from '#functions/server-env.ts'
import { groundsFor, objectPath, requireCaller, type StorageContext } from './callers.ts'
import { refusals } from './errors.ts'
import { readJson, rowOf } from './wire.ts'

const RemoveParams = z.object({ prefixes: z.array(z.string()).min(1).max(1_000) })

/** DELETE /object/{bucket} with exact names, and DELETE /object/{bucket}/{path}. */
export const remove = new Hono<ServerEnv>()
  .delete('/:bucket', async (c) => {
    const who = await requireCaller(c)
    const { prefixes } = await readJson(c, RemoveParams)
    const names = [...new Set(prefixes)].filter(isObjectPath)
    const bucketId = c.req.param('bucket')
    const { may, placeOf } = await groundsFor(c, bucketId, names, who)
    // What the caller may not remove is left out as what is not there: neither is told.
    const wanted = names
      .filter((name) => may(name, 'write'))
      .map((name) => ({ name, place: placeOf(name) }))
    const removed = await removePlaces(c, bucketId, wanted)
    const spelt = new Map(wanted.map(({ name, place }) => [place.path, name]))
    return c.json(removed.map((object) => rowOf(object, spelt.get(object.path) ?? object.path)))
  })
  .delete('/:bucket/:path{.+}', async (c) => {
    const who = await requireCaller(c)
    const { bucketId, path } = objectPath(c)
    const { may, placeOf } = await groundsFor(c, bucketId, [path], who)
    const removed = may(path, 'write')
      ? await removePlaces(c, bucketId, [{ place: placeOf(path) }])
      : []
    if (removed.length === 0) throw refusals.noObject()
    return c.json({ message: 'Successfully deleted' })
  })

/** Removes files, one statement for each folder they lie in. */
async function removePlaces(
  { var: { app } }: StorageContext,
  bucketId: string,
  places: { place: Place }[],
): Promise<StoredObject[]> {
  const removed: StoredObject[] = []
  for (const { scope, entries } of byScope(places)) {
    const paths = JSON.stringify(entries.map(({ place }) => place.path))
    const which = sql`bucket_id = ${bucketId} AND path IN (SELECT value FROM json_each(${paths}))`
    removed.push(
      ...(await removeObjects({ ...scope, media: app.env.MEDIA, nowMs: app.nowMs }, which)),
    )
  }
  return removed
}
