/** Funnels in words, and the templates they begin with. Pure. */
import type { FunnelState } from '#app/db/studio/funnels/funnels-words.ts'
import { chanceWords } from '#app/domain/marketing/campaign-words.ts'
import { percentShare } from '#app/values/wording.ts'

export const funnelStateWords: Record<FunnelState, string> = {
  draft: 'Draft',
  live: 'Live',
  paused: 'Paused',
  ended: 'Ended',
}

export const funnelTones = { draft: 'line', live: 'good', paused: 'warn', ended: null } as const

/** What may be done to a funnel in each state. */
export const funnelActs: Record<FunnelState, readonly FunnelAct[]> = {
  draft: ['live'],
  live: ['paused', 'ended'],
  paused: ['live', 'ended'],
  ended: [],
}
export type FunnelAct = Exclude<FunnelState, 'draft'>

export const funnelActWords: Record<FunnelAct, string> = {
  live: 'Set live',
  paused: 'Pause',
  ended: 'End',
}

export const funnelActDone: Record<FunnelAct, string> = {
  live: 'Live. Anyone with the link can start.',
  paused: 'Paused. The page now says the offer isn’t open, and nobody can start.',
  ended: 'Ended. The page now says the offer has ended.',
}

/** The steps of a funnel behind its views: people, each counted once at a step. */
export const funnelSteps = ['started', 'paid', 'booked', 'attended'] as const
export type FunnelStep = (typeof funnelSteps)[number]

export const stepNames: Record<FunnelStep, string> = {
  started: 'Started',
  paid: 'Paid',
  booked: 'Booked',
  attended: 'Attended',
}

/** People that the page of a funnel shows. */
export const peopleShown = 50

/** Days that somebody's steps count after they last started. */
export const countedDays = 30

/** The local hours in which somebody who did not buy is written to. */
export const remindHours = { fromHour: 8, untilHour: 20 }

/** Which funnel a purchase counts for, as its page says it. */
export const attributionWords = `A purchase, a booking and a visit count for the funnel someone last started from, for ${countedDays} days. Each person counts once at each step, and each step needs the one before it. A refund changes none of these numbers.`

export const viewWords =
  'A view is the page being opened, not a person: we use no cookie to tell people apart.'

/** `8 of 12 paid (67%)`; empty without anybody. */
export const shareWords = (part: number, of: number, done: string): string =>
  of === 0 ? '' : `${part} of ${of} ${done} (${percentShare(part, of)})`

export type FunnelCounts = Record<FunnelStep, number> & { views: number }

/** How far people came, in a sentence: `8 of 12 paid (67%), 6 booked, 5 attended`. */
export function conversionWords({ started, paid, booked, attended }: FunnelCounts): string {
  if (started === 0) return 'Nobody has started yet'
  return `${shareWords(paid, started, 'paid')}, ${booked} booked, ${attended} attended`
}

/** How many of the step before came to step `i`: `67%`; empty at the first, and where none were. */
export function stepShare(counts: FunnelCounts, i: number): string {
  const [step, before] = [funnelSteps[i], funnelSteps[i - 1]]
  if (!step || !before || counts[before] === 0) return ''
  return percentShare(counts[step], counts[before])
}

export type FunnelTemplate = {
  key: string
  name: string
  slug: string
  about: string
  headline: string
  text: string
  /** Words by which an offer that the studio sells already fits. */
  fits: RegExp
}

/** Funnels to begin with; each fills in the form. */
export const funnelTemplates: readonly FunnelTemplate[] = [
  {
    key: 'intro',
    name: 'Two-week intro',
    slug: 'two-week-intro',
    about: 'For people who are new: try classes for two weeks, then decide.',
    headline: 'Two weeks to find your class',
    text: 'Come as often as you like to find out what suits you. You need no experience: tell the coach it’s your first time, and they’ll look after you.\nWear something you can move in, and come ten minutes early.',
    fits: /intro|trial|new|first/i,
  },
  {
    key: 'challenge',
    name: 'Six-week challenge',
    slug: 'six-week-challenge',
    about: 'For a start together: the same classes for six weeks, with a goal.',
    headline: 'Six weeks, two classes a week',
    text: 'Choose your two classes a week and keep them for six weeks. Your coach sets a goal with you in the first week and looks at it with you in the last.\nEvery level is welcome.',
    fits: /challenge|12|10/i,
  },
  {
    key: 'kids',
    name: 'Kids’ trial',
    slug: 'kids-trial',
    about: 'For parents: one class for a child, with a short note on what to bring.',
    headline: 'A first class for your child',
    text: 'One class to see whether your child likes it. A parent is welcome to watch.\nBring bare feet, tied hair and something to drink. Tell us before the class about anything the coach should know.',
    fits: /kid|child|junior|single|1/i,
  },
]

/** What led somebody to a page is kept so long at most. */
export const utmLength = 120

/** What led to a page, from its address: `google / spring` of `utm_source`, medium and campaign. */
export const utmOf = (search: URLSearchParams): string =>
  ['utm_source', 'utm_medium', 'utm_campaign']
    .map((name) => (search.get(name) ?? '').trim().slice(0, 60))
    .filter(Boolean)
    .join(' / ')
    .slice(0, utmLength)

/** Starts that halves and campaigns are counted from. */
export const startsRead = 2_000

/** What came of each of two pages, and how much the difference tells. */
export function halvesView(
  funnel: { headline: string; headlineB: string; viewsA: number; viewsB: number },
  halves: readonly { half: string; started: number; paid: number }[],
) {
  const of = (half: string) =>
    halves.find((one) => one.half === half) ?? { half, started: 0, paid: 0 }
  const [a, b] = [of('a'), of('b')]
  const row = (id: string, headline: string, views: number, one: typeof a) => ({
    ...{ id, headline, views: `${views}`, started: `${one.started}` },
    paid: shareWords(one.paid, one.started, 'paid') || '–',
  })
  const nobodyYet =
    Math.min(funnel.viewsA, funnel.viewsB) > 0 && Math.min(a.started, b.started) === 0
  return {
    rows: [
      row('a', funnel.headline, funnel.viewsA, a),
      row('b', funnel.headlineB || 'The same, with the second text', funnel.viewsB, b),
    ],
    note: nobodyYet
      ? 'Nobody has started on one of the two yet.'
      : chanceWords({ n: a.paid, of: a.started }, { n: b.paid, of: b.started }),
  }
}

/** People that the simulator is asked about at most. */
export const simulatedAtMost = 10_000

/** Fewer who started than this tell nothing of the next. */
const leastHistory = 10

/**
 * What would come of so many people starting, by how those before them went on: the share at each
 * step and the range in which nine of ten such groups lie. The range is around a share with one more
 * who went on and one more who did not, so that few of whom none or all did promise nothing certain.
 * Null with too little history.
 */
export function simulated(counts: FunnelCounts, people: number) {
  if (counts.started < leastHistory) return null
  return funnelSteps.slice(1).map((step) => {
    const about = Math.round((counts[step] / counts.started) * people)
    const share = (counts[step] + 1) / (counts.started + 2)
    const spread =
      1.645 * Math.sqrt(share * (1 - share) * (people + (people * people) / counts.started))
    const middle = share * people
    return {
      ...{ id: step, name: stepNames[step], about },
      least: Math.min(about, Math.max(0, Math.floor(middle - spread))),
      most: Math.max(about, Math.min(people, Math.ceil(middle + spread))),
    }
  })
}
