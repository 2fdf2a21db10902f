/** A long day in parts that fold. Pure. */

export type DayPart<Entry> = { name: string; entries: Entry[] }

/** A list with more than this is looked through by its part of the day. */
export const longDay = 12

const parts = [
  ['Morning', '00:00'],
  ['Afternoon', '12:00'],
  ['Evening', '17:00'],
] as const

/** Morning, afternoon from 12:00, evening from 17:00, by local start; parts without any are left out. */
export function dayParts<Entry extends { localStart: string }>(
  entries: readonly Entry[],
): DayPart<Entry>[] {
  const nameOf = ({ localStart }: Entry) =>
    parts.findLast(([, from]) => localStart.slice(11, 16) >= from)?.[0]
  return parts
    .map(([name]) => ({ name, entries: entries.filter((entry) => nameOf(entry) === name) }))
    .filter((part) => part.entries.length > 0)
}
