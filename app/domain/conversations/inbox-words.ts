/** The inbox as it is read. Pure. */
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { may, type Role } from '#app/domain/scope/permissions.ts'
import { ownPath } from '#app/paths/own-path.ts'
import {
  clockTimeAt,
  count,
  dayLong,
  dayMonthYear,
  dayShortTime,
  deadline,
  money,
  monthYear,
} from '#app/values/wording.ts'
import { localDate } from '#app/values/zone.ts'
import {
  channelWords,
  excerpt,
  replyChannels,
  replyChannelWords,
  snoozeChoices,
  snoozeWords,
  stateTones,
  stateWords,
  waitingWords,
  whenWords,
} from './conversation-words.ts'
import type {
  conversationPerson,
  inboxPage,
  ListedConversation,
  MessageRow,
} from './inbox-page.server.ts'

/** `40 minutes`, `3 hours` */
export const minutesWords = (minutes: number): string =>
  minutes < 90 ? count(Math.round(minutes), 'minute') : count(Math.round(minutes / 60), 'hour')

export function listedWords(ctx: WordsContext, row: ListedConversation) {
  const { now, studio } = ctx
  const said = excerpt(row.lastText)
  return {
    id: row.id,
    who: row.who,
    waits: row.state === 'open' && row.waitingSince !== null,
    when: row.waitingSince
      ? waitingWords(row.waitingSince, now)
      : whenWords(row.lastAt, now, studio),
    text:
      row.state === 'snoozed' && row.snoozedUntil
        ? `Snoozed until ${deadline(row.snoozedUntil, studio.timeZone, studio.locale)}`
        : `${row.lastWay === 'out' ? 'You: ' : ''}${said || 'Nothing written yet'}`,
    how: row.kind === 'group' ? 'Group' : channelWords[row.lastChannel],
    labels: row.labels,
  }
}

type Page = NonNullable<Awaited<ReturnType<typeof inboxPage>>>
type Facts = Awaited<ReturnType<typeof conversationPerson>>
type WordsContext = Pick<StudioContext, 'now' | 'studio'>

/** One conversation as it is read, with who it is with. */
export function openWords(ctx: WordsContext, page: Page, facts: Facts, role: Role) {
  const { open, messages } = page
  if (!open) return null
  const { studio, now } = ctx
  const { timeZone, locale, currency } = studio
  return {
    id: open.id,
    who: open.who,
    kind: open.kind,
    state: open.state,
    stateLabel: { text: stateWords[open.state], tone: stateTones[open.state] },
    labels: open.labels,
    assigneeId: open.assigneeId ?? '',
    answeredIn:
      open.firstReplyMinutes === null
        ? ''
        : `First answered after ${minutesWords(open.firstReplyMinutes)}.`,
    address: open.address,
    seen: messages.at(-1)?.seq ?? 0,
    messages: messages.map((message) => messageWords(ctx, message, open.who)),
    staff: page.staff.map(({ id, name }) => ({ value: id, label: name })),
    replies: page.replies,
    channels: replyChannels.map((value) => ({ value, label: replyChannelWords[value] })),
    snoozes: snoozeChoices.map((value) => ({ value, label: snoozeWords[value] })),
    others: page.others.map(({ id, who, lastText }) => ({
      value: id,
      label: `${who}: ${excerpt(lastText).slice(0, 40)}`,
    })),
    person: facts && {
      id: facts.person.id,
      name: facts.person.name,
      line: [facts.person.pronouns, `here since ${monthYear(facts.person.joinedOn, locale)}`]
        .filter(Boolean)
        .join(', '),
      injury: facts.person.injury === 1,
      minor: facts.person.minor === 1,
      guardians: facts.guardians,
      memberships: facts.memberships.map(({ name }) => name),
      credits: facts.credits.map(({ left, soon }) =>
        [
          `${count(left, 'credit')} left`,
          soon ? `${soon.credits} until ${dayMonthYear(soon.on, locale)}` : '',
        ]
          .filter(Boolean)
          .join(', '),
      ),
      next: facts.next.map(({ occurrenceId, title, localStart }) => ({
        id: occurrenceId,
        text: title,
        when: dayShortTime(localStart, locale),
      })),
      fees: may(role, 'fees:read')
        ? facts.fees.map(({ id, amountMinor, dueAt }) => ({
            id,
            text: `${money(amountMinor, currency, locale)} is charged ${deadline(dueAt, timeZone, locale)}`,
          }))
        : [],
      can: {
        book: may(role, 'roster:write'),
        pay: may(role, 'payments:take'),
        give: may(role, 'entitlements:write'),
        waive: may(role, 'fees:waive'),
      },
      last: facts.person.lastVisitAt
        ? `Last here ${dayLong(localDate(facts.person.lastVisitAt, timeZone), locale)}`
        : 'Not here yet',
    },
    today: localDate(now, timeZone),
  }
}

const deliveryWords: Record<string, string> = {
  queued: 'on its way',
  sending: 'on its way',
  sent: 'sent',
  kept: 'kept, no mail is set up',
  failed: 'not delivered',
}

function messageWords({ studio }: WordsContext, message: MessageRow, who: string) {
  const { timeZone, locale } = studio
  const time = clockTimeAt(message.at, timeZone, locale)
  const by = message.byName || who
  const how = {
    in: `${by}, ${time}, ${channelWords[message.channel].toLowerCase()}`,
    out: [by, time, message.readAt ? 'read' : (deliveryWords[message.delivery ?? ''] ?? '')]
      .filter(Boolean)
      .join(', '),
    note: `${by}, ${time}, only staff see this`,
    system: time,
  }[message.way]
  return {
    id: message.id,
    way: message.way,
    text: message.text,
    quoted: message.quoted,
    about: message.about,
    aboutPath: ownPath(message.aboutPath),
    foot: how,
    failed: message.delivery === 'failed' && message.error ? message.error : '',
    day: dayLong(localDate(message.at, timeZone), locale),
  }
}

export type InboxRow = ReturnType<typeof listedWords>
export type OpenWords = NonNullable<ReturnType<typeof openWords>>

/** What the page of the inbox shows, as it is sent. */
export type Inbox = {
  studio: { slug: string }
  filters: { view: string; q: string; label: string }
  views: { view: string; name: string; count: string; path: string }[]
  waiting: InboxRow[]
  others: InboxRow[]
  answered: string
  canAnnounce: boolean
}
