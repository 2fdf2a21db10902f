/**
 * What a studio tells its members on every page for some time, such as while it moves its website.
 * Kept in `studios.maintenance`: two instants and a sentence. Pure.
 */
import type { Instant } from '#app/values/instant.ts'
import { deadlineNear } from '#app/values/wording.ts'
import { localDate } from '#app/values/zone.ts'
import type { Studio } from './studio.ts'

export type Maintenance = { text: string; from: Instant; until: Instant }

/** The notice that is kept, over or not; null where there is none. */
export function maintenanceOf({ maintenance }: Pick<Studio, 'maintenance'>): Maintenance | null {
  const [, from, until, text] = /^(\S+) (\S+) (.+)$/.exec(maintenance) ?? []
  return from && until && text ? { from, until, text } : null
}

/** How `studios.maintenance` says it. */
export const maintenanceText = ({ text, from, until }: Maintenance): string =>
  `${from} ${until} ${text}`

/** `The site is slow tonight. Until Sun 06:00.` */
export const noticeWords = (text: string, until: string): string =>
  `${/[.?]$/.test(text) ? text : `${text}.`} Until ${until}.`

/** What members are told now; empty before it begins and once it is over. */
export function toldNow(
  studio: Pick<Studio, 'maintenance' | 'timeZone' | 'locale'>,
  now: Instant,
): string {
  const kept = studio.maintenance === '' ? null : maintenanceOf(studio)
  if (!kept || now < kept.from || now >= kept.until) return ''
  const { timeZone, locale } = studio
  return noticeWords(
    kept.text,
    deadlineNear(kept.until, timeZone, locale, localDate(now, timeZone)),
  )
}
