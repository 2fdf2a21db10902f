/** What a request to move programs says, to either side. Pure. */
import { count, dayMonthYear } from '#app/values/wording.ts'

/** `7 days, asked on 3 November 2026: waiting`; answered, with who answered. */
export function shiftWords(
  shift: { days: number; state: string; askedOn: string; answeredBy: string },
  locale: string,
): string {
  const { days, state, askedOn, answeredBy } = shift
  const asked = `${count(days, 'day')} later, asked on ${dayMonthYear(askedOn, locale)}`
  if (state === 'asked') return `${asked}: waiting for the coach.`
  return `${asked}: ${state === 'approved' ? 'moved' : 'declined'} by ${answeredBy}.`
}
