/** Writes the demo world into empty databases. */
import { directoryDb, studioDb } from '#app/db/connection.server.ts'
import { Meter } from '#app/db/meter.server.ts'
import { listOpenStudios } from '#app/domain/studios/open-studios.server.ts'
import { refreshPublicClasses } from '#app/domain/timetable/public-classes/refresh-public-classes.server.ts'
import { instantFromMs } from '#app/values/instant.ts'
import { fillFiles } from './day/fill-files.ts'
import { fillPhotos } from './fill-photos.ts'
import { fillPictures } from './fill-pictures.ts'
import { insertRows } from './insert-rows.ts'
import { keptWorld } from './keep-world.ts'
import { northside } from './northside.ts'
import { playWorld, type World } from './play-world.ts'
import { fillVideos } from './teaching/fill-videos.ts'

/** Without a bucket there are no photos, and drawings stand for them. */
export type WorldEnv = {
  DIRECTORY: D1Database
  STUDIOS_0: D1Database
  STUDIOS_1: D1Database
  MEDIA?: R2Bucket
}

/** Whether the directory knows no studio yet. */
export async function isEmpty({ DIRECTORY }: WorldEnv): Promise<boolean> {
  return (await DIRECTORY.prepare('SELECT 1 FROM studios LIMIT 1').first()) === null
}

/**
 * Fills both shards and then the directory, whose studios are written last: a fill that was
 * interrupted leaves none, and the next start empties what is half there and fills it again. With
 * `keep` the played world is kept for the next who asks for the same moment: for tests, whose clock
 * is set.
 */
export async function fillDemoWorld(
  env: WorldEnv,
  nowMs: number,
  { keep = false } = {},
): Promise<void> {
  const now = instantFromMs(nowMs)
  const world = await (keep ? keptWorld(now, () => playWorld(now)) : playWorld(now))
  const { studios, ...accounts } = world.directory
  const { MEDIA } = env
  if (MEDIA) await drawNorthside(world, MEDIA, nowMs)
  for (const [shard, tables] of Object.entries(world.shards)) {
    const database = env[`STUDIOS_${Number(shard)}` as 'STUDIOS_0']
    for (const [table, rows] of Object.entries(tables)) await refill(database, table, rows)
  }
  for (const [table, rows] of Object.entries(accounts)) await refill(env.DIRECTORY, table, rows)
  if (MEDIA)
    for (const { id, shard } of studios!)
      for (const fill of [fillPhotos, fillFiles, fillVideos])
        await fill({ ...env, MEDIA }, { id: String(id), shard: Number(shard) }, nowMs)
  await insertRows(env.DIRECTORY, 'studios', studios!)
  await fillPublicClasses(env, nowMs)
}

/** Adds the drawn pictures to the world, before its rows are inserted. */
async function drawNorthside(world: World, media: R2Bucket, nowMs: number): Promise<void> {
  const studio = world.directory.studios!.find(({ slug }) => slug === northside.studio.slug)!
  const tables = world.shards[northside.studio.shard]!
  const rows = {
    studioId: String(studio.id),
    people: tables.people!,
    classTypes: tables.class_types!,
  }
  const { objects, logo } = await fillPictures(media, rows, nowMs)
  tables.objects = objects
  studio.logo = logo
}

/** Safe because it only ever runs while there is no studio: then no row belongs to anyone. */
async function refill(
  database: D1Database,
  table: string,
  rows: Parameters<typeof insertRows>[2],
): Promise<void> {
  await database.prepare(`DELETE FROM ${table}`).run()
  await insertRows(database, table, rows)
}

/** Tells the landing page what is on next, so that it need not wait for the job. */
export async function fillPublicClasses(env: WorldEnv, nowMs: number): Promise<void> {
  const meter = new Meter()
  const directory = directoryDb(env, meter)
  for (const studio of await listOpenStudios(directory)) {
    const db = studioDb(env, studio, meter)
    await refreshPublicClasses(directory, {
      db,
      studio,
      now: instantFromMs(nowMs),
      nowMs,
      origin: '',
      secret: '',
    })
  }
}
