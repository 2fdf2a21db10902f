/** Campaigns as people read them. Pure. */
import type {
  CampaignState,
  LetterPage,
  NotSentReason,
  Outcome,
} from '#app/db/studio/marketing/campaigns-words.ts'
import { count } from '#app/values/wording.ts'
import type { MarketingRule } from './marketing-rule.ts'

export const campaignStateWords: Record<CampaignState, string> = {
  draft: 'Draft',
  scheduled: 'Scheduled',
  sending: 'Sending',
  sent: 'Sent',
  cancelled: 'Cancelled',
}

export const campaignTones = {
  draft: 'line',
  scheduled: 'warn',
  sending: 'warn',
  sent: 'good',
  cancelled: null,
} as const

export const letterPageWords: Record<Exclude<LetterPage, ''>, string> = {
  timetable: 'The timetable',
  offers: 'Prices',
  courses: 'Courses and programs',
  account: 'Their account',
}

/** The shape of a dot, so that no reason is told by colour alone. */
export type Mark = 'go' | 'ring' | 'bars' | 'tick' | 'diamond' | 'cross' | 'triangle'

type Said = { mark: Mark; one: string; many: string }

const reasons: Record<NotSentReason | 'full' | 'stopped' | 'waiting', Said> = {
  gone: {
    mark: 'diamond',
    one: 'is archived, or asked not to be contacted',
    many: 'are archived, or asked not to be contacted',
  },
  no_address: { mark: 'cross', one: 'has no email address', many: 'have no email address' },
  minor: { mark: 'triangle', one: 'is under 18', many: 'are under 18' },
  no_consent: {
    mark: 'ring',
    one: 'has not agreed to marketing email',
    many: 'have not agreed to marketing email',
  },
  unsubscribed: { mark: 'ring', one: 'has unsubscribed', many: 'have unsubscribed' },
  bounced: {
    mark: 'cross',
    one: 'has an address that bounced',
    many: 'have an address that bounced',
  },
  capped: { mark: 'bars', one: 'has reached your limit', many: 'have reached your limit' },
  booked: {
    mark: 'tick',
    one: 'has a place in the class, or is on its waitlist',
    many: 'have a place in the class, or are on its waitlist',
  },
  same_address: {
    mark: 'diamond',
    one: 'shares an address with someone who gets it',
    many: 'share an address with someone who gets it',
  },
  full: {
    mark: 'tick',
    one: 'was not asked: the places ran out',
    many: 'were not asked: the places ran out',
  },
  stopped: {
    mark: 'bars',
    one: 'was not reached before you cancelled',
    many: 'were not reached before you cancelled',
  },
  waiting: { mark: 'ring', one: 'is still to get it', many: 'are still to get it' },
}

/** `had 2 marketing emails in the last 7 days` */
const cappedWords = ({ letters, days }: MarketingRule) =>
  `had ${count(letters, 'marketing email')} in the last ${count(days, 'day')}`

/** In which order they are told: those who get it first. */
export const toldInOrder = [
  'no_consent',
  'unsubscribed',
  'capped',
  'booked',
  'bounced',
  'no_address',
  'minor',
  'same_address',
  'gone',
  'full',
  'stopped',
  'waiting',
] as const

/** What is said behind a number of people: `have not agreed to marketing email`. */
export function outcomeWords(
  outcome: Outcome | '',
  n: number,
  rule: MarketingRule,
): { mark: Mark; words: string } {
  if (outcome === '') return { mark: 'go', words: n === 1 ? 'gets the email' : 'get the email' }
  if (outcome === 'sent') return { mark: 'go', words: 'got the email' }
  if (outcome === 'capped') return { mark: 'bars', words: cappedWords(rule) }
  const { mark, one, many } = reasons[outcome]
  return { mark, words: n === 1 ? one : many }
}

/** Figures of what people did afterwards, each with what it counts. */
export const resultFigures = [
  {
    of: 'bounced_later',
    name: 'Bounced',
    means: 'The email came back, or could not be delivered.',
  },
  { of: 'left', name: 'Unsubscribed', means: 'They pressed Unsubscribe in this email.' },
  {
    of: 'booked_after',
    name: 'Booked',
    means: 'They booked at least one class within 7 days of getting it, whatever made them book.',
  },
  {
    of: 'bought',
    name: 'Bought',
    means: 'They bought a membership or a pack within 7 days of getting it.',
  },
] as const

export type ResultFigure = (typeof resultFigures)[number]['of']

export const scheduleRefusals = {
  changed: 'Someone changed it in the meantime. Reload the page and try again.',
  past: 'That time is over. Choose a later one.',
  nobody: 'Nobody would get it now. Change who it is for.',
  class_over: 'The class has begun or is cancelled. Fill another one.',
} as const
