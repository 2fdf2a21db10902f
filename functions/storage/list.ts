import { Hono } from 'hono'
import { shardNumbers } from '#app/db/connection.server.ts'
import { mayTouch } from '#app/domain/storage/access.ts'
import { ListParameters, listObjects } from '#app/domain/storage/list-objects.server.ts'
import { isObjectPath } from '#app/domain/storage/object-name.ts'
import type { ServerEnv } from '#functions/server-env.ts'
import { groundsFor, requireCaller } from './callers.ts'
import { listedOf, readJson } from './wire.ts'

/**
 * POST /object/list/{bucket}: what lies right below a prefix. Folders that the caller may not read
 * are empty to them.
 */
export const list = new Hono<ServerEnv>().post('/:bucket', async (c) => {
  const { app } = c.var
  const who = await requireCaller(c)
  const { prefix, ...parameters } = await readJson(c, ListParameters)
  const folder = (prefix ?? '').replace(/^\/+|\/+$/g, '')
  const bucketId = c.req.param('bucket')
  const { bucket, caller, placeOf } = await groundsFor(c, bucketId, folder ? [folder] : [], who)
  if (folder === '') {
    // The root belongs to the project; an account sees its own folder there.
    const directoryOnly = caller.kind !== 'service'
    if (caller.kind === 'anon') return c.json([])
    const shards = directoryOnly ? [] : shardNumbers(app.env).map((shard) => app.shardOf({ shard }))
    const within = caller.kind === 'account' ? `${caller.userId}/` : undefined
    const lines = await listObjects([app.directory, ...shards], bucket.id, '', parameters, within)
    return c.json(lines.map(({ name, object }) => listedOf(name, object)))
  }
  if (!isObjectPath(folder)) return c.json([])
  const place = placeOf(folder)
  // Whether a file right in the folder could be read says whether the folder can.
  if (!mayTouch(caller, place.folderOwner, `${place.path}/x`, 'read')) return c.json([])
  const lines = await listObjects([place.scope.db], bucket.id, `${place.path}/`, parameters)
  return c.json(lines.map(({ name, object }) => listedOf(name, object)))
})
