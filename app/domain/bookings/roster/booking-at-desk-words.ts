/** What the page of one place says and offers. */

import {
  cancellationTerms,
  isFree,
  type Loss,
  lossIfLate,
} from '#app/domain/places/cancellation-terms.ts'
import { clockOf } from '#app/domain/places/cancellation-words.ts'
import { dateTime, deadline, money } from '#app/values/wording.ts'
import type { LocalDateTime } from '#app/values/zone.ts'
import type { ClassAtDesk } from './class-at-desk.ts'
import type { Correctable } from './corrections.ts'
import { type DeskReader, type RosterRow, rosterWords, whenWords } from './roster-words.ts'

/** A date the place could be moved to; `free` places, at most 0 when it is full. */
export type OtherDate = { id: string; localStart: LocalDateTime; roomName: string; free: number }

type Audit = { id: string; action: string; actorName: string; reason: string; createdAt: string }

const stateWords: Record<string, string> = {
  booked: 'Booked',
  waitlisted: 'On the waitlist',
  checked_in: 'In',
  attended: 'Was there',
  no_show: 'Did not come',
  cancelled_on_time: 'Cancelled in time',
  late_cancelled: 'Cancelled late',
  studio_cancelled: 'Cancelled by the studio',
  declined: 'Declined',
  left: 'Left the waitlist',
  not_promoted: 'No place came free',
  moved: 'Moved to another date',
}

const actionWords: Record<string, string> = {
  'booking.checked_in': 'Checked in',
  'booking.check_in_undone': 'Check-in taken back',
  'booking.added_at_desk': 'Added at the desk',
  'booking.given_place': 'Given a place from the waitlist',
  'booking.cancelled_on_time': 'Cancelled in time',
  'booking.late_cancelled': 'Marked as cancelled late',
  'booking.left': 'Taken off the waitlist',
  'booking.moved': 'Moved to another date',
  'booking.corrected': 'Outcome corrected',
  'fee.waived': 'Fee waived',
}

/** Everything the page of one place shows; `may` says what the viewer's role allows. */
export function bookingAtDeskWords(
  {
    occurrence,
    row,
    dates,
    audit,
  }: {
    occurrence: ClassAtDesk
    row: RosterRow
    dates: readonly OtherDate[]
    audit: readonly Audit[]
  },
  formats: DeskReader,
  may: { write: boolean; waive: boolean },
) {
  const { timeZone, locale, currency, today, now } = formats
  const terms = cancellationTerms(
    { ...occurrence, ...occurrence.policy },
    { paidBy: row.lotName === null ? 'membership' : 'lot' },
    now,
  )
  const date = occurrence.localStart.slice(0, 10)
  const open = occurrence.state === 'scheduled'
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
    stateWords: stateWords[state] ?? state,
    can: {
      checkIn: may.write && open && state === 'booked' && date <= today,
      undoCheckIn: may.write && open && state === 'checked_in',
      cancel: may.write && open && state === 'booked',
      leave: may.write && open && state === 'waitlisted',
      move: may.write && open && state === 'booked' && dates.length > 0,
      correct: may.write && (correct !== 'late_cancelled' || may.waive) ? correct : null,
      waive: may.waive && fee !== null,
    },
    late: !isFree(terms),
    cutoff: clockOf('letter', formats)(terms.freeUntil),
    lateCosts: lateCosts(lossIfLate(terms), row, formats),
    onTime:
      row.lotName === null ? 'Nothing is charged.' : `1 credit goes back to their ${row.lotName}.`,
    fee: fee === null ? null : money(fee, currency, locale),
    dates: dates.map(({ id, localStart, roomName, free }) => ({
      id,
      label: [dateTime(localStart, locale), roomName, free > 0 ? `${free} free` : 'full'].join(
        ', ',
      ),
      full: free <= 0,
    })),
    audit: audit.map(({ id, action, actorName, reason, createdAt }) => ({
      id,
      what: actionWords[action] ?? action,
      who: actorName,
      why: reason,
      when: deadline(createdAt, timeZone, locale),
    })),
  }
}

export type BookingAtDeskWords = ReturnType<typeof bookingAtDeskWords>

function lateCosts(loss: Loss, { lotName }: RosterRow, { currency, locale }: DeskReader): string {
  const parts = [
    lotName !== null && loss.losesCredit ? `The credit of their ${lotName} stays used.` : '',
    loss.feeMinor > 0
      ? `A fee of ${money(loss.feeMinor, currency, locale)} waits 24 hours before it is due.`
      : '',
  ]
  return parts.filter(Boolean).join(' ') || 'It costs nothing.'
}
