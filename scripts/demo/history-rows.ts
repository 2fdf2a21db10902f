/**
 * Played history as rows. Rows of bookings and entries are in the order of time, which their
 * numbers keep.
 */
import { cancellationTerms } from '#app/domain/places/cancellation-terms.ts'
import { cancellationSentence } from '#app/domain/places/cancellation-words.ts'
import type { BookingMessage } from '#app/messages/booking-letter.ts'
import { bookingPromotedNotice, type Promotion } from '#app/messages/booking-promoted.ts'
import { classCancelledNotice } from '#app/messages/class-cancelled.ts'
import { paths } from '#app/paths.ts'
import { addMinutes } from '#app/values/instant.ts'
import type { Row } from './insert-rows.ts'
import type { History, PlayedBooking } from './play-bookings.ts'
import type { Chance } from './random.ts'
import type { StudioPlan } from './studio-plan.ts'

/** A fee can be waived for this long before it is due. */
const waiverMinutes = 24 * 60

export function historyRows(
  history: History,
  { studio }: StudioPlan,
  studioId: string,
  now: string,
  chance: Chance,
): Record<string, Row[]> {
  return {
    bookings: history.bookings.map((booking) => bookingRow(booking, studioId)),
    entries: history.entries.map(({ person, lot, kind, amount, bookingId, at }) => ({
      studio_id: studioId,
      person_id: person.id,
      lot_id: lot.id,
      kind,
      amount,
      booking_id: bookingId,
      created_at: at,
    })),
    fees: history.fees.map(({ booking, kind, amountMinor, at }) => {
      const dueAt = addMinutes(at, waiverMinutes)
      return {
        id: chance.id(),
        studio_id: studioId,
        person_id: booking.person.id,
        booking_id: booking.id,
        kind,
        amount_minor: amountMinor,
        currency: studio.currency,
        state: dueAt <= now ? 'due' : 'pending',
        due_at: dueAt,
        created_at: at,
      }
    }),
    notices: noticeRows(history, studio, studioId, chance),
  }
}

function bookingRow(booking: PlayedBooking, studioId: string): Row {
  return {
    id: booking.id,
    studio_id: studioId,
    occurrence_id: booking.occurrence.id,
    person_id: booking.person.id,
    state: booking.state,
    lot_id: booking.lot?.id ?? null,
    membership_id: booking.membershipId,
    policy_id: booking.occurrence.type.rules.id,
    created_at: booking.createdAt,
    promoted_at: booking.promotedAt,
    decline_until: booking.declineUntil,
    ended_at: booking.endedAt,
    ended_by: booking.endedBy,
  }
}

/**
 * What the shell tells people with an account, in the product's words; what lies back a while they
 * have read.
 */
function noticeRows(
  history: History,
  studio: StudioPlan['studio'],
  studioId: string,
  chance: Chance,
): Row[] {
  const own = (bookings: PlayedBooking[]) => bookings.filter(({ person }) => person.userId !== null)
  const row = (
    booking: PlayedBooking,
    kind: string,
    about: { text: string; path: string; at: string },
  ): Row => ({
    id: chance.id(),
    studio_id: studioId,
    person_id: booking.person.id,
    dedupe_key: `${kind}:${booking.id}`,
    kind,
    text: about.text,
    path: about.path,
    created_at: about.at,
    read_at: booking.state === 'booked' || booking.state === 'studio_cancelled' ? null : about.at,
  })
  return [
    ...own(history.promoted).map((booking) =>
      row(booking, 'booking-promoted', {
        text: bookingPromotedNotice(promotionOf(booking, studio)),
        path: paths.cancelBooking(studio, booking.id),
        at: booking.promotedAt!,
      }),
    ),
    ...own(history.dropped).map((booking) =>
      row(booking, 'class-cancelled', {
        text: classCancelledNotice({
          ...aboutClass(booking, studio),
          why: booking.occurrence.cancelReason,
          waiting: booking.state === 'not_promoted',
          lot: booking.lot && { name: booking.lot.name, runsUntil: null },
        }),
        path: paths.occurrence(studio, booking.occurrence.id),
        at: booking.endedAt!,
      }),
    ),
  ]
}

/** A line in the shell names neither coach nor room. */
function aboutClass(
  { person, occurrence }: PlayedBooking,
  studio: StudioPlan['studio'],
): BookingMessage {
  const { localStart, type } = occurrence
  return {
    studio,
    origin: '',
    name: person.name,
    title: type.name,
    localStart,
    coachName: '',
    roomName: type.room,
  }
}

function promotionOf(booking: PlayedBooking, studio: StudioPlan['studio']): Promotion {
  const { occurrence, lot, membershipId, person } = booking
  const membership = person.memberships.find(({ id }) => id === membershipId)
  const terms = cancellationTerms(
    { ...occurrence, ...occurrence.type.rules },
    { paidBy: lot ? 'lot' : 'membership' },
    booking.promotedAt ?? occurrence.cutoffAt,
  )
  return {
    ...aboutClass(booking, studio),
    bookingId: booking.id,
    paid: lot
      ? { kind: 'lot', name: lot.name, left: lot.left }
      : { kind: 'membership', name: membership?.name ?? '' },
    free: cancellationSentence(terms, 'letter', studio),
    declineUntil: booking.declineUntil,
    left: [],
  }
}
