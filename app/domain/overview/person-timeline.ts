/**
 * What happened with a person, told newest first: bookings, what they hold, notes, and what staff
 * changed.
 */
import { methodWords } from '#app/domain/billing/invoices/payment-words.ts'
import type { Formats } from '#app/values/formats.ts'
import { compareTexts } from '#app/values/text-order.ts'
import {
  clockTime,
  count,
  dateTime,
  dayLong,
  dayShort,
  dayShortTime,
  dayTime,
  money,
  monthYear,
} from '#app/values/wording.ts'
import { addDays, wallTime } from '#app/values/zone.ts'
import { changeWords } from './person-change-words.ts'
import type { PersonPage, StoryBooking } from './person-page.server.ts'
import { item, type TimelineIcon, type TimelineItem, type TimelineTone } from './timeline-item.ts'
import { undoable } from './undoable.ts'

/** Items of one day, or of one month where it is longer ago. */
export type TimelineMonth = { title: string; items: (TimelineItem & { when: string })[] }

type Facts = Pick<
  PersonPage,
  | 'person'
  | 'bookings'
  | 'entries'
  | 'bought'
  | 'notes'
  | 'audit'
  | 'ladders'
  | 'bills'
  | 'payments'
>

const mostItems = 60

export function personTimeline(facts: Facts, formats: Formats): TimelineMonth[] {
  const items = [
    ...facts.bookings.flatMap((booking) => bookingItems(booking, formats.locale)),
    ...purchaseItems(facts),
    ...noteItems(facts),
    ...changeItems(facts),
    ...moneyItems(facts, formats),
  ]
  if (!facts.audit.some(({ action }) => action === 'person.added')) {
    items.push(item(facts.person.id, facts.person.createdAt, 'person', null, 'Joined'))
  }
  items.sort((a, b) => compareTexts(b.at, a.at))
  return byMonth(items.slice(0, mostItems), formats)
}

/** Bills, reminders of them, and money in and out. */
function moneyItems(
  { bills, payments }: Facts,
  { currency, locale }: Pick<Formats, 'currency' | 'locale'>,
): TimelineItem[] {
  const sum = (minor: number) => money(Math.abs(minor), currency, locale)
  return [
    ...bills.flatMap(({ id, kind, reference, totalMinor, createdAt, remindedAt }) => {
      const named = kind === 'invoice' ? `Invoice ${reference}` : `Credit note ${reference}`
      return [
        item(`${id} bill`, createdAt, 'receipt', null, `${named}, ${sum(totalMinor)}`),
        ...(remindedAt
          ? [item(`${id} reminded`, remindedAt, 'receipt', 'warn', `Reminded of ${reference}`)]
          : []),
      ]
    }),
    ...payments.map(({ id, amountMinor, method, takenAt, takenBy }) => {
      const note = [methodWords[method], takenBy && `by ${takenBy}`].filter(Boolean).join(', ')
      return amountMinor > 0
        ? item(`${id} paid`, takenAt, 'check', 'good', `Paid ${sum(amountMinor)}`, { note })
        : item(`${id} back`, takenAt, 'back', null, `Refunded ${sum(amountMinor)}`, { note })
    }),
  ]
}

type Ending = { icon: TimelineIcon; tone: TimelineTone; words: (what: string) => string }

const endings: Readonly<Record<string, Ending>> = {
  cancelled_on_time: { icon: 'cross', tone: null, words: (what) => `Cancelled ${what}` },
  late_cancelled: { icon: 'cross', tone: 'warn', words: (what) => `Cancelled ${what}, late` },
  studio_cancelled: { icon: 'off', tone: null, words: (what) => `We cancelled ${what}` },
  declined: { icon: 'cross', tone: null, words: (what) => `Declined a place in ${what}` },
  left: { icon: 'queue', tone: null, words: (what) => `Left the waitlist for ${what}` },
  not_promoted: { icon: 'queue', tone: null, words: (what) => `No place opened in ${what}` },
  moved: { icon: 'swap', tone: null, words: (what) => `Moved from ${what}` },
}

function bookingItems(booking: StoryBooking, locale: string): TimelineItem[] {
  const { id, occurrenceId, kind } = booking
  const place = kind === 'appointment' ? null : { occurrenceId, bookingId: id }
  return toldOf(booking, locale).map((one) => ({ ...one, place }))
}

function toldOf(booking: StoryBooking, locale: string): TimelineItem[] {
  const { id, state, title, localStart, startsAt, endedAt, coachName } = booking
  const what = `${title}, ${dateTime(localStart, locale)}`
  if (state === 'checked_in' || state === 'attended') {
    return [item(`${id} came`, startsAt, 'check', 'good', `Came to ${title} with ${coachName}`)]
  }
  const began = howItBegan(booking, what)
  if (state === 'no_show')
    return [began, item(`${id} missed`, startsAt, 'off', 'warn', `Didn’t come to ${title}`)]
  const ending = endings[state]
  if (!ending || !endedAt) return [began]
  return [began, item(`${id} end`, endedAt, ending.icon, ending.tone, ending.words(what))]
}

/** `what` is the class with its date. */
function howItBegan({ id, state, createdAt, promotedAt }: StoryBooking, what: string) {
  if (promotedAt) {
    const told = `Got a place in ${what}`
    return item(`${id} place`, promotedAt, 'swap', null, told, { note: 'From the waitlist.' })
  }
  return ['waitlisted', 'left', 'not_promoted'].includes(state)
    ? item(`${id} wait`, createdAt, 'queue', null, `Joined the waitlist for ${what}`)
    : item(id, createdAt, 'calendar', null, `Booked ${what}`)
}

/** What was bought; what staff gave is told by the line about that. */
function purchaseItems({ entries, bought, audit }: Facts): TimelineItem[] {
  const given = new Set(
    audit.filter(({ action }) => action.endsWith('.given')).flatMap(({ detail }) => idsOf(detail)),
  )
  return [
    ...entries.flatMap(({ kind, lotId, amount, packName, createdAt }) => {
      if (kind === 'grant' && !given.has(lotId)) {
        return [
          item(`${lotId} bought`, createdAt, 'receipt', null, `${packName} added`, {
            note: `${count(amount, 'credit')}.`,
          }),
        ]
      }
      if (kind === 'expire' && amount < 0)
        return [
          item(
            `${lotId} ended`,
            createdAt,
            'off',
            null,
            `${count(-amount, 'credit')} ended unused`,
          ),
        ]
      return []
    }),
    ...bought
      .filter(({ id }) => !given.has(id))
      .map(({ id, name, purchasedAt }) =>
        item(id, purchasedAt, 'receipt', null, `Started ${name}`),
      ),
  ]
}

const idsOf = (detail: string): string[] => {
  const { lotId, membershipId } = JSON.parse(detail) as { lotId?: string; membershipId?: string }
  return [lotId, membershipId].filter((id) => id !== undefined)
}

const kinds = {
  note: 'Note',
  yellow: 'Pinned note',
  red: 'Pinned warning',
  injury: 'Injury',
} as const

function noteItems({ notes, audit }: Facts): TimelineItem[] {
  return notes.map(({ id, kind, text, authorName, createdAt }) => {
    const line = audit.find(
      ({ action, detail }) => action === 'note.added' && detail.includes(`"${id}"`),
    )
    const tone = kind === 'note' ? null : 'warn'
    return item(id, createdAt, 'note', tone, `${kinds[kind]} by ${authorName}`, {
      quote: text,
      undo: line?.id ?? null,
    })
  })
}

function changeItems({ audit, ladders, entries, bought }: Facts): TimelineItem[] {
  return audit.flatMap((line) => {
    const detail = JSON.parse(line.detail) as Record<string, unknown>
    const words = changeWords(line.action, detail, { ladders, entries, bought })
    if (!words) return []
    const by = `By ${line.actorName}${line.reason ? `: ${line.reason}` : '.'}`
    const undo = undoable[line.action] && line.undone === 0 ? line.id : null
    return [
      item(line.id, line.createdAt, words.icon, words.tone ?? null, words.title, {
        note: by,
        undo,
      }),
    ]
  })
}

function byMonth(
  items: readonly TimelineItem[],
  { today, timeZone, locale }: Formats,
): TimelineMonth[] {
  const months: TimelineMonth[] = []
  for (const entry of items) {
    const local = wallTime(entry.at, timeZone)
    const date = local.slice(0, 10)
    const near = date > addDays(today, -7)
    const heading = near ? dayLong(date, locale) : monthYear(date, locale)
    const title = date === today ? `Today, ${dayLong(date, locale)}` : heading
    const when = near ? clockTime(local, locale) : dayShort(date, locale).replace(/^\S+ /, '')
    if (months.at(-1)?.title !== title) months.push({ title, items: [] })
    months.at(-1)?.items.push({ ...entry, when })
  }
  return months
}

/** `Thu 19 Nov, 18:30, Ben, Studio 1`: where and when a class is, below its name. */
export function classWords(
  { localStart, coachName, roomName }: StoryBooking,
  locale: string,
): string {
  return [dayShortTime(localStart, locale), coachName, roomName].join(', ')
}

/** `Pole 2, Thu 18:30` */
export const feeWords = (
  { title, localStart }: { title: string; localStart: string },
  locale: string,
) => `${title}, ${dayTime(localStart, locale)}`
