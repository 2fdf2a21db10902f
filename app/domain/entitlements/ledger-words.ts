/** The ledger in words (routes.md: "−1 Thu Vinyasa, +1 cancelled on time"). */
import { clockTime, dayShort, deadline } from '#app/values/wording.ts'
import type { LocalDateTime } from '#app/values/zone.ts'

type Line = {
  kind: 'grant' | 'book' | 'return' | 'forfeit' | 'expire' | 'revoke' | 'adjust' | 'transfer'
  lotName: string
  reason: string
  title: string | null
  localStart: LocalDateTime | null
  bookingState: string | null
  cutoffAt: string | null
}

/** What happened, and what that did to which package: two short lines. */
export function ledgerWords(line: Line, { timeZone, locale }: { timeZone: string; locale: string }) {
  const { kind, lotName, title, localStart, bookingState, cutoffAt, reason } = line
  const theClass =
    title && localStart
      ? `${title}, ${dayShort(localStart.slice(0, 10), locale)} ${clockTime(localStart, locale)}`
      : 'a class'
  switch (kind) {
    case 'grant':
      return { what: `You bought ${lotName}`, detail: reason }
    case 'book':
      return { what: `You booked ${theClass}`, detail: lotName }
    case 'return': {
      const how: Record<string, string> = {
        studio_cancelled: `${theClass} was cancelled by the studio`,
        declined: `You declined ${theClass}`,
      }
      return { what: how[bookingState ?? ''] ?? `You cancelled ${theClass} in time`, detail: `Back to ${lotName}` }
    }
    case 'forfeit':
      return bookingState === 'no_show'
        ? { what: `You did not come to ${theClass}`, detail: 'The credit stays used' }
        : {
            what: `You cancelled ${theClass} late`,
            detail: `${cutoffAt ? `The limit was ${deadline(cutoffAt, timeZone, locale)}, so the` : 'The'} credit stays used`,
          }
    case 'expire':
      return { what: `${lotName} ended`, detail: 'What was left is gone' }
    case 'revoke':
      return { what: `${lotName} was refunded`, detail: reason }
    case 'adjust':
      return { what: `The studio corrected ${lotName}`, detail: reason }
    case 'transfer':
      return { what: `Moved from or to ${lotName}`, detail: reason }
  }
}
