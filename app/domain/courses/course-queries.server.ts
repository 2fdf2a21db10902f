/**
 * How a course is read: one list of columns for lists, pages and use cases. A course goes by the
 * alias `course`.
 */

import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import { discountedSql, givenBackSql } from '#app/domain/billing/open-item-sums.server.ts'
import { seatsToComeSql, toComeSql } from '#app/domain/bookings/availability/course-seats.server.ts'
import { toUnsigned } from '#app/domain/documents/unsigned.ts'
import { firstUnsignedSql } from '#app/domain/documents/unsigned-sql.server.ts'
import { calledSql } from '#app/domain/people/called-sql.server.ts'
import { levelOpensSql } from '#app/domain/people/levels/held-level-sql.server.ts'
import { bookedCountOf, liveSql, overlappingSql } from '#app/domain/places/booking-sql.server.ts'
import { makeUpUsedSql } from '#app/domain/places/kept-places.server.ts'
import { everyNeed, type Needs } from '#app/domain/places/needs.server.ts'
import { placesSqlOf } from '#app/domain/places/shared-equipment-sql.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { localDate } from '#app/values/zone.ts'
import type { CourseFacts, CourseView, MyEnrolment, SessionView, Tier } from './course-view.ts'

/** Whether the level somebody holds opens the course on its first day. */
const opens = levelOpensSql('person_level', sql`course.first_start`)

type Flags = 'dropIns' | 'takesMakeUps'
export type CourseRow = Omit<CourseView, Flags> & Record<Flags, number>

const countSql = (states: string) =>
  sql.raw(`(SELECT count(*) FROM enrolments AS enrolment
    WHERE enrolment.studio_id = course.studio_id AND enrolment.course_id = course.id
      AND enrolment.state IN (${states}))`)

/** Anyone who is enrolled in `course`, or was to its end. */
export const enrolledSql = countSql(`'enrolled','completed'`)

/** Anyone who is on the waitlist of `course`. */
export const courseWaitingSql = countSql(`'waitlisted'`)

export const courseColumnsSql: SQL = sql`
  course.id, course.kind, class_type.name, class_type.description, course.bring,
  class_type.discipline_id AS disciplineId, discipline.name AS discipline,
  class_type.minimum_level_id AS levelId, level.name AS level, level.rung AS levelRung,
  course.room_id AS roomId, room.name AS roomName, course.coach_id AS coachId,
  ${calledSql('coach')} AS coachName,
  course.policy_id AS policyId, course.state, course.capacity, course.sessions,
  course.first_start AS firstStart, course.last_start AS lastStart,
  course.rrule, course.price_minor AS priceMinor, class_type.drop_in_minor AS dropInMinor,
  course.late_join AS lateJoin, course.drop_ins AS dropIns, course.make_up_hours AS makeUpHours,
  course.make_up_days AS makeUpDays, course.takes_make_ups AS takesMakeUps, course.withdrawal,
  course.withdrawal_running AS withdrawalRunning, course.waitlist_limit AS waitlistLimit,
  course.offer_hours AS offerHours, course.opens_at AS opensAt, course.follows_id AS followsId,
  followed_type.name AS followsName, course.re_enrol_until AS reEnrolUntil,
  course.minimum_age AS minimumAge, course.maximum_age AS maximumAge,
  course.minimum_people AS minimumPeople, course.decide_at AS decideAt,
  course.confirmed_at AS confirmedAt, course.guest_name AS guestName,
  course.guest_percent AS guestPercent, course.guest_fixed_minor AS guestFixedMinor,
  course.guest_minimum_minor AS guestMinimumMinor, course.settled_at AS settledAt,
  course.settled_minor AS settledMinor, course.settled_to AS settledTo, course.version,
  course.cancel_reason AS cancelReason, ${enrolledSql} AS enrolled,
  ${courseWaitingSql} AS waiting, ${countSql(`'held','offered','pending_payment'`)} AS kept`

export const courseSourceSql: SQL = sql`
  courses AS course JOIN class_types AS class_type ON class_type.id = course.class_type_id
  JOIN disciplines AS discipline ON discipline.id = class_type.discipline_id
  JOIN rooms AS room ON room.id = course.room_id JOIN people AS coach ON coach.id = course.coach_id
  LEFT JOIN levels AS level ON level.id = class_type.minimum_level_id
  LEFT JOIN courses AS followed ON followed.id = course.follows_id
  LEFT JOIN class_types AS followed_type ON followed_type.id = followed.class_type_id`

export const toCourse = (row: CourseRow): CourseView => ({
  ...row,
  dropIns: row.dropIns === 1,
  takesMakeUps: row.takesMakeUps === 1,
})

/**
 * Places nobody has and nobody is promised in `course`, in its fullest session to come; null when
 * none is to come.
 */
export const placesInCourseSql = (now: string, needs: Needs = everyNeed): SQL => sql`(
  SELECT max(0, min(${placesSqlOf(needs)} - ${bookedCountOf(needs)}) - ${courseWaitingSql}) FROM occurrences AS o
  WHERE o.studio_id = course.studio_id AND o.series_id = course.id AND o.state = 'scheduled'
    AND o.starts_at > ${now})`

export function courseStatement(
  { db, studio }: StudioContext,
  courseId: string,
): Statement<CourseRow[]> {
  return db.all<CourseRow>(sql`
    SELECT ${courseColumnsSql} FROM ${courseSourceSql}
    WHERE course.studio_id = ${studio.id} AND course.id = ${courseId}`)
}

export function tiersStatement({ db, studio }: StudioContext, courseId: string): Statement<Tier[]> {
  return db.all<Tier>(sql`
    SELECT name, price_minor AS priceMinor, until FROM course_tiers
    WHERE studio_id = ${studio.id} AND course_id = ${courseId} ORDER BY until LIMIT 20`)
}

type SessionRow = Omit<SessionView, 'mine' | 'moved'> & {
  moved: number
  mineId: string | null
  mineState: string | null
}

/**
 * All sessions of a course in order of time, with the person's row in each; `personId` empty is
 * nobody.
 */
export function sessionsStatement(
  { db, studio }: StudioContext,
  courseId: string,
  personId: string | SQL,
): Statement<SessionRow[]> {
  return db.all<SessionRow>(sql`
    SELECT o.id, o.local_start <> o.recurrence_key AS moved, o.local_start AS localStart,
      o.starts_at AS startsAt, o.ends_at AS endsAt, o.state, o.topic,
      ${placesSqlOf(everyNeed)} AS capacity, ${bookedCountOf(everyNeed)} AS taken, room.name AS roomName,
      ${calledSql('coach')} AS coachName, o.cutoff_at AS cutoffAt,
      o.cancel_reason AS cancelReason, own.id AS mineId, own.state AS mineState
    FROM occurrences AS o JOIN rooms AS room ON room.id = o.room_id
    JOIN people AS coach ON coach.id = o.coach_id
    LEFT JOIN bookings AS own ON own.seq = (
      SELECT max(b.seq) FROM bookings AS b
      WHERE b.studio_id = o.studio_id AND b.occurrence_id = o.id AND b.person_id = ${personId})
    WHERE o.studio_id = ${studio.id} AND o.series_id = ${courseId} ORDER BY o.starts_at LIMIT 80`)
}

export const toSession = ({ mineId, mineState, moved, ...row }: SessionRow): SessionView => ({
  ...row,
  moved: moved === 1,
  mine: mineId === null || mineState === null ? null : { id: mineId, state: mineState },
})

/** Columns of `enrolment` as `MyEnrolment`. */
export const enrolmentColumnsSql = ({ now }: StudioContext): SQL => sql`
  enrolment.id, enrolment.state, enrolment.kept_until AS keptUntil,
  enrolment.price_minor AS priceMinor, enrolment.sessions, enrolment.working,
  enrolment.free_since AS freeSince, enrolment.enrolled_at AS enrolledAt,
  CASE WHEN enrolment.state = 'waitlisted' THEN 1 + (
    SELECT count(*) FROM enrolments AS ahead
    WHERE ahead.studio_id = enrolment.studio_id AND ahead.course_id = enrolment.course_id
      AND ahead.state = 'waitlisted' AND ahead.seq < enrolment.seq) END AS position,
  ${seatsToComeSql(now)} AS seatsToCome,
  (SELECT count(*) FROM make_ups AS make_up
    WHERE make_up.studio_id = enrolment.studio_id AND make_up.enrolment_id = enrolment.id
      AND make_up.voided_at IS NULL AND NOT ${makeUpUsedSql('make_up')}) AS makeUps,
  (SELECT coalesce(sum(item.amount_minor - item.paid_minor), 0) FROM open_items AS item
    WHERE item.studio_id = enrolment.studio_id AND item.subject_id = enrolment.id
      AND item.state = 'open' AND item.amount_minor > 0) AS unpaidMinor,
  ${discountedSql(sql`enrolment.studio_id`, sql`enrolment.id`)} AS offMinor,
  ${givenBackSql(sql`enrolment.studio_id`, sql`enrolment.id`)} AS backMinor`

/** Statements for one batch; `toCourseFacts` reads their results. `personId` empty is nobody. */
export function courseFactStatements(ctx: StudioContext, courseId: string, personId: string | SQL) {
  const { db, studio } = ctx
  return {
    course: courseStatement(ctx, courseId),
    tiers: tiersStatement(ctx, courseId),
    sessions: sessionsStatement(ctx, courseId, personId),
    mine: db.all<MyEnrolment>(sql`
      SELECT ${enrolmentColumnsSql(ctx)} FROM enrolments AS enrolment
      WHERE enrolment.studio_id = ${studio.id} AND enrolment.course_id = ${courseId}
        AND enrolment.person_id = ${personId}
      ORDER BY enrolment.seq DESC LIMIT 1`),
    about: db.all<{
      levelName: string | null
      rung: number | null
      birthDate: string | null
      unsigned: string | null
      banned: number
      earlier: number
    }>(sql`
      SELECT iif(${opens}, level.name, level.name || ' (expired)') AS levelName,
        iif(${opens}, level.rung, 0) AS rung, person.birth_date AS birthDate,
        ${firstUnsignedSql(ctx, 'person')} AS unsigned, person.banned_at IS NOT NULL AS banned, EXISTS (
        SELECT 1 FROM enrolments AS enrolment
        WHERE enrolment.studio_id = course.studio_id AND enrolment.course_id = course.follows_id
          AND enrolment.person_id = person.id
          AND enrolment.state IN ('enrolled','completed')) AS earlier
      FROM courses AS course JOIN class_types AS class_type ON class_type.id = course.class_type_id
      JOIN people AS person ON person.studio_id = course.studio_id AND person.id = ${personId}
      LEFT JOIN person_levels AS person_level ON person_level.studio_id = course.studio_id
        AND person_level.person_id = person.id
        AND person_level.discipline_id = class_type.discipline_id
      LEFT JOIN levels AS level ON level.id = person_level.level_id
      WHERE course.studio_id = ${studio.id} AND course.id = ${courseId}`),
    overlaps: db.all<{ bookingId: string; title: string; localStart: string }>(sql`
      SELECT b.id AS bookingId, class_type.name AS title, other.local_start AS localStart
      FROM occurrences AS o CROSS JOIN occurrences AS other ON ${overlappingSql('other')}
        AND other.series_id <> o.series_id
      CROSS JOIN bookings AS b ON b.studio_id = other.studio_id AND b.occurrence_id = other.id
        AND b.person_id = ${personId}
        AND ${liveSql('b')} AND b.state IN ('booked','checked_in')
      JOIN class_types AS class_type ON class_type.id = other.class_type_id
      WHERE ${toComeSql(ctx, courseId)} ORDER BY other.starts_at LIMIT 1`),
  }
}

type FactStatements = ReturnType<typeof courseFactStatements>
export type FactRows = {
  [K in keyof FactStatements]: FactStatements[K] extends Statement<infer Rows> ? Rows : never
}

/** The facts, or null when the studio has no such course (another studio's id included). */
export function toCourseFacts(
  ctx: StudioContext,
  rows: FactRows,
  personId: string,
): CourseFacts | null {
  const [row] = rows.course
  if (!row) return null
  const [about] = rows.about
  return {
    course: toCourse(row),
    tiers: rows.tiers,
    sessions: rows.sessions.map(toSession),
    mine: rows.mine[0] ?? null,
    signedIn: personId !== '',
    holds:
      about?.levelName && about.rung !== null ? { name: about.levelName, rung: about.rung } : null,
    birthDate: about?.birthDate ?? null,
    unsigned: toUnsigned(about?.unsigned ?? null, { guardianId: ctx.guardianId, personId }),
    banned: about?.banned === 1,
    inEarlier: about?.earlier === 1,
    overlaps: rows.overlaps[0] ?? null,
    now: ctx.now,
    today: localDate(ctx.now, ctx.studio.timeZone),
  }
}
