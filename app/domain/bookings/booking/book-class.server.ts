import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { signedSql } from '#app/domain/documents/unsigned-sql.server.ts'
import type { Entitlement } from '#app/domain/entitlements/choose-entitlement.ts'
import { isLimited } from '#app/domain/entitlements/class-limit.ts'
import { spendStatement } from '#app/domain/entitlements/ledger.server.ts'
import { queueSomeStatements } from '#app/domain/messaging/outbox.server.ts'
import {
  covers,
  type Needs,
  needsOf,
  readLean,
  stillWithoutSql,
} from '#app/domain/places/needs.server.ts'
import type { Refused } from '#app/domain/places/refusals.ts'
import type { MemberContext } from '#app/domain/scope/contexts.ts'
import type { PaidWith } from '#app/messages/booking-booked.ts'
import { newId } from '#app/values/id.ts'
import { availabilityOf } from '../availability/availability.ts'
import type { Availability, MyBooking } from '../availability/bookable-occurrence.ts'
import { type ClassToBook, standingStatement } from '../availability/bookable-occurrences.server.ts'
import {
  type BookingFacts,
  bookingStatements,
  toBookingRows,
  toFacts,
} from '../availability/booking-facts.server.ts'
import { withinLimitsSql } from '../availability/policy-limits.server.ts'
import { openSql, placeForNewSql } from '../availability/seat-guards.server.ts'
import {
  seatOfWaitingStatement,
  seatStatement,
  waitStatement,
} from '../availability/seat-statements.server.ts'
import { myBookingStatement } from '../booking-queries.server.ts'
import { promoteWaitlist } from '../waitlist/promote-waitlist.server.ts'
import { wonStatements } from '../waitlist/wish-statements.server.ts'
import {
  type BookedBefore,
  bookedBy,
  bookedMessage,
  bookedTogether,
  paidWith,
  waitlistedMessage,
} from './booked-mail.server.ts'

export type BookClassOptions = {
  /** What shall pay; left out, the rule decides (R13). */
  pay?: Pick<Entitlement, 'kind' | 'id'>
  /** False refuses a full class instead of joining its waitlist. */
  waitlist?: boolean
  /** The standing place it comes from. */
  standingId?: string
  /** Somebody of a family, whose letter is one with those who were booked just before. */
  together?: { called: string | null; before: readonly BookedBefore[] }
  /** The numbered place; one that is taken by now is left out, and the booking stands without. */
  spot?: string
}

export type BookClassResult =
  | {
      ok: true
      outcome: 'booked' | 'waitlisted'
      booking: MyBooking
      /** The class, for the words of the answer. */
      occurrence: ClassToBook
      /** Place on the waitlist, from 1. */
      position: number | null
      /** The person had this place already: a repeated request gets the first answer (R2). */
      again?: true
      /** What pays, where this request took the place, for the letter of a family. */
      paid?: PaidWith
    }
  | ({ ok: false } & Refused)

/**
 * Books the person a place, or puts them on the waitlist of a full class. Capacity, the
 * entitlement, the one live row a person has and the clash with another class are in the INSERT's
 * WHERE, so that of two who race for the last place the database lets one through; the other joins
 * the waitlist in the same batch (R1, R4). The credit and the mail follow only if the row exists.
 * Refuses with every code of the closed list that this person can meet; another studio's class is
 * `not_found`. Two trips; a third only where places are free that others wait for.
 */
export async function bookClass(
  ctx: MemberContext,
  occurrenceId: string,
  options: BookClassOptions = {},
): Promise<BookClassResult> {
  const { id: personId } = ctx.person
  const read = await readLean(
    ctx,
    occurrenceId,
    (asked) => batch(ctx.db, bookingStatements(ctx, personId, occurrenceId, asked)),
    (rows) => rows.occurrence,
  )
  const needs = needsOf(read.occurrence)
  const facts = toFacts(ctx, personId, toBookingRows(read))
  if (!facts) return { ok: false, reason: 'not_found', facts: {} }
  const availability = availabilityOf(facts)
  const pays = payerOf(availability, options)
  if (!pays) return answerWithout(facts, availability)
  if (availability.kind === 'waitlist' && options.waitlist === false) {
    return { ok: false, reason: 'class_full', facts: { capacity: facts.occurrence.capacity } }
  }

  const id = availability.kind === 'waiting' ? availability.bookingId : newId()
  // What can have changed meanwhile is read again behind the writes, to answer from their own
  // moment.
  const { occurrence, mine, lots, memberships, others, limits } = bookingStatements(
    ctx,
    personId,
    occurrenceId,
    needs,
  )
  const rows = await batch(ctx.db, {
    ...takeStatements(ctx, { facts, availability, id, pays, needs, options }),
    // Names do not change what a press did; what is signed does.
    occurrence: needs.documents ? occurrence : null,
    standing: needs.documents ? null : standingStatement(ctx, occurrenceId, needs),
    mine,
    // Who had none to use up has none that was.
    lots: read.lots.length > 0 ? lots : null,
    memberships: read.memberships.some(isLimited) ? memberships : null,
    others,
    limits,
  })
  // What its guard left out has become something to the class meanwhile, so it let nobody in.
  const behind =
    rows.occurrence ??
    read.occurrence.flatMap((row) => rows.standing?.map((now) => ({ ...row, ...now })) ?? [])
  if (!covers(needs, needsOf(behind))) return bookClass(ctx, occurrenceId, options)
  const after = toFacts(
    ctx,
    personId,
    toBookingRows({
      ...read,
      ...rows,
      occurrence: behind,
      lots: rows.lots ?? read.lots,
      memberships: rows.memberships ?? read.memberships,
    }),
  )
  if (!after) return { ok: false, reason: 'not_found', facts: {} }
  if (!isLive(after.mine)) return refusalAfter(after, pays)
  const again = after.mine.id === id ? {} : { again: true as const }
  const paid =
    options.together && after.mine.id === id && after.mine.state === 'booked'
      ? { paid: paidWith(pays) }
      : {}
  if (after.mine.state === 'waitlisted' && after.occurrence.booked < after.occurrence.capacity) {
    await promoteWaitlist(ctx, occurrenceId)
    const { mine } = await batch(ctx.db, {
      mine: myBookingStatement(ctx, ctx.person.id, occurrenceId),
    })
    if (isLive(mine[0])) return { ...answer(mine[0], after.occurrence), ...again }
  }
  return { ...answer(after.mine, after.occurrence), ...again, ...paid }
}

/**
 * The writes of one press, all or nothing: a place, or a place on the list, with its credit and
 * its letters behind it. Each acts only if the row of the booking exists.
 */
function takeStatements(
  ctx: MemberContext,
  of: {
    facts: BookingFacts
    availability: Availability
    id: string
    pays: Entitlement
    needs: Needs
    options: BookClassOptions
  },
) {
  const { facts, availability, id, pays, needs, options } = of
  const { standingId, spot, together } = options
  const personId = ctx.person.id
  const seat = { id, personId, occurrence: facts.occurrence, pays, standingId, spot }
  const mayTake = sql`${openSql(ctx.now)} AND ${stillWithoutSql(needs)}
    AND ${placeForNewSql(ctx.now, needs)} AND ${withinLimitsSql(ctx, personId, needs)}
    AND ${needs.documents ? signedSql(ctx, personId) : sql`1`}`
  const mails = [bookedMessage(ctx, facts, id, pays), waitlistedMessage(ctx, facts, id)].filter(
    (mail) => mail !== null,
  )
  const waits = availability.kind === 'waiting'
  return {
    // Someone who presses "Join waitlist" is promoted afterwards if a place is free by now, with
    // their minutes to decline.
    seat: availability.kind === 'bookable' ? seatStatement(ctx, seat, mayTake) : null,
    // After the list has closed a free place goes to anyone who comes first, and those who waited
    // may come too (R4).
    taken: waits ? seatOfWaitingStatement(ctx, seat, mayTake) : null,
    wait:
      waits || options.waitlist === false
        ? null
        : waitStatement(ctx, facts, id, pays, { ...options, needs }),
    spend:
      pays.kind === 'lot'
        ? spendStatement(
            ctx,
            { personId, lotId: pays.id, bookingId: id, turn: 0 },
            bookedBy(id, pays),
          )
        : null,
    ...(waits ? wonStatements(ctx, id) : {}),
    joined: together
      ? bookedTogether(
          ctx,
          facts,
          together.before,
          { bookingId: id, ...named(together, pays) },
          pays,
        )
      : null,
    ...queueSomeStatements(ctx.db, mails, ctx.nowMs),
  }
}

const named = (
  { called }: NonNullable<BookClassOptions['together']>,
  pays: Entitlement,
): Omit<BookedBefore, 'bookingId'> => ({ called, paid: paidWith(pays) })

const isLive = (mine: MyBooking | null | undefined): mine is MyBooking =>
  !!mine && ['booked', 'waitlisted', 'checked_in', 'attended', 'no_show'].includes(mine.state)

function answer(mine: MyBooking, occurrence: ClassToBook): Extract<BookClassResult, { ok: true }> {
  const outcome = mine.state === 'waitlisted' ? 'waitlisted' : 'booked'
  return { ok: true, outcome, booking: mine, occurrence, position: mine.position }
}

/** What pays for this request; null when there is nothing to write or the chosen one cannot pay. */
function payerOf(availability: Availability, { pay }: BookClassOptions): Entitlement | null {
  if (availability.kind === 'waiting') return availability.placesLeft > 0 ? availability.pays : null
  if (availability.kind !== 'bookable' && availability.kind !== 'waitlist') return null
  if (!pay) return availability.pays
  return (
    [availability.pays, ...availability.alternatives].find(
      (e) => e.kind === pay.kind && e.id === pay.id,
    ) ?? null
  )
}

function answerWithout(
  { mine, occurrence }: BookingFacts,
  availability: Availability,
): BookClassResult {
  if (isLive(mine)) return { ...answer(mine, occurrence), again: true }
  if (availability.kind === 'refused') {
    const { kind: _, ...refused } = availability
    return { ok: false, ...refused }
  }
  if (availability.kind === 'cancelled')
    return { ok: false, reason: 'cancelled', facts: { why: availability.reason } }
  if (availability.kind === 'finished')
    return { ok: false, reason: 'started', facts: { startsAt: occurrence.startsAt } }
  return { ok: false, reason: 'no_entitlement', facts: {} }
}

/**
 * The guards let nothing through: what the facts say now, or that what was to pay was used up
 * meanwhile.
 */
function refusalAfter(after: BookingFacts, pays: Entitlement): BookClassResult {
  const availability = availabilityOf(after)
  if (availability.kind === 'bookable') {
    return {
      ok: false,
      reason: 'no_entitlement',
      facts: pays.kind === 'lot' ? { usedUp: pays.name } : {},
    }
  }
  if (availability.kind === 'waitlist') {
    return { ok: false, reason: 'class_full', facts: { capacity: after.occurrence.capacity } }
  }
  return answerWithout(after, availability)
}
