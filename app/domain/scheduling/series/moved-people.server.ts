/** What a change of classes does to the people in them, before it is made. */

import { type SQL, sql } from 'drizzle-orm'
import { addressSql } from '#app/domain/families/letter-address.server.ts'
import { heldThenSql } from '#app/domain/places/booking-sql.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { FreeAfterMove } from '#app/messages/class-changed.ts'
import type { Instant } from '#app/values/instant.ts'
import { dayShortTime } from '#app/values/wording.ts'

/** Someone with a place, or who waits, in a class that changes. */
export type Concerned = {
  personId: string
  name: string
  preferredName: string
  email: string
  guardianName: string
  occurrenceId: string
  title: string
  was: string
  /** The new time is past the limit of a free cancel (0 or 1). */
  late: number
  /** What else the person has at the new time, and when; null is none. */
  meets: string | null
  meetsStart: string | null
}

/** Who is told of a change of the class of booking `b`. */
export const concernedSql = sql`b.state IN ('booked','waitlisted','checked_in')`

/**
 * A class that changes: its new times where they change. `cutoffAt` is the limit of a free cancel;
 * left out, it is as long before the start as it was.
 */
export type ChangingClass = {
  id: string
  startsAt?: Instant | undefined
  endsAt?: Instant | undefined
  cutoffAt?: Instant | undefined
}

/**
 * Who is in the classes that change, a row for each class of each, with what that does to them:
 * first those who have something else at the new time, so that none of them is left out of many.
 */
export function concernedStatement(
  { db, studio, now }: StudioContext,
  classes: readonly ChangingClass[],
) {
  const json = JSON.stringify(classes)
  const [startsAt, endsAt] = [sql`input.value ->> 'startsAt'`, sql`input.value ->> 'endsAt'`]
  const shift = sql`(strftime('%s', ${startsAt}) - strftime('%s', o.starts_at)) || ' seconds'`
  const shifted = (limit: SQL) => sql`strftime('%Y-%m-%dT%H:%M:%SZ', ${limit}, ${shift})`
  const cutoff = sql`coalesce(${shifted(sql`b.cutoff_at`)}, input.value ->> 'cutoffAt',
    ${shifted(sql`o.cutoff_at`)})`
  const moves = sql`b.state IN ('booked','checked_in') AND ${startsAt} IS NOT NULL`
  const then = sql`other.studio_id = o.studio_id AND other.state <> 'cancelled'
    AND other.starts_at > strftime('%Y-%m-%dT%H:%M:%SZ', ${startsAt}, '-1 day')
    AND other.starts_at < ${endsAt} AND other.ends_at > ${startsAt}
    AND other.id NOT IN (SELECT value ->> 'id' FROM json_each(${json}))`
  const meets = (column: SQL) => sql`CASE WHEN ${moves} THEN ${heldThenSql(column, 'b', then)} END`
  return db.all<Concerned>(sql`
    SELECT b.person_id AS personId, person.name, person.preferred_name AS preferredName,
      ${addressSql(sql`b.guardian_id`)}, o.id AS occurrenceId, class_type.name AS title, o.local_start AS was,
      ${moves} AND ${cutoff} < ${now} AS late,
      ${meets(sql`other_type.name`)} AS meets, ${meets(sql`other.local_start`)} AS meetsStart
    FROM json_each(${json}) AS input
    CROSS JOIN occurrences AS o ON o.studio_id = ${studio.id} AND o.id = input.value ->> 'id'
    CROSS JOIN bookings AS b ON b.studio_id = o.studio_id AND b.occurrence_id = o.id
      AND ${concernedSql}
    JOIN people AS person ON person.id = b.person_id
    JOIN class_types AS class_type ON class_type.id = o.class_type_id
    ORDER BY meetsStart IS NULL, o.starts_at LIMIT 2000`)
}

/** `Ana Reyes holds Yin yoga too, Thu 15 Oct, 18:30`, for anyone who moves a class onto it. */
export function meetsWords(
  concerned: readonly Concerned[],
  { studio: { locale } }: StudioContext,
): string[] {
  return concerned.flatMap(({ name, meets, meetsStart }) =>
    meets && meetsStart
      ? [`${name} is also booked in ${meets} then, ${dayShortTime(meetsStart, locale)}`]
      : [],
  )
}

/** What a letter says to someone of a class that moves; null where the usual limit holds. */
export const freeOf = ({ late, meets }: Concerned): FreeAfterMove | null =>
  late === 1 || meets !== null ? { meets } : null
