/**
 * Where things are in the hours of a calendar. The rows of a day are hours of the studio's wall,
 * and days of a week share them. On the night the clocks go back an hour comes twice and has two
 * rows; on other days, and for the hour that is left out in spring, such a row is a gap that what
 * lasts over it bridges.
 */
import { addMinutes, type Instant, minutesBetween } from '#app/values/instant.ts'
import { addDays, instantOf, type LocalDate, localDateTime } from '#app/values/zone.ts'

export type Spanning = { startsAt: Instant; endsAt: Instant }

/** `again` is the second of two hours of the same name. */
export type HourRow = { hour: number; again: boolean }

export type CalendarDay = {
  date: LocalDate
  startsAt: Instant
  endsAt: Instant
  /** Rows of the axis that this day does not have. */
  gaps: number[]
  /** Minutes by which the day is longer (back) or shorter (forward) than 24 hours. */
  longer: number
}

export type CalendarAxis = { zone: string; rows: HourRow[]; days: CalendarDay[] }

/**
 * A piece of something on one day, in minutes of the axis, whole fives; `before` and `after` go on
 * on other days.
 */
export type Piece<Item> = {
  item: Item
  from: number
  until: number
  before: boolean
  after: boolean
}

/** Shown when nothing is on. */
const usual = { from: 8, until: 20 }
/** What is shorter is drawn as this long, in minutes. */
const least = 15

const rowId = ({ hour, again }: HourRow) => hour + (again ? 0.5 : 0)

/** The hours a date has in a zone, in their order. */
function hoursOf({ startsAt, endsAt, longer }: Omit<CalendarDay, 'gaps'>, zone: string): HourRow[] {
  if (longer === 0) return Array.from({ length: 24 }, (_, hour) => ({ hour, again: false }))
  const rows = new Map<number, HourRow>()
  for (let at = startsAt; at < endsAt; at = addMinutes(at, 15)) {
    const row = rowOf(at, zone)
    rows.set(rowId(row), row)
  }
  return [...rows.values()]
}

/** The hour of an instant; only where clocks change can it be the second of its name. */
function rowOf(at: Instant, zone: string): HourRow {
  const local = localDateTime(at, zone)
  return { hour: Number(local.slice(11, 13)), again: instantOf(local, zone) < at }
}

/**
 * The rows for these days: from the first to the last hour in which anything is, at least 8:00 to
 * 20:00. `items` need not all be of these days.
 */
export function calendarAxis(
  dates: readonly LocalDate[],
  zone: string,
  items: readonly Spanning[],
): CalendarAxis {
  const bare = dates.map((date) => {
    const [startsAt, endsAt] = [
      instantOf(`${date}T00:00`, zone),
      instantOf(`${addDays(date, 1)}T00:00`, zone),
    ]
    return { date, startsAt, endsAt, longer: minutesBetween(startsAt, endsAt) - 1_440 }
  })
  const hours = bare.map((day) => new Map(hoursOf(day, zone).map((row) => [rowId(row), row])))
  const all = [...new Map(hours.flatMap((rows) => [...rows])).values()].sort(
    (a, b) => rowId(a) - rowId(b),
  )
  let [from, until] = [usual.from, usual.until]
  for (const day of bare) {
    for (const { startsAt, endsAt } of items) {
      if (startsAt >= day.endsAt || endsAt <= day.startsAt) continue
      from = startsAt <= day.startsAt ? 0 : Math.min(from, hourAt(startsAt, zone))
      until = endsAt >= day.endsAt ? 24 : Math.max(until, hourAt(addMinutes(endsAt, -1), zone) + 1)
    }
  }
  const rows = all.filter(({ hour }) => hour >= from && hour < until)
  return {
    zone,
    rows,
    days: bare.map((day, i) => ({
      ...day,
      gaps: rows.flatMap((row, at) => (hours[i]?.has(rowId(row)) ? [] : [at])),
    })),
  }
}

const hourAt = (at: Instant, zone: string) => Number(localDateTime(at, zone).slice(11, 13))

/**
 * Minutes from the top of the axis to an instant of `day`; times outside the rows are at the
 * nearer end.
 */
function minuteOn({ zone, rows }: CalendarAxis, day: CalendarDay, at: Instant): number {
  const end = rows.length * 60
  if (at <= day.startsAt) return 0
  if (at >= day.endsAt) return end
  const local = localDateTime(at, zone)
  const hour = Number(local.slice(11, 13))
  const again = day.longer !== 0 && instantOf(local, zone) < at
  const id = rowId({ hour, again })
  const index = rows.findIndex((row) => rowId(row) === id)
  if (index >= 0) return index * 60 + Number(local.slice(14, 16))
  return rows[0] && id < rowId(rows[0]) ? 0 : end
}

/**
 * The pieces of what lies on a day, in whole five minutes and at least a quarter of an hour long.
 */
export function piecesOn<Item extends Spanning>(
  axis: CalendarAxis,
  day: CalendarDay,
  items: readonly Item[],
): Piece<Item>[] {
  const end = axis.rows.length * 60
  return items.flatMap((item) => {
    if (item.startsAt >= day.endsAt || item.endsAt <= day.startsAt) return []
    const from = Math.floor(minuteOn(axis, day, item.startsAt) / 5) * 5
    const until = Math.ceil(minuteOn(axis, day, item.endsAt) / 5) * 5
    const length = Math.max(until - from, least)
    const top = Math.max(0, Math.min(from, end - length))
    const [before, after] = [item.startsAt < day.startsAt, item.endsAt > day.endsAt]
    return [{ item, from: top, until: Math.min(top + length, end), before, after }]
  })
}

export type Laned<Item> = Piece<Item> & { lane: number; lanes: number }

/**
 * Things that share time stand side by side: each piece gets a lane, and `lanes` of the group it
 * touches. No more than `most` lanes are made; what would need another is answered in `more`, to be
 * told in words.
 */
export function inLanes<Item>(
  pieces: readonly Piece<Item>[],
  most: number,
): { placed: Laned<Item>[]; more: Piece<Item>[] } {
  const sorted = pieces.map((piece, i) => ({ piece, i }))
  sorted.sort((a, b) => a.piece.from - b.piece.from || b.piece.until - a.piece.until || a.i - b.i)
  const placed: Laned<Item>[] = []
  const more: Piece<Item>[] = []
  let group: Laned<Item>[] = []
  let ends: number[] = []
  const close = () => {
    for (const one of group) one.lanes = ends.length
    placed.push(...group)
    group = []
    ends = []
  }
  for (const { piece } of sorted) {
    if (ends.every((end) => end <= piece.from)) close()
    let lane = ends.findIndex((end) => end <= piece.from)
    if (lane < 0) lane = ends.length
    if (lane >= most) {
      more.push(piece)
      continue
    }
    ends[lane] = piece.until
    group.push({ ...piece, lane, lanes: 1 })
  }
  close()
  return { placed, more }
}
