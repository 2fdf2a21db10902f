/** What changing to another course costs: decided once, for the page and the press. */
import { lastParts } from '#app/values/money.ts'
import type { CoursePrice } from '../course-price.ts'
import type { MyEnrolment } from '../course-view.ts'
import type { EnrolAvailability } from './enrol-availability.ts'

/**
 * The sessions to come of the one course, at its price after discounts, are set against the price of
 * the other.
 */
export type TransferQuote = {
  creditMinor: number
  sessions: number
  of: number
  price: CoursePrice
  dueMinor: number
  /** What of the price of the one has not been paid. */
  unpaidMinor: number
}

/**
 * The quote for anyone who is enrolled by `mine` and stands to the other course as `to`; null where
 * it has no place for them.
 */
export function transferQuoteOf(mine: MyEnrolment, to: EnrolAvailability): TransferQuote | null {
  if (mine.state !== 'enrolled' || to.kind !== 'open') return null
  const of = Math.max(1, mine.sessions)
  const sessions = Math.min(of, mine.seatsToCome + mine.makeUps)
  const creditMinor = Math.min(
    lastParts(mine.priceMinor - mine.offMinor, of, sessions),
    mine.priceMinor - mine.backMinor,
  )
  return {
    creditMinor,
    sessions,
    of,
    price: to.price,
    dueMinor: to.price.minor - creditMinor,
    unpaidMinor: mine.unpaidMinor,
  }
}
