/** Whom an under-filled class is worth telling: who came at that hour and has what pays for it. */
import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { chooseEntitlement } from '#app/domain/entitlements/choose-entitlement.ts'
import {
  entitlementsOfStatements,
  toHeld,
} from '#app/domain/entitlements/entitlement-queries.server.ts'
import { bookedCountSql } from '#app/domain/places/booking-sql.server.ts'
import { onlinePlacesSql } from '#app/domain/places/shared-equipment-sql.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { addMinutes } from '#app/values/instant.ts'
import { localDate } from '#app/values/zone.ts'

/** So far back a visit at that hour counts. */
export const cameDays = 90

/** So many are asked of what they hold; more would be no class that nobody knows of. */
const candidatesAtMost = 400

export type FillClass = {
  id: string
  name: string
  localStart: string
  startsAt: string
  disciplineId: string
  locationId: string
  state: string
  /** Places that nobody has. */
  free: number
}

/** A class with its free places, for a page's batch. */
export const fillClassStatement = ({ db, studio }: StudioContext, occurrenceId: string) =>
  db.all<FillClass>(sql`
    SELECT o.id, taught.name, o.local_start AS localStart, o.starts_at AS startsAt,
      taught.discipline_id AS disciplineId, room.location_id AS locationId, o.state,
      max(0, ${onlinePlacesSql} - ${bookedCountSql}) AS free
    FROM occurrences AS o
    JOIN class_types AS taught ON taught.id = o.class_type_id
    JOIN rooms AS room ON room.id = o.room_id
    WHERE o.studio_id = ${studio.id} AND o.id = ${occurrenceId} AND o.kind = 'class'`)

/**
 * Ids of those who came to a class on the same weekday at the same hour in the last 90 days, and
 * whose membership or pack covers this one (R13; limits of a week are left to the booking itself).
 */
export async function fillCandidates(ctx: StudioContext, occurrenceId: string): Promise<string[]> {
  const { db, studio, now } = ctx
  const { target, came } = await batch(db, {
    target: fillClassStatement(ctx, occurrenceId),
    came: db.all<{ id: string }>(sql`
      WITH target AS MATERIALIZED (
        SELECT strftime('%w', substr(local_start, 1, 10)) AS day, substr(local_start, 12, 2) AS hour
        FROM occurrences WHERE studio_id = ${studio.id} AND id = ${occurrenceId})
      SELECT DISTINCT b.person_id AS id FROM target
      CROSS JOIN occurrences AS o CROSS JOIN bookings AS b
        ON b.studio_id = o.studio_id AND b.occurrence_id = o.id
      WHERE o.studio_id = ${studio.id} AND o.starts_at <= ${now}
        AND o.starts_at >= ${addMinutes(now, -cameDays * 24 * 60)} AND o.kind = 'class'
        AND strftime('%w', substr(o.local_start, 1, 10)) = target.day
        AND substr(o.local_start, 12, 2) = target.hour
        AND b.state IN ('attended', 'checked_in')
      LIMIT ${candidatesAtMost}`),
  })
  const [fill] = target
  if (!fill || came.length === 0) return []
  const ids = JSON.stringify(came.map(({ id }) => id))
  const held = await batch(
    db,
    entitlementsOfStatements(ctx, sql`(SELECT value FROM json_each(${ids}))`),
  )
  const today = localDate(now, studio.timeZone)
  return came
    .map(({ id }) => id)
    .filter((id) => {
      const { pays } = chooseEntitlement(toHeld(id, { ...held, uses: [] }), { ...fill, today })
      return pays !== null
    })
}
