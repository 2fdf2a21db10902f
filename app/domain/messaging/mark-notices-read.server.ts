import { sql } from 'drizzle-orm'
import { changed } from '#app/db/batch.server.ts'
import type { MemberContext } from '#app/domain/scope/contexts.ts'
import type { Instant } from '#app/values/instant.ts'

/**
 * Marks the person's notices as read up to the newest one that was on the page: what came while it
 * was read stays new. Answers how many were new; pressing twice changes nothing more.
 */
export async function markNoticesRead(
  { db, studio, person, now }: MemberContext,
  { until }: { until: Instant },
): Promise<{ ok: true; read: number }> {
  const result = await db.run(sql`
    UPDATE notices SET read_at = ${now}
    WHERE studio_id = ${studio.id} AND person_id = ${person.id} AND read_at IS NULL
      AND created_at <= ${until}`)
  return { ok: true, read: changed(result) }
}
