/** Automations as anyone reads them: when, if, wait, then, unless. Pure. */
import type {
  AutomationState,
  LeftOutReason,
  RunState,
  TriggerKind,
} from '#app/db/studio/automation/automations-words.ts'
import { count } from '#app/values/wording.ts'

export const automationStateWords: Record<AutomationState, string> = {
  draft: 'Draft',
  live: 'Live',
  paused: 'Paused',
}

export const automationTones = { draft: 'line', live: 'good', paused: 'warn' } as const

/** Whether the days of a trigger mean something. */
export const hasDays = (kind: TriggerKind): boolean =>
  ['no_visit', 'joined', 'pack_ending'].includes(kind)

/** `Someone has not visited for 14 days` */
export function whenWords(kind: TriggerKind, days: number): string {
  const long = count(days, 'day')
  return {
    no_visit: `Someone with a membership or credits has not visited for ${long}`,
    joined: days === 0 ? 'Someone joins' : `Someone joined ${long} ago`,
    first_class: 'Someone comes to their first class',
    pack_ending: `A pack with credits left ends within ${long}`,
    no_show: 'Someone misses a class they booked',
    birthday: 'It is someone’s birthday',
  }[kind]
}

/** What a pause leaves out; empty for what still goes on after it. */
export function pausedWords(kind: TriggerKind): string {
  if (kind === 'joined') return 'People whose time comes while it is paused are left out. '
  return kind === 'no_show' || kind === 'first_class'
    ? 'Classes that end while it is paused are left out. '
    : ''
}

/**
 * What is asked before anything is sent; `own` are its conditions by the studio's own fields:
 * `T-shirt size is M`. A webhook can be sent anyone's event, because it writes to nobody.
 */
export const ifWords = (own: readonly string[], webhook: boolean): string =>
  [
    webhook
      ? 'They have no frozen membership. Of someone under 18 only their id is sent'
      : 'They agreed to email from the studio, are 18 and have no frozen membership',
    ...own,
  ].join('. ')

/** Whether it goes on from day to day; what does not happens once, on one day. */
export const goesOn = (kind: TriggerKind): boolean => kind === 'no_visit' || kind === 'pack_ending'

export function unlessWords(kind: TriggerKind, webhook: boolean): string {
  const put =
    kind === 'no_show' || kind === 'first_class' ? 'The check-in is corrected, or they' : 'They'
  const first = { no_visit: ' visit, book,', pack_ending: ' use the credits,' }
  const own = first[kind as keyof typeof first] ?? ''
  if (webhook) return `${put}${own} freeze or leave first`
  return `${put}${own} freeze, unsubscribe or reach your limit of marketing emails first`
}

export const onceWords: Record<TriggerKind, string> = {
  no_visit: 'Once for each absence.',
  joined: 'Once per person.',
  first_class: 'Once per person.',
  pack_ending: 'Once for each pack.',
  no_show: 'Once for each class.',
  birthday: 'Once a year.',
}

/** `08:00` */
export const hourWords = (hour: number): string => `${String(hour).padStart(2, '0')}:00`

export const runStateWords: Record<RunState, string> = {
  waiting: 'Waiting',
  sent: 'Email sent',
  done: 'Event sent',
  exited: 'Not sent',
  skipped: 'Not sent',
  failed: 'Failed',
  cancelled: 'Cancelled',
}

export const runTones = {
  waiting: 'line',
  sent: 'good',
  done: 'good',
  failed: 'bad',
  exited: null,
  skipped: null,
  cancelled: null,
} as const

export const reasonWords: Record<LeftOutReason, string> = {
  unmatched: 'Has none of the answers it asks for',
  frozen: 'Their membership is frozen',
  unsubscribed: 'Has not agreed to news by email',
  minor: 'Is under 18',
  no_address: 'Has no email address',
  booked: 'Has booked a class',
  came_back: 'Came back first',
  over: 'No longer applies',
  capped: 'Has reached your limit of marketing emails',
  gone: 'Is archived, or asked not to be contacted',
  no_webhook: 'Its webhook was deleted',
}

/** What a studio can begin with. */
export const automationTemplates = [
  {
    key: 'no_visit',
    name: 'Not seen for two weeks',
    trigger: 'no_visit',
    days: 14,
    subject: 'Your class has a place, {first name}',
    text: 'Hello {first name},\nwe haven’t seen you for a while. Your usual class still has places this week, and we would love to have you back.\n{studio}',
  },
  {
    key: 'joined',
    name: 'Welcome',
    trigger: 'joined',
    days: 1,
    subject: 'Welcome to {studio}, {first name}',
    text: 'Hello {first name},\nit’s good to have you. Come ten minutes early to your first class, and ask us anything by replying in your account.\n{studio}',
  },
  {
    key: 'pack_ending',
    name: 'Pack ends soon',
    trigger: 'pack_ending',
    days: 10,
    subject: 'You have credits left, {first name}',
    text: 'Hello {first name},\nyour pack ends soon and has credits left. Book a class before it does.\n{studio}',
  },
  {
    key: 'no_show',
    name: 'Missed a class',
    trigger: 'no_show',
    days: 0,
    subject: 'We missed you, {first name}',
    text: 'Hello {first name},\nyou weren’t in class. If something came up, tell us. The next one has places.\n{studio}',
  },
  {
    key: 'first_class',
    name: 'After the first class',
    trigger: 'first_class',
    days: 0,
    subject: 'Your first class, {first name}',
    text: 'Hello {first name},\nit’s good to have you. Tell us how it was, and book your next class.\n{studio}',
  },
  {
    key: 'birthday',
    name: 'Birthday',
    trigger: 'birthday',
    days: 0,
    subject: 'Happy birthday, {first name}',
    text: 'Hello {first name},\nhave a good year. See you in class.\n{studio}',
  },
] as const satisfies readonly {
  key: string
  name: string
  trigger: TriggerKind
  days: number
  subject: string
  text: string
}[]
