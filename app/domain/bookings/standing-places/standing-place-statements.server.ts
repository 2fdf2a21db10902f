/** Standing places as statements for batches of others. */
import { type SQL, sql } from 'drizzle-orm'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { addDays, type LocalDate } from '#app/values/zone.ts'

/**
 * When a series goes on as another one from date `cut`, the standing places in it go with it, and
 * what became of each date stays known. Dates before the cut that are still to be booked are kept
 * by a copy that ends there. Behind the writes that moved the classes; `changeId` makes the copies'
 * ids.
 */
export function moveStandingPlacesStatements(
  { db, studio }: StudioContext,
  { from, to, cut }: { from: string; to: string; cut: LocalDate },
  changeId: string,
  done: SQL,
) {
  const copyId = sql`${`${changeId}:`} || standing_place.id`
  const moved = sql`standing_place.studio_id = ${studio.id} AND standing_place.series_id = ${to}
    AND standing_place.ended_at IS NULL AND ${done}`
  return {
    standing: db.run(sql`
      UPDATE standing_places SET series_id = ${to}
      WHERE studio_id = ${studio.id} AND series_id = ${from} AND ended_at IS NULL AND ${done}`),
    standingBefore: db.run(sql`
      INSERT INTO standing_places (id, studio_id, person_id, series_id, guardian_id, kind,
        from_date, until_date, created_by, created_at)
      SELECT ${copyId}, standing_place.studio_id, standing_place.person_id, ${from},
        standing_place.guardian_id, standing_place.kind, standing_place.from_date,
        min(coalesce(standing_place.until_date, '9999'), ${addDays(cut, -1)}),
        standing_place.created_by, standing_place.created_at
      FROM standing_places AS standing_place WHERE ${moved} AND standing_place.from_date < ${cut}
      ON CONFLICT DO NOTHING`),
    standingDates: db.run(sql`
      INSERT INTO standing_dates (id, studio_id, standing_id, occurrence_id, outcome,
        tries, tried_at)
      SELECT lower(hex(randomblob(16))), standing_date.studio_id, ${copyId},
        standing_date.occurrence_id, standing_date.outcome, standing_date.tries,
        standing_date.tried_at
      FROM standing_places AS standing_place
      CROSS JOIN standing_dates AS standing_date
        ON standing_date.studio_id = standing_place.studio_id
        AND standing_date.standing_id = standing_place.id
      CROSS JOIN occurrences AS o ON o.id = standing_date.occurrence_id AND o.series_id = ${from}
      WHERE ${moved} AND standing_place.from_date < ${cut}
      ON CONFLICT DO NOTHING`),
  }
}
