import { type SQL, sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import {
  chargedSql,
  unpaidItemSql,
  voidedItemSql,
} from '#app/domain/billing/open-item-sums.server.ts'
import { openItemStatement, voidOpenItemsStatement } from '#app/domain/billing/open-items.server.ts'
import { endSeatsStatement } from '#app/domain/bookings/availability/course-seats.server.ts'
import { voidMakeUpsStatement } from '#app/domain/places/make-up-statements.server.ts'
import { studioLets } from '#app/domain/scope/portal-rules.ts'
import { courseFactStatements, toCourseFacts } from '../course-queries.server.ts'
import type { CourseFacts, CourseKind } from '../course-view.ts'
import { hasStarted } from './enrol-availability.ts'
import { type ActingContext, readForEnrolment } from './enrol-person.server.ts'
import { notifyStatements } from './enrolment-mail.server.ts'
import { backWords } from './money-words.ts'
import { notifyOffered, offerNextStatement } from './offer-places.server.ts'
import { type Quote, quoteWorking, refundSentence, withdrawalQuote } from './withdrawal.ts'

export type WithdrawRefusal = 'not_found' | 'not_enrolled' | 'quote_changed' | 'ask_studio'

export type WithdrawResult =
  | {
      ok: true
      was: 'enrolled' | 'waitlisted' | 'offered' | 'held'
      quote: Quote | null
      /** What goes back, and what of the price had not been paid; left out where nothing was ended. */
      money?: { refundMinor: number; unpaidMinor: number }
      again?: true
    }
  | { ok: false; reason: WithdrawRefusal }

/** What a withdrawal would give back now; null for anyone who is not enrolled. */
export function quoteFor({ course, sessions, mine, now, today }: CourseFacts): Quote | null {
  if (mine?.state !== 'enrolled') return null
  const owed = { ...mine, seatsToCome: mine.seatsToCome + mine.makeUps }
  return withdrawalQuote(course, owed, { today, started: hasStarted(sessions, now) })
}

/**
 * What giving money back writes: an unpaid price is void where all that is left of it goes back
 * (`leftMinor`), else the amount is in the person's account as owed to them. Once an enrolment and
 * cause, and no more than was charged and not refunded by hand.
 */
export function giveBackStatements(
  ctx: ActingContext,
  {
    enrolmentId,
    personId,
    refundMinor,
    leftMinor,
    working,
  }: {
    enrolmentId: string
    personId: string
    refundMinor: number
    leftMinor: number
    working: string
  },
  done: SQL,
) {
  const whole = sql`${refundMinor} = ${leftMinor} AND ${unpaidItemSql(ctx, enrolmentId)}
    AND ${done}`
  return {
    // Before the void, which makes its own condition false.
    refund: openItemStatement(
      ctx,
      {
        personId,
        kind: 'refund',
        subjectId: enrolmentId,
        amountMinor: sql`-min(${refundMinor}, ${chargedSql(sql`${ctx.studio.id}`, sql`${enrolmentId}`)})`,
        working,
        dedupeKey: `enrolment-refund:${enrolmentId}`,
      },
      sql`${done} AND NOT (${whole}) AND NOT ${voidedItemSql(ctx, enrolmentId)}`,
    ),
    void: voidOpenItemsStatement(ctx, enrolmentId, sql`kind IN ('course','workshop') AND ${whole}`),
  }
}

/**
 * Ends someone's enrolment with the refund from the course's table, or their place on the waitlist,
 * offer or hold without one. The same batch frees their places in coming sessions and offers them
 * to the first person on the waitlist. `expects` is the refund shown on the page; if it has
 * changed, the answer is `quote_changed`. Unused make-ups end too, since the refund counts them.
 * Repeating it changes nothing.
 */
export async function withdrawPerson(
  ctx: ActingContext,
  courseId: string,
  personId: string,
  {
    expects,
    byHand,
  }: { expects?: number | undefined; byHand?: { reason: string } | undefined } = {},
): Promise<WithdrawResult> {
  const read = await readForEnrolment(ctx, courseId, personId)
  if (!read?.facts.mine) return { ok: false, reason: read ? 'not_enrolled' : 'not_found' }
  const { facts, person } = read
  const { course } = facts
  const mine = read.facts.mine
  const ended = endsAs(mine.state)
  if (!ended) {
    if (mine.state === 'withdrawn') return { ok: true, was: 'enrolled', quote: null, again: true }
    if (mine.state === 'left') return { ok: true, was: 'waitlisted', quote: null, again: true }
    if (mine.state === 'declined') return { ok: true, was: 'offered', quote: null, again: true }
    return { ok: false, reason: 'not_enrolled' }
  }
  if (!byHand && mine.state === 'enrolled' && !studioLets(ctx.studio, 'cancel_bookings'))
    return { ok: false, reason: 'ask_studio' }
  const quote = quoteFor(facts)
  if (quote && expects !== undefined && expects !== quote.refundMinor)
    return { ok: false, reason: 'quote_changed' }

  const { db, studio, now, actor } = ctx
  const done = sql`EXISTS (SELECT 1 FROM enrolments AS enrolment
    WHERE enrolment.id = ${mine.id} AND enrolment.state = ${ended} AND enrolment.ended_at = ${now})`
  const working = quote ? quoteWorking(quote, studio) : ''
  const result = await batch(db, {
    end: db.run(sql`
      UPDATE enrolments SET state = ${ended}, ended_at = ${now}, ended_by = ${actor.userId}
      WHERE studio_id = ${studio.id} AND id = ${mine.id} AND state = ${mine.state}`),
    audit: byHand
      ? auditStatement(
          ctx,
          {
            action: `enrolment.${ended}`,
            subjectKind: 'enrolment',
            subjectId: mine.id,
            reason: byHand.reason,
            detail: { personId, courseId, refundMinor: quote?.refundMinor ?? 0 },
          },
          rightAfterChange,
        )
      : null,
    seats: endSeatsStatement(ctx, sql`${mine.id}`, 'cancelled_on_time', done),
    makeUps: voidMakeUpsStatement(ctx, sql`make_up.enrolment_id = ${mine.id} AND ${done}`),
    ...(quote
      ? giveBackStatements(
          ctx,
          {
            enrolmentId: mine.id,
            personId,
            refundMinor: quote.refundMinor,
            leftMinor: mine.priceMinor - mine.backMinor,
            working: `${course.name}: ${working}`,
          },
          done,
        )
      : {}),
    ...(ended === 'withdrawn'
      ? notifyStatements(
          ctx,
          {
            person,
            course,
            kind: 'course-withdrawn',
            cause: mine.id,
            letter: withdrawnLetter(ctx, course, quote, mine.unpaidMinor),
          },
          done,
        )
      : {}),
    next: offerNextStatement(ctx, courseId),
    ...courseFactStatements(ctx, courseId, personId),
  })
  if (changed(result.next) > 0) await notifyOffered(ctx, courseId)
  if (changed(result.end) > 0) {
    const money = quote && { refundMinor: quote.refundMinor, unpaidMinor: mine.unpaidMinor }
    return { ok: true, was: mine.state as 'enrolled', quote, ...(money ? { money } : {}) }
  }
  const after = toCourseFacts(ctx, result, personId)
  return after?.mine?.state === ended
    ? { ok: true, was: mine.state as 'enrolled', quote: null, again: true }
    : { ok: false, reason: 'not_enrolled' }
}

function endsAs(state: string): 'withdrawn' | 'left' | 'declined' | null {
  if (state === 'enrolled') return 'withdrawn'
  if (state === 'waitlisted' || state === 'held') return 'left'
  return state === 'offered' ? 'declined' : null
}

function withdrawnLetter(
  { studio }: ActingContext,
  course: { name: string; kind: CourseKind },
  quote: Quote | null,
  unpaidMinor: number,
) {
  return {
    subject: `You have withdrawn: ${course.name}`,
    opening: 'Your enrolment has ended, and you’ve given up your places.',
    more: [
      quote
        ? refundSentence(quote, unpaidMinor, studio)
        : backWords({ refundMinor: 0, unpaidMinor }, studio),
    ],
  }
}
