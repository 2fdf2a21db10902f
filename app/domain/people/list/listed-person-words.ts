/** A row of the people list as it is read. */
import type { Formats } from '#app/values/formats.ts'
import { clockTime, dayMonthYear, dayShort, money, weekdayShort } from '#app/values/wording.ts'
import { addDays, wallTime } from '#app/values/zone.ts'
import { type PersonLabel, personLabel } from '../person-label.ts'
import type { ListedPerson } from './people-list-page.server.ts'

export type PersonRowWords = {
  id: string
  name: string
  photo: string
  /** Beside the name: tags. */
  note: string
  label: PersonLabel
  plan: string
  level: string
  lastVisit: string
  next: string
  credits: string
  owes: string
  email: string
  phone: string
  tags: string
  joined: string
}

/** A row in words; `fees` is whether what is owed may be seen. */
export function personRowWords(
  person: ListedPerson,
  formats: Formats,
  { fees }: { fees: boolean },
): PersonRowWords {
  const { timeZone, locale, currency } = formats
  const visit = person.lastVisitAt && wallTime(person.lastVisitAt, timeZone)
  return {
    id: person.id,
    name: person.name,
    photo: person.photo,
    note: firstTag(person.tags),
    label: personLabel(person, formats),
    plan: person.plan?.name ?? (person.credits > 0 ? (person.packName ?? '') : ''),
    level: person.levels?.split(', ')[0] ?? '',
    lastVisit: visit ? nearTime(visit, formats) : '',
    next: person.next
      ? nearTime(person.next.localStart, formats) + (person.next.waiting ? ', waiting' : '')
      : '',
    credits: person.credits > 0 ? String(person.credits) : '',
    owes: fees && person.owesMinor > 0 ? money(person.owesMinor, currency, locale) : '',
    email: person.email,
    phone: person.phone,
    tags: person.tags,
    joined: dayMonthYear(person.joinedOn, locale),
  }
}

/**
 * `Today 18:30`, `Thu 12, 18:30` within a week, else the date, with its year where that is another.
 */
function nearTime(local: string, { today, locale }: Formats): string {
  const date = local.slice(0, 10)
  if (date === today) return `Today ${clockTime(local, locale)}`
  if (date > addDays(today, -8) && date < addDays(today, 8)) {
    return `${weekdayShort(date, locale)} ${Number(date.slice(8))}, ${clockTime(local, locale)}`
  }
  return date.slice(0, 4) === today.slice(0, 4)
    ? dayShort(date, locale)
    : `${dayShort(date, locale)} ${date.slice(0, 4)}`
}

/** The first tag, and how many more there are. */
function firstTag(tags: string): string {
  const [first = '', ...more] = tags.split(', ')
  return more.length > 0 ? `${first} +${more.length}` : first
}
