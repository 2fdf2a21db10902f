/** Which days the books are asked for. Pure. */
import { addDays, isLocalDate, type LocalDate } from '#app/values/zone.ts'

/** The books of so many days at most are shown at once. */
const mostDays = 366

/** What was asked, else this month so far; never backwards, and a year at most. */
export function accountsPeriod(
  asked: URLSearchParams,
  today: LocalDate,
): { from: LocalDate; until: LocalDate } {
  const day = (name: string) => {
    const given = asked.get(name) ?? ''
    return isLocalDate(given) ? given : null
  }
  const until = day('until') ?? today
  const from = day('from') ?? `${until.slice(0, 7)}-01`
  const earliest = addDays(until, 1 - mostDays)
  if (from > until) return { from: until, until }
  return { from: from < earliest ? earliest : from, until }
}
