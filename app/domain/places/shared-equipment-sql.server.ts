/**
 * Equipment that several things need at once: of 8 hoops two classes at the same time have 8
 * together. Each person of a class type that needs it has one piece.
 */
import { type SQL, sql } from 'drizzle-orm'
import { seatedStates } from '#app/db/studio/bookings.ts'
import { bookedCountOf } from './booking-sql.server.ts'
import { keptCountOf } from './kept-places.server.ts'
import { everyNeed, type Needs } from './needs.server.ts'

const seated = seatedStates.map((state) => `'${state}'`).join(',')

/**
 * People of occurrence `alias` who need their piece: anyone who has a place, is offered or kept
 * one. Of an appointment as many as come, or may come while it is being booked.
 */
export const peopleOf = (alias: string): SQL =>
  sql`CASE ${sql.raw(alias)}.kind WHEN 'appointment' THEN (${sql.raw(
    `SELECT iif(appointment.state = 'held', ${alias}.capacity, appointment.people)
    FROM appointments AS appointment WHERE appointment.id = ${alias}.id`,
  )}) ELSE ${sql.raw(`(SELECT count(*) FROM bookings AS seated
    WHERE seated.studio_id = ${alias}.studio_id AND seated.occurrence_id = ${alias}.id
      AND (seated.state IN (${seated})
        OR seated.state = 'waitlisted' AND seated.offered_until IS NOT NULL))`)} + ${keptCountOf(alias)} END`

/** Row `alias` stands, needs `equipment`, and is where that is. */
const usesSql = (alias: string): SQL =>
  sql.raw(`${alias}.state IN ('scheduled','held')
    AND (equipment.room_id IS NULL OR equipment.room_id = ${alias}.room_id)
    AND EXISTS (SELECT 1 FROM equipment_needs AS ${alias}_need
      WHERE ${alias}_need.studio_id = equipment.studio_id
        AND ${alias}_need.equipment_id = equipment.id
        AND ${alias}_need.class_type_id = ${alias}.class_type_id)`)

/**
 * The most pieces of row `equipment` in use at one moment between `from` and `until` by whatever
 * `counts` (a condition on an alias) does not leave out. It can only become more where something
 * begins, so those moments are looked at.
 */
export function inUseSql(
  { from, until }: { from: SQL; until: SQL },
  counts: (alias: string) => SQL,
): SQL {
  const moment = sql`max(beginning.starts_at, ${from})`
  return sql`coalesce((SELECT max((SELECT sum(${peopleOf('used')}) FROM occurrences AS used
      WHERE used.studio_id = equipment.studio_id
        AND used.starts_at > strftime('%Y-%m-%dT%H:%M:%SZ', ${from}, '-1 day')
        AND used.starts_at <= ${moment} AND used.ends_at > ${moment}
        AND ${usesSql('used')} AND ${counts('used')}))
    FROM occurrences AS beginning WHERE beginning.studio_id = equipment.studio_id
      AND beginning.starts_at > strftime('%Y-%m-%dT%H:%M:%SZ', ${from}, '-1 day')
      AND beginning.starts_at < ${until} AND beginning.ends_at > ${from}
      AND ${usesSql('beginning')} AND ${counts('beginning')}), 0)`
}

/**
 * Places of occurrence `o` at this moment: its capacity, or fewer where the equipment it needs does
 * not reach beside what uses it at the same time; never fewer than are taken, since nobody is
 * dropped.
 */
export const placesSql: SQL = placesSqlOf(everyNeed)

/**
 * Places that can be booked, online or by the waitlist. The last `walk_ins` are kept for people who
 * come without booking, and only the desk gives them out. Where equipment leaves fewer places, fewer
 * are kept, so that at least one can be booked.
 */
export const onlinePlacesSql: SQL = onlinePlacesOf(everyNeed)

export function onlinePlacesOf(needs: Needs): SQL {
  if (!needs.equipment) return sql`(o.capacity - o.walk_ins)`
  // Not around `placesSqlOf`: SQLite allows expressions of a depth of 100, and it is near.
  return byEquipment(
    needs,
    (reached) => sql`THEN o.capacity - o.walk_ins
      WHEN ${reached} > o.walk_ins THEN min(o.capacity, ${reached}) - o.walk_ins
      ELSE min(1, ${reached})`,
  )
}

/** Those that are kept: what `placesSql` has beside `onlinePlacesSql`. */
export const walkInPlacesSql: SQL = walkInPlacesOf(everyNeed)

export function walkInPlacesOf(needs: Needs): SQL {
  if (!needs.equipment) return sql`o.walk_ins`
  return byEquipment(
    needs,
    (reached) => sql`THEN o.walk_ins WHEN ${reached} > o.walk_ins THEN o.walk_ins
      ELSE max(0, ${reached} - 1)`,
  )
}

/** All places of a class of which is known what it has nothing to do with. */
export function placesSqlOf(needs: Needs): SQL {
  if (!needs.equipment) return sql`o.capacity`
  return byEquipment(needs, (reached) => sql`THEN o.capacity ELSE min(o.capacity, ${reached})`)
}

/**
 * Branches of a CASE: first that no equipment is needed; `reached` is for how many people there is
 * enough, or who are there already.
 */
function byEquipment(needs: Needs, branches: (reached: SQL) => SQL): SQL {
  return sql`(
  SELECT CASE WHEN shared.places IS NULL
    ${branches(sql`max(shared.places, ${bookedCountOf(needs)})`)} END
  FROM (SELECT min(equipment.quantity - equipment.out_of_service - ${inUseSql(
    { from: sql`o.starts_at`, until: sql`o.ends_at` },
    (alias) => sql.raw(`${alias}.id <> o.id`),
  )}) AS places
    FROM equipment_needs AS need JOIN equipment ON equipment.id = need.equipment_id
      AND equipment.archived_at IS NULL
      AND (equipment.room_id IS NULL OR equipment.room_id = o.room_id)
    WHERE need.studio_id = o.studio_id AND need.class_type_id = o.class_type_id) AS shared)`
}
