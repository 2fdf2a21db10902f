/**
 * The columns of a week (its days) and of a day (its rooms, or its staff), with everything in its
 * place.
 */
import { minutesBetween } from '#app/values/instant.ts'
import { clockTime, dayLong, weekdayShort } from '#app/values/wording.ts'
import { addDays, type LocalDate, secondTimeMark } from '#app/values/zone.ts'
import {
  type CalendarAxis,
  type CalendarDay,
  calendarAxis,
  inLanes,
  piecesOn,
} from './calendar-axis.ts'
import type { CalendarFilters } from './calendar-filters.ts'
import {
  type CalendarItem,
  closedOn,
  isItem,
  type Look,
  narrowed,
  outItem,
  toItem,
} from './calendar-items.ts'
import { type Box, hourHeight } from './calendar-room.ts'
import type { CalendarRows, ItemRow, OutRow } from './calendar-rows.ts'

/**
 * `cell` is its place as classes of the grid: rows from `h` hours `m` fives until `e` and `f`, lane
 * `i` of `n`.
 */
export type PlacedItem = CalendarItem & { cell: string; before: boolean; after: boolean }

export type CalendarColumn = {
  key: string
  date: LocalDate
  /** `Mon` and `9`, or a name alone. */
  name: string
  number: string
  long: string
  today: boolean
  /** The room or coach it is the column of. */
  roomId: string
  coachId: string
  /** Why the studio is closed. */
  closed: string
  /** `The clocks go back: this day has 25 hours.` */
  clocks: string
  /** What lasts the whole of what is shown. */
  allDay: string[]
  items: PlacedItem[]
  /** What found no place beside the others. */
  more: CalendarItem[]
  gaps: string[]
  /** The row of this moment. */
  nowAt: string
  lanes: number
}

export type CalendarGrid = {
  /** Names of the hours, `07:00`; an hour that comes twice is there twice. */
  hours: { name: string; value: number }[]
  columns: CalendarColumn[]
  /** How tall an hour is drawn: 0 as usual, more where names need it. */
  tall: 0 | 1 | 2
}

/** Lanes beside each other that can still be read. */
const mostInWeek = 3
const mostInDay = 6

const cellOf = (from: number, until: number) =>
  `h${Math.floor(from / 60)} m${(from % 60) / 5} e${Math.floor(until / 60)} f${(until % 60) / 5}`

type Row = ItemRow | OutRow

/** The grid of a day or a week. `clashing` are ids that the page marks. */
export function calendarGrid(
  rows: CalendarRows,
  filters: CalendarFilters,
  look: Look,
  clashing: ReadonlySet<string>,
): CalendarGrid {
  const { items, outs, closures } = narrowed(rows, filters)
  const days = Array.from({ length: filters.view === 'day' ? 1 : 7 }, (_, i) =>
    addDays(rows.from, i),
  )
  const axis = calendarAxis(days, look.timeZone, items)
  const all: Row[] = [...items, ...outs]
  const boxes: Box[] = []
  const fill = (day: CalendarDay, own: readonly Row[], most: number) => {
    const end = axis.rows.length * 60
    const pieces = piecesOn(axis, day, own)
    const through = (piece: (typeof pieces)[number]) =>
      !isItem(piece.item) && piece.from === 0 && piece.until === end
    const { placed, more } = inLanes(
      pieces.filter((piece) => !through(piece)),
      most,
    )
    const words = (row: Row) => (isItem(row) ? toItem(row, look, clashing) : outItem(row, look))
    return {
      allDay: pieces.filter(through).map(({ item }) => words(item).title),
      items: placed
        .sort((a, b) => a.from - b.from || a.lane - b.lane)
        .map(({ item, from, until, lane, lanes, before, after }) => {
          const told = words(item)
          boxes.push({
            name: lanes > 1 ? told.short : told.title,
            minutes: until - from,
            lanes,
          })
          return {
            ...told,
            cell: lanes > 1 ? `${cellOf(from, until)} n${lanes} i${lane}` : cellOf(from, until),
            before,
            after,
          }
        }),
      more: more.map(({ item }) => words(item)),
      lanes: Math.max(1, ...placed.map(({ lanes }) => lanes)),
    }
  }
  const dayOf = (day: CalendarDay) => ({
    date: day.date,
    today: day.date === rows.today,
    closed: closedOn(closures, day.date),
    clocks: clocksWords(day),
    gaps: day.gaps.map((at) => cellOf(at * 60, at * 60 + 60)),
    nowAt: nowIn(axis, day, look),
  })
  const hours = axis.rows.map(({ hour, again }) => {
    const wall = `${String(hour).padStart(2, '0')}:00${again ? secondTimeMark : ''}`
    return { name: clockTime(`${rows.from}T${wall}`, look.locale), value: hour }
  })
  if (filters.view !== 'day') {
    return {
      hours,
      columns: axis.days.map((day) => ({
        key: day.date,
        roomId: '',
        coachId: '',
        name: weekdayShort(day.date, look.locale),
        number: String(Number(day.date.slice(8))),
        long: dayLong(day.date, look.locale),
        ...dayOf(day),
        ...fill(day, all, mostInWeek),
      })),
      tall: hourHeight(boxes),
    }
  }
  const [day] = axis.days as [CalendarDay]
  return {
    hours,
    columns: ownersOf(rows, filters, all).map(({ id, name }) => ({
      key: id,
      name,
      number: '',
      long: name,
      ...(filters.by === 'room' ? { roomId: id, coachId: '' } : { roomId: '', coachId: id }),
      ...dayOf(day),
      ...fill(
        day,
        all.filter((row) => (filters.by === 'room' ? row.roomId : row.coachId) === id),
        mostInDay,
      ),
    })),
    tall: hourHeight(boxes),
  }
}

/** More columns than this, and only those with something in them are shown. */
const mostEmptyRooms = 6

/** Whose columns a day has: its rooms, or who works on it. */
function ownersOf(
  rows: CalendarRows,
  { by, room, location, coach }: CalendarFilters,
  all: readonly Row[],
) {
  const busy = new Set(all.map((row) => (by === 'room' ? row.roomId : row.coachId)))
  if (by === 'staff') {
    // Also who has left since: their classes still stand.
    const names = new Map(rows.coaches.map(({ id, name }) => [id, name]))
    for (const row of all)
      if (isItem(row) && !names.has(row.coachId)) names.set(row.coachId, row.coachName)
    const some = [...names].map(([id, name]) => ({ id, name })).filter(({ id }) => busy.has(id))
    return some.length > 0
      ? some
      : rows.coaches.filter(({ id }) => coach === '' || id === coach).slice(0, mostEmptyRooms)
  }
  const rooms = rows.rooms.filter(
    ({ id, locationId }) =>
      (room === '' || id === room) && (location === '' || locationId === location),
  )
  return rooms.length > mostEmptyRooms && busy.size > 0
    ? rooms.filter(({ id }) => busy.has(id))
    : rooms
}

function clocksWords({ longer }: CalendarDay): string {
  if (longer === 0) return ''
  const hours = (1_440 + longer) / 60
  return `Clocks go ${longer > 0 ? 'back' : 'forward'}: this day has ${hours} hours`
}

function nowIn(axis: CalendarAxis, day: CalendarDay, { now }: Look): string {
  if (now < day.startsAt || minutesBetween(now, day.endsAt) < 15) return ''
  const [piece] = piecesOn(axis, day, [{ startsAt: now, endsAt: day.endsAt }])
  if (!piece || piece.from === 0 || piece.from >= axis.rows.length * 60 - 15) return ''
  return cellOf(piece.from, piece.from + 5)
}
