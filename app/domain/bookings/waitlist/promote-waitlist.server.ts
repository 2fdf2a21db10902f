import { type SQL, sql } from 'drizzle-orm'
import { batch, changed, type Statement } from '#app/db/batch.server.ts'
import { declineUntil, offerUntil } from '#app/domain/calendar/occurrence-times.ts'
import type { Entitlement } from '#app/domain/entitlements/choose-entitlement.ts'
import { spendStatement } from '#app/domain/entitlements/ledger.server.ts'
import { noticeStatement } from '#app/domain/messaging/notices.server.ts'
import { queueStatement } from '#app/domain/messaging/outbox.server.ts'
import { offeredSql } from '#app/domain/places/booking-sql.server.ts'
import { cancellationTerms } from '#app/domain/places/cancellation-terms.ts'
import { cancellationSentence } from '#app/domain/places/cancellation-words.ts'
import type { Refused } from '#app/domain/places/refusals.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { classNamed } from '#app/messages/booking-letter.ts'
import {
  bookingPromoted,
  bookingPromotedNotice,
  type Promotion,
} from '#app/messages/booking-promoted.ts'
import { placeOffered, placeOfferedNotice } from '#app/messages/place-offered.ts'
import { paths } from '#app/paths.ts'
import { formatsAt } from '#app/values/formats.ts'
import { costWords } from '../availability/availability-words.ts'
import type { ClassToBook } from '../availability/bookable-occurrences.server.ts'
import { withinLimitsSql } from '../availability/policy-limits.server.ts'
import { refusalWords } from '../availability/refusal-words.ts'
import {
  noOverlapSql,
  onlinePlaceFreeSql,
  paysSql,
  promotesSql,
} from '../availability/seat-guards.server.ts'
import { messageOf } from '../booking/message-of.ts'
import { leaveOverlappingStatement } from './leave-overlapping.server.ts'
import { planPromotions } from './plan-promotions.ts'
import {
  type PromotionRows,
  promotionFactStatements,
  toPromotionFacts,
  type WaitingPerson,
} from './promotion-facts.server.ts'
import { wishOpenSql, wonStatements } from './wish-statements.server.ts'

/**
 * Rounds in which a promotion lost a race and looked again; more would mean that guard and plan
 * disagree.
 */
const mostRounds = 20

/**
 * Gives free places to the waitlist, first in, first out (R4): only to people who can pay now, each
 * charged exactly one credit and told by email and notice until when they may decline free. Who
 * cannot pay is skipped, keeps the place in the list and is told once. Promoted people leave the
 * waitlists of classes at the same time and the others of their wish. Where the policy that stood
 * when they joined says so, the place is not booked but offered: it counts as taken until they take
 * or decline it, or the offer ends, which all cost nothing. Stops at the list's close.
 * May run any number of times and in parallel: every promotion is one guarded UPDATE. Answers how
 * many were promoted or offered a place.
 */
export async function promoteWaitlist(ctx: StudioContext, occurrenceId: string): Promise<number> {
  return promoteFrom(
    ctx,
    occurrenceId,
    await batch(ctx.db, promotionFactStatements(ctx, occurrenceId)),
  )
}

/**
 * Before the desk gives a kept place: people who wait get what can be booked first, since
 * afterwards nobody sees which was theirs. Reads nothing where nothing is kept or free.
 */
export async function promoteBeforeDesk(
  ctx: StudioContext,
  { id, walkIns, waiting, booked, capacity }: ClassToBook,
): Promise<void> {
  if (walkIns > 0 && waiting > 0 && booked < capacity) await promoteWaitlist(ctx, id)
}

/**
 * The same from facts that someone's batch has read; costs nothing where nobody can be promoted.
 */
export async function promoteFrom(
  ctx: StudioContext,
  occurrenceId: string,
  read: PromotionRows,
): Promise<number> {
  let rows = read
  let promoted = 0
  for (let round = 0; round < mostRounds; round += 1) {
    const facts = toPromotionFacts(rows)
    if (!facts) return promoted
    const { occurrence, waiting } = facts
    const plan = planPromotions(occurrence, waiting, ctx.now)
    if (plan.promote.length + plan.skip.length === 0) return promoted
    const writes: Record<string, Statement<D1Result> | null> = {}
    plan.promote.forEach(({ person, pays }, i) => {
      const { offerMinutes } = person.policy
      const of =
        offerMinutes === null
          ? promotionStatements(ctx, occurrence, person, pays)
          : offerStatements(ctx, occurrence, { person, pays, offerMinutes })
      for (const [name, statement] of Object.entries(of)) writes[`${name}${i}`] = statement
    })
    plan.skip.forEach(({ person, why }, i) => {
      const of = skipStatements(ctx, occurrence, person, why)
      for (const [name, statement] of Object.entries(of)) writes[`${name}${i}`] = statement
    })
    const result = await batch(ctx.db, { ...writes, ...promotionFactStatements(ctx, occurrenceId) })
    promoted += plan.promote.reduce(
      (n, _, i) => n + changed((result as Record<string, unknown>)[`promote${i}`]),
      0,
    )
    rows = result
  }
  throw new Error(`Promotion of ${occurrenceId} did not come to an end`)
}

function promotionStatements(
  ctx: StudioContext,
  occurrence: ClassToBook,
  person: WaitingPerson,
  pays: Entitlement,
) {
  const { db, studio, now } = ctx
  const { startsAt, timeZone } = occurrence
  const { cutoffAt } = person
  const until = declineUntil({ now, startsAt, cutoffAt, timeZone, policy: person.policy })
  const terms = cancellationTerms(
    { ...person, ...person.policy, startsAt },
    { paidBy: pays.kind, declineUntil: until },
    now,
  )
  const [lotId, membershipId] = pays.kind === 'lot' ? [pays.id, null] : [null, pays.id]
  // True after the UPDATE of this batch, and of a parallel one that did exactly the same; the
  // unique indexes of entries, outbox and notices keep their effects single.
  const done = sql`EXISTS (
    SELECT 1 FROM bookings AS promoted
    WHERE promoted.id = ${person.id} AND promoted.state = 'booked' AND promoted.promoted_at = ${now}
      AND promoted.lot_id IS ${lotId} AND promoted.membership_id IS ${membershipId})`
  const message: Promotion = {
    ...messageOf(ctx, person, occurrence),
    bookingId: person.id,
    paid:
      pays.kind === 'lot'
        ? { kind: 'lot', name: pays.name, left: pays.left - 1 }
        : { kind: 'membership', name: pays.name },
    cancelling: cancellationSentence(terms, 'letter', studio),
    declineUntil: until,
    left: person.others
      .filter(
        (o) =>
          o.state === 'waitlisted' &&
          !person.wished.some(({ bookingId }) => bookingId === o.bookingId),
      )
      .map((o) => o.title),
    dropped: person.wished,
  }
  return {
    // A row that became part of a wish meanwhile is looked at again: the wish is won with it.
    promote: db.run(sql`
      UPDATE bookings SET state = 'booked', lot_id = ${lotId}, membership_id = ${membershipId},
        promoted_at = ${now}, decline_until = ${until}, skipped_reason = NULL
      WHERE studio_id = ${studio.id} AND id = ${person.id} AND state = 'waitlisted'
        AND ${mayBeGivenSql(ctx, occurrence, person, pays)}`),
    spend:
      pays.kind === 'lot'
        ? spendStatement(
            ctx,
            { personId: person.personId, lotId: pays.id, bookingId: person.id },
            done,
          )
        : null,
    ...(person.wishId === null ? {} : wonStatements(ctx, person.id, done)),
    leave: leaveOverlappingStatement(ctx, { personId: person.personId, of: occurrence.id }, done),
    mail: person.email
      ? queueStatement(
          db,
          {
            studioId: studio.id,
            dedupeKey: `booking-promoted:${person.id}`,
            to: person.email,
            kind: 'booking-promoted',
            letter: bookingPromoted(message),
          },
          ctx.nowMs,
          done,
        )
      : null,
    notice: noticeStatement(
      ctx,
      {
        personId: person.personId,
        dedupeKey: `booking-promoted:${person.id}`,
        kind: 'booking-promoted',
        text: bookingPromotedNotice(message),
        path: paths.cancelBooking(studio, person.id),
      },
      done,
    ),
  }
}

/** A row of `bookings` that waits, without an offer, may have the free place there is now. */
function mayBeGivenSql(
  ctx: StudioContext,
  occurrence: ClassToBook,
  person: WaitingPerson,
  pays: Entitlement,
): SQL {
  const { studio, now } = ctx
  return sql`offered_until IS NULL AND ${wishOpenSql} AND wish_id IS ${person.wishId}
    AND EXISTS (SELECT 1 FROM occurrences AS o
      WHERE o.studio_id = ${studio.id} AND o.id = ${occurrence.id} AND ${promotesSql(now)}
        AND ${onlinePlaceFreeSql} AND ${noOverlapSql(person.personId)}
        AND ${paysSql(ctx, person.personId, occurrence, pays)}
        AND ${withinLimitsSql(ctx, person.personId)})`
}

/**
 * Offers the free place to someone and tells them until when: nothing is charged, and the place is
 * kept for them alone.
 */
function offerStatements(
  ctx: StudioContext,
  occurrence: ClassToBook,
  {
    person,
    pays,
    offerMinutes,
  }: { person: WaitingPerson; pays: Entitlement; offerMinutes: number },
) {
  const { db, studio, now } = ctx
  const { startsAt, timeZone } = occurrence
  const policy = { ...person.policy, offerMinutes }
  const until = offerUntil({ now, startsAt, timeZone, policy })
  const message = {
    ...messageOf(ctx, person, occurrence),
    bookingId: person.id,
    until,
    cost: costWords(pays),
  }
  const done = sql`EXISTS (SELECT 1 FROM bookings AS offered
    WHERE offered.id = ${person.id} AND ${offeredSql('offered')}
      AND offered.offered_until = ${until})`
  const once = { kind: 'place-offered', dedupeKey: `place-offered:${person.id}` }
  return {
    promote: db.run(sql`
      UPDATE bookings SET offered_until = ${until}, skipped_reason = NULL
      WHERE studio_id = ${studio.id} AND id = ${person.id} AND state = 'waitlisted'
        AND ${mayBeGivenSql(ctx, occurrence, person, pays)}`),
    mail: person.email
      ? queueStatement(
          db,
          { studioId: studio.id, to: person.email, letter: placeOffered(message), ...once },
          ctx.nowMs,
          done,
        )
      : null,
    notice: noticeStatement(
      ctx,
      {
        ...once,
        personId: person.personId,
        text: placeOfferedNotice(message),
        path: paths.placeOffer(studio, person.id),
      },
      done,
    ),
  }
}

/** Passes someone by: the reason is on the row, and the person is notified once. */
function skipStatements(
  ctx: StudioContext,
  occurrence: ClassToBook,
  person: WaitingPerson,
  why: Refused,
) {
  const { db, studio, now } = ctx
  const { sentence } = refusalWords(why, formatsAt(studio, now))
  return {
    skip: db.run(sql`
      UPDATE bookings SET skipped_reason = ${why.reason}
      WHERE studio_id = ${studio.id} AND id = ${person.id} AND state = 'waitlisted'`),
    skipNotice: noticeStatement(
      ctx,
      {
        personId: person.personId,
        dedupeKey: `booking-skipped:${person.id}`,
        kind: 'booking-skipped',
        text:
          `A place opened in ${classNamed(messageOf(ctx, person, occurrence))}, but you could ` +
          `not be given it. ${sentence} You keep your place on the waitlist.`,
        path: paths.occurrence(studio, occurrence.id),
      },
      sql`EXISTS (SELECT 1 FROM bookings AS skipped
        WHERE skipped.id = ${person.id} AND skipped.skipped_reason = ${why.reason})`,
    ),
  }
}
