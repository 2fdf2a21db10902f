/**
 * What one planned change means, decided from rows alone: its place, its pay, and where it meets
 * another of the plan.
 */
import { gapWords, neverTwiceWords } from '#app/domain/calendar/room-clash-words.ts'
import { addMinutes, type Instant, minutesBetween } from '#app/values/instant.ts'
import { clockTimeAt, count, dayShort, dayShortTime } from '#app/values/wording.ts'
import { instantOf } from '#app/values/zone.ts'
import type { PlannedRow } from './planned-queries.server.ts'

/** The state of a class once its row is published; null where it is cancelled. */
export type Place = {
  id: string
  occurrenceId: string
  startsAt: Instant
  endsAt: Instant
  localStart: string
  roomId: string
  roomName: string
  coachId: string
  coachName: string
  minutes: number
}

export function placeOf(row: PlannedRow): Place | null {
  if (row.action === 'cancel') return null
  const localStart = row.wantedStart ?? row.localStart
  const startsAt = row.wantedStart ? instantOf(row.wantedStart, row.timeZone) : row.startsAt
  const minutes = row.wantedMinutes ?? minutesBetween(row.startsAt, row.endsAt)
  return {
    id: row.id,
    occurrenceId: row.occurrenceId,
    startsAt,
    endsAt: addMinutes(startsAt, minutes),
    localStart,
    roomId: row.wantedRoomId ?? row.roomId,
    roomName: row.wantedRoom ?? row.roomName,
    coachId: row.wantedCoachId ?? row.coachId,
    coachName: row.wantedCoach ?? row.coachName,
    minutes,
  }
}

/** A class that keeps its room and its time: what else is there was settled before. */
export const staysThere = (row: PlannedRow, place: Place): boolean =>
  row.action === 'change' &&
  place.roomId === row.roomId &&
  place.startsAt === row.startsAt &&
  place.endsAt === row.endsAt

/** Whether people of the class are told: time, room or coach become others. */
export function tells(row: PlannedRow): boolean {
  const place = placeOf(row)
  return (
    row.action === 'change' &&
    place !== null &&
    (place.startsAt !== row.startsAt ||
      place.endsAt !== row.endsAt ||
      place.roomId !== row.roomId ||
      place.coachId !== row.coachId)
  )
}

export type PayChange = { coachId: string; coachName: string; minutes: number }

/** Minutes that coaches teach more or less by one row; nothing where it stays. */
export function payChanges(row: PlannedRow): PayChange[] {
  const was = {
    coachId: row.coachId,
    coachName: row.coachName,
    minutes: -minutesBetween(row.startsAt, row.endsAt),
  }
  const place = placeOf(row)
  const is = place && { coachId: place.coachId, coachName: place.coachName, minutes: place.minutes }
  if (row.action === 'publish') return is ? [is] : []
  return sumPay(is ? [was, is] : [was])
}

/** The same coach's minutes together, without those that come to nothing. */
export function sumPay(changes: readonly PayChange[]): PayChange[] {
  const sums = new Map<string, PayChange>()
  for (const change of changes) {
    const sum = sums.get(change.coachId)
    sums.set(change.coachId, { ...change, minutes: change.minutes + (sum?.minutes ?? 0) })
  }
  return [...sums.values()].filter(({ minutes }) => minutes !== 0)
}

export const payWords = ({ coachName, minutes }: PayChange) =>
  `${coachName} teaches ${count(Math.abs(minutes), 'minute')} ${minutes > 0 ? 'more' : 'less'}`

/** `Thu 15 Oct, 18:30 to 19:30`. */
const whenWords = ({ startsAt, endsAt, localStart }: Place, timeZone: string, locale: string) =>
  `${dayShort(localStart.slice(0, 10), locale)}, ${clockTimeAt(startsAt, timeZone, locale)} to ` +
  `${clockTimeAt(endsAt, timeZone, locale)}`

/** Where a row of the plan would meet others; `refused` where it does in a room nobody books twice. */
export type WithinPlan = { words: string[]; refused: boolean }

/** Where rows of the plan would meet each other, by row id. */
export function clashesWithin(
  rows: readonly PlannedRow[],
  locale: string,
): Map<string, WithinPlan> {
  const places = rows.flatMap((row) => {
    const place = placeOf(row)
    return place ? [{ row, place }] : []
  })
  const clashes = new Map<string, WithinPlan>()
  for (const a of places) {
    for (const b of places) {
      if (a === b) continue
      const sameRoom =
        a.place.roomId === b.place.roomId &&
        !(staysThere(a.row, a.place) && staysThere(b.row, b.place))
      const gap = sameRoom ? gapBetween(a, b) : 0
      const meet = meetsFor(a.place, b.place, 0)
      if (!meet && !(gap > 0 && meetsFor(a.place, b.place, gap))) continue
      const when = whenWords(b.place, b.row.timeZone, locale)
      const planned = `is planned for ${b.row.title} ${when}`
      const refused = sameRoom && a.row.neverTwice === 1
      const words = [
        sameRoom
          ? `${a.place.roomName} ${planned}${meet ? '' : gapWords(gap)}` +
            `${refused ? neverTwiceWords : ''}`
          : '',
        meet && a.place.coachId === b.place.coachId ? `${a.place.coachName} ${planned}` : '',
      ].filter(Boolean)
      if (words.length === 0) continue
      const before = clashes.get(a.place.id)
      clashes.set(a.place.id, {
        words: [...(before?.words ?? []), ...words],
        refused: refused || before?.refused === true,
      })
    }
  }
  return clashes
}

type InPlan = { row: PlannedRow; place: Place }

/** Minutes that a room needs between two: its turn-round, and the set-up of the later one. */
function gapBetween(a: InPlan, b: InPlan): number {
  const later = a.place.startsAt < b.place.startsAt ? b : a
  return later.row.turnRound + later.row.setUp
}

const meetsFor = (a: Place, b: Place, minutes: number) =>
  a.startsAt < addMinutes(b.endsAt, minutes) && b.startsAt < addMinutes(a.endsAt, minutes)

/** What becomes of the class, in one line. */
export function changeWords(row: PlannedRow, locale: string): string {
  const at = (local: string) => dayShortTime(local, locale)
  if (row.action === 'publish')
    return (
      `New: ${at(row.localStart)}, ${row.roomName}, with ${row.coachName}, ` +
      `${count(row.capacity, 'place')}`
    )
  if (row.action === 'cancel') return `Cancelled${row.reason ? `: ${row.reason}` : ''}`
  const place = placeOf(row)
  const minutes = minutesBetween(row.startsAt, row.endsAt)
  if (!place) return ''
  const parts = [
    place.localStart !== row.localStart
      ? `${at(row.localStart)} becomes ${at(place.localStart)}`
      : '',
    place.minutes !== minutes ? `${minutes} minutes become ${place.minutes}` : '',
    place.roomId !== row.roomId ? `${row.roomName} becomes ${place.roomName}` : '',
    place.coachId !== row.coachId ? `${row.coachName} becomes ${place.coachName}` : '',
    row.wantedCapacity !== null && row.wantedCapacity !== row.capacity
      ? `${row.capacity} places become ${row.wantedCapacity}`
      : '',
  ].filter(Boolean)
  return parts.join(', ') || 'Stays as it is'
}
