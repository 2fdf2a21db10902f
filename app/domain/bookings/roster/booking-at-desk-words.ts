/** What the page of one place says and offers. */

import { attendanceWindow, attendanceWords } from '#app/domain/places/attendance-window.ts'
import { lossIfLate } from '#app/domain/places/cancellation-terms.ts'
import { freeUntilWords } from '#app/domain/places/cancellation-words.ts'
import { dateTime, deadline, money } from '#app/values/wording.ts'
import type { LocalDateTime } from '#app/values/zone.ts'
import type { SpotMap } from '../availability/spot-map.ts'
import { makeUpAfter, termsOf } from '../cancelling/cancellation.ts'
import type { BookingToCancel } from '../cancelling/cancellation-queries.server.ts'
import type { ClassAtDesk } from './class-at-desk.ts'
import type { Correctable } from './corrections.ts'
import type { DeskReader, RosterRow } from './roster-row.ts'
import { rosterWords, whenWords } from './roster-words.ts'

/** A date the place could be moved to; `free` places, at most 0 when it is full. */
export type OtherDate = { id: string; localStart: LocalDateTime; roomName: string; free: number }

type Audit = {
  id: string
  action: string
  actorName: string
  reason: string
  detail: string
  createdAt: string
}

/** What became of a booking, for the desk. */
export const stateWords: Record<string, string> = {
  booked: 'Booked',
  waitlisted: 'On the waitlist',
  checked_in: 'In',
  attended: 'Was there',
  no_show: 'No-show',
  cancelled_on_time: 'Cancelled in time',
  late_cancelled: 'Cancelled late',
  studio_cancelled: 'Cancelled by the studio',
  declined: 'Declined',
  offer_lapsed: 'Let an offer end',
  left: 'Left the waitlist',
  not_promoted: 'No place opened',
  moved: 'Moved to another date',
}

const actionWords: Record<string, string> = {
  'booking.checked_in': 'Checked in',
  'booking.check_in_undone': 'Check-in undone',
  'booking.added_at_desk': 'Added at the desk',
  'booking.given_place': 'Given a place from the waitlist',
  'booking.cancelled_on_time': 'Cancelled in time',
  'booking.late_cancelled': 'Marked as cancelled late',
  'booking.left': 'Taken off the waitlist',
  'booking.spot_given': 'Numbered place changed',
  'booking.moved': 'Moved to another date',
  'booking.corrected': 'Outcome corrected',
  'booking.payer_changed': 'What pays was changed',
  'fee.waived': 'Fee waived',
}

/** Everything the page of one place shows; `may` says what the viewer's role allows. */
export function bookingAtDeskWords(
  {
    occurrence,
    row,
    booking,
    dates,
    audit,
    map,
  }: {
    occurrence: ClassAtDesk
    row: RosterRow
    /** What a cancel of it goes by: the rules it was made under, and what paid. */
    booking: BookingToCancel
    dates: readonly OtherDate[]
    audit: readonly Audit[]
    map: SpotMap | null
  },
  formats: DeskReader,
  may: { write: boolean; waive: boolean; pay: boolean },
) {
  const { timeZone, locale, currency, today, now } = formats
  const terms = termsOf(booking, now)
  const date = occurrence.localStart.slice(0, 10)
  const open = occurrence.state === 'scheduled'
  const window = attendanceWindow(occurrence, formats.role, now)
  const edits = may.write && window.stage !== 'closed'
  const { state } = row
  const fee =
    row.feeMinor !== null && ['pending', 'due'].includes(row.feeState ?? '') ? row.feeMinor : null
  const correct: Correctable | null =
    state === 'late_cancelled' ||
    state === 'no_show' ||
    (state === 'attended' && occurrence.state === 'reconciled')
      ? state
      : null
  return {
    occurrenceId: occurrence.id,
    title: occurrence.title,
    when: whenWords(occurrence, locale),
    ...rosterWords(row, date, formats),
    stateWords:
      row.offeredUntil && state === 'waitlisted' ? 'Offered a place' : (stateWords[state] ?? state),
    can: {
      checkIn: edits && open && state === 'booked' && date <= today,
      undoCheckIn: edits && open && state === 'checked_in',
      cancel: edits && open && state === 'booked',
      leave: edits && open && state === 'waitlisted',
      move: edits && open && state === 'booked' && dates.length > 0,
      correct: edits && (correct !== 'late_cancelled' || may.waive) ? correct : null,
      waive: may.waive && fee !== null,
      changePayer:
        may.pay &&
        window.stage !== 'closed' &&
        occurrence.state !== 'cancelled' &&
        booking.enrolmentId === null &&
        booking.guestOf === null &&
        ['booked', 'checked_in', 'attended', 'no_show', 'late_cancelled'].includes(state),
    },
    /** The numbered places, while another can be given. */
    map:
      may.write && open && now < occurrence.endsAt && ['booked', 'checked_in'].includes(state)
        ? map
        : null,
    limit: `${freeUntilWords(terms, 'letter', formats)}.`,
    /** Once attendance is no longer edited as usual: why, and what to do. */
    ended: window.stage === 'open' ? '' : attendanceWords(window, formats),
    asksWhy: window.stage === 'reopen',
    lateCosts: lateCosts(booking, formats),
    onTime: inTimeGives(booking, formats),
    fee: fee === null ? null : money(fee, currency, locale),
    dates: dates.map(({ id, localStart, roomName, free }) => ({
      id,
      label: [dateTime(localStart, locale), roomName, free > 0 ? `${free} free` : 'full'].join(
        ', ',
      ),
      full: free <= 0,
    })),
    audit: audit.map(({ id, action, actorName, reason, detail, createdAt }) => ({
      id,
      what: `${actionWords[action] ?? action}${reopenedWords(detail)}`,
      who: actorName,
      why: reason,
      when: deadline(createdAt, timeZone, locale),
    })),
  }
}

/** An edit after the studio's time for it says so. */
const reopenedWords = (detail: string) =>
  (JSON.parse(detail) as { reopened?: true }).reopened ? ', after the time to edit attendance' : ''

export type BookingAtDeskWords = ReturnType<typeof bookingAtDeskWords>

function lateCosts(booking: BookingToCancel, { now, currency, locale }: DeskReader): string {
  const loss = lossIfLate(termsOf(booking, now))
  const { lotName, paidMinor, chargedMinor } = booking
  const sum = (minor: number) => money(minor, currency, locale)
  const owedMinor = chargedMinor - paidMinor
  const makeUp = makeUpAfter(booking, true)
  const parts = [
    lotName !== null && loss.losesCredit ? `They lose the credit from their ${lotName}.` : '',
    loss.losesPaid && paidMinor > 0 ? `The ${sum(paidMinor)} they paid stays paid.` : '',
    loss.losesPaid && owedMinor > 0 ? `They still owe ${sum(owedMinor)}.` : '',
    makeUp === 'lost' ? 'Their make-up is used up.' : '',
    makeUp === 'too_late' ? 'They get no make-up.' : '',
    loss.feeMinor > 0 ? `A fee of ${sum(loss.feeMinor)} is due after 24 hours.` : '',
  ]
  return parts.filter(Boolean).join(' ') || 'It’s free.'
}

function inTimeGives(booking: BookingToCancel, { currency, locale }: DeskReader): string {
  const { lotName, paidMinor, chargedMinor } = booking
  const sum = (minor: number) => money(minor, currency, locale)
  const owedMinor = chargedMinor - paidMinor
  const makeUp = makeUpAfter(booking, false)
  const parts = [
    lotName !== null ? `1 credit is back in their ${lotName}.` : '',
    paidMinor > 0 ? `${sum(paidMinor)} is refunded to their account.` : '',
    owedMinor > 0 ? `They no longer owe ${sum(owedMinor)}.` : '',
    makeUp === 'returned' ? 'Their make-up can be used again.' : '',
    makeUp === 'given' ? 'They get one make-up.' : '',
  ]
  return parts.filter(Boolean).join(' ') || 'Nothing is charged.'
}
