/**
 * A course as its own manage page shows it, in one batch: sessions, people, money, and who a search
 * finds.
 */

import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { moneyOfSubjectsStatement } from '#app/domain/billing/open-items.server.ts'
import { foundAtDeskSql } from '#app/domain/people/list/people-where.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import {
  courseStatement,
  enrolmentColumnsSql,
  sessionsStatement,
  tiersStatement,
  toCourse,
  toSession,
} from './course-queries.server.ts'
import type { MyEnrolment } from './course-view.ts'
import { liveEnrolmentSql } from './live-enrolment-sql.server.ts'

export type PersonInCourse = MyEnrolment & {
  personId: string
  name: string
  email: string
  createdAt: string
  endedAt: string | null
  came: number
  missed: number
}

type Found = { personId: string; name: string; phone: string; state: string | null }

/** More people than that no course has. */
const most = 400

export function peopleInCourseStatement(ctx: StudioContext, courseId: string) {
  const { db, studio } = ctx
  const seen = (
    states: string,
  ) => sql`(SELECT count(*) FROM bookings AS seat WHERE seat.studio_id = enrolment.studio_id
    AND seat.enrolment_id = enrolment.id AND seat.enrolment_id IS NOT NULL
    AND seat.state IN (${sql.raw(states)}))`
  return db.all<PersonInCourse>(sql`
    SELECT ${enrolmentColumnsSql(ctx)}, enrolment.person_id AS personId, person.name, person.email,
      enrolment.created_at AS createdAt, enrolment.ended_at AS endedAt,
      ${seen(`'attended','checked_in'`)} AS came, ${seen(`'no_show'`)} AS missed
    FROM enrolments AS enrolment JOIN people AS person ON person.id = enrolment.person_id
    WHERE enrolment.studio_id = ${studio.id} AND enrolment.course_id = ${courseId}
    ORDER BY enrolment.seq LIMIT ${most}`)
}

/** Enrolments of a course as a SELECT of ids, for what is kept about them elsewhere. */
export const enrolmentIdsSql = ({ studio }: StudioContext, courseId: string) =>
  sql`SELECT enrolment.id FROM enrolments AS enrolment
    WHERE enrolment.studio_id = ${studio.id} AND enrolment.course_id = ${courseId}`

/**
 * Null where the studio has no such course. `search` is what was typed to find someone, or empty.
 */
export async function courseDeskPage(ctx: StudioContext, courseId: string, search = '') {
  const { db, studio } = ctx
  const where = foundAtDeskSql(ctx, search, 8)
  const answer = await batch(db, {
    course: courseStatement(ctx, courseId),
    tiers: tiersStatement(ctx, courseId),
    sessions: sessionsStatement(ctx, courseId, ''),
    people: peopleInCourseStatement(ctx, courseId),
    money: moneyOfSubjectsStatement(ctx, enrolmentIdsSql(ctx, courseId)),
    found: db.all<Found>(sql`
            SELECT person.id AS personId, person.name, person.phone, (
              SELECT enrolment.state FROM enrolments AS enrolment
              WHERE enrolment.studio_id = person.studio_id AND enrolment.course_id = ${courseId}
                AND enrolment.person_id = person.id
                AND ${liveEnrolmentSql('enrolment')}) AS state
            FROM people AS person WHERE ${search === '' ? sql`0` : where}`),
  })
  const [row] = answer.course
  if (!row) return null
  const owed = new Map<string, number>()
  for (const { subjectId, openMinor } of answer.money) owed.set(subjectId, openMinor)
  const sum = (key: 'chargedMinor' | 'refundedMinor' | 'openMinor') =>
    answer.money.reduce((total, item) => total + item[key], 0)
  const chargedMinor = sum('chargedMinor')
  const refundedMinor = sum('refundedMinor')
  return {
    studioId: studio.id,
    course: toCourse(row),
    tiers: answer.tiers,
    sessions: answer.sessions.map(toSession),
    people: answer.people.map((person) => ({ ...person, openMinor: owed.get(person.id) ?? 0 })),
    money: {
      chargedMinor,
      refundedMinor,
      netMinor: chargedMinor - refundedMinor,
      openMinor: sum('openMinor'),
    },
    found: search === '' ? null : answer.found,
  }
}
