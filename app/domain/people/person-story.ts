/** What happened with a person, told newest first: bookings, what they hold, notes, and what staff changed. */

import type { PersonPage, StoryBooking } from '#app/domain/overview/person-page.server.ts'
import { undoable } from '#app/domain/overview/undoable.ts'
import type { Role } from '#app/domain/scope/permissions.ts'
import { roleNames } from '#app/domain/scope/role-names.ts'
import { clockTime, count, dayLong, dayShort, dayTime, monthYear } from '#app/values/wording.ts'
import { addDays, type LocalDate, localDateTime } from '#app/values/zone.ts'

export type StoryTone = 'good' | 'warn' | 'accent' | null
export type StoryIcon =
  | 'calendar'
  | 'check'
  | 'cross'
  | 'swap'
  | 'queue'
  | 'note'
  | 'receipt'
  | 'star'
  | 'person'
  | 'off'
  | 'back'

export type StoryItem = {
  key: string
  at: string
  icon: StoryIcon
  tone: StoryTone
  title: string
  note: string
  quote: string
  /** The audit line that an "Undo" takes back; null where nothing can be. */
  undo: string | null
}

/** Items of one day, or of one month where it is longer ago. */
export type StoryChapter = { title: string; items: (StoryItem & { when: string })[] }

export type StoryTelling = { today: LocalDate; timeZone: string; locale: string }

type Facts = Pick<
  PersonPage,
  'person' | 'bookings' | 'entries' | 'bought' | 'notes' | 'audit' | 'ladders'
>

const mostItems = 60

export function personStory(facts: Facts, telling: StoryTelling): StoryChapter[] {
  const items = [
    ...facts.bookings.flatMap((booking) => bookingItems(booking, telling.locale)),
    ...purchaseItems(facts),
    ...noteItems(facts),
    ...changeItems(facts, telling.locale),
  ]
  if (!facts.audit.some(({ action }) => action === 'person.added')) {
    items.push(item(facts.person.id, facts.person.createdAt, 'person', null, 'On the books'))
  }
  items.sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0))
  return chapters(items.slice(0, mostItems), telling)
}

function item(
  key: string,
  at: string,
  icon: StoryIcon,
  tone: StoryTone,
  title: string,
  more: Partial<StoryItem> = {},
): StoryItem {
  return { key, at, icon, tone, title, note: '', quote: '', undo: null, ...more }
}

type Ending = { icon: StoryIcon; tone: StoryTone; words: (what: string) => string }

const endings: Readonly<Record<string, Ending>> = {
  cancelled_on_time: { icon: 'cross', tone: null, words: (what) => `Cancelled ${what}` },
  late_cancelled: { icon: 'cross', tone: 'warn', words: (what) => `Cancelled ${what}, late` },
  studio_cancelled: { icon: 'off', tone: null, words: (what) => `We cancelled ${what}` },
  declined: { icon: 'cross', tone: null, words: (what) => `Declined a place in ${what}` },
  left: { icon: 'queue', tone: null, words: (what) => `Left the waitlist for ${what}` },
  not_promoted: { icon: 'queue', tone: null, words: (what) => `No place came free in ${what}` },
  moved: { icon: 'swap', tone: null, words: (what) => `Moved away from ${what}` },
}

function bookingItems(booking: StoryBooking, locale: string): StoryItem[] {
  const { id, state, title, localStart, startsAt, createdAt, endedAt, promotedAt, coachName } =
    booking
  const date = dayShort(localStart.slice(0, 10), locale)
  const what = `${title}, ${date} ${clockTime(localStart, locale)}`
  if (state === 'checked_in' || state === 'attended') {
    return [item(`${id} came`, startsAt, 'check', 'good', `Came to ${title} with ${coachName}`)]
  }
  const began = promotedAt
    ? item(`${id} place`, promotedAt, 'swap', null, `Got a place in ${what}`, {
        note: 'From the waitlist.',
      })
    : ['waitlisted', 'left', 'not_promoted'].includes(state)
      ? item(`${id} wait`, createdAt, 'queue', null, `Joined the waitlist for ${what}`)
      : item(id, createdAt, 'calendar', null, `Booked ${what}`)
  if (state === 'no_show')
    return [began, item(`${id} missed`, startsAt, 'off', 'warn', `Did not come to ${title}`)]
  const ending = endings[state]
  if (!ending || !endedAt) return [began]
  return [began, item(`${id} end`, endedAt, ending.icon, ending.tone, ending.words(what))]
}

/** What was bought; what staff gave is told by the line about that. */
function purchaseItems({ entries, bought, audit }: Facts): StoryItem[] {
  const given = new Set(
    audit.filter(({ action }) => action.endsWith('.given')).flatMap(({ detail }) => idsOf(detail)),
  )
  return [
    ...entries.flatMap(({ kind, lotId, amount, packName, createdAt }) => {
      if (kind === 'grant' && !given.has(lotId)) {
        return [
          item(`${lotId} bought`, createdAt, 'receipt', null, `Got a ${packName}`, {
            note: `${count(amount, 'credit')}.`,
          }),
        ]
      }
      if (kind === 'expire')
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
        item(id, purchasedAt, 'receipt', null, `Took out ${name}`),
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

function noteItems({ notes, audit }: Facts): StoryItem[] {
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

function changeItems({ audit, ladders, entries, bought }: Facts, locale: string): StoryItem[] {
  return audit.flatMap((line) => {
    const detail = JSON.parse(line.detail) as Record<string, unknown>
    const words = changeWords(line.action, detail, { ladders, entries, bought, locale })
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

type ChangeWords = { icon: StoryIcon; tone?: StoryTone; title: string }
type Names = Pick<Facts, 'ladders' | 'entries' | 'bought'> & { locale: string }

function changeWords(
  action: string,
  detail: Record<string, unknown>,
  names: Names,
): ChangeWords | null {
  switch (action) {
    case 'person.added':
      return { icon: 'person', title: 'Put on the books' }
    case 'details_changed':
      return { icon: 'person', title: 'Changed their own details' }
    case 'person.changed':
      return { icon: 'person', title: 'Details changed' }
    case 'person.archived':
      return { icon: 'off', tone: 'warn', title: 'Archived' }
    case 'person.restored':
    case 'person.archived.undone':
      return { icon: 'back', title: 'Brought back from the archive' }
    case 'person.tagged':
    case 'person.untagged':
      return {
        icon: 'person',
        title: `Tag “${String(detail.tag)}” ${action === 'person.tagged' ? 'added' : 'removed'}`,
      }
    case 'person.told':
      return { icon: 'note', title: 'Told something in the app' }
    case 'person.restored.undone':
      return { icon: 'off', tone: 'warn', title: 'Archived again' }
    case 'level.set':
      return { icon: 'star', tone: 'accent', title: levelWords(detail, names.ladders) }
    case 'standing.given':
      return { icon: 'calendar', title: 'Given a standing place' }
    case 'standing.ended':
      return { icon: 'calendar', title: 'Standing place ended' }
    case 'package.given': {
      const entry = names.entries.find(({ lotId }) => lotId === detail.lotId)
      return { icon: 'receipt', title: `Given a ${entry?.packName ?? 'package'}` }
    }
    case 'membership.given': {
      const plan = names.bought.find(({ id }) => id === detail.membershipId)
      return { icon: 'receipt', title: `Given ${plan?.name ?? 'a membership'}` }
    }
    case 'credits.adjusted': {
      const amount = Number(detail.amount)
      return {
        icon: 'receipt',
        title: `${count(Math.abs(amount), 'credit')} ${amount > 0 ? 'added' : 'taken out'}`,
      }
    }
    case 'invitation.sent':
      return {
        icon: 'person',
        title: detail.role === 'member' ? 'Invited to sign in' : 'Invited to work here',
      }
    case 'invitation.withdrawn':
      return { icon: 'off', title: 'Invitation withdrawn' }
    case 'account.linked':
      return { icon: 'person', title: 'Signs in with an account of their own' }
    case 'role.changed':
      return { icon: 'swap', title: `Role: ${roleOf(detail.before)}, then ${roleOf(detail.after)}` }
    case 'note.added':
    case 'note.added.undone':
      return null
    default:
      return action.endsWith('.undone')
        ? { icon: 'back', title: `${undoneWords[action] ?? 'A change'} taken back` }
        : null
  }
}

const roleOf = (role: unknown): string => roleNames[role as Role] ?? 'Member'

const undoneWords: Readonly<Record<string, string>> = {
  'person.tagged.undone': 'The tag',
  'person.untagged.undone': 'The removal of a tag',
  'person.told.undone': 'What they were told',
  'level.set.undone': 'The level',
  'package.given.undone': 'The package',
  'membership.given.undone': 'The membership',
  'credits.adjusted.undone': 'The adjustment of credits',
}

function levelWords(detail: Record<string, unknown>, ladders: Facts['ladders']): string {
  const after = detail.after as { levelId: string } | null
  const level = ladders.find(({ levelId }) => levelId === after?.levelId)
  const discipline =
    ladders.find(({ disciplineId }) => disciplineId === detail.disciplineId)?.discipline ?? ''
  return level ? `${discipline}: ${level.level}` : `Taken off the levels of ${discipline}`
}

function chapters(
  items: readonly StoryItem[],
  { today, timeZone, locale }: StoryTelling,
): StoryChapter[] {
  const told: StoryChapter[] = []
  for (const entry of items) {
    const local = localDateTime(entry.at, timeZone)
    const date = local.slice(0, 10)
    const near = date > addDays(today, -7)
    const title =
      date === today
        ? `Today, ${dayLong(date, locale)}`
        : near
          ? dayLong(date, locale)
          : monthYear(date, locale)
    const when = near ? clockTime(local, locale) : dayShort(date, locale).replace(/^\S+ /, '')
    if (told.at(-1)?.title !== title) told.push({ title, items: [] })
    told.at(-1)?.items.push({ ...entry, when })
  }
  return told
}

/** `Thu 19 Nov, 18:30, Ben, Studio 1`: where and when a class is, below its name. */
export function classWords(
  { localStart, coachName, roomName }: StoryBooking,
  locale: string,
): string {
  return [
    dayShort(localStart.slice(0, 10), locale),
    clockTime(localStart, locale),
    coachName,
    roomName,
  ].join(', ')
}

/** `Pole 2, Thu 18:30` */
export const feeWords = (
  { title, localStart }: { title: string; localStart: string },
  locale: string,
) => `${title}, ${dayTime(localStart, locale)}`
