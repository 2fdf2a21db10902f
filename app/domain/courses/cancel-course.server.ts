import { sql } from 'drizzle-orm'
import { batch, changed, type Statement } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import { moneyOfSubjectsStatement } from '#app/domain/billing/open-items.server.ts'
import { endSeatsStatement } from '#app/domain/bookings/availability/course-seats.server.ts'
import { cancelOccurrence } from '#app/domain/bookings/cancelling/cancel-occurrence.server.ts'
import { voidMakeUpsStatement } from '#app/domain/places/make-up-statements.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
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
import { notifyStatements, type Told } from './enrolments/enrolment-mail.server.ts'
import { giveBackStatements } from './enrolments/withdraw-person.server.ts'
import { quoteWorking, withdrawalQuote } from './enrolments/withdrawal.ts'

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
  ctx: StaffContext,
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
        person.preferred_name AS preferredName, person.email
      FROM enrolments AS enrolment JOIN people AS person ON person.id = enrolment.person_id
      WHERE enrolment.studio_id = ${studio.id} AND enrolment.course_id = ${courseId}
        AND enrolment.state IN ('enrolled','waitlisted','offered','held','pending_payment')
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
      const unpaid = open > 0 && quote.refundMinor === person.priceMinor
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
      ? `${count(notified, 'person is', 'people are')} told by mail and in the app: ` +
        `${leavers.length} enrolled, ${waiting.length} waiting.`
      : 'Nobody is enrolled, so nobody is told.',
    leavers.length > 0
      ? `${money(refundMinor, currency, locale)} goes back: ` +
        'everything still to come of what was paid.'
      : '',
    voidMinor > 0 ? `${money(voidMinor, currency, locale)} that is not paid yet becomes void.` : '',
    singles > 0
      ? `${count(singles, 'single place', 'single places')} of others: ` +
        'credits and make-ups go back, and they are told.'
      : '',
    `${count(sessions.length, 'session is', 'sessions are')} cancelled and ` +
      `${sessions.length === 1 ? 'stays' : 'stay'} on the timetable as cancelled.`,
    'Nobody is late or absent, and no fee is asked for.',
  ].filter(Boolean)
}

export type CancelCourseResult =
  | { ok: true; notified: number; refundMinor: number; again?: true }
  | { ok: false; reason: 'not_found' | 'over' }

/** Enrolments ended in one batch: each has a handful of statements. */
const atOnce = 12

/**
 * The studio calls a course or workshop off: enrolment closes first, so that nobody new comes in;
 * then everybody's enrolment ends as `course_cancelled` with all that is to come given back, and
 * each session is cancelled with what hangs on it. Refuses one without a session to come (`over`).
 * Doing it again changes nothing, and finishes what a crash left: every step is guarded by what it
 * ends.
 */
export async function cancelCourse(
  ctx: StaffContext,
  courseId: string,
  { reason }: { reason: string },
): Promise<CancelCourseResult> {
  const { db, studio, now } = ctx
  const why = reason.trim().slice(0, 200)
  const preview = await previewCourseCancellation(ctx, courseId)
  if (!preview) return { ok: false, reason: 'not_found' }
  if (preview.course.state === 'open' && preview.sessions.length === 0)
    return { ok: false, reason: 'over' }
  const { cancel } = await batch(db, {
    cancel: db.run(sql`
      UPDATE courses SET state = 'cancelled', cancel_reason = ${why}, cancelled_at = ${now},
        version = version + 1
      WHERE studio_id = ${studio.id} AND id = ${courseId} AND state <> 'cancelled'`),
    audit: auditStatement(
      ctx,
      {
        action: 'course.cancelled',
        subjectKind: 'course',
        subjectId: courseId,
        reason: why,
        detail: { refundMinor: preview.refundMinor, people: preview.leavers.length },
      },
      rightAfterChange,
    ),
  })
  // Nobody can enrol any more: who did between the two reads is found now.
  const last = (await previewCourseCancellation(ctx, courseId)) ?? preview
  for (let i = 0; i < last.leavers.length; i += atOnce) {
    await endLeavers(ctx, last, last.leavers.slice(i, i + atOnce), why)
  }
  await endWaiting(ctx, last, why)
  for (const session of last.sessions) await cancelOccurrence(ctx, session.id, { reason: why })
  const notified = last.leavers.length + last.waiting.length
  const refundMinor = last.refundMinor
  return changed(cancel) > 0
    ? { ok: true, notified, refundMinor }
    : { ok: true, notified, refundMinor, again: true }
}

const backSentence = (amount: string, unpaid: boolean) =>
  unpaid ? `You need not pay the ${amount} that stood open.` : `${amount} goes back to you.`

function openingWords(studio: string, why: string): string {
  const because = why ? ` ${why.replace(/[.!?]*$/, '.')}` : ''
  return `${studio} has cancelled it.${because}`
}

async function endLeavers(
  ctx: StaffContext,
  { course }: CourseCancellation,
  leavers: readonly Leaver[],
  why: string,
) {
  const { db, studio, now, actor } = ctx
  const { currency, locale } = studio
  const statements: Record<string, Statement<D1Result> | null> = {}
  leavers.forEach(({ enrolment, refundMinor, unpaid, working, ...person }, i) => {
    const { id } = enrolment
    const done = sql`EXISTS (SELECT 1 FROM enrolments AS enrolment
      WHERE enrolment.id = ${id} AND enrolment.state = 'course_cancelled')`
    const of = {
      end: db.run(sql`
        UPDATE enrolments SET state = 'course_cancelled', ended_at = ${now},
          ended_by = ${actor.userId}
        WHERE studio_id = ${studio.id} AND id = ${id} AND state = 'enrolled'`),
      seats: endSeatsStatement(ctx, sql`${id}`, 'studio_cancelled', done),
      makeUps: voidMakeUpsStatement(ctx, sql`make_up.enrolment_id = ${id} AND ${done}`),
      ...giveBackStatements(
        ctx,
        {
          enrolmentId: id,
          personId: person.id,
          refundMinor,
          priceMinor: enrolment.priceMinor,
          working: `${course.name} was cancelled: ${working}`,
        },
        done,
      ),
      ...notifyStatements(
        ctx,
        {
          person,
          course,
          kind: 'course-cancelled',
          cause: id,
          letter: {
            subject: `Not taking place: ${course.name}`,
            opening: openingWords(studio.name, why),
            more: [
              refundMinor === 0
                ? 'Nothing was charged.'
                : backSentence(money(refundMinor, currency, locale), unpaid),
            ],
          },
        },
        done,
      ),
    }
    for (const [name, statement] of Object.entries(of)) statements[`${name}${i}`] = statement
  })
  await batch(db, statements)
}

async function endWaiting(ctx: StaffContext, { course, waiting }: CourseCancellation, why: string) {
  const { db, studio, now, actor } = ctx
  const statements: Record<string, Statement<D1Result> | null> = {
    end: db.run(sql`
      UPDATE enrolments SET state = 'course_cancelled', ended_at = ${now},
        ended_by = ${actor.userId}
      WHERE studio_id = ${studio.id} AND course_id = ${course.id}
        AND state IN ('waitlisted','offered','held','pending_payment')`),
  }
  waiting.forEach(({ enrolmentId, ...person }, i) => {
    const { mail, notice } = notifyStatements(ctx, {
      person,
      course,
      kind: 'course-cancelled',
      cause: enrolmentId,
      letter: {
        subject: `Not taking place: ${course.name}`,
        opening: openingWords(studio.name, why),
        more: ['You were waiting for a place. Nothing was charged.'],
      },
    })
    statements[`mail${i}`] = mail
    statements[`notice${i}`] = notice
  })
  await batch(db, statements)
}
