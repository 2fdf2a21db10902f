/** Conversations as they are read: states, ways in and out, labels. Pure. */
import type {
  ConversationState,
  MessageChannel,
} from '#app/db/studio/conversations/conversations-words.ts'
import type { PlainFormats } from '#app/values/formats.ts'
import { type Instant, minutesBetween } from '#app/values/instant.ts'
import { clockTimeAt, count, deadline } from '#app/values/wording.ts'
import { localDate } from '#app/values/zone.ts'

export const stateWords: Record<ConversationState, string> = {
  open: 'Open',
  pending: 'Pending',
  snoozed: 'Snoozed',
  resolved: 'Resolved',
}

export const stateTones = {
  open: 'good',
  pending: 'line',
  snoozed: 'warn',
  resolved: null,
} as const satisfies Record<ConversationState, string | null>

export const channelWords: Record<MessageChannel, string> = {
  app: 'App',
  email: 'Email',
  sms: 'Text',
  form: 'Web form',
}

/** On which ways staff may answer. */
export const replyChannels = ['app', 'email', 'sms'] as const
export type ReplyChannel = (typeof replyChannels)[number]

export const replyChannelWords: Record<ReplyChannel, string> = {
  app: 'App and email',
  email: 'Email only',
  sms: 'Text',
}

export const snoozeChoices = ['hour', 'tomorrow', 'monday', 'week'] as const
export type SnoozeChoice = (typeof snoozeChoices)[number]

export const snoozeWords: Record<SnoozeChoice, string> = {
  hour: 'For an hour',
  tomorrow: 'Until tomorrow, 09:00',
  monday: 'Until Monday, 09:00',
  week: 'For a week',
}

/** `38 min`, `3 h`, `2 days`: how long somebody has been waiting. */
export function waitingWords(since: Instant, now: Instant): string {
  const minutes = Math.max(0, minutesBetween(since, now))
  if (minutes < 60) return `${minutes} min`
  if (minutes < 24 * 60) return `${Math.floor(minutes / 60)} h`
  return count(Math.floor(minutes / (24 * 60)), 'day')
}

/** The time of today, or the day. */
export const whenWords = (at: Instant, now: Instant, { timeZone, locale }: PlainFormats): string =>
  localDate(at, timeZone) === localDate(now, timeZone)
    ? clockTimeAt(at, timeZone, locale)
    : deadline(at, timeZone, locale)

/** Labels as they are kept: lower case, without doubles, at most eight. */
export const tidyLabels = (text: string): string =>
  [
    ...new Set(
      text
        .toLowerCase()
        .split(',')
        .map((word) => word.trim().slice(0, 30))
        .filter(Boolean),
    ),
  ]
    .slice(0, 8)
    .join(', ')

/** The first words of a message, on one line. */
export const excerpt = (text: string): string => {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > 120 ? `${line.slice(0, 119)}…` : line
}
