/** How a standing place is told: which days, since when, how it goes. */
import { readRule, weekdays } from '#app/domain/calendar/series-rule.ts'
import { clockTime, count, dayMonth, weekday } from '#app/values/wording.ts'
import { addDays, type LocalDate, type LocalDateTime } from '#app/values/zone.ts'

export type StandingPlace = {
  id: string
  kind: 'standing' | 'repeat'
  seriesId: string
  title: string
  firstStart: LocalDateTime
  rrule: string
  coachName: string
  roomName: string
  fromDate: LocalDate
  untilDate: LocalDate | null
  /** Dates to come that are booked or waited for, and such as could not be booked. */
  booked: number
  missed: number
}

/** `Every Tuesday 18:30`, `Every Tuesday and Thursday 18:30`. */
export function everyWords(
  { firstStart, rrule }: Pick<StandingPlace, 'firstStart' | 'rrule'>,
  locale: string,
): string {
  const days = readRule(rrule, firstStart)?.days ?? []
  const names = days.map((day) => weekday(addDays('2026-01-05', weekdays.indexOf(day)), locale))
  const listed =
    names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : (names[0] ?? 'date')
  return `Every ${listed} ${clockTime(firstStart, locale)}`
}

/** The same inside a sentence: `every Tuesday 18:30`. */
export function everyInSentence(words: string): string {
  return words.replace(/^Every/, 'every')
}

/** Until when, and what is booked by now. */
export function standingPlaceWords(
  { kind, untilDate, booked, missed }: StandingPlace,
  locale: string,
): string {
  const until = untilDate ? ` until ${dayMonth(untilDate, locale)}` : ''
  const who =
    kind === 'standing'
      ? `The studio keeps this place for you${until}.`
      : `Booked for you when booking opens${until}.`
  const dates = booked === 1 ? '1 date is booked.' : `${booked} dates are booked.`
  const failed = missed === 0 ? '' : ` ${count(missed, 'date')} could not be booked.`
  return `${who} ${dates}${failed}`
}
