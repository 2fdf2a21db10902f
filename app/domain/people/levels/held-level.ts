/** Levels that are held for a time: provisional ones, and those that expire. Pure. */
import { dayMonthYear } from '#app/values/wording.ts'
import { addDays, type LocalDate } from '#app/values/zone.ts'

/** How a level is held on a day. */
export type Hold = { provisional: boolean; lapsesOn: LocalDate | null }

/** The same of a row of the database. */
export const holdOf = (row: { provisional: number | null; lapsesOn: LocalDate | null }): Hold => ({
  provisional: row.provisional === 1,
  lapsesOn: row.lapsesOn,
})

export const hasLapsed = ({ lapsesOn }: Hold, today: LocalDate): boolean =>
  lapsesOn !== null && lapsesOn <= today

/** `provisional until 30 Nov 2026`, `expired on 1 Dec 2026`; empty for one that is held for good. */
export function holdWords(hold: Hold, today: LocalDate, locale: string): string {
  const { provisional, lapsesOn } = hold
  if (lapsesOn === null) return provisional ? 'provisional until it is confirmed' : ''
  if (hasLapsed(hold, today))
    return `${provisional ? 'provisional, ended' : 'expired'} on ${dayMonthYear(lapsesOn, locale)}`
  const last = dayMonthYear(addDays(lapsesOn, -1), locale)
  return provisional ? `provisional until ${last}` : `valid until ${last}`
}
