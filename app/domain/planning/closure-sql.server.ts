/** What a closure touches, the same for the preview and for the act. */
import { type SQL, sql } from 'drizzle-orm'
import { notStarted } from '#app/domain/entitlements/lot-end.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { Look } from '#app/domain/scope/look.ts'
import type { LocalDate } from '#app/values/zone.ts'

export type ClosureSpan = { from: LocalDate; until: LocalDate; locationId: string | null }

/** Occurrence `o` is on the closed days, in a room of the location, and has not started. */
export function onClosedDaysSql(
  { studio, now }: StudioContext,
  { from, until, locationId }: ClosureSpan,
): SQL {
  const place = locationId
    ? sql`AND o.room_id IN (SELECT id FROM rooms
      WHERE studio_id = ${studio.id} AND location_id = ${locationId})`
    : sql``
  return sql`o.studio_id = ${studio.id} AND o.local_start >= ${from}
    AND o.local_start < ${`${until}~`}
    AND o.starts_at > ${now} ${place}`
}

/**
 * Of those, what would take place: booked or to be booked, and appointments that were asked for.
 */
export const toCallOffSql = sql`(o.state = 'scheduled'
  OR (o.state = 'held' AND o.held_until >= o.starts_at))`

/**
 * `lot` is in force on the closed days and worth something: with credits left, or with a place
 * that could give one back. True before the closure calls anything off and after it alike.
 */
export function lotTouchedSql(
  { studio }: StudioContext,
  { from, until }: Pick<ClosureSpan, 'from' | 'until'>,
): SQL {
  return sql`lot.studio_id = ${studio.id} AND lot.expires_on >= ${from}
    AND lot.starts_on <= ${until} AND lot.refunded_at IS NULL
    AND lot.expires_on <> ${notStarted}
    AND ((SELECT coalesce(sum(entry.amount), 0) FROM entries AS entry
      WHERE entry.studio_id = lot.studio_id AND entry.lot_id = lot.id) > 0
      OR EXISTS (SELECT 1 FROM bookings AS booking
        WHERE booking.studio_id = lot.studio_id AND booking.person_id = lot.person_id
          AND booking.lot_id = lot.id AND booking.state IN ('booked','checked_in')))`
}

/**
 * How many days longer `lot` runs: the closed days from its first on, so that it can be used on
 * as many open days as before, without those that another closure of the same days gave it already.
 * `except` is this closure's own id.
 */
export function daysLongerSql(
  { studio }: StudioContext,
  { from, until }: Pick<ClosureSpan, 'from' | 'until'>,
  except: string,
): SQL {
  const between = (first: SQL, last: SQL) =>
    sql`CAST(julianday(${last}) - julianday(${first}) + 1 AS INTEGER)`
  const own = between(sql`max(${from}, lot.starts_on)`, sql`${until}`)
  const shared = between(
    sql`max(other.from_date, ${from}, lot.starts_on)`,
    sql`min(other.until_date, ${until})`,
  )
  return sql`max(0, ${own} - coalesce((
    SELECT sum(max(0, ${shared})) FROM closure_lots AS other_lot
    JOIN closures AS other ON other.id = other_lot.closure_id
    WHERE other_lot.studio_id = ${studio.id} AND other_lot.lot_id = lot.id
      AND other_lot.closure_id <> ${except} AND other_lot.days > 0), 0))`
}

/** Closures for days to come that packs run longer for. */
export const extendingSql = ({ studio, today }: Look): SQL =>
  sql`closures.studio_id = ${studio} AND closures.until_date >= ${today}
    AND closures.state = 'applied' AND closures.extends_packs = 1`

/** Whether a studio is closed for days to come that packs run longer for. */
export const extendNewPacksDue = (look: Look): SQL =>
  sql`EXISTS (SELECT 1 FROM closures WHERE ${extendingSql(look)})`
