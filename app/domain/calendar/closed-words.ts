/** Closed days as members read them. */
import { dayLong, dayRange } from '#app/values/wording.ts'
import type { LocalDate } from '#app/values/zone.ts'

/** Closed days are told so many days ahead, where nobody asks about days of their own. */
export const closedAhead = 14

export type ToldClosure = {
  name: string
  /** What people read; empty: the name says enough. */
  message: string
  /** The place that is closed; null is everywhere. */
  location: string | null
  fromDate: LocalDate
  untilDate: LocalDate
}

/** `Closed Thursday 24 December (Christmas). We wish you quiet days.` */
export function closedWords(
  { name, message, location, fromDate, untilDate }: ToldClosure,
  locale: string,
): string {
  const days =
    fromDate === untilDate ? dayLong(fromDate, locale) : dayRange(fromDate, untilDate, locale)
  const what = location ? `${location} is closed` : 'Closed'
  const more = message.trim().replace(/[.!?]*$/, '.')
  return `${what} ${days} (${name}).${message.trim() ? ` ${more}` : ''}`
}

/** The closure of the whole studio on a date; null where it is open. */
export const closedOn = (closures: readonly ToldClosure[], date: LocalDate): ToldClosure | null =>
  closures.find(
    ({ location, fromDate, untilDate }) =>
      location === null && fromDate <= date && date <= untilDate,
  ) ?? null
