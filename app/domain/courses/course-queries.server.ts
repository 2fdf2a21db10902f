/** How a course is read: one list of columns for lists, pages and use cases. A course goes by the alias `z`. */
import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import { seatsToComeSql, toComeSql } from '#app/domain/bookings/availability/course-seats.server.ts'
import { bookedCountSql, liveSql, overlappingSql } from '#app/domain/bookings/booking-sql.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { localDate } from '#app/values/zone.ts'
import type { CourseFacts, CourseView, MyEnrolment, SessionView, Tier } from './course-view.ts'
import { makeUpUsedSql } from './kept-places.server.ts'

type Flags = 'dropIns' | 'takesMakeUps'
export type CourseRow = Omit<CourseView, Flags> & Record<Flags, number>

const countSql = (states: string) =>
  sql.raw(`(SELECT count(*) FROM enrolments AS en WHERE en.studio_id = z.studio_id AND en.course_id = z.id
    AND en.state IN (${states}))`)

/** Whoever stands on the waitlist of course `z`. */
export const courseWaitingSql = countSql(`'waitlisted'`)

export const courseColumnsSql: SQL = sql`
  z.id, z.kind, t.name, t.description, z.bring, t.discipline_id AS disciplineId, d.name AS discipline,
  t.minimum_level_id AS levelId, v.name AS level, v.rung AS levelRung, z.room_id AS roomId, r.name AS roomName,
  z.coach_id AS coachId, CASE WHEN h.preferred_name <> '' THEN h.preferred_name ELSE h.name END AS coachName,
  z.policy_id AS policyId, z.state, z.capacity, z.sessions, z.first_start AS firstStart, z.last_start AS lastStart,
  z.rrule, z.price_minor AS priceMinor, t.drop_in_minor AS dropInMinor, z.late_join AS lateJoin, z.drop_ins AS dropIns,
  z.make_up_hours AS makeUpHours, z.make_up_days AS makeUpDays, z.takes_make_ups AS takesMakeUps, z.withdrawal,
  z.withdrawal_running AS withdrawalRunning, z.waitlist_limit AS waitlistLimit, z.offer_hours AS offerHours,
  z.opens_at AS opensAt, z.follows_id AS followsId, ft.name AS followsName, z.re_enrol_until AS reEnrolUntil,
  z.minimum_age AS minimumAge, z.maximum_age AS maximumAge, z.minimum_people AS minimumPeople,
  z.decide_at AS decideAt, z.confirmed_at AS confirmedAt, z.guest_name AS guestName,
  z.guest_percent AS guestPercent, z.guest_fixed_minor AS guestFixedMinor, z.guest_minimum_minor AS guestMinimumMinor,
  z.version, z.cancel_reason AS cancelReason, ${countSql(`'enrolled','completed'`)} AS enrolled,
  ${courseWaitingSql} AS waiting, ${countSql(`'held','offered','pending_payment'`)} AS kept`

export const courseSourceSql: SQL = sql`
  courses AS z JOIN class_types AS t ON t.id = z.class_type_id JOIN disciplines AS d ON d.id = t.discipline_id
  JOIN rooms AS r ON r.id = z.room_id JOIN people AS h ON h.id = z.coach_id
  LEFT JOIN levels AS v ON v.id = t.minimum_level_id
  LEFT JOIN courses AS f ON f.id = z.follows_id LEFT JOIN class_types AS ft ON ft.id = f.class_type_id`

export const toCourse = (row: CourseRow): CourseView => ({
  ...row,
  dropIns: row.dropIns === 1,
  takesMakeUps: row.takesMakeUps === 1,
})

/** Places nobody has and nobody is promised in course `z`, in its fullest session to come; null when none is to come. */
export const placesInCourseSql = (now: string): SQL => sql`(
  SELECT max(0, min(o.capacity - ${bookedCountSql}) - ${courseWaitingSql}) FROM occurrences AS o
  WHERE o.studio_id = z.studio_id AND o.series_id = z.id AND o.state = 'scheduled' AND o.starts_at > ${now})`

export function courseStatement(
  { db, studio }: StudioContext,
  courseId: string,
): Statement<CourseRow[]> {
  return db.all<CourseRow>(sql`
    SELECT ${courseColumnsSql} FROM ${courseSourceSql} WHERE z.studio_id = ${studio.id} AND z.id = ${courseId}`)
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

/** All sessions of a course in order of time, with the person's row in each; `personId` empty is nobody. */
export function sessionsStatement(
  { db, studio }: StudioContext,
  courseId: string,
  personId: string | SQL,
): Statement<SessionRow[]> {
  return db.all<SessionRow>(sql`
    SELECT o.id, o.local_start <> o.recurrence_key AS moved, o.local_start AS localStart, o.starts_at AS startsAt,
      o.ends_at AS endsAt, o.state, o.topic, o.capacity, ${bookedCountSql} AS taken, r.name AS roomName,
      CASE WHEN h.preferred_name <> '' THEN h.preferred_name ELSE h.name END AS coachName, o.cutoff_at AS cutoffAt,
      o.cancel_reason AS cancelReason, own.id AS mineId, own.state AS mineState
    FROM occurrences AS o JOIN rooms AS r ON r.id = o.room_id JOIN people AS h ON h.id = o.coach_id
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

/** Columns of enrolment `en` as `MyEnrolment`. */
export const enrolmentColumnsSql = ({ now }: StudioContext): SQL => sql`
  en.id, en.state, en.kept_until AS keptUntil, en.price_minor AS priceMinor, en.sessions, en.working,
  en.free_since AS freeSince, en.enrolled_at AS enrolledAt,
  CASE WHEN en.state = 'waitlisted' THEN 1 + (
    SELECT count(*) FROM enrolments AS e WHERE e.studio_id = en.studio_id AND e.course_id = en.course_id
      AND e.state = 'waitlisted' AND e.seq < en.seq) END AS position,
  ${seatsToComeSql(now)} AS seatsToCome,
  (SELECT count(*) FROM make_ups AS mk WHERE mk.studio_id = en.studio_id AND mk.enrolment_id = en.id
    AND mk.voided_at IS NULL AND NOT ${makeUpUsedSql('mk')}) AS makeUps`

/** Statements for one batch; `toCourseFacts` reads their results. `personId` empty is nobody. */
export function courseFactStatements(ctx: StudioContext, courseId: string, personId: string | SQL) {
  const { db, studio } = ctx
  return {
    course: courseStatement(ctx, courseId),
    tiers: tiersStatement(ctx, courseId),
    sessions: sessionsStatement(ctx, courseId, personId),
    mine: db.all<MyEnrolment>(sql`
      SELECT ${enrolmentColumnsSql(ctx)} FROM enrolments AS en
      WHERE en.studio_id = ${studio.id} AND en.course_id = ${courseId} AND en.person_id = ${personId}
      ORDER BY en.seq DESC LIMIT 1`),
    about: db.all<{
      levelName: string | null
      rung: number | null
      birthDate: string | null
      earlier: number
    }>(sql`
      SELECT l.name AS levelName, l.rung, p.birth_date AS birthDate, EXISTS (
        SELECT 1 FROM enrolments AS en WHERE en.studio_id = z.studio_id AND en.course_id = z.follows_id
          AND en.person_id = p.id AND en.state IN ('enrolled','completed')) AS earlier
      FROM courses AS z JOIN class_types AS t ON t.id = z.class_type_id
      JOIN people AS p ON p.studio_id = z.studio_id AND p.id = ${personId}
      LEFT JOIN person_levels AS h ON h.studio_id = z.studio_id AND h.person_id = p.id AND h.discipline_id = t.discipline_id
      LEFT JOIN levels AS l ON l.id = h.level_id
      WHERE z.studio_id = ${studio.id} AND z.id = ${courseId}`),
    overlaps: db.all<{ bookingId: string; title: string; localStart: string }>(sql`
      SELECT b.id AS bookingId, t.name AS title, x.local_start AS localStart
      FROM occurrences AS o CROSS JOIN occurrences AS x ON ${overlappingSql('x')} AND x.series_id <> o.series_id
      CROSS JOIN bookings AS b ON b.studio_id = x.studio_id AND b.occurrence_id = x.id AND b.person_id = ${personId}
        AND ${liveSql('b')} AND b.state IN ('booked','checked_in')
      JOIN class_types AS t ON t.id = x.class_type_id
      WHERE ${toComeSql(ctx, courseId)} ORDER BY x.starts_at LIMIT 1`),
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
    inEarlier: about?.earlier === 1,
    overlaps: rows.overlaps[0] ?? null,
    now: ctx.now,
    today: localDate(ctx.now, ctx.studio.timeZone),
  }
}
