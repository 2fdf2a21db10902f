/** Rows of the calendar as people at the desk read them. */
import type { OfferingKind } from '#app/db/studio/scheduling.ts'
import { type Instant, minutesBetween } from '#app/values/instant.ts'
import { clockTime, clockTimeAt, dayLongTime } from '#app/values/wording.ts'
import { type LocalDate, type LocalDateTime, wallTime } from '#app/values/zone.ts'
import { type Binding, type Clash, clashesOf } from './calendar-clashes.ts'
import type { CalendarFilters } from './calendar-filters.ts'
import type { CalendarRows, ClosureRow, ItemRow, OutRow } from './calendar-rows.ts'

export type CalendarItem = {
  id: string
  kind: OfferingKind | 'out'
  seriesId: string
  title: string
  /** For narrow places, at most a few words. */
  short: string
  time: string
  until: string
  coach: string
  room: string
  insteadOf: string | null
  /** `3 of 6`: which session of a course it is. */
  part: string
  /** `10/12`; empty where nobody books it. */
  fill: string
  waiting: number
  state: ItemRow['state'] | 'out'
  over: boolean
  clash: boolean
  seeks: boolean
  /** Where it is now, for what can be moved. */
  move: Movable | null
}

export type Movable = {
  start: LocalDateTime
  minutes: number
  roomId: string
  coachId: string
  resizes: boolean
}

/** By whom and when the calendar is read. */
export type Look = { now: Instant; timeZone: string; locale: string; canMove: boolean }

const firstName = (name: string) => name.split(' ')[0] ?? name
const lastName = (name: string) => name.split(' ').at(-1) ?? name

/** What the filters leave. Closed and blocked time is no kind: it goes where one is chosen. */
export function narrowed(rows: CalendarRows, { kind, coach, room, location }: CalendarFilters) {
  const placeOf = new Map(rows.rooms.map(({ id, locationId }) => [id, locationId]))
  const elsewhere = (roomId: string | null) =>
    (room !== '' && roomId !== room) ||
    (location !== '' && roomId !== null && placeOf.get(roomId) !== location)
  const items = rows.items.filter(
    (one) =>
      (kind === '' || one.kind === kind) &&
      (coach === '' || one.coachId === coach) &&
      !elsewhere(one.roomId),
  )
  const outs = rows.outs.filter(
    (one) =>
      kind === '' &&
      (coach === '' || one.coachId === coach) &&
      (one.coachId !== null || !elsewhere(one.roomId)),
  )
  const closures = rows.closures.filter(
    (one) => one.locationId === null || location === '' || one.locationId === location,
  )
  return { items, outs, closures }
}

const stands = ({ state }: ItemRow) =>
  state === 'scheduled' || state === 'held' || state === 'draft'

/**
 * What is still to come and binds one coach or room twice; also what is where its coach or room
 * is out.
 */
export function clashesAhead({ items, outs }: Pick<CalendarRows, 'items' | 'outs'>, now: Instant) {
  const ahead: (ItemRow | (OutRow & Binding))[] = [
    ...items.filter((one) => stands(one) && one.endsAt > now),
    ...outs
      .filter(({ endsAt }) => endsAt > now)
      .map((one) => ({ ...one, busyFrom: null, busyUntil: null })),
  ]
  const found = clashesOf(ahead).filter(({ one, other }) => isItem(one) || isItem(other))
  // Two that share the coach and the room are told of once.
  const pair = ({ one, other }: Clash<ItemRow | OutRow>) => [one.id, other.id].sort().join(' ')
  const named = new Set(found.filter(({ what }) => what === 'coach').map(pair))
  return found.filter((clash) => clash.what === 'coach' || !named.has(pair(clash)))
}

export const isItem = (row: ItemRow | OutRow): row is ItemRow => 'kind' in row

/** One row of what is on, in words. */
export function toItem(row: ItemRow, look: Look, clashing: ReadonlySet<string>): CalendarItem {
  const { now, timeZone, locale, canMove } = look
  const who = row.personName ? `, ${row.personName}` : ''
  const topic = row.topic ? `: ${row.topic}` : ''
  const started = row.startsAt <= now
  // Sessions of a draft course can be moved; a class that is not published yet is changed where it
  // was planned.
  const session = row.kind === 'course' || row.kind === 'workshop'
  const open = row.state === 'scheduled' || (row.state === 'draft' && session)
  const moves = canMove && open && !started && (row.kind === 'class' || session)
  return {
    id: row.id,
    kind: row.kind,
    seriesId: row.seriesId,
    state: row.state,
    waiting: row.waiting,
    title: `${row.title}${topic}${who}`,
    short: row.personName ? `${row.shortName}, ${lastName(row.personName)}` : row.shortName,
    time: clockTime(row.localStart, locale),
    until: clockTimeAt(row.endsAt, timeZone, locale),
    coach: firstName(row.coachName),
    room: row.roomName,
    insteadOf: row.insteadOf && firstName(row.insteadOf),
    fill:
      row.kind === 'appointment' || row.state === 'cancelled'
        ? ''
        : `${row.booked}/${row.capacity}`,
    part: row.state === 'cancelled' ? '' : (row.part ?? ''),
    over: row.endsAt <= now,
    clash: clashing.has(row.id),
    seeks: row.seeks === 1 && row.state === 'scheduled',
    move: moves
      ? {
          start: row.localStart,
          roomId: row.roomId,
          coachId: row.coachId,
          minutes: minutesBetween(row.startsAt, row.endsAt),
          resizes: !session,
        }
      : null,
  }
}

/** A room or a coach that is out, in words. */
export function outItem(row: OutRow, { timeZone, locale, now }: Look): CalendarItem {
  const name = row.coachId ? firstName(row.name) : row.name
  return {
    id: row.id,
    kind: 'out' as const,
    seriesId: '',
    state: 'out' as const,
    waiting: 0,
    insteadOf: null,
    fill: '',
    part: '',
    title: `${name} out: ${row.reason}`,
    short: `${name} out`,
    time: clockTimeAt(row.startsAt, timeZone, locale),
    until: clockTimeAt(row.endsAt, timeZone, locale),
    ...(row.coachId ? { coach: name, room: '' } : { coach: '', room: name }),
    over: row.endsAt <= now,
    clash: false,
    seeks: false,
    move: null,
  }
}

/** Names of the closures over a date, `Christmas (Canal Row)`; empty where the studio is open. */
export function closedOn(closures: readonly ClosureRow[], date: LocalDate): string {
  return closures
    .filter(({ fromDate, untilDate }) => fromDate <= date && date <= untilDate)
    .map(({ name, locationName }) => (locationName ? `${name} (${locationName})` : name))
    .join(', ')
}

export type ClashWords = {
  key: string
  lead: string
  rest: string
  move: { id: string; title: string } | null
}

/** One clash as a sentence, and what of it can be moved. */
export function clashWords(
  { what, one, other, from, until }: Clash<ItemRow | OutRow>,
  look: Look,
): ClashWords {
  const { timeZone, locale } = look
  const local = wallTime(from, timeZone)
  const when = `on ${dayLongTime(local, locale)} to ${clockTimeAt(until, timeZone, locale)}`
  const items = [one, other].filter(isItem)
  const [first] = items
  const name = what === 'coach' ? firstName(first?.coachName ?? '') : (first?.roomName ?? '')
  const out = [one, other].find((row) => !isItem(row)) as OutRow | undefined
  const [here, there] = items
  const sameRoom = what === 'coach' && here && there && here.roomId === there.roomId
  const named = items.map(({ title, roomName, coachName }) =>
    what === 'coach' ? `${title} in ${roomName}` : `${title} with ${firstName(coachName)}`,
  )
  const twice = sameRoom ? 'teaches two things' : 'is in two places'
  const taken = what === 'coach' ? twice : 'is taken twice'
  const both = sameRoom
    ? `${here.title} and ${there.title}, both in ${here.roomName}.`
    : `${named.join(' and ')}.`
  const movable = [...items].reverse().find((row) => toItem(row, look, new Set()).move)
  return {
    key: `${what} ${one.id} ${other.id}`,
    lead: out ? `${name} is out ${when} (${out.reason}).` : `${name} ${taken} ${when}.`,
    rest: out ? `${named[0]} is there then.` : both,
    move: movable ? { id: movable.id, title: movable.title } : null,
  }
}
