/** A row of the past members in words. */

import type { Formats } from '#app/values/formats.ts'
import { clockTime, dayMonthShort, money, weekdayShort } from '#app/values/wording.ts'
import { type LocalDate, wallTime } from '#app/values/zone.ts'
import { exitReasonWords, tenureWords, winBackWords } from './exit-words.ts'
import type { ComeBackFit, PastMember } from './past-members-page.server.ts'

export type PastMemberWords = {
  id: string
  name: string
  photo: string
  label: { text: string; tone: 'good' | 'warn' | 'bad' | 'line' | null } | null
  left: string
  why: { reason: string; text: string }
  tenure: string
  lastClass: string
  unused: string
  paid: string
  owes: string
  fit: string
  banned: boolean
}

/** `23 Nov 2026` */
const shortDay = (date: LocalDate, locale: string) =>
  `${dayMonthShort(date, locale)} ${date.slice(0, 4)}`

/** `Pole 2 with Dee, Mon 18:30`. */
export const fitWords = ({ title, coach, localStart }: ComeBackFit, locale: string): string =>
  `${title} with ${coach}, ${weekdayShort(localStart.slice(0, 10), locale)} ${clockTime(localStart, locale)}`

/** `bans` is whether why someone is kept out may be read. */
export function pastMemberWords(
  past: PastMember,
  { timeZone, locale, currency }: Formats,
  { fees, bans }: { fees: boolean; bans: boolean },
): PastMemberWords {
  const reason = past.reason ? exitReasonWords[past.reason] : ''
  const banned = past.bannedAt !== null
  return {
    id: past.id,
    name: past.name,
    photo: past.photo,
    label: labelOf(past),
    left: past.leftOn ? shortDay(past.leftOn, locale) : '',
    why: {
      reason: banned && bans ? past.banReason : reason,
      text: past.text ?? '',
    },
    tenure: past.leftOn ? tenureWords(past.joinedOn, past.leftOn) : '',
    lastClass: past.lastVisitAt
      ? shortDay(wallTime(past.lastVisitAt, timeZone).slice(0, 10), locale)
      : 'Never came',
    unused: past.unused > 0 ? String(past.unused) : '',
    paid: fees && past.paidMinor !== 0 ? money(past.paidMinor, currency, locale) : '',
    owes: fees && past.owesMinor > 0 ? money(past.owesMinor, currency, locale) : '',
    fit: past.fit && !banned ? fitWords(past.fit, locale) : '',
    banned,
  }
}

function labelOf({ bannedAt, doNotContact, winBack }: PastMember): PastMemberWords['label'] {
  if (bannedAt !== null) return { text: 'Banned', tone: 'bad' }
  if (doNotContact) return { text: 'Do not contact', tone: 'warn' }
  return winBack ? { text: winBackWords[winBack], tone: winBack === 'open' ? 'line' : null } : null
}
