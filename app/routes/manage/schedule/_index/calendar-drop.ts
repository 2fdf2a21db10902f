/**
 * From where a dragged thing was let go to the time it would have: pure, in minutes from the top of
 * the hours.
 */

export type Hours = readonly { name: string; value: number }[]

export type Movement = {
  /** Where the thing stands now. */
  from: number
  /** The upper edge while moving, the lower edge while resizing. */
  top: number
  minutes: number
  resizing: boolean
}

/** All is put on quarters of an hour. */
const step = 15
/** The shortest and longest a class may be made. */
const shortest = 15
const longest = 720

const toStep = (minutes: number) => Math.round(minutes / step) * step
const between = (least: number, value: number, most: number) =>
  Math.max(least, Math.min(value, most))

/** The place on the hours: where it begins, how long, and the time on the wall of its beginning. */
export function dropOf(hours: Hours, { from, top, minutes, resizing }: Movement) {
  const end = hours.length * 60
  // Where it stands was measured on the screen.
  const stands = Math.round(from / 5) * 5
  if (resizing) {
    const length = between(shortest, toStep(top) - stands, Math.min(longest, end - stands))
    return { from: stands, minutes: length, time: timeAt(hours, stands) }
  }
  // Moved to another column alone it keeps a time that is no quarter.
  const wanted = Math.abs(top - stands) < step / 2 ? stands : toStep(top)
  const start = between(
    0,
    wanted,
    Math.max(0, Math.floor((end - Math.min(minutes, end)) / step) * step),
  )
  return { from: start, minutes, time: timeAt(hours, start) }
}

/** `18:15`: what the wall shows at a row. */
function timeAt(hours: Hours, minute: number): string {
  const hour = hours[Math.floor(minute / 60)]?.value ?? 0
  return `${String(hour).padStart(2, '0')}:${String(Math.round(minute) % 60).padStart(2, '0')}`
}

/** The same in the page's own words, `6:15 pm`; behind the last row it is the end of its hour. */
export function labelOf(hours: Hours, minute: number): string {
  const row = hours[Math.floor(minute / 60)]
  const past = String(Math.round(minute) % 60).padStart(2, '0')
  if (row) return row.name.replace(/:00/, `:${past}`)
  const last = hours.at(-1)
  return last ? `${String((last.value + 1) % 24).padStart(2, '0')}:${past}` : ''
}
