/** A course as its own manage page shows it, in one batch: sessions, people, money, and who a search finds. */
import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { moneyOfSubjectsStatement } from '#app/domain/billing/open-items.server.ts'
import { peopleWhere } from '#app/domain/people/list/people-where.server.ts'
import { noFilters } from '#app/domain/people/list/person-filters.ts'
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
  ) => sql`(SELECT count(*) FROM bookings AS sb WHERE sb.studio_id = en.studio_id
    AND sb.enrolment_id = en.id AND sb.enrolment_id IS NOT NULL AND sb.state IN (${sql.raw(states)}))`
  return db.all<PersonInCourse>(sql`
    SELECT ${enrolmentColumnsSql(ctx)}, en.person_id AS personId, h.name, h.email, en.created_at AS createdAt,
      en.ended_at AS endedAt, ${seen(`'attended','checked_in'`)} AS came, ${seen(`'no_show'`)} AS missed
    FROM enrolments AS en JOIN people AS h ON h.id = en.person_id
    WHERE en.studio_id = ${studio.id} AND en.course_id = ${courseId} ORDER BY en.seq LIMIT ${most}`)
}

/** Enrolments of a course as a SELECT of ids, for what is kept about them elsewhere. */
export const enrolmentIdsSql = ({ studio }: StudioContext, courseId: string) =>
  sql`SELECT en.id FROM enrolments AS en WHERE en.studio_id = ${studio.id} AND en.course_id = ${courseId}`

/** Null where the studio has no such course. `search` is what was typed to find somebody, or empty. */
export async function courseDeskPage(ctx: StudioContext, courseId: string, search = '') {
  const { db, studio } = ctx
  const where = sql`${peopleWhere(ctx, { ...noFilters, q: search })} ORDER BY p.name, p.rowid LIMIT 8`
  const answer = await batch(db, {
    course: courseStatement(ctx, courseId),
    tiers: tiersStatement(ctx, courseId),
    sessions: sessionsStatement(ctx, courseId, ''),
    people: peopleInCourseStatement(ctx, courseId),
    money: moneyOfSubjectsStatement(ctx, enrolmentIdsSql(ctx, courseId)),
    found: db.all<Found>(sql`
            SELECT p.id AS personId, p.name, p.phone, (
              SELECT en.state FROM enrolments AS en WHERE en.studio_id = p.studio_id AND en.course_id = ${courseId}
                AND en.person_id = p.id AND en.state IN ('held','pending_payment','enrolled','waitlisted','offered')) AS state
            FROM people AS p WHERE ${search === '' ? sql`0` : where}`),
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

export type CourseDesk = NonNullable<Awaited<ReturnType<typeof courseDeskPage>>>
