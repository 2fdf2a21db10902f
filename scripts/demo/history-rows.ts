/** Played history as rows. Rows of bookings and entries are in the order of time, which their numbers keep. */
import { addMinutes } from '#app/values/instant.ts'
import { dayTime } from '#app/values/wording.ts'
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

/** What the shell tells people with an account; what lies back a while they have read. */
function noticeRows(
  { promoted, dropped }: History,
  studio: StudioPlan['studio'],
  studioId: string,
  chance: Chance,
): Row[] {
  const notice = (booking: PlayedBooking, kind: string, text: string, at: string): Row => ({
    id: chance.id(),
    studio_id: studioId,
    person_id: booking.person.id,
    dedupe_key: `${kind} ${booking.id}`,
    kind,
    text,
    path: `/${studio.slug}/home/timetable/${booking.occurrence.id}`,
    created_at: at,
    read_at: booking.state === 'booked' || booking.state === 'studio_cancelled' ? null : at,
  })
  const when = ({ occurrence }: PlayedBooking) => dayTime(occurrence.localStart, studio.locale)
  const title = ({ occurrence }: PlayedBooking) => occurrence.type.name
  return [
    ...promoted
      .filter(({ person }) => person.userId)
      .map((b) => notice(b, 'booking-promoted', `You have a place in ${title(b)}, ${when(b)}.`, b.promotedAt!)),
    ...dropped
      .filter(({ person }) => person.userId)
      .map((b) => {
        const back = b.lot ? 'Your credit is back.' : 'Nothing was taken.'
        const text = `${title(b)}, ${when(b)} is cancelled: ${b.occurrence.cancelReason}. ${back}`
        return notice(b, 'class-cancelled', text, b.endedAt!)
      }),
  ]
}
