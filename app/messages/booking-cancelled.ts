import { paths } from '#app/paths.ts'
import type { Instant } from '#app/values/instant.ts'
import { dayShort, money } from '#app/values/wording.ts'
import type { LocalDate } from '#app/values/zone.ts'
import {
  type BookingMessage,
  bookingLetter,
  classNamed,
  deadlineInWords,
} from './booking-letter.ts'
import type { Letter } from './letter.ts'

export type CancelledOutcome = {
  kind: 'on_time' | 'late' | 'decline'
  /** The package whose credit is meant; null when a membership paid. */
  lotName: string | null
  /** Whether the credit went back. */
  returned: boolean
  /** Minor units; 0 is none. */
  feeMinor: number
  /** When the fee is collected unless the studio waives it. */
  feeDueAt: Instant
  /** Until when it was free, as a sentence; empty where it was cancelled in time. */
  ended: string
  /** The desk did it for the person. */
  atDesk?: boolean
  /** What became of the make-up, where a course or a make-up paid. */
  makeUp?: 'given' | 'too_late' | 'returned' | 'lost' | null
  makeUpUntil?: LocalDate | null
}

/** What the cancel did, a sentence each. */
function cancelledSentences(outcome: CancelledOutcome, studio: BookingMessage['studio']): string[] {
  const {
    kind,
    lotName,
    returned,
    feeMinor,
    feeDueAt,
    ended,
    makeUp = null,
    makeUpUntil = null,
  } = outcome
  const sentences: string[] = []
  if (ended) sentences.push(ended)
  if (makeUp) {
    const until = makeUpUntil ? ` Use it by ${dayShort(makeUpUntil, studio.locale)}.` : ''
    sentences.push(
      makeUp === 'given' ? `${makeUpSentences.given}${until}` : makeUpSentences[makeUp],
    )
    return sentences
  }
  if (lotName !== null) {
    sentences.push(
      returned
        ? `1 credit is back in your ${lotName}.`
        : `You lost the credit from your ${lotName}.`,
    )
  }
  if (feeMinor > 0) {
    const fee = money(feeMinor, studio.currency, studio.locale)
    sentences.push(
      `There is a fee of ${fee}, due ${deadlineInWords(feeDueAt, studio)} unless the ` +
        'studio waives it.',
    )
  } else if (kind !== 'late') {
    sentences.push('No fee.')
  }
  return sentences
}

/** What became of the make-up of a session that was given up, for letters and messages. */
export const makeUpSentences = {
  given: 'You have 1 make-up for a session of the same discipline.',
  too_late: 'It was too late for a make-up.',
  returned: 'Your make-up can be used again.',
  lost: 'Your make-up is used up.',
}

const openings: Record<CancelledOutcome['kind'], string> = {
  on_time: 'You cancelled in time.',
  late: 'You cancelled late.',
  decline: 'You declined the place in time.',
}

const atDesk = {
  on_time: 'Your place was cancelled in time.',
  late: 'Your place was marked as cancelled late.',
}

/** Told once when a person gives up a place; for a decline too, whose subject says so. */
export function bookingCancelled(message: BookingMessage & { outcome: CancelledOutcome }): Letter {
  const { studio, outcome } = message
  return bookingLetter(
    message,
    {
      subject: `${outcome.kind === 'decline' ? 'Declined' : 'Cancelled'}: ${classNamed(message)}`,
      opening:
        outcome.atDesk && outcome.kind !== 'decline'
          ? atDesk[outcome.kind]
          : openings[outcome.kind],
      more: [cancelledSentences(outcome, studio).join(' ')],
      action: { label: 'See the timetable', path: paths.timetable(studio) },
    },
    { over: true },
  )
}
