import { type SQL, sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import type { Entitlement } from '#app/domain/entitlements/choose-entitlement.ts'
import { spendStatement } from '#app/domain/entitlements/ledger.server.ts'
import { bookedCountSql, offeredSql } from '#app/domain/places/booking-sql.server.ts'
import { type CancellationTerms, cancellationTerms } from '#app/domain/places/cancellation-terms.ts'
import type { Refused } from '#app/domain/places/refusals.ts'
import { placesSql } from '#app/domain/places/shared-equipment-sql.server.ts'
import type { MemberContext } from '#app/domain/scope/contexts.ts'
import { shellStatements, toShell } from '#app/domain/studios/shell-queries.server.ts'
import { localDate } from '#app/values/zone.ts'
import { availabilityOf } from '../availability/availability.ts'
import type { Availability } from '../availability/bookable-occurrence.ts'
import type { ClassToBook } from '../availability/bookable-occurrences.server.ts'
import {
  type BookingFacts,
  bookingFactStatements,
  toFacts,
} from '../availability/booking-facts.server.ts'
import { termsOfBooking } from '../availability/booking-rules.ts'
import { withinLimitsSql } from '../availability/policy-limits.server.ts'
import { noOverlapSql, paidColumnsSql, paysSql } from '../availability/seat-guards.server.ts'
import { bookedBy, bookedMail } from '../booking/booked-mail.server.ts'
import { leaveOverlappingStatement } from './leave-overlapping.server.ts'
import { endedWords } from './offer-words.ts'
import { wishOpenSql, wonStatements } from './wish-statements.server.ts'

export type AcceptOfferResult =
  | { ok: true; occurrence: ClassToBook; terms: CancellationTerms; again?: true }
  | { ok: false; reason: 'offer_not_found' | 'offer_over' }
  | { ok: false; reason: 'refused'; why: Refused }

/** The class of a booking of the person's own. */
const classOf = ({ studio, person }: MemberContext, bookingId: string): SQL => sql`(
  SELECT own_booking.occurrence_id FROM bookings AS own_booking
  WHERE own_booking.studio_id = ${studio.id} AND own_booking.id = ${bookingId}
    AND own_booking.person_id = ${person.id})`

/**
 * Takes the place that is offered to the person: at or before the instant until which it stands,
 * and before the class starts. What pays is chosen and charged now; they leave the waitlists of
 * classes at the same time and the others of the wish. The place was counted as taken all along, so
 * nobody else can have it. Twice is once. Refused: an offer that is over (`offer_over`), somebody
 * else's booking, and what keeps the person from any booking.
 */
export async function acceptOffer(
  ctx: MemberContext,
  bookingId: string,
): Promise<AcceptOfferResult> {
  const statements = bookingFactStatements(ctx, ctx.person.id, classOf(ctx, bookingId))
  const facts = toFacts(ctx, ctx.person.id, await batch(ctx.db, statements))
  if (facts?.mine?.id !== bookingId) return notHeld(facts)
  const before = answered(facts)
  if (before) return before
  const availability = availabilityOf(facts)
  if (availability.kind !== 'offered' || !availability.stands)
    return { ok: false, reason: 'offer_over' }
  const { pays } = availability
  if (!pays) return refusedFor(availability.why ?? nothingPays)
  const { accept } = await batch(ctx.db, acceptStatements(ctx, facts, bookingId, pays))
  const terms = termsOfOffer(facts, pays)
  if (changed(accept) > 0) return { ok: true, occurrence: facts.occurrence, terms }
  return whyNot(ctx, bookingId, pays)
}

const nothingPays: Refused = { reason: 'no_entitlement', facts: {} }
const refusedFor = (why: Refused) => ({ ok: false, reason: 'refused', why }) as const

/** Another row of the person's is the latest of the class, or none is theirs. */
const notHeld = (facts: BookingFacts | null): AcceptOfferResult =>
  ({ ok: false, reason: facts?.mine ? 'offer_over' : 'offer_not_found' }) as const

/** The place is theirs already. */
function answered(facts: BookingFacts): AcceptOfferResult | null {
  const { mine, occurrence } = facts
  if (mine?.state !== 'booked' && mine?.state !== 'checked_in') return null
  return { ok: true, occurrence, terms: termsOfBooking(mine, occurrence, facts.now), again: true }
}

/** The rules the person joined the list under, which the booking keeps. */
function rulesOf({ mine, occurrence }: BookingFacts) {
  const { startsAt, cutoffAt, creditCutoffAt, feeCutoffAt, policy } = mine?.cutoffAt
    ? { ...occurrence, ...mine }
    : occurrence
  return {
    ...policy,
    lateLosesCredit: Boolean(mine?.losesCredit ?? policy.lateLosesCredit),
    lateFeeMinor: mine?.feeMinor ?? policy.lateFeeMinor,
    startsAt,
    cutoffAt: cutoffAt ?? occurrence.cutoffAt,
    creditCutoffAt: creditCutoffAt ?? null,
    feeCutoffAt: feeCutoffAt ?? null,
  }
}

const termsOfOffer = (facts: BookingFacts, pays: Entitlement): CancellationTerms =>
  cancellationTerms(rulesOf(facts), { paidBy: pays.kind }, facts.now)

function acceptStatements(ctx: MemberContext, facts: BookingFacts, id: string, pays: Entitlement) {
  const { db, studio, now, person } = ctx
  const { occurrence } = facts
  const rules = rulesOf(facts)
  const done = bookedBy(id, pays)
  return {
    accept: db.run(sql`
      UPDATE bookings SET state = 'booked',
        (lot_id, membership_id, make_up_id) = (SELECT ${paidColumnsSql(pays)}), promoted_at = ${now}
      WHERE studio_id = ${studio.id} AND id = ${id} AND person_id = ${person.id}
        AND ${offeredSql('bookings')} AND offered_until >= ${now} AND ${wishOpenSql}
        AND EXISTS (SELECT 1 FROM occurrences AS o
          WHERE o.studio_id = ${studio.id} AND o.id = ${occurrence.id} AND o.state = 'scheduled'
            AND o.starts_at > ${now} AND ${bookedCountSql} <= ${placesSql}
            AND ${noOverlapSql(person.id)} AND ${paysSql(ctx, person.id, occurrence, pays)}
            AND ${withinLimitsSql(ctx, person.id)})`),
    spend:
      pays.kind === 'lot'
        ? spendStatement(ctx, { personId: person.id, lotId: pays.id, bookingId: id }, done)
        : null,
    ...wonStatements(ctx, id, done),
    leave: leaveOverlappingStatement(ctx, { personId: person.id, of: occurrence.id }, done),
    mail: bookedMail(
      ctx,
      {
        ...facts,
        occurrence: { ...occurrence, ...rules, policy: { ...occurrence.policy, ...rules } },
      },
      id,
      pays,
    ),
  }
}

/** The guard let nothing through: somebody was quicker with it, or what was to pay is used up. */
async function whyNot(
  ctx: MemberContext,
  bookingId: string,
  pays: Entitlement,
): Promise<AcceptOfferResult> {
  const statements = bookingFactStatements(ctx, ctx.person.id, classOf(ctx, bookingId))
  const facts = toFacts(ctx, ctx.person.id, await batch(ctx.db, statements))
  if (facts?.mine?.id !== bookingId) return notHeld(facts)
  const now = answered(facts)
  if (now) return now
  const availability = availabilityOf(facts)
  if (availability.kind !== 'offered' || !availability.stands)
    return { ok: false, reason: 'offer_over' }
  if (availability.why) return refusedFor(availability.why)
  if (facts.banned) return refusedFor({ reason: 'banned', facts: {} })
  const other = facts.others.find(
    ({ state, occurrenceId }) =>
      (state === 'booked' || state === 'checked_in') && occurrenceId !== facts.occurrence.id,
  )
  if (other) {
    const { title, localStart } = other
    const facts = { bookingId: other.bookingId, title, localStart }
    return refusedFor({ reason: 'overlaps', facts })
  }
  const usedUp = pays.kind === 'lot' ? { usedUp: pays.name } : {}
  return refusedFor({ reason: 'no_entitlement', facts: usedUp })
}

/** What the page of an offer shows, in one batch. Null for a booking that is not the person's own. */
export async function offerPage(
  ctx: MemberContext,
  viewer: { personId: string; name: string; email: string },
  bookingId: string,
) {
  const answer = await batch(ctx.db, {
    ...bookingFactStatements(ctx, ctx.person.id, classOf(ctx, bookingId)),
    ...shellStatements(ctx, viewer),
  })
  const facts = toFacts(ctx, ctx.person.id, answer)
  if (!facts) return null
  const availability: Availability = availabilityOf(facts)
  const own = facts.mine?.id === bookingId && availability.kind === 'offered' ? availability : null
  const { id, title, localStart, startsAt, endsAt, coachName, roomName } = facts.occurrence
  return {
    class: { id, title, localStart, startsAt, endsAt, coachName, roomName },
    /** Null once it is over: taken, declined, ended. */
    offer: own?.stands ? own : null,
    ended: endedWords(facts.mine?.id === bookingId ? facts.mine.state : null),
    terms: own?.pays ? termsOfOffer(facts, own.pays) : null,
    today: localDate(ctx.now, ctx.studio.timeZone),
    shell: toShell(answer, viewer),
  }
}
