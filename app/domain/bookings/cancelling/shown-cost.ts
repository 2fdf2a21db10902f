/**
 * What giving a place up cost when its page was shown. The form carries it back, so that a press on
 * a page that stood open past a limit asks again and never takes what nobody read.
 */
import { cancellationTerms } from '#app/domain/places/cancellation-terms.ts'
import type { Instant } from '#app/values/instant.ts'
import type { Cancellation } from './cancellation.ts'
import type { BookingToCancel } from './cancellation-queries.server.ts'

export type ShownCost = {
  /** It counts as a late cancel, whether or not that costs anything. */
  late: boolean
  credit: boolean
  /** What was paid for this place alone stays paid. */
  paid: boolean
  makeUp: boolean
  /** What was used for guests stays used. */
  guests: boolean
  feeMinor: number
}

/** What a cancel at `now` costs. */
export function costOf(
  booking: Pick<BookingToCancel, 'guests' | 'declineUntil'> &
    Parameters<typeof cancellationTerms>[0],
  { kind, terms, feeMinor }: Pick<Cancellation, 'kind' | 'terms' | 'feeMinor'>,
  now: Instant,
): ShownCost {
  const late = kind === 'late'
  const { losesCredit, losesPaid, losesMakeUp } = terms.now
  // A guest's credit is the host's, and follows the limit of credits.
  const ofGuests = cancellationTerms(
    booking,
    { paidBy: 'lot', declineUntil: booking.declineUntil },
    now,
  )
  return {
    late,
    credit: late && losesCredit,
    paid: late && losesPaid,
    makeUp: late && losesMakeUp,
    guests: late && booking.guests !== null && ofGuests.now.losesCredit,
    feeMinor: late ? feeMinor : 0,
  }
}

const flags = ['late', 'credit', 'paid', 'makeUp', 'guests'] as const

/** `late credit 1000` for a form, `0` where it was free. */
export const costText = (cost: ShownCost): string =>
  [...flags.filter((flag) => cost[flag]), String(cost.feeMinor)].join(' ')

/** What a form says it showed; what cannot be read showed nothing. */
export function shownCost(text: string | undefined): ShownCost {
  const parts = (text ?? '').slice(0, 80).split(' ')
  const fee = Number(parts.find((part) => /^\d{1,9}$/.test(part)) ?? 0)
  const shown = Object.fromEntries(flags.map((flag) => [flag, parts.includes(flag)]))
  return { ...(shown as Record<(typeof flags)[number], boolean>), feeMinor: fee }
}

/** Whether it costs anything that was not shown. */
export const isDearer = (cost: ShownCost, shown: ShownCost): boolean =>
  cost.feeMinor > shown.feeMinor || flags.some((flag) => cost[flag] && !shown[flag])
