/** The day's rooms as lanes of hours, for the picture over the today board. Pure. */
import { type Instant, minutesBetween } from '#app/values/instant.ts'
import { clockTime } from '#app/values/wording.ts'
import { localDateTime } from '#app/values/zone.ts'
import type { BoardClass } from './today-page.server.ts'

export type LaneBlock = {
  id: string
  /** The short name, since an hour is narrow; as much of it as there is room for. */
  name: string
  note: string
  /** The whole of it, for who points at it. */
  title: string
  look: 'over' | 'now' | 'ahead'
  /** Percent of the width. */
  from: number
  width: number
}

export type Lanes = {
  hours: { name: string; at: number }[]
  /** Something at the same time in the same room has a lane of its own, without the name. */
  rooms: { name: string; blocks: LaneBlock[] }[]
  /** Percent of the width; null outside of the hours shown. */
  now: number | null
}

/** Fewer hours than this would be drawn too wide. */
const leastHours = 8

/** The narrowest a lane is drawn, in pixels, and what a letter of a name and its edge take. */
const [laneWidth, letter, edge] = [760, 7.2, 10]

type Reader = { now: Instant; timeZone: string; locale: string }

/**
 * The lanes of the classes that take place; null without one. Hours are minutes of elapsed time
 * from the first whole hour, so that a day with a changed clock stays in order.
 */
export function todayLanes(classes: readonly BoardClass[], reader: Reader): Lanes | null {
  const { now, timeZone, locale } = reader
  const [first] = classes
  if (!first) return null
  const opens = classes.reduce(
    (at, { startsAt }) => (startsAt < at ? startsAt : at),
    first.startsAt,
  )
  const closes = classes.reduce((at, { endsAt }) => (endsAt > at ? endsAt : at), first.endsAt)
  const firstHour = localDateTime(opens, timeZone)
  const before = Number(firstHour.slice(14, 16))
  const hours = Math.max(leastHours, Math.ceil((minutesBetween(opens, closes) + before) / 60))
  const at = (instant: Instant) => percent((minutesBetween(opens, instant) + before) / (hours * 60))
  const placed = (entry: BoardClass): LaneBlock => {
    const { startsAt, endsAt, localStart, shortName, title, coachName } = entry
    const look = lookOf(entry, now)
    return {
      id: entry.id,
      name: shortName || title,
      note: noteOf(entry, look),
      title: `${clockTime(localStart, locale)} ${title}, ${coachName}`,
      look,
      from: at(startsAt),
      width: percent(minutesBetween(startsAt, endsAt) / (hours * 60)),
    }
  }
  const here = at(now)
  return {
    hours: Array.from({ length: hours }, (_, hour) => ({
      name: hourName(firstHour, hour),
      at: percent(hour / hours),
    })),
    rooms: [...new Set(classes.map(({ roomName }) => roomName))]
      .sort((one, other) => one.localeCompare(other, locale))
      .flatMap((name) =>
        apart(classes.filter(({ roomName }) => roomName === name)).map((lane, i) => ({
          name: i === 0 ? name : '',
          blocks: lane.map(placed).map(fitted),
        })),
      ),
    now: here >= 0 && here <= 100 ? here : null,
  }
}

/** A name ends before the next block begins: beyond its own there is room to be read in. */
function fitted(block: LaneBlock, i: number, lane: readonly LaneBlock[]): LaneBlock {
  const room = (lane[i + 1]?.from ?? 100) - block.from
  const letters = Math.floor((room * laneWidth) / 100 / letter - edge / letter)
  return { ...block, name: shortened(block.name, letters), note: shortened(block.note, letters) }
}

const shortened = (text: string, letters: number) =>
  text.length <= letters ? text : `${text.slice(0, Math.max(1, letters - 1)).trimEnd()}…`

const percent = (share: number) => Math.round(share * 10_000) / 100

const hourName = (first: string, hour: number) =>
  String((Number(first.slice(11, 13)) + hour) % 24).padStart(2, '0')

function lookOf({ startsAt, endsAt }: BoardClass, now: Instant): LaneBlock['look'] {
  if (endsAt <= now) return 'over'
  return startsAt <= now ? 'now' : 'ahead'
}

function noteOf({ came, booked, capacity }: BoardClass, look: LaneBlock['look']): string {
  if (look === 'over') return `${came} came`
  return booked >= capacity && look === 'ahead' ? 'Full' : `${booked} of ${capacity}`
}

/** Of one room, in lanes in which nothing meets. */
function apart(classes: readonly BoardClass[]): BoardClass[][] {
  const lanes: BoardClass[][] = []
  for (const entry of classes) {
    const free = lanes.find((lane) => lane.every(({ endsAt }) => endsAt <= entry.startsAt))
    if (free) free.push(entry)
    else lanes.push([entry])
  }
  return lanes
}
