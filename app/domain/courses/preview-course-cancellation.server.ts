/** What calling a course off would do, for the page before the press and for what does it. */

import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { moneyOfSubjectsStatement } from '#app/domain/billing/open-items.server.ts'
import { addressSql } from '#app/domain/families/letter-address.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { count, money } from '#app/values/wording.ts'
import { enrolmentIdsSql } from './course-desk-page.server.ts'
import {
  courseStatement,
  enrolmentColumnsSql,
  sessionsStatement,
  toCourse,
  toSession,
} from './course-queries.server.ts'
import { type CourseView, type MyEnrolment, type SessionView, toCome } from './course-view.ts'
import { hasStarted } from './enrolments/enrol-availability.ts'
import type { Told } from './enrolments/enrolment-mail.server.ts'
import { quoteWorking, withdrawalQuote } from './enrolments/withdrawal.ts'
import { liveEnrolmentSql } from './live-enrolment-sql.server.ts'

export type Leaver = Told & {
  enrolment: MyEnrolment
  refundMinor: number
  /** Nothing of it has been paid: it becomes void instead. */
  unpaid: boolean
  working: string
}

export type CourseCancellation = {
  course: CourseView
  /** Sessions that still would have taken place. */
  sessions: SessionView[]
  /** People enrolled, each with what goes back. */
  leavers: Leaver[]
  /** People waiting or with a place kept: told, nothing was charged. */
  waiting: (Told & { enrolmentId: string })[]
  /** Single places of others in these sessions. */
  singles: number
  /** What goes back, and what is void because it was never paid. */
  refundMinor: number
  voidMinor: number
}

/**
 * What cancelling the course would do now, for the page before the press. Null where the studio has
 * no such course.
 */
export async function previewCourseCancellation(
  ctx: StudioContext,
  courseId: string,
): Promise<CourseCancellation | null> {
  const { db, studio, now } = ctx
  const read = await batch(db, {
    course: courseStatement(ctx, courseId),
    sessions: sessionsStatement(ctx, courseId, ''),
    people: db.all<
      MyEnrolment & { personId: string; name: string; preferredName: string; email: string }
    >(sql`
      SELECT ${enrolmentColumnsSql(ctx)}, person.id AS personId, person.name,
        person.preferred_name AS preferredName, ${addressSql()}
      FROM enrolments AS enrolment JOIN people AS person ON person.id = enrolment.person_id
      WHERE enrolment.studio_id = ${studio.id} AND enrolment.course_id = ${courseId}
        AND ${liveEnrolmentSql('enrolment')}
      ORDER BY enrolment.seq LIMIT 400`),
    owed: moneyOfSubjectsStatement(ctx, enrolmentIdsSql(ctx, courseId)),
    singles: db.all<{ n: number }>(sql`
      SELECT count(*) AS n FROM occurrences AS o CROSS JOIN bookings AS b
        ON b.studio_id = o.studio_id AND b.occurrence_id = o.id
        AND b.state IN ('booked','checked_in')
      WHERE o.studio_id = ${studio.id} AND o.series_id = ${courseId} AND o.starts_at > ${now}
        AND b.enrolment_id IS NULL`),
  })
  const [row] = read.course
  if (!row) return null
  const course = toCourse(row)
  const sessions = read.sessions.map(toSession)
  const today = course.firstStart.slice(0, 10)
  const notified = ({
    personId,
    name,
    preferredName,
    email,
  }: (typeof read.people)[number]): Told => ({
    id: personId,
    name,
    preferredName,
    email,
  })
  const leavers = read.people
    .filter(({ state }) => state === 'enrolled')
    .map((person): Leaver => {
      // The studio calls it off: everything that is to come goes back, whatever the table says.
      const owed = { ...person, seatsToCome: person.seatsToCome + person.makeUps, freeSince: now }
      const quote = withdrawalQuote(course, owed, { today, started: hasStarted(sessions, now) })
      const working = quoteWorking(quote, studio)
      const open = read.owed.find(({ subjectId }) => subjectId === person.id)?.openMinor ?? 0
      const unpaid = open > 0 && quote.refundMinor === person.priceMinor - person.backMinor
      return {
        ...notified(person),
        enrolment: person,
        refundMinor: quote.refundMinor,
        unpaid,
        working,
      }
    })
  return {
    course,
    sessions: toCome(sessions, now),
    leavers,
    waiting: read.people
      .filter(({ state }) => state !== 'enrolled')
      .map((person) => ({ ...notified(person), enrolmentId: person.id })),
    singles: read.singles[0]?.n ?? 0,
    refundMinor: leavers.reduce(
      (sum, { refundMinor, unpaid }) => sum + (unpaid ? 0 : refundMinor),
      0,
    ),
    voidMinor: leavers.reduce(
      (sum, { refundMinor, unpaid }) => sum + (unpaid ? refundMinor : 0),
      0,
    ),
  }
}

/** What a cancel does, as a list for the page before the press. */
export function cancelCourseEffects(
  { sessions, leavers, waiting, singles, refundMinor, voidMinor }: CourseCancellation,
  { currency, locale }: { currency: string; locale: string },
): string[] {
  const notified = leavers.length + waiting.length
  return [
    notified > 0
      ? `${count(notified, 'person is', 'people are')} notified by email and in the app: ` +
        `${leavers.length} enrolled, ${waiting.length} waiting.`
      : 'Nobody is enrolled, so nobody is notified.',
    leavers.length > 0
      ? `${money(refundMinor, currency, locale)} refunded: everything paid for sessions still ` +
        'to come.'
      : '',
    voidMinor > 0 ? `${money(voidMinor, currency, locale)} not paid yet is cancelled.` : '',
    singles > 0
      ? `${count(singles, 'single place', 'single places')} by others: they get their credits ` +
        'and make-ups back, and are notified.'
      : '',
    `${count(sessions.length, 'session is', 'sessions are')} cancelled and ` +
      `${sessions.length === 1 ? 'stays' : 'stay'} on the timetable as cancelled.`,
    'Nobody is marked late or absent, and no fees are charged.',
  ].filter(Boolean)
}
