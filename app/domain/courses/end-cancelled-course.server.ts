/** What is left of a course once it is cancelled: ended in steps, each of them safe to repeat. */
import { sql } from 'drizzle-orm'
import { batch, type Statement } from '#app/db/batch.server.ts'
import { endSeatsStatement } from '#app/domain/bookings/availability/course-seats.server.ts'
import { cancelOccurrence } from '#app/domain/bookings/cancelling/cancel-occurrence.server.ts'
import type { Happening } from '#app/domain/happenings/happening-kinds.ts'
import { toldStatement } from '#app/domain/happenings/happenings.server.ts'
import { voidMakeUpsStatement } from '#app/domain/places/make-up-statements.server.ts'
import type { Actor, StudioContext } from '#app/domain/scope/contexts.ts'
import { money } from '#app/values/wording.ts'
import { toCome } from './course-view.ts'
import { notifyStatements } from './enrolments/enrolment-mail.server.ts'
import { giveBackStatements } from './enrolments/withdraw-person.server.ts'
import {
  type CourseCancellation,
  type Leaver,
  previewCourseCancellation,
} from './preview-course-cancellation.server.ts'

type ActingContext = StudioContext & { actor: Actor }

/** Enrolments, and sessions, ended in one step: each has a dozen statements. */
const [leaversAtOnce, waitingAtOnce, sessionsAtOnce] = [12, 50, 5]

/**
 * One step of what follows from calling a course off: the next enrolments end as `course_cancelled`
 * with all that is to come given back, then those who wait are told, then the sessions are
 * cancelled with what hangs on them. What was done is not found again by the next step, so it goes
 * on wherever it was cut off. Answers false once nothing is left.
 */
export async function endCancelledCourse(
  ctx: StudioContext,
  happening: Happening<'course.cancelled'>,
): Promise<boolean> {
  const { subjectId: courseId, detail, actorId, actorName, at } = happening
  const acting = { ...ctx, actor: { userId: actorId, name: actorName, role: detail.actorRole } }
  // What goes back is what was to come when it was cancelled.
  const left = await previewCourseCancellation({ ...acting, now: at }, courseId)
  if (left && left.leavers.length > 0) {
    await endLeavers(acting, left, left.leavers.slice(0, leaversAtOnce), detail.why)
    return true
  }
  if (left && left.waiting.length > 0) {
    await endWaiting(acting, left, left.waiting.slice(0, waitingAtOnce), detail.why)
    return true
  }
  const sessions = toCome(left?.sessions ?? [], ctx.now)
  for (const session of sessions.slice(0, sessionsAtOnce)) {
    await cancelOccurrence(acting, session.id, { reason: detail.why })
  }
  if (sessions.length > sessionsAtOnce) return true
  await batch(ctx.db, { ended: toldStatement(ctx, happening, null) })
  return false
}

const backSentence = (amount: string, unpaid: boolean) =>
  unpaid ? `You no longer owe ${amount}.` : `You get ${amount} back.`

function openingWords(studio: string, why: string): string {
  const because = why ? ` ${why.replace(/[.!?]*$/, '.')}` : ''
  return `${studio} has cancelled it.${because}`
}

async function endLeavers(
  ctx: ActingContext,
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
          leftMinor: enrolment.priceMinor - enrolment.backMinor,
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
            subject: `Cancelled: ${course.name}`,
            opening: openingWords(studio.name, why),
            more: [
              refundMinor === 0
                ? 'You were not charged.'
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

async function endWaiting(
  ctx: ActingContext,
  { course }: CourseCancellation,
  waiting: CourseCancellation['waiting'],
  why: string,
) {
  const { db, studio, now, actor } = ctx
  const ids = waiting.map(({ enrolmentId }) => enrolmentId)
  const statements: Record<string, Statement<D1Result> | null> = {
    end: db.run(sql`
      UPDATE enrolments SET state = 'course_cancelled', ended_at = ${now},
        ended_by = ${actor.userId}
      WHERE studio_id = ${studio.id} AND course_id = ${course.id}
        AND id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))
        AND state IN ('waitlisted','offered','held','pending_payment')`),
  }
  waiting.forEach(({ enrolmentId, ...person }, i) => {
    const { mail, notice } = notifyStatements(ctx, {
      person,
      course,
      kind: 'course-cancelled',
      cause: enrolmentId,
      letter: {
        subject: `Cancelled: ${course.name}`,
        opening: openingWords(studio.name, why),
        more: ['You were waiting for a place. You were not charged.'],
      },
    })
    statements[`mail${i}`] = mail
    statements[`notice${i}`] = notice
  })
  await batch(db, statements)
}
