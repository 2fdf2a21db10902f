/** Campaigns as people read them. Pure. */
import type {
  CampaignChannel,
  CampaignState,
  LetterPage,
  NotSentReason,
  Outcome,
} from '#app/db/studio/marketing/campaigns-words.ts'
import { minorDigits } from '#app/values/money.ts'
import { count, money, percentShare } from '#app/values/wording.ts'
import type { Tally } from './campaign-queries.server.ts'
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
  `had ${count(letters, 'marketing message')} in the last ${count(days, 'day')}`

/** The same said of texts. */
const asText = (words: string) =>
  words
    .replace('marketing email', 'marketing texts')
    .replace('email address', 'number that a text can go to')
    .replace('an address', 'a number')
    .replace('the email', 'the text')

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
  channel: CampaignChannel = 'email',
): { mark: Mark; words: string } {
  const { mark, words } = emailWords(outcome, n, rule)
  return { mark, words: channel === 'sms' ? asText(words) : words }
}

function emailWords(
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
    means: 'It came back, or could not be delivered.',
  },
  {
    of: 'left',
    name: 'Unsubscribed',
    means: 'They pressed Unsubscribe in this email, or answered this text with STOP.',
  },
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

/** Readers of each subject below which a difference is as likely chance as not. */
const fewReaders = 200

/** `12 of 140 booked (9%)` */
const didWords = (n: number, of: number, did: string) =>
  `${n} of ${of.toLocaleString('en-GB')} ${did}${of > 0 ? ` (${percentShare(n, of)})` : ''}`

/** What came of two subjects: a row each, and how much can be read into the difference. */
export function subjectResults({
  subject,
  subjectB,
  tally,
}: {
  subject: string
  subjectB: string
  tally: Tally
}) {
  const [a, b] = [tally.a_sent ?? 0, tally.b_sent ?? 0]
  const row = (of: 'a' | 'b', words: string) => ({
    of,
    subject: words,
    booked: didWords(tally[`${of}_booked_after`] ?? 0, tally[`${of}_sent`] ?? 0, 'booked'),
    bought: didWords(tally[`${of}_bought`] ?? 0, tally[`${of}_sent`] ?? 0, 'bought'),
  })
  return {
    rows: [row('a', subject), row('b', subjectB)],
    note: chanceWords(
      { of: a, n: tally.a_booked_after ?? 0 },
      { of: b, n: tally.b_booked_after ?? 0 },
    ),
  }
}

/**
 * How much a difference between two halves tells, in a sentence: from counts of those who did
 * something, by a test of two shares (a difference of two standard errors or more).
 */
export function chanceWords(a: { n: number; of: number }, b: { n: number; of: number }): string {
  if (Math.min(a.of, b.of) === 0) return 'Only one of the two has been seen so far.'
  const both = (a.n + b.n) / (a.of + b.of)
  const error = Math.sqrt(both * (1 - both) * (1 / a.of + 1 / b.of))
  const far = error > 0 && Math.abs(a.n / a.of - b.n / b.of) >= 2 * error
  if (far && Math.min(a.n + b.n, a.of, b.of) >= 10)
    return 'The difference is larger than chance usually makes it.'
  if (Math.min(a.of, b.of) < fewReaders)
    return 'Too few people to tell: a difference like this is often chance.'
  return 'No difference that could not be chance.'
}

/** How long a text is and what it comes to: `312 people, 640 parts, about £25.60`. */
export function partsWords(
  { people, parts }: { people: number; parts: number },
  {
    rule: { textPrice },
    studio,
  }: {
    rule: Pick<MarketingRule, 'textPrice'>
    studio: { currency: string; locale: string }
  },
): string {
  const all = `${count(people, 'text')}, ${count(parts, 'part')} to pay for`
  if (textPrice === 0) return `${all}. Set what a part costs you to see the sum here.`
  const minor = Math.ceil((parts * textPrice * 10 ** minorDigits(studio.currency)) / 10_000)
  return `${all}: about ${money(minor, studio.currency, studio.locale)}.`
}

export const scheduleRefusals = {
  changed: 'Someone changed it in the meantime. Reload the page and try again.',
  past: 'That time is over. Choose a later one.',
  nobody: 'Nobody would get it now. Change who it is for.',
  class_over: 'The class has begun or is cancelled. Fill another one.',
} as const
