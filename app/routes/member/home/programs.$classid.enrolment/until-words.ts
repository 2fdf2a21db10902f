import { clockTime, deadline } from '#app/values/wording.ts'
import { wallTime } from '#app/values/zone.ts'

/** The time alone for a hold of minutes, the day too for an offer. */
export function untilWords(
  until: string,
  { timeZone, locale }: { timeZone: string; locale: string },
  now: string,
): string {
  const local = wallTime(until, timeZone)
  const sameDay = local.slice(0, 10) === wallTime(now, timeZone).slice(0, 10)
  return sameDay ? clockTime(local, locale) : deadline(until, timeZone, locale)
}
