/** What a ticket's holder reads of it. Pure. */
import type { PlainFormats } from '#app/values/formats.ts'
import { clockTimeAt, money } from '#app/values/wording.ts'
import type { TicketState } from './event-view.ts'

type Ticket = {
  state: TicketState
  passedOn: boolean
  holderName: string
  checkedInAt: string | null
  refundMinor: number
  personId: string | null
}

/** One sentence where there is something to say beside the code; empty where there is none. */
export function holderWords(
  { state, passedOn, holderName, checkedInAt, refundMinor, personId }: Ticket,
  { timeZone, locale, currency }: PlainFormats,
): string {
  switch (state) {
    case 'valid':
      return passedOn ? `Passed on to ${holderName}, who now has the code.` : ''
    case 'checked_in':
      return `Used at ${clockTimeAt(checkedInAt ?? '1970-01-01T00:00:00Z', timeZone, locale)}.`
    case 'refunded':
    case 'cancelled': {
      const ended = state === 'refunded' ? 'Returned.' : 'Cancelled by the studio.'
      if (refundMinor === 0) return ended
      const back = money(refundMinor, currency, locale)
      return `${ended} ${back} ` + `${personId ? 'is on your account' : 'is refunded at the desk'}.`
    }
    case 'held':
    case 'lapsed':
      return 'Not confirmed in time.'
  }
}
