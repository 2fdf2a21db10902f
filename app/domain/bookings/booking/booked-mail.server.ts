import { type SQL, sql } from 'drizzle-orm'
import type { Entitlement } from '#app/domain/entitlements/choose-entitlement.ts'
import {
  type OutgoingMessage,
  queueStatement,
  replaceQueuedStatement,
} from '#app/domain/messaging/outbox.server.ts'
import { cancellationTerms } from '#app/domain/places/cancellation-terms.ts'
import { cancellationSentence } from '#app/domain/places/cancellation-words.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import {
  bookingBooked,
  bookingBookedForFamily,
  type PaidWith,
} from '#app/messages/booking-booked.ts'
import { bookingWaitlisted } from '#app/messages/booking-waitlisted.ts'
import type { BookingFacts } from '../availability/booking-facts.server.ts'
import { messageOf } from './message-of.ts'

/** One class that is paid on its own: `price`, in words, is what was paid, or what is left to pay. */
export type SinglePay = { kind: 'drop_in'; price: string; paid: boolean }

/** Whether the row holds a place paid by `pays`. */
export const bookedBy = (id: string, pays: Entitlement | SinglePay) =>
  sql`EXISTS (SELECT 1 FROM bookings AS b WHERE b.id = ${id} AND b.state = 'booked'
    AND ${pays.kind === 'drop_in' ? nothingHeld : sql`${columns[pays.kind]} = ${pays.id}`})`

const nothingHeld = sql`coalesce(b.lot_id, b.membership_id, b.make_up_id) IS NULL`

const columns = { lot: sql`b.lot_id`, membership: sql`b.membership_id`, make_up: sql`b.make_up_id` }

/** The letter that says a place is booked; queued only if it is. */
export function bookedMail(
  ctx: StudioContext,
  facts: Pick<BookingFacts, 'occurrence' | 'person' | 'now'>,
  id: string,
  pays: Entitlement | SinglePay,
) {
  const mail = bookedMessage(ctx, facts, id, pays)
  return mail && queueStatement(ctx.db, mail.message, ctx.nowMs, mail.onlyIf)
}

/** Somebody of a family whose place is in a letter that is not sent yet. */
export type BookedBefore = {
  bookingId: string
  /** What they are called; null is the reader. */
  called: string | null
  paid: PaidWith
}

/** Puts this place into the letter of those of the family who were booked just before. */
export function bookedTogether(
  ctx: StudioContext,
  facts: Pick<BookingFacts, 'occurrence' | 'person' | 'now'>,
  before: readonly BookedBefore[],
  own: BookedBefore,
  pays: Entitlement,
) {
  const { occurrence, person, now } = facts
  const last = before.at(-1)
  if (!person.email || !last) return null
  const terms = cancellationTerms(
    { ...occurrence, ...occurrence.policy },
    { paidBy: pays.kind },
    now,
  )
  const { child: _, ...message } = messageOf(ctx, person, occurrence)
  return replaceQueuedStatement(
    ctx.db,
    keyOf(last.bookingId),
    {
      dedupeKey: keyOf(own.bookingId),
      letter: bookingBookedForFamily({
        ...message,
        people: [...before, own].map(({ called, paid }) => ({ called, paid })),
        cancelling: cancellationSentence(terms, 'letter', ctx.studio),
      }),
    },
    bookedBy(own.bookingId, pays),
  )
}

const keyOf = (bookingId: string) => `booking-booked:${bookingId}`

/** What pays, as a letter tells it after the place is taken. */
export function paidWith(pays: Entitlement | SinglePay): PaidWith {
  if (pays.kind === 'drop_in') return pays
  return pays.kind === 'lot'
    ? { kind: 'lot', name: pays.name, left: pays.left - 1 }
    : { kind: pays.kind, name: pays.name }
}

/** That letter and its condition, for a statement that queues several; null without an address. */
export function bookedMessage(
  ctx: StudioContext,
  { occurrence, person, now }: Pick<BookingFacts, 'occurrence' | 'person' | 'now'>,
  id: string,
  pays: Entitlement | SinglePay,
): { message: OutgoingMessage; onlyIf: SQL } | null {
  if (!person.email) return null
  const terms = cancellationTerms(
    { ...occurrence, ...occurrence.policy },
    { paidBy: pays.kind },
    now,
  )
  const letter = bookingBooked({
    ...messageOf(ctx, person, occurrence),
    bookingId: id,
    paid: paidWith(pays),
    cancelling: cancellationSentence(terms, 'letter', ctx.studio),
  })
  return {
    message: {
      studioId: ctx.studio.id,
      dedupeKey: keyOf(id),
      to: person.email,
      kind: 'booking-booked',
      letter,
    },
    onlyIf: bookedBy(id, pays),
  }
}

/** The letter of somebody who waits, and the condition under which it goes. */
export function waitlistedMessage(
  ctx: StudioContext,
  { occurrence, person }: BookingFacts,
  id: string,
) {
  if (!person.email) return null
  const letter = bookingWaitlisted({
    ...messageOf(ctx, person, occurrence),
    bookingId: id,
    promotesUntil: occurrence.waitlistClosesAt,
    offers: Boolean(occurrence.offerMinutes),
  })
  return {
    message: {
      studioId: ctx.studio.id,
      dedupeKey: `booking-waitlisted:${id}`,
      to: person.email,
      kind: 'booking-waitlisted',
      letter,
    },
    onlyIf: sql`EXISTS (SELECT 1 FROM bookings AS b WHERE b.id = ${id} AND b.state = 'waitlisted')`,
  }
}
