/**
 * Courses and workshops as members browse them: each with how the viewer stands, counted in SQL.
 */
import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import { noOverlapInCourseSql } from '#app/domain/bookings/availability/course-seats.server.ts'
import { levelOpensSql } from '#app/domain/people/levels/held-level-sql.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { localDate } from '#app/values/zone.ts'
import {
  type CourseRow,
  courseColumnsSql,
  courseSourceSql,
  enrolmentColumnsSql,
  placesInCourseSql,
  toCourse,
} from '../course-queries.server.ts'
import type { CourseFacts, MyEnrolment, Tier } from '../course-view.ts'
import {
  type EnrolAvailability,
  enrolAvailabilityFrom,
  type SessionSums,
} from '../enrolments/enrol-availability.ts'

/** Whether the level somebody holds opens the course on its first day. */
const opens = levelOpensSql('person_level', sql`course.first_start`)

type Row = CourseRow & {
  places: number | null
  toCome: number
  missed: number
  begun: number
  tiers: string
  apart: number
  earlier: number
  holdsName: string | null
  holdsRung: number | null
  birthDate: string | null
  nextStart: string | null
  came: number
}

/** More than any studio sells at once. */
const most = 80

/**
 * Courses that are not over, soonest first; `where` is a further condition on `course`.
 * `personId` empty is nobody, and `instead` an enrolment whose sessions are not in the way.
 */
export function programRowsStatement(
  ctx: StudioContext,
  personId: string,
  where: SQL = sql`1`,
  instead: string | SQL = '',
): Statement<Row[]> {
  const { db, studio, now } = ctx
  const sessions = (condition: SQL) => sql`(SELECT count(*) FROM occurrences AS o
    WHERE o.studio_id = course.studio_id AND o.series_id = course.id AND ${condition})`
  const apart =
    personId === '' ? sql`1` : noOverlapInCourseSql(ctx, sql`course.id`, personId, instead)
  return db.all<Row>(sql`
    SELECT ${courseColumnsSql}, ${placesInCourseSql(now)} AS places,
      ${sessions(sql`o.state = 'scheduled' AND o.starts_at > ${now}`)} AS toCome,
      ${sessions(sql`o.state IN ('scheduled','reconciled') AND o.starts_at <= ${now}`)} AS missed,
      ${sessions(sql`o.starts_at <= ${now}`)} AS begun,
      (SELECT json_group_array(json_object('name', tier.name, 'priceMinor', tier.price_minor,
        'until', tier.until))
        FROM course_tiers AS tier
        WHERE tier.studio_id = course.studio_id AND tier.course_id = course.id) AS tiers,
      ${apart} AS apart, EXISTS (SELECT 1 FROM enrolments AS enrolment
        WHERE enrolment.studio_id = course.studio_id AND enrolment.course_id = course.follows_id
          AND enrolment.person_id = ${personId}
          AND enrolment.state IN ('enrolled','completed')) AS earlier,
      iif(${opens}, held_level.name, held_level.name || ' (expired)') AS holdsName,
      iif(${opens}, held_level.rung, 0) AS holdsRung, person.birth_date AS birthDate,
      (SELECT min(o.local_start) FROM occurrences AS o
        WHERE o.studio_id = course.studio_id AND o.series_id = course.id
          AND o.state = 'scheduled' AND o.starts_at > ${now}) AS nextStart,
      (SELECT count(*) FROM enrolments AS enrolment
        CROSS JOIN bookings AS b ON b.studio_id = enrolment.studio_id
          AND b.enrolment_id = enrolment.id AND b.enrolment_id IS NOT NULL
          AND b.state IN ('attended','checked_in')
        WHERE enrolment.studio_id = course.studio_id AND enrolment.course_id = course.id
          AND enrolment.person_id = ${personId}) AS came
    FROM ${courseSourceSql}
    LEFT JOIN people AS person ON person.studio_id = course.studio_id AND person.id = ${personId}
    LEFT JOIN person_levels AS person_level ON person_level.studio_id = course.studio_id
      AND person_level.person_id = ${personId}
      AND person_level.discipline_id = class_type.discipline_id
    LEFT JOIN levels AS held_level ON held_level.id = person_level.level_id
    WHERE course.studio_id = ${studio.id} AND course.kind IN ('course','workshop')
      AND course.last_start >= ${localDate(now, studio.timeZone)} AND course.state = 'open'
      AND ${where}
    ORDER BY course.first_start LIMIT ${most}`)
}

/** A person's newest enrolment in each of their courses, for `toPrograms`. */
export function myEnrolmentsStatement(
  ctx: StudioContext,
  personId: string,
): Statement<(MyEnrolment & { courseId: string })[]> {
  const { db, studio } = ctx
  return db.all<MyEnrolment & { courseId: string }>(sql`
    SELECT enrolment.course_id AS courseId, ${enrolmentColumnsSql(ctx)} FROM enrolments AS enrolment
    WHERE enrolment.studio_id = ${studio.id} AND enrolment.person_id = ${personId}
    ORDER BY enrolment.seq DESC LIMIT 60`)
}

export type Program = Omit<CourseFacts, 'sessions'> & {
  sums: SessionSums
  availability: EnrolAvailability
  nextStart: string | null
  /** Sessions the viewer came to. */
  came: number
}

export function toPrograms(
  ctx: StudioContext,
  rows: readonly Row[],
  mine: readonly (MyEnrolment & { courseId: string })[],
  personId: string,
): Program[] {
  return rows.map(
    ({
      places,
      toCome,
      missed,
      begun,
      tiers,
      apart,
      earlier,
      holdsName,
      holdsRung,
      birthDate,
      nextStart,
      came,
      ...row
    }) => {
      const sums = { toCome, missed, started: begun > 0, places: places ?? 0 }
      const facts = {
        course: toCourse(row),
        tiers: JSON.parse(tiers) as Tier[],
        mine: mine.find(({ courseId }) => courseId === row.id) ?? null,
        signedIn: personId !== '',
        holds:
          holdsName !== null && holdsRung !== null ? { name: holdsName, rung: holdsRung } : null,
        birthDate,
        inEarlier: earlier === 1,
        // Which one it is, the course's own page says.
        overlaps:
          apart === 1 ? null : { bookingId: '', title: 'something', localStart: row.firstStart },
        now: ctx.now,
        today: localDate(ctx.now, ctx.studio.timeZone),
      }
      return { ...facts, sums, availability: enrolAvailabilityFrom(facts, sums), nextStart, came }
    },
  )
}
