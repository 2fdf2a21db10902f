/** Standing places as statements for batches of others. */
import { type SQL, sql } from 'drizzle-orm'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { addDays, type LocalDate } from '#app/values/zone.ts'

/**
 * When a series goes on as another one from date `cut`, the standing places in it go with it, and what became of each
 * date stays known. Dates before the cut that are still to be booked are kept by a copy that ends there. Behind the
 * writes that moved the classes; `changeId` makes the copies' ids.
 */
export function moveStandingPlacesStatements(
  { db, studio }: StudioContext,
  { from, to, cut }: { from: string; to: string; cut: LocalDate },
  changeId: string,
  done: SQL,
) {
  const copyId = sql`${`${changeId}:`} || s.id`
  const moved = sql`s.studio_id = ${studio.id} AND s.series_id = ${to} AND s.ended_at IS NULL AND ${done}`
  return {
    standing: db.run(sql`
      UPDATE standing_places SET series_id = ${to}
      WHERE studio_id = ${studio.id} AND series_id = ${from} AND ended_at IS NULL AND ${done}`),
    standingBefore: db.run(sql`
      INSERT INTO standing_places (id, studio_id, person_id, series_id, kind, from_date, until_date, created_by, created_at)
      SELECT ${copyId}, s.studio_id, s.person_id, ${from}, s.kind, s.from_date,
        min(coalesce(s.until_date, '9999'), ${addDays(cut, -1)}), s.created_by, s.created_at
      FROM standing_places AS s WHERE ${moved} AND s.from_date < ${cut}
      ON CONFLICT DO NOTHING`),
    standingDates: db.run(sql`
      INSERT INTO standing_dates (id, studio_id, standing_id, occurrence_id, outcome, tries, tried_at)
      SELECT lower(hex(randomblob(16))), d.studio_id, ${copyId}, d.occurrence_id, d.outcome, d.tries, d.tried_at
      FROM standing_places AS s CROSS JOIN standing_dates AS d ON d.studio_id = s.studio_id AND d.standing_id = s.id
      CROSS JOIN occurrences AS o ON o.id = d.occurrence_id AND o.series_id = ${from}
      WHERE ${moved} AND s.from_date < ${cut}
      ON CONFLICT DO NOTHING`),
  }
}
