import { type SQL, sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import { currentPersonSql } from '#app/domain/people/person-queries.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { addMinutes, type Instant } from '#app/values/instant.ts'
import { noOverlapSql, openAtDeskSql, placeForNewSql } from '../availability/seat-guards.server.ts'

export type HoldResult =
  | { ok: true; bookingId: string; until: Instant }
  | { ok: false; reason: 'not_free' }

/**
 * Keeps a free place for someone for so many minutes, or until the class starts: it counts as taken
 * like any place that is offered, and the job that ends offers ends it. The key is its id: sent
 * twice it is one. Refused where nothing is free for someone new, they are elsewhere
 * then, or `onlyIf`, over occurrence `o`, does not hold.
 */
export async function holdForPerson(
  ctx: StaffContext,
  occurrenceId: string,
  { personId, key, minutes }: { personId: string; key: string; minutes: number },
  onlyIf: SQL = sql`1`,
): Promise<HoldResult> {
  const { db, studio, now } = ctx
  const until = addMinutes(now, minutes)
  const { held } = await batch(db, {
    hold: db.run(sql`
      INSERT INTO bookings (id, studio_id, occurrence_id, person_id, state, policy_id, created_at,
        offered_until)
      SELECT ${key}, o.studio_id, o.id, ${personId}, 'waitlisted', o.policy_id, ${now},
        min(o.starts_at, ${until})
      FROM occurrences AS o
      WHERE o.studio_id = ${studio.id} AND o.id = ${occurrenceId} AND o.starts_at > ${now}
        AND ${openAtDeskSql(now)} AND ${placeForNewSql(now)} AND ${noOverlapSql(personId)}
        AND ${currentPersonSql(ctx, personId)} AND ${onlyIf}
      ON CONFLICT DO NOTHING`),
    audit: auditStatement(
      ctx,
      {
        action: 'booking.held',
        subjectKind: 'booking',
        subjectId: key,
        detail: { personId, occurrenceId, until },
      },
      rightAfterChange,
    ),
    held: db.all<{ until: Instant }>(sql`
      SELECT offered_until AS until FROM bookings
      WHERE studio_id = ${studio.id} AND id = ${key} AND state = 'waitlisted'`),
  })
  return held[0]
    ? { ok: true, bookingId: key, until: held[0].until }
    : { ok: false, reason: 'not_free' }
}
