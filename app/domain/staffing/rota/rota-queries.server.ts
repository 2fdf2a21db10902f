/** Reads of the rota. */
import { type SQL, sql } from 'drizzle-orm'
import { batch, type Statement } from '#app/db/batch.server.ts'
import type { ShiftRole } from '#app/db/studio/day/staffing-words.ts'
import { choicesStatements } from '#app/domain/calendar/schedule-choices.server.ts'
import { locationsStatement } from '#app/domain/facilities/facility-queries.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { Instant } from '#app/values/instant.ts'
import { addDays, firstOfWeek, instantOf, type LocalDate } from '#app/values/zone.ts'

/** What a shift says; a published one keeps it as JSON of these names. */
export type ShiftFacts = {
  title: string
  role: ShiftRole
  startsAt: Instant
  endsAt: Instant
  locationId: string | null
}

export type ShiftRow = ShiftFacts & {
  id: string
  version: number
  personId: string | null
  personName: string | null
  location: string | null
  removed: number
  /** What was published last, as JSON of `ShiftFacts`. */
  told: string | null
  toldPersonId: string | null
  toldName: string | null
  toldLocation: string | null
  /** It is not as it was published. */
  changed: number
  /** Who it is of, or was published for, does not work here now. */
  gone: number
  toldGone: number
  /** Its person has time off then, works another shift, or teaches what is named. */
  away: number
  double: number
  teaches: string | null
}

/** What is planned of `shift`, as it is kept once it is published. */
export const toldSql = sql`json_object('title', shift.title, 'role', shift.role,
  'startsAt', shift.starts_at, 'endsAt', shift.ends_at, 'locationId', shift.location_id)`

/** A `shift` that people know otherwise, or not at all. */
export const changedSql = sql`(shift.removed_at IS NOT NULL OR shift.told IS NOT ${toldSql}
  OR shift.told_person_id IS NOT shift.person_id)`

/** Whether somebody who is joined as `person` has left or is suspended; nobody is not. */
const goneSql = (person: 'person' | 'teller'): SQL =>
  sql.raw(`coalesce(${person}.is_staff <> 1 OR ${person}.archived_at IS NOT NULL, 0)`)

/** Shifts that begin in a week, from its first day on. */
export const inWeekSql = ({ studio }: StudioContext, week: LocalDate): SQL => sql`
  shift.studio_id = ${studio.id} AND shift.starts_at >= ${instantOf(`${week}T00:00`, studio.timeZone)}
  AND shift.starts_at < ${instantOf(`${addDays(week, 7)}T00:00`, studio.timeZone)}`

/** A person (SQL) who has approved time off in the time of `shift`. */
export const awaySql = (personId: SQL): SQL => sql`EXISTS (SELECT 1 FROM time_off AS off
  WHERE off.studio_id = shift.studio_id AND off.person_id = ${personId} AND off.state = 'approved'
    AND off.ends_at > shift.starts_at AND off.starts_at < shift.ends_at)`

/** A person who has another shift in that time. */
export const doubleSql = (personId: SQL): SQL => sql`EXISTS (SELECT 1 FROM shifts AS other
  WHERE other.studio_id = shift.studio_id AND other.person_id = ${personId}
    AND other.id <> shift.id AND other.removed_at IS NULL
    AND other.starts_at > strftime('%Y-%m-%dT%H:%M:%SZ', shift.starts_at, '-1 day')
    AND other.starts_at < shift.ends_at AND other.ends_at > shift.starts_at)`

/** What a person teaches in that time, the first of it by name; null for nothing. */
export const teachesSql = (personId: SQL): SQL => sql`(SELECT type.name FROM occurrences AS o
  JOIN class_types AS type ON type.id = o.class_type_id
  WHERE o.studio_id = shift.studio_id AND o.coach_id = ${personId} AND o.state = 'scheduled'
    AND o.starts_at > strftime('%Y-%m-%dT%H:%M:%SZ', shift.starts_at, '-1 day')
    AND o.starts_at < shift.ends_at AND o.ends_at > shift.starts_at
  ORDER BY o.starts_at LIMIT 1)`

/** More than this of one week nobody reads. */
const mostShifts = 400

/** Shifts by a condition on `shift`, in order of time. */
export const shiftsStatement = ({ db }: StudioContext, where: SQL): Statement<ShiftRow[]> =>
  db.all<ShiftRow>(sql`
    SELECT shift.id, shift.title, shift.role, shift.starts_at AS startsAt, shift.ends_at AS endsAt,
      shift.location_id AS locationId, shift.version, shift.person_id AS personId,
      person.name AS personName, location.name AS location,
      shift.removed_at IS NOT NULL AS removed, shift.told, shift.told_person_id AS toldPersonId,
      teller.name AS toldName, told_location.name AS toldLocation, ${changedSql} AS changed,
      ${goneSql('person')} AS gone, ${goneSql('teller')} AS toldGone,
      ${awaySql(sql`shift.person_id`)} AS away, ${doubleSql(sql`shift.person_id`)} AS double,
      ${teachesSql(sql`shift.person_id`)} AS teaches
    FROM shifts AS shift LEFT JOIN people AS person ON person.id = shift.person_id
    LEFT JOIN people AS teller ON teller.id = shift.told_person_id
    LEFT JOIN locations AS location ON location.id = shift.location_id
    LEFT JOIN locations AS told_location ON told_location.id = shift.told ->> 'locationId'
    WHERE ${where} ORDER BY shift.starts_at, shift.title, shift.id LIMIT ${mostShifts}`)

export type PublishedShift = Pick<ShiftFacts, 'title' | 'startsAt' | 'endsAt'> & {
  id: string
  version: number
  location: string | null
}

/** Somebody's shifts as they were published, that begin in a span and were not taken off since. */
export const publishedShiftsStatement = (
  { db, studio }: StudioContext,
  personId: SQL,
  { from, until }: { from: Instant; until: Instant },
): Statement<PublishedShift[]> =>
  db.all<PublishedShift>(sql`
    SELECT shift.id, shift.version, shift.told ->> 'title' AS title,
      shift.told ->> 'startsAt' AS startsAt, shift.told ->> 'endsAt' AS endsAt,
      location.name AS location
    FROM shifts AS shift LEFT JOIN locations AS location
      ON location.id = shift.told ->> 'locationId'
    WHERE shift.studio_id = ${studio.id} AND shift.told_person_id = ${personId}
      AND shift.starts_at >= ${from} AND shift.starts_at < ${until}
    ORDER BY shift.starts_at LIMIT ${mostShifts}`)

/** The first day of the week that is meant by a date; this week's where none is. */
export const weekOf = ({ studio }: StudioContext, date: LocalDate): LocalDate =>
  firstOfWeek(date, studio)

/** The shifts of a week, and how many the week before has. One trip. */
export async function rotaPage(ctx: StudioContext, week: LocalDate) {
  const { rows, before } = await batch(ctx.db, {
    rows: shiftsStatement(ctx, inWeekSql(ctx, week)),
    before: ctx.db.all<{ n: number }>(sql`
      SELECT count(*) AS n FROM shifts AS shift
      WHERE ${inWeekSql(ctx, addDays(week, -7))} AND shift.removed_at IS NULL`),
  })
  return { rows, before: before[0]?.n ?? 0 }
}

/** One shift with what its form chooses from; `row` is null for another studio's id. One trip. */
export async function shiftPage(ctx: StudioContext, id: string) {
  const { rows, ...choices } = await batch(ctx.db, {
    rows: shiftsStatement(ctx, sql`shift.studio_id = ${ctx.studio.id} AND shift.id = ${id}`),
    people: choicesStatements(ctx).coaches,
    locations: locationsStatement(ctx),
  })
  return { row: rows[0] ?? null, ...choices }
}
