/** When a letter that nobody waits for may go out. Pure. */
import type { Instant } from '#app/values/instant.ts'
import { addDays, instantOf, localDateTime } from '#app/values/zone.ts'

const clock = (hour: number) => `T${String(hour).padStart(2, '0')}:00`

/**
 * The first instant from `now` on at which the studio's clock stands between `fromHour` and
 * `untilHour`: now, later today, or tomorrow.
 */
export function nextAllowed(
  now: Instant,
  timeZone: string,
  { fromHour, untilHour }: { fromHour: number; untilHour: number },
): Instant {
  const local = localDateTime(now, timeZone)
  const [date = '', time = ''] = local.split('T')
  const hour = Number(time.slice(0, 2))
  if (hour >= fromHour && hour < untilHour) return now
  const day = hour < fromHour ? date : addDays(date, 1)
  return instantOf(`${day}${clock(fromHour)}`, timeZone)
}
