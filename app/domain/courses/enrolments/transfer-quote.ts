/** What changing to another course costs: decided once, for the page and the press. */
import { lastParts } from '#app/values/money.ts'
import { money } from '#app/values/wording.ts'
import type { CoursePrice } from '../course-price.ts'
import type { MyEnrolment } from '../course-view.ts'
import type { EnrolAvailability } from './enrol-availability.ts'

/** The sessions to come of the one course are set against the price of the other. */
export type TransferQuote = {
  creditMinor: number
  sessions: number
  of: number
  price: CoursePrice
  dueMinor: number
}

/**
 * The quote for who is enrolled by `mine` and stands to the other course as `to`; null where it has
 * no place for them.
 */
export function transferQuoteOf(mine: MyEnrolment, to: EnrolAvailability): TransferQuote | null {
  if (mine.state !== 'enrolled' || to.kind !== 'open') return null
  const of = Math.max(1, mine.sessions)
  const sessions = Math.min(of, mine.seatsToCome + mine.makeUps)
  const creditMinor = lastParts(mine.priceMinor, of, sessions)
  return { creditMinor, sessions, of, price: to.price, dueMinor: to.price.minor - creditMinor }
}

/** `£15.00 more to pay.`, `£5.00 goes back to you.` */
export function dueWords(
  dueMinor: number,
  { currency, locale }: { currency: string; locale: string },
): string {
  if (dueMinor === 0) return 'Nothing to pay and nothing back.'
  const amount = money(Math.abs(dueMinor), currency, locale)
  return dueMinor > 0 ? `${amount} more to pay.` : `${amount} goes back to you.`
}
