/** Time off as it is read. Pure. */
import type { TimeOffState } from '#app/db/studio/day/staffing-words.ts'
import type { Instant } from '#app/values/instant.ts'
import { clockTime, dayShort } from '#app/values/wording.ts'
import { addDays, localDateTime } from '#app/values/zone.ts'

/** `Mon 7 Dec`, `Mon 7 Dec to Wed 9 Dec`, `Mon 7 Dec, 09:00 to 13:00`. */
export function spanWords(
  { startsAt, endsAt }: { startsAt: Instant; endsAt: Instant },
  { timeZone, locale }: { timeZone: string; locale: string },
): string {
  const [from, until] = [localDateTime(startsAt, timeZone), localDateTime(endsAt, timeZone)]
  const [first, last] = [from.slice(0, 10), until.slice(0, 10)]
  if (from.endsWith('T00:00') && until.endsWith('T00:00')) {
    const lastWhole = addDays(last, -1)
    const day = dayShort(first, locale)
    return lastWhole === first ? day : `${day} to ${dayShort(lastWhole, locale)}`
  }
  const end = first === last ? '' : `${dayShort(last, locale)}, `
  return `${dayShort(first, locale)}, ${clockTime(from, locale)} to ${end}${clockTime(until, locale)}`
}

export const timeOffLabels: Record<
  TimeOffState,
  { text: string; tone: 'good' | 'warn' | 'bad' | null }
> = {
  asked: { text: 'Asked', tone: 'warn' },
  approved: { text: 'Approved', tone: 'good' },
  declined: { text: 'Declined', tone: 'bad' },
  withdrawn: { text: 'Cancelled', tone: null },
}

/** Why a decision changes nothing any more, or not yet. */
export const decidedWords = ({ state, by }: { state: TimeOffState; by: string }): string =>
  state === 'asked'
    ? 'Nobody has decided about it yet. Approve or decline it.'
    : `${by} was first: it is ${timeOffLabels[state].text.toLowerCase()}.`
