/** A coach out for a span by a decision made elsewhere, for the batch of that decision. */
import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { Instant } from '#app/values/instant.ts'

/** Puts the coach out under the id of the decision; twice is once. */
export const coachOutStatement = (
  { db, studio, now }: StudioContext,
  out: { id: string; coachId: string; startsAt: Instant; endsAt: Instant; reason: string },
  onlyIf: SQL,
): Statement<D1Result> =>
  db.run(sql`
    INSERT INTO blocks (id, studio_id, room_id, coach_id, starts_at, ends_at, reason, created_at)
    SELECT ${out.id}, ${studio.id}, NULL, ${out.coachId}, ${out.startsAt}, ${out.endsAt},
      ${out.reason}, ${now}
    WHERE ${onlyIf} ON CONFLICT DO NOTHING`)

/** The decision is no more. */
export const coachBackStatement = (
  { db, studio }: StudioContext,
  id: string,
  onlyIf: SQL,
): Statement<D1Result> =>
  db.run(sql`DELETE FROM blocks WHERE studio_id = ${studio.id} AND id = ${id} AND ${onlyIf}`)
