import { sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import { openItemStatement } from '#app/domain/billing/open-items.server.ts'
import {
  endSeatsStatement,
  noOverlapInCourseSql,
  placeInEachSql,
  takeSeatsStatements,
} from '#app/domain/bookings/availability/course-seats.server.ts'
import { voidMakeUpsStatement } from '#app/domain/places/make-up-statements.server.ts'
import { studioLets } from '#app/domain/scope/portal-rules.ts'
import { newId } from '#app/values/id.ts'
import { priceWorking } from '../course-price.ts'
import type { CourseFacts } from '../course-view.ts'
import { liveEnrolmentSql } from '../live-enrolment-sql.server.ts'
import { type EnrolRefused, enrolAvailability } from './enrol-availability.ts'
import { type ActingContext, promisedSql, readForEnrolment } from './enrol-person.server.ts'
import { notifyStatements } from './enrolment-mail.server.ts'
import { dueWords } from './money-words.ts'
import { notifyOffered, offerNextStatement } from './offer-places.server.ts'
import { type TransferQuote, transferQuoteOf } from './transfer-quote.ts'
import { giveBackStatements } from './withdraw-person.server.ts'

export type TransferResult =
  | { ok: true; enrolmentId: string; quote: TransferQuote }
  | { ok: false; reason: 'full' }
  | ({ ok: false } & EnrolRefused)

/** Sessions of the course that is left are not in the way of the other. */
function withoutOverlapWith(from: CourseFacts, to: CourseFacts): CourseFacts {
  const own = new Set(from.sessions.flatMap(({ mine }) => (mine ? [mine.id] : [])))
  return to.overlaps && own.has(to.overlaps.bookingId) ? { ...to, overlaps: null } : to
}

/**
 * Changes someone from one course to another of the same kind: the old enrolment ends as
 * `transferred` with all that is to come given back, the new one begins at its price, in one batch
 * guarded by the places of the new. `expects` is the difference that was on the page. The freed
 * place is offered to the waitlist. Refused as enrolling is.
 */
export async function transferPerson(
  ctx: ActingContext,
  courseId: string,
  personId: string,
  {
    to,
    expects,
    byHand,
  }: { to: string; expects?: number | undefined; byHand?: { reason: string } | undefined },
): Promise<TransferResult> {
  const [old, next] = [
    await readForEnrolment(ctx, courseId, personId),
    await readForEnrolment(ctx, to, personId),
  ]
  if (!old || !next || to === courseId) return { ok: false, reason: 'not_found', facts: {} }
  const { facts: from, person } = old
  const mine = from.mine
  if (mine?.state !== 'enrolled') return { ok: false, reason: 'not_enrolled', facts: {} }
  if (!byHand && !studioLets(ctx.studio, 'enrol'))
    return { ok: false, reason: 'ask_studio', facts: {} }
  if (from.course.kind !== next.facts.course.kind)
    return { ok: false, reason: 'not_found', facts: {} }
  const availability = enrolAvailability(withoutOverlapWith(from, next.facts))
  const quote = transferQuoteOf(mine, availability)
  if (!quote) {
    if (availability.kind !== 'refused') return { ok: false, reason: 'full' }
    const { kind: _, ...refused } = availability
    return { ok: false, ...refused }
  }
  if (expects !== undefined && expects !== quote.dueMinor)
    return { ok: false, reason: 'quote_changed', facts: {} }

  const { db, studio, now, actor } = ctx
  const { course } = next.facts
  const id = newId()
  const done = sql`EXISTS (SELECT 1 FROM enrolments AS enrolment
    WHERE enrolment.id = ${id} AND enrolment.state = 'enrolled')`
  const working = priceWorking(quote.price, studio)
  const result = await batch(db, {
    // Everything that could refuse the new place is here: what follows acts only if the old one
    // has ended.
    end: db.run(sql`
      UPDATE enrolments SET state = 'transferred', ended_at = ${now}, ended_by = ${actor.userId}
      WHERE studio_id = ${studio.id} AND id = ${mine.id} AND state = 'enrolled'
        AND ${placeInEachSql(ctx, to, personId, promisedSql(ctx, to))}
        AND ${noOverlapInCourseSql(ctx, to, personId, mine.id)}
        AND EXISTS (SELECT 1 FROM courses AS course
          WHERE course.studio_id = ${studio.id} AND course.id = ${to} AND course.state = 'open')
        AND NOT EXISTS (SELECT 1 FROM enrolments AS enrolment
          WHERE enrolment.studio_id = ${studio.id} AND enrolment.course_id = ${to}
            AND enrolment.person_id = ${personId}
            AND ${liveEnrolmentSql('enrolment')})`),
    audit: byHand
      ? auditStatement(
          ctx,
          {
            action: 'enrolment.transferred',
            subjectKind: 'enrolment',
            subjectId: mine.id,
            reason: byHand.reason,
            detail: { personId, from: courseId, to, dueMinor: quote.dueMinor },
          },
          rightAfterChange,
        )
      : null,
    seats: endSeatsStatement(
      ctx,
      sql`${mine.id}`,
      'cancelled_on_time',
      sql`EXISTS (SELECT 1 FROM enrolments AS enrolment
        WHERE enrolment.id = ${mine.id} AND enrolment.state = 'transferred'
          AND enrolment.ended_at = ${now})`,
    ),
    enrol: db.run(sql`
      INSERT INTO enrolments (id, studio_id, course_id, person_id, state, enrolled_at, price_minor,
        sessions, working, created_at)
      SELECT ${id}, ${studio.id}, ${to}, ${personId}, 'enrolled', ${now}, ${quote.price.minor},
        ${quote.price.sessions}, ${working}, ${now}
      WHERE EXISTS (SELECT 1 FROM enrolments AS enrolment
        WHERE enrolment.id = ${mine.id} AND enrolment.state = 'transferred'
          AND enrolment.ended_at = ${now})
      ON CONFLICT DO NOTHING`),
    makeUps: voidMakeUpsStatement(ctx, sql`make_up.enrolment_id = ${mine.id} AND ${done}`),
    ...renamed(takeSeatsStatements(ctx, { courseId: to, enrolmentId: id, personId }, done)),
    ...giveBackStatements(
      ctx,
      {
        enrolmentId: mine.id,
        personId,
        refundMinor: quote.creditMinor,
        leftMinor: mine.priceMinor - mine.backMinor,
        working:
          `${from.course.name}: ${quote.sessions} of ${quote.of} to come, changed to ` +
          `${course.name}`,
      },
      done,
    ),
    owed: openItemStatement(
      ctx,
      {
        personId,
        kind: course.kind,
        subjectId: id,
        amountMinor: quote.price.minor,
        working: `${course.name}: ${working}`,
        dedupeKey: `enrolment:${id}`,
      },
      done,
    ),
    ...notifyStatements(
      ctx,
      {
        person,
        course,
        kind: 'course-transferred',
        cause: id,
        letter: {
          subject: `Changed: ${course.name}`,
          opening: `You have changed from ${from.course.name}.`,
          more: [dueWords(quote, studio)],
        },
      },
      done,
    ),
    next: offerNextStatement(ctx, courseId),
  })
  if (changed(result.next) > 0) await notifyOffered(ctx, courseId)
  return changed(result.enrol) > 0
    ? { ok: true, enrolmentId: id, quote }
    : { ok: false, reason: 'full' }
}

const renamed = ({
  moneyBack,
  moneyVoid,
  credits,
  taken,
  seats,
}: ReturnType<typeof takeSeatsStatements>) => ({
  newMoneyBack: moneyBack,
  newMoneyVoid: moneyVoid,
  newCredits: credits,
  newTaken: taken,
  newSeats: seats,
})
