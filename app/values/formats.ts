import type { Instant } from './instant.ts'
import { type LocalDate, localDate } from './zone.ts'

/** How a studio writes instants, dates and money; `today` is its date now. */
export type Formats = { timeZone: string; locale: string; currency: string; today: LocalDate }

/** The same without a today: enough for what is in letters and lists of rules. */
export type PlainFormats = Omit<Formats, 'today'>

/** How this studio writes at this instant. */
export function formatsAt({ timeZone, locale, currency }: PlainFormats, now: Instant): Formats {
  return { timeZone, locale, currency, today: localDate(now, timeZone) }
}
