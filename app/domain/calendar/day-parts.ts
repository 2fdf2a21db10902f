/** A long day in parts that fold. Pure. */
import { dayPartStarts } from '#app/values/day-part.ts'

export type DayPart<Entry> = { name: string; entries: Entry[] }

/** A list with more than this is looked through by its part of the day. */
export const longDay = 12

const parts = [
  ['Morning', dayPartStarts.morning],
  ['Afternoon', dayPartStarts.afternoon],
  ['Evening', dayPartStarts.evening],
] as const

/** Entries by the part of the day they start in; parts without any are left out. */
export function dayParts<Entry extends { localStart: string }>(
  entries: readonly Entry[],
): DayPart<Entry>[] {
  const nameOf = ({ localStart }: Entry) =>
    parts.findLast(([, from]) => localStart.slice(11, 16) >= from)?.[0]
  return parts
    .map(([name]) => ({ name, entries: entries.filter((entry) => nameOf(entry) === name) }))
    .filter((part) => part.entries.length > 0)
}
