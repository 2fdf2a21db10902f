/** Leads as staff read them. Pure. */
import type { NextAction, TouchKind } from '#app/db/studio/leads-words.ts'
import type { PlainFormats } from '#app/values/formats.ts'
import { type Instant, minutesBetween } from '#app/values/instant.ts'
import { deadlineNear } from '#app/values/wording.ts'
import { localDate } from '#app/values/zone.ts'

/** A new lead is to be answered within so many minutes. */
export const answerWithinMinutes = 60

export const touchWords: Record<TouchKind, string> = {
  form: 'Sent a form',
  walk_in: 'Walked in',
  referral: 'Was referred',
  phone_in: 'Called us',
  import: 'Came with a file',
  call: 'Called',
  sms: 'Texted',
  email: 'Emailed',
  note: 'Note',
  stage: 'Moved',
  owner: 'Assigned',
  trial: 'Trial',
}

/** What is next, short enough for a card. */
export const actionWords: Record<NextAction, string> = {
  call: 'Call',
  sms: 'Text',
  email: 'Email',
  meet: 'Meet',
  offer: 'Make an offer',
  other: 'Follow up',
}

/** Why leads are lost; a studio's own words may be added to one. */
export const lostReasons = {
  no_answer: 'No answer',
  price: 'Too expensive',
  times: 'Times don’t fit',
  place: 'Too far away',
  elsewhere: 'Joined elsewhere',
  not_now: 'Not now',
  not_for_them: 'Not for them',
  duplicate: 'Duplicate',
  other: 'Other',
} as const
export type LostReason = keyof typeof lostReasons

/** `12 min`, `3 h`, `2 days`: how long somebody waits. */
export function waitWords(minutes: number): string {
  if (minutes < 60) return `${Math.max(0, minutes)} min`
  if (minutes < 48 * 60) return `${Math.floor(minutes / 60)} h`
  return `${Math.floor(minutes / 1_440)} days`
}

/** What is next on a card, and whether it is late. */
export function nextWords(
  lead: {
    createdAt: Instant
    contactedAt: Instant | null
    next: { action: string; note: string; at: Instant } | null
  },
  { now, timeZone, locale }: PlainFormats & { now: Instant },
): { text: string; late: boolean } | null {
  const { next } = lead
  if (lead.contactedAt === null) {
    const minutes = minutesBetween(lead.createdAt, now)
    return { text: `Waiting ${waitWords(minutes)}`, late: minutes >= answerWithinMinutes }
  }
  if (!next) return null
  const at = deadlineNear(next.at, timeZone, locale, localDate(now, timeZone))
  if (next.at < now) return { text: `Was due ${at}`, late: true }
  return { text: `${actionWords[next.action as NextAction] ?? 'Follow up'} ${at}`, late: false }
}
