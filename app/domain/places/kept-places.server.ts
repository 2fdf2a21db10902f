/**
 * What other contexts ask of courses in the conditions of their guarded writes. An occurrence goes
 * by the alias `o`.
 */
import { type SQL, sql } from 'drizzle-orm'
import { keptStates } from '#app/db/studio/courses.ts'
import type { LocalDate } from '#app/values/zone.ts'

/**
 * The exact text of the partial index's condition, without which SQLite does not use that index.
 */
const keptWords = keptStates.map((state) => `'${state}'`).join(',')

/**
 * Places of session `alias` kept for people who hold one for ten minutes, were offered one or have yet
 * to pay.
 */
export const keptCountOf = (alias: string): SQL =>
  sql.raw(`CASE WHEN ${alias}.kind IN ('course','workshop') THEN (
    SELECT count(*) FROM enrolments AS kept
    WHERE kept.studio_id = ${alias}.studio_id AND kept.course_id = ${alias}.series_id
      AND kept.state IN (${keptWords})) ELSE 0 END`)

/**
 * The make-up is the person's, good on the class date and not used, and session `o` takes make-ups
 * of its discipline. `instead` is a booking on it that is given up for this one.
 */
export function makeUpPaysSql(
  studioId: string,
  {
    makeUpId,
    personId,
    classDate,
    instead = '',
  }: { makeUpId: string; personId: string; classDate: LocalDate; instead?: string },
): SQL {
  return sql`EXISTS (
    SELECT 1 FROM make_ups AS make_up JOIN courses AS given ON given.id = make_up.course_id
    JOIN class_types AS given_type ON given_type.id = given.class_type_id
    JOIN courses AS taking ON taking.id = o.series_id AND taking.takes_make_ups = 1
    JOIN class_types AS taking_type ON taking_type.id = taking.class_type_id
      AND taking_type.discipline_id = given_type.discipline_id
    WHERE make_up.studio_id = ${studioId} AND make_up.id = ${makeUpId}
      AND make_up.person_id = ${personId} AND make_up.voided_at IS NULL
      AND make_up.valid_until >= ${classDate} AND NOT ${makeUpUsedSql('make_up', instead)})`
}

/** A booking but `instead` is on make-up `alias`, or was given up too late. */
export const makeUpUsedSql = (alias: string, instead = ''): SQL => {
  const of = sql.raw(alias)
  return sql`EXISTS (SELECT 1 FROM bookings AS used
    WHERE used.studio_id = ${of}.studio_id AND used.make_up_id = ${of}.id
      AND used.make_up_id IS NOT NULL AND used.id <> ${instead}
      AND used.state IN ('booked','checked_in','attended','no_show','late_cancelled'))`
}
