/**
 * The today board as it is read: the day's classes by when they are, the tasks of the reader, and
 * what they should know of, worst first.
 */

import { dayParts, longDay } from '#app/domain/calendar/day-parts.ts'
import { taskWords } from '#app/domain/tasks/task-words.ts'
import { tasksCounted } from '#app/domain/tasks/tasks-shown.ts'
import type { PlainFormats } from '#app/values/formats.ts'
import { type Instant, minutesBetween } from '#app/values/instant.ts'
import {
  clockTime,
  clockTimeAt,
  count,
  dayLong,
  dayShortTime,
  dayTime,
  percentShare,
} from '#app/values/wording.ts'
import { wallTime } from '#app/values/zone.ts'
import { todayLanes } from './today-lanes.ts'
import type { BoardClass, TodayBoard } from './today-page.server.ts'

export type BoardReader = PlainFormats & {
  now: Instant
  zone: string
  /** A coach who looks: what they teach comes first. */
  coachId?: string | null
}

export type SessionWords = {
  id: string
  localStart: string
  title: string
  at: string
  until: string
  time: string
  who: string
  big: string
  small: string
  marks: { came: number; booked: number; free: number }
  labels: { text: string; tone: 'warn' | 'bad' | null; icon: 'sprout' | 'queue' | 'off' }[]
}

export type Need = {
  key: string
  tone: 'bad' | 'warn'
  icon: 'queue' | 'clock' | 'sprout' | 'swap'
  title: string
  note: string
  /** The class that the note is about, where it leads elsewhere than the title. */
  noteClass?: string
  /** Where it is seen to. */
  leads: { to: 'person' | 'roster' | 'waitlist' | 'substitution'; id: string }
}

export type TodayWords = ReturnType<typeof todayWords>

export function todayWords(board: TodayBoard, formats: BoardReader) {
  const { tasks, firstTimers, firstToCome, offered } = board
  const { now, timeZone, zone, locale, coachId = null } = formats
  const local = wallTime(now, timeZone)
  const takingPlace = board.classes.filter(({ state }) => state !== 'cancelled')
  const yours = takingPlace.filter((entry) => entry.coachId === coachId && entry.endsAt > now)
  const others = takingPlace.filter((entry) => !yours.includes(entry))
  const running = others.filter(({ startsAt, endsAt }) => startsAt <= now && endsAt > now)
  const ahead = others.filter(({ startsAt }) => startsAt > now)
  const next = ahead.filter(({ startsAt }) => startsAt === ahead[0]?.startsAt)
  const later = ahead.filter(({ startsAt }) => startsAt !== ahead[0]?.startsAt)
  const over = takingPlace.filter(({ endsAt }) => endsAt <= now)
  const sum = (list: readonly BoardClass[], of: 'came' | 'booked' | 'capacity' | 'firstTimers') =>
    list.reduce((n, entry) => n + entry[of], 0)
  const words = (list: readonly BoardClass[]) => list.map((entry) => sessionWords(entry, formats))
  const open = tasks.open.map((task) => taskWords(task, formats))
  const coming = takingPlace.filter(({ endsAt }) => endsAt > now)
  const inHouse = coming.filter(({ startsAt }) => startsAt <= now)
  const needs = needsOf({ running: inHouse, takingPlace: coming, firstTimers, offered }, formats)
  return {
    title: dayLong(local.slice(0, 10), locale),
    clock: `${clockTime(local, locale)} ${zone}`,
    figures: [
      {
        name: 'In the building',
        of: 'arrivals' as const,
        value: String(sum(inHouse, 'came')),
        note: '',
      },
      {
        name: 'Checked in today',
        of: 'arrivals' as const,
        value: String(sum(takingPlace, 'came')),
        note: `of ${sum(takingPlace, 'booked')} booked`,
      },
      {
        name: 'Places filled',
        of: 'classes' as const,
        value: percentShare(sum(takingPlace, 'booked'), sum(takingPlace, 'capacity')),
        note: `${sum(takingPlace, 'booked')} of ${sum(takingPlace, 'capacity')}`,
      },
      {
        name: 'First visits',
        of: 'needs' as const,
        value: String(sum(takingPlace, 'firstTimers')),
        note: firstToCome > 0 ? `${firstToCome} still to come` : '',
      },
    ],
    lanes: todayLanes(takingPlace, formats),
    yours: {
      note: yours[0] ? startsWords(yours[0], now) : '',
      classes: words(yours),
    },
    now: {
      note: `${sum(running, 'came')} of ${sum(running, 'booked')} in`,
      classes: words(running),
    },
    next: { note: next[0] ? startsIn(next[0].startsAt, now) : '', classes: words(next) },
    later: {
      note: `${sum(later, 'booked')} booked`,
      classes: later.length > longDay ? [] : words(later),
      parts:
        later.length > longDay
          ? dayParts(later).map(({ name, entries }) => ({
              name,
              note: `${count(entries.length, 'class', 'classes')}, ${sum(entries, 'booked')} booked`,
              classes: words(entries),
            }))
          : [],
    },
    earlier: {
      note:
        `${count(over.length, 'earlier class', 'earlier classes')}: ${sum(over, 'booked')} ` +
        `booked, ${sum(over, 'came')} came`,
      classes: words(over),
    },
    empty: takingPlace.length === 0,
    tasks: open,
    more: tasks.n > open.length ? moreWords(tasks.n, open.length) : '',
    /** How many things need someone, and the first of them; empty where none does. */
    needing: tasks.n < tasksCounted ? String(tasks.n + needs.length) : `More than ${tasksCounted}`,
    first: open[0]?.title ?? needs[0]?.title ?? '',
    done: tasks.done.map((task) => taskWords(task, formats)),
    needs,
  }
}

const moreWords = (n: number, shown: number) =>
  n < tasksCounted ? `${count(n - shown, 'more is', 'more are')} due later.` : 'More are due later.'

/** How long until it starts, or that it runs. */
const startsWords = ({ startsAt }: BoardClass, now: Instant) =>
  startsAt <= now ? 'On now' : startsIn(startsAt, now)

const startsIn = (at: Instant, now: Instant) => {
  const minutes = minutesBetween(now, at)
  return minutes < 90
    ? `Starts in ${count(minutes, 'minute')}`
    : `Starts in ${Math.round(minutes / 60)} hours`
}

function sessionWords(entry: BoardClass, { now, timeZone, locale }: BoardReader): SessionWords {
  const { capacity, booked, came, waiting } = entry
  const free = Math.max(0, capacity - booked)
  const began = entry.startsAt <= now
  const toCome = Math.max(0, booked - came)
  const full = waiting > 0 ? `Full, ${waiting} waiting` : 'Full'
  return {
    id: entry.id,
    localStart: entry.localStart,
    title: entry.title,
    at: clockTime(entry.localStart, locale),
    time: entry.startsAt,
    until: `to ${clockTimeAt(entry.endsAt, timeZone, locale)}`,
    who: `${entry.coachName}, ${entry.roomName}`,
    big: began || came > 0 ? `${came} of ${booked} in` : `${booked} booked`,
    small: free === 0 ? full : `${count(free, 'place')} free`,
    marks: { came, booked: toCome, free },
    labels: [
      ...(entry.firstTimers > 0
        ? [{ text: count(entry.firstTimers, 'first visit'), tone: null, icon: 'sprout' as const }]
        : []),
      ...(free > 0 && waiting > 0
        ? [
            {
              text: `${waiting} waiting, ${free} free`,
              tone: 'warn' as const,
              icon: 'queue' as const,
            },
          ]
        : []),
    ],
  }
}

/** After so many minutes a class without anyone checked in was forgotten. */
const settledMinutes = 15

type NeedFacts = Pick<TodayBoard, 'firstTimers' | 'offered'> & {
  running: readonly BoardClass[]
  takingPlace: readonly BoardClass[]
}

function needsOf(
  { running, takingPlace, firstTimers, offered }: NeedFacts,
  { locale, now }: { locale: string; now: Instant },
): Need[] {
  const of = ({ title, localStart }: { title: string; localStart: string }) =>
    `${title} at ${clockTime(localStart, locale)}`
  return [
    ...offered.map(
      (request): Need => ({
        key: `${request.id} offered`,
        tone: 'warn',
        icon: 'swap',
        title: `Cover ${request.title}, ${dayShortTime(request.localStart, locale)}?`,
        note:
          `For ${request.regularName}, ${request.roomName}. ` +
          (request.claimsStand ? 'First to accept gets it.' : 'A manager approves who takes it.'),
        leads: { to: 'substitution', id: request.id },
      }),
    ),
    ...running
      .filter(
        ({ booked, came, startsAt }) =>
          booked > 0 && came === 0 && minutesBetween(startsAt, now) >= settledMinutes,
      )
      .map(
        (entry): Need => ({
          key: `${entry.id} nobody`,
          tone: 'bad',
          icon: 'clock',
          title: `${of(entry)} runs but nobody is checked in`,
          leads: { to: 'roster', id: entry.id },
          note:
            `${entry.booked} booked. Anyone not checked in when attendance is finalised ` +
            'counts as a no-show.',
        }),
      ),
    ...takingPlace
      .filter(
        ({ waiting, booked, capacity, walkIns }) => waiting > 0 && booked < capacity - walkIns,
      )
      .map(
        (entry): Need => ({
          key: `${entry.id} list`,
          tone: 'bad',
          icon: 'queue',
          title: `${of(entry)} has a free place and people waiting`,
          leads: { to: 'waitlist', id: entry.id },
          note:
            `${count(entry.capacity - entry.walkIns - entry.booked, 'place')} free, ${entry.waiting} ` +
            'on the waitlist.',
        }),
      ),
    ...firstTimers.map(
      (person): Need => ({
        key: `${person.personId} ${person.localStart}`,
        tone: 'warn',
        icon: 'sprout',
        title: `${person.name}’s first visit`,
        note: `${person.title}, ${dayTime(person.localStart, locale)}.`,
        noteClass: person.occurrenceId,
        leads: { to: 'person', id: person.personId },
      }),
    ),
  ]
}
