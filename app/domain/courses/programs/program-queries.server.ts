/** Courses and workshops as members browse them: each with how the viewer stands, counted in SQL. */
import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import { noOverlapInCourseSql } from '#app/domain/bookings/availability/course-seats.server.ts'
import {
  type CourseRow,
  courseColumnsSql,
  courseSourceSql,
  enrolmentColumnsSql,
  placesInCourseSql,
  toCourse,
} from '#app/domain/courses/course-queries.server.ts'
import type { CourseFacts, MyEnrolment, Tier } from '#app/domain/courses/course-view.ts'
import {
  type EnrolStanding,
  type SessionSums,
  standingFrom,
} from '#app/domain/courses/enrolments/enrol-availability.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { localDate } from '#app/values/zone.ts'

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
 * Courses that are not over, soonest first; `where` is a further condition on course `z`. `personId` empty is nobody,
 * and `instead` an enrolment whose sessions do not stand in the way.
 */
export function programRowsStatement(
  ctx: StudioContext,
  personId: string,
  where: SQL = sql`1`,
  instead: string | SQL = '',
): Statement<Row[]> {
  const { db, studio, now } = ctx
  const sessions = (condition: SQL) => sql`(SELECT count(*) FROM occurrences AS o
    WHERE o.studio_id = z.studio_id AND o.series_id = z.id AND ${condition})`
  return db.all<Row>(sql`
    SELECT ${courseColumnsSql}, ${placesInCourseSql(now)} AS places,
      ${sessions(sql`o.state = 'scheduled' AND o.starts_at > ${now}`)} AS toCome,
      ${sessions(sql`o.state IN ('scheduled','reconciled') AND o.starts_at <= ${now}`)} AS missed,
      ${sessions(sql`o.starts_at <= ${now}`)} AS begun,
      (SELECT json_group_array(json_object('name', q.name, 'priceMinor', q.price_minor, 'until', q.until))
        FROM course_tiers AS q WHERE q.studio_id = z.studio_id AND q.course_id = z.id) AS tiers,
      ${personId === '' ? sql`1` : noOverlapInCourseSql(ctx, sql`z.id`, personId, instead)} AS apart,
      EXISTS (SELECT 1 FROM enrolments AS e WHERE e.studio_id = z.studio_id AND e.course_id = z.follows_id
        AND e.person_id = ${personId} AND e.state IN ('enrolled','completed')) AS earlier,
      hl.name AS holdsName, hl.rung AS holdsRung, me.birth_date AS birthDate,
      (SELECT min(o.local_start) FROM occurrences AS o WHERE o.studio_id = z.studio_id AND o.series_id = z.id
        AND o.state = 'scheduled' AND o.starts_at > ${now}) AS nextStart,
      (SELECT count(*) FROM enrolments AS e CROSS JOIN bookings AS b ON b.studio_id = e.studio_id
          AND b.enrolment_id = e.id AND b.enrolment_id IS NOT NULL AND b.state IN ('attended','checked_in')
        WHERE e.studio_id = z.studio_id AND e.course_id = z.id AND e.person_id = ${personId}) AS came
    FROM ${courseSourceSql}
    LEFT JOIN people AS me ON me.studio_id = z.studio_id AND me.id = ${personId}
    LEFT JOIN person_levels AS pl ON pl.studio_id = z.studio_id AND pl.person_id = ${personId}
      AND pl.discipline_id = t.discipline_id
    LEFT JOIN levels AS hl ON hl.id = pl.level_id
    WHERE z.studio_id = ${studio.id} AND z.kind IN ('course','workshop')
      AND z.last_start >= ${localDate(now, studio.timeZone)} AND z.state = 'open' AND ${where}
    ORDER BY z.first_start LIMIT ${most}`)
}

/** A person's newest enrolment in each of their courses, for `toPrograms`. */
export function myEnrolmentsStatement(
  ctx: StudioContext,
  personId: string,
): Statement<(MyEnrolment & { courseId: string })[]> {
  const { db, studio } = ctx
  return db.all<MyEnrolment & { courseId: string }>(sql`
    SELECT en.course_id AS courseId, ${enrolmentColumnsSql(ctx)} FROM enrolments AS en
    WHERE en.studio_id = ${studio.id} AND en.person_id = ${personId} ORDER BY en.seq DESC LIMIT 60`)
}

export type Program = Omit<CourseFacts, 'sessions'> & {
  sums: SessionSums
  standing: EnrolStanding
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
      return { ...facts, sums, standing: standingFrom(facts, sums), nextStart, came }
    },
  )
}
