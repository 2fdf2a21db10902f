/** Puts the drawn photos into the demo studios, the way a coach would upload them. */
import { sql } from 'drizzle-orm'
import { studioDb } from '#app/db/connection.server.ts'
import { Meter } from '#app/db/meter.server.ts'
import type { Studio } from '#app/domain/scope/studio.ts'
import { storePhoto } from '#app/domain/training/store-photo.server.ts'
import { instantFromMs } from '#app/values/instant.ts'
import { nodeImages } from '../local-images.ts'
import { drawPhoto, poses } from './draw-photo.ts'

type Env = { DIRECTORY: D1Database; STUDIOS_0: D1Database; STUDIOS_1: D1Database; MEDIA: R2Bucket }

/** May be repeated: what is there already is not added again. */
export async function fillPhotos(
  env: Env,
  { id, shard }: Pick<Studio, 'id' | 'shard'>,
  nowMs: number,
): Promise<void> {
  // Its other facts are not asked for, and its row is written last of all.
  const studio = { id, shard } as Studio
  const db = studioDb(env, studio, new Meter())
  const now = instantFromMs(nowMs)
  const ctx = {
    db,
    studio,
    now,
    nowMs,
    origin: '',
    secret: '',
    media: env.MEDIA,
    images: nodeImages(),
  }
  const exercises = await db.all<{ id: string; name: string }>(sql`
    SELECT id, name FROM exercises WHERE studio_id = ${studio.id}
      AND name IN (SELECT value FROM json_each(${JSON.stringify(Object.keys(poses))}))`)
  for (const { id: exerciseId, name } of exercises) {
    const bytes = await drawPhoto(name)
    if (!bytes) continue
    const stored = await storePhoto(ctx, exerciseId, {
      bytes,
      alt: name,
      source: 'Drawn for the demo',
      licence: 'CC0',
    })
    if (!stored.ok) throw new Error(`The photo of ${name} was refused: ${stored.reason}`)
  }
}
