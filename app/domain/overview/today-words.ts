/**
 * The today board as it is read: the day's classes by when they are, the tasks of who looks, and
 * what they should know of, worst first.
 */

import { taskWords } from '#app/domain/tasks/task-words.ts'
import { tasksCounted } from '#app/domain/tasks/tasks-shown.ts'
import type { PlainFormats } from '#app/values/formats.ts'
import { type Instant, minutesBetween } from '#app/values/instant.ts'
import { clockTime, clockTimeAt, count, dayLong, dayTime } from '#app/values/wording.ts'
import { localDateTime } from '#app/values/zone.ts'
import type { BoardClass, TodayBoard } from './today-page.server.ts'

export type BoardReader = PlainFormats & {
  now: Instant
  zone: string
}

export type SessionWords = {
  id: string
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
  icon: 'queue' | 'clock' | 'sprout'
  title: string
  note: string
  personId: string | null
}

export type TodayWords = ReturnType<typeof todayWords>

export function todayWords({ classes, tasks, firstTimers }: TodayBoard, formats: BoardReader) {
  const { now, timeZone, zone, locale } = formats
  const local = localDateTime(now, timeZone)
  const takingPlace = classes.filter(({ state }) => state !== 'cancelled')
  const running = takingPlace.filter(({ startsAt, endsAt }) => startsAt <= now && endsAt > now)
  const ahead = takingPlace.filter(({ startsAt }) => startsAt > now)
  const next = ahead.filter(({ startsAt }) => startsAt === ahead[0]?.startsAt)
  const later = ahead.filter(({ startsAt }) => startsAt !== ahead[0]?.startsAt)
  const over = takingPlace.filter(({ endsAt }) => endsAt <= now)
  const sum = (list: readonly BoardClass[], of: 'came' | 'booked' | 'capacity' | 'firstTimers') =>
    list.reduce((n, entry) => n + entry[of], 0)
  const words = (list: readonly BoardClass[]) => list.map((entry) => sessionWords(entry, formats))
  const open = tasks.open.map((task) => taskWords(task, formats))
  const needs = needsOf({ running, takingPlace: [...running, ...ahead], firstTimers }, formats)
  return {
    title: dayLong(local.slice(0, 10), locale),
    clock: `${clockTime(local, locale)} ${zone}`,
    figures: [
      { name: 'In the building', value: String(sum(running, 'came')), note: '' },
      {
        name: 'Checked in today',
        value: String(sum(takingPlace, 'came')),
        note: `of ${sum(takingPlace, 'booked')} booked`,
      },
      {
        name: 'Places filled',
        value:
          sum(takingPlace, 'capacity') === 0
            ? '–'
            : `${Math.round((100 * sum(takingPlace, 'booked')) / sum(takingPlace, 'capacity'))}%`,
        note: `${sum(takingPlace, 'booked')} of ${sum(takingPlace, 'capacity')}`,
      },
      {
        name: 'First visits',
        value: String(sum(takingPlace, 'firstTimers')),
        note: firstTimers.length > 0 ? `${firstTimers.length} still to come` : '',
      },
    ],
    now: {
      note: `${sum(running, 'came')} of ${sum(running, 'booked')} in`,
      classes: words(running),
    },
    next: { note: next[0] ? startsIn(next[0].startsAt, now) : '', classes: words(next) },
    later: { note: `${sum(later, 'booked')} booked`, classes: words(later) },
    earlier: {
      note:
        `${count(over.length, 'earlier class', 'earlier classes')}: ${sum(over, 'booked')} ` +
        `booked, ${sum(over, 'came')} came`,
      classes: words(over),
    },
    empty: takingPlace.length === 0,
    tasks: open,
    more: tasks.n > open.length ? moreWords(tasks.n, open.length) : '',
    /** How many things need somebody, and the first of them; empty where none does. */
    needing: tasks.n < tasksCounted ? String(tasks.n + needs.length) : `More than ${tasksCounted}`,
    first: open[0]?.title ?? needs[0]?.title ?? '',
    done: tasks.done.map((task) => taskWords(task, formats)),
    needs,
  }
}

const moreWords = (n: number, shown: number) =>
  n < tasksCounted ? `${count(n - shown, 'more is', 'more are')} due later.` : 'More are due later.'

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

/** After so many minutes a class without anybody checked in was forgotten. */
const settledMinutes = 15

type NeedFacts = Pick<TodayBoard, 'firstTimers'> & {
  running: readonly BoardClass[]
  takingPlace: readonly BoardClass[]
}

function needsOf(
  { running, takingPlace, firstTimers }: NeedFacts,
  { locale, now }: { locale: string; now: Instant },
): Need[] {
  const of = ({ title, localStart }: { title: string; localStart: string }) =>
    `${title} at ${clockTime(localStart, locale)}`
  return [
    ...running
      .filter(
        ({ booked, came, startsAt }) =>
          booked > 0 && came === 0 && minutesBetween(startsAt, now) >= settledMinutes,
      )
      .map(
        (entry): Need => ({
          ...need(
            `${entry.id} nobody`,
            'bad',
            'clock',
            `${of(entry)} runs and nobody is checked in`,
          ),
          note:
            `${entry.booked} booked. Whoever is not in by the time it is ` +
            'settled counts as a no-show.',
        }),
      ),
    ...takingPlace
      .filter(({ waiting, booked, capacity }) => waiting > 0 && booked < capacity)
      .map(
        (entry): Need => ({
          ...need(
            `${entry.id} list`,
            'bad',
            'queue',
            `${of(entry)} has a free place and people waiting`,
          ),
          note:
            `${count(entry.capacity - entry.booked, 'place')} free, ${entry.waiting} ` +
            'on the waitlist.',
        }),
      ),
    ...firstTimers.map(
      (person): Need => ({
        ...need(
          `${person.personId} ${person.localStart}`,
          'warn',
          'sprout',
          `${person.name} comes for the first time`,
        ),
        note: `${person.title}, ${dayTime(person.localStart, locale)}.`,
        personId: person.personId,
      }),
    ),
  ]
}

const need = (key: string, tone: Need['tone'], icon: Need['icon'], title: string): Need => ({
  key,
  tone,
  icon,
  title,
  note: '',
  personId: null,
})
