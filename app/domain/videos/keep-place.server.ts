import { sql } from 'drizzle-orm'
import { changed } from '#app/db/batch.server.ts'
import type { MemberContext } from '#app/domain/scope/contexts.ts'
import type { Watcher } from './video-queries.server.ts'
import { mayWatchSql } from './watch-sql.server.ts'

/**
 * Notes where somebody stopped watching, in seconds, or that they came to the end. False for a video
 * that is not open to them. The later word stands.
 */
export async function keepPlace(
  ctx: MemberContext,
  { personId, staff }: Watcher,
  videoId: string,
  { seconds, done }: { seconds: number; done: boolean },
): Promise<boolean> {
  const { db, studio, now } = ctx
  const kept = await db.run(sql`
    INSERT INTO video_places (studio_id, person_id, video_id, seconds, done, updated_at)
    SELECT ${studio.id}, ${personId}, video.id, ${done ? 0 : seconds}, ${done ? 1 : 0}, ${now}
    FROM videos AS video
    WHERE video.studio_id = ${studio.id} AND video.id = ${videoId}
      AND ${mayWatchSql(ctx, personId, staff)}
    ON CONFLICT (studio_id, person_id, video_id) DO UPDATE SET seconds = excluded.seconds,
      done = excluded.done, updated_at = excluded.updated_at`)
  return changed(kept) > 0
}
