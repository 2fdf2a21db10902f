/** Until when a pack can be used, as people read it. Pure. */
import { dayLong, dayMonthYear, dayOfAnyYear, dayShort } from '#app/values/wording.ts'
import type { LocalDate } from '#app/values/zone.ts'

/** The end of a pack that is valid from its first class, until that is booked. */
export const notStarted: LocalDate = '9999-12-31'

/** `Use by 5 Jan`, with the year where that is not the year of `today`. */
export function packEndWords(
  expiresOn: LocalDate,
  locale: string,
  { today, long = false }: { today?: LocalDate; long?: boolean } = {},
): string {
  if (expiresOn === notStarted) return 'Its days count from the first booking'
  if (today !== undefined && expiresOn.slice(0, 4) !== today.slice(0, 4))
    return `Use by ${dayMonthYear(expiresOn, locale)}`
  return `Use by ${long ? dayLong(expiresOn, locale) : dayShort(expiresOn, locale)}`
}

/** `until 5 Jan`, as staff read it behind what is left. */
export function packUntilWords(expiresOn: LocalDate, locale: string, today?: LocalDate): string {
  if (expiresOn === notStarted) return 'not started'
  return `until ${dayOfAnyYear(expiresOn, today ?? expiresOn, locale)}`
}
