import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { firstOfWeek, isLocalDate, type LocalDate, localDate } from '#app/values/zone.ts'

/** The first day of the week of `?week=`; this week where that is none. */
export function weekAsked({ studio, now }: StudioContext, url: URL): LocalDate {
  const asked = url.searchParams.get('week') ?? ''
  return firstOfWeek(isLocalDate(asked) ? asked : localDate(now, studio.timeZone), studio)
}
