/** The words of `cancellationTerms`: written once, for pages, letters and files alike. */
import type { PlainFormats } from '#app/values/formats.ts'
import type { Instant } from '#app/values/instant.ts'
import { deadline, deadlineLong, deadlineNear, money } from '#app/values/wording.ts'
import type { LocalDate } from '#app/values/zone.ts'
import { type CancellationTerms, isCostly, isFree, type Loss } from './cancellation-terms.ts'

/**
 * How an instant is told: as briefly as it stays clear beside `near` (the class's own day, or
 * today), in full in a dated list (`long`), or as in a letter.
 */
export type Told = { near: LocalDate } | 'long' | 'letter'

type ClockFormats = Pick<PlainFormats, 'timeZone' | 'locale'>

/** Tells the instants of terms in one form. */
export function clockOf(told: Told, { timeZone, locale }: ClockFormats): (at: Instant) => string {
  if (told === 'long') return (at) => deadlineLong(at, timeZone, locale)
  if (told === 'letter') return (at) => deadline(at, timeZone, locale)
  return (at) => deadlineNear(at, timeZone, locale, told.near)
}

type MoneyFormats = Pick<PlainFormats, 'currency' | 'locale'>

/** `1 credit and £5.00`, `the make-up`; null when it costs nothing. */
export function lossWords(loss: Loss, { currency, locale }: MoneyFormats): string | null {
  const parts = [
    loss.losesCredit ? '1 credit' : null,
    loss.losesPaid ? 'what was paid' : null,
    loss.losesMakeUp ? 'the make-up' : null,
    loss.feeMinor > 0 ? money(loss.feeMinor, currency, locale) : null,
  ]
  return parts.filter(Boolean).join(' and ') || null
}

/** `lose the credit and pay £5.00`, to go on from "you"; null when it costs nothing. */
export function losingWords(loss: Loss, { currency, locale }: MoneyFormats): string | null {
  const parts = [
    loss.losesCredit ? 'lose the credit' : null,
    loss.losesPaid ? 'lose what you paid' : null,
    loss.losesMakeUp ? 'lose the make-up' : null,
    loss.feeMinor > 0 ? `pay ${money(loss.feeMinor, currency, locale)}` : null,
  ]
  return parts.filter(Boolean).join(' and ') || null
}

/** The part of `loss` that `before` does not have. */
const added = (loss: Loss, before: Loss): Loss => ({
  losesCredit: loss.losesCredit && !before.losesCredit,
  losesPaid: loss.losesPaid && !before.losesPaid,
  losesMakeUp: loss.losesMakeUp && !before.losesMakeUp,
  feeMinor: loss.feeMinor - before.feeMinor,
})

/**
 * What giving up costs once it is no longer free, to go on from `until …`: `, then 1 credit and
 * £5.00`; with two limits `, then 1 credit, and £5.00 more from Sat 07:00`; empty where it costs
 * nothing.
 */
function thenWords(terms: CancellationTerms, told: Told, formats: PlainFormats): string {
  const clock = clockOf(told, formats)
  const [first, second] = terms.after
  const cost = first && lossWords(first.loss, formats)
  if (!second) return cost ? `, then ${cost}` : ''
  const more = lossWords(added(second.loss, first!.loss), formats)
  return cost
    ? `, then ${cost}, and ${more} more from ${clock(second.instant)}`
    : `; from ${clock(second.instant)} it costs ${more}`
}

/**
 * The one sentence about giving a place up: `Free to cancel until 06:30, then 1 credit and £5.00.`,
 * `Decline free until 16:00 …`, `Free cancel ended at 06:30; a cancel now costs 1 credit.` Empty
 * once the class has started.
 */
export function cancellationSentence(
  terms: CancellationTerms,
  told: Told,
  formats: PlainFormats,
): string {
  const clock = clockOf(told, formats)
  if (terms.stage === 'started') return ''
  if (isFree(terms)) {
    const lead = terms.freeBy === 'grace' ? 'Decline free' : 'Free to cancel'
    return `${lead} until ${clock(terms.freeUntil)}${thenWords(terms, told, formats)}.`
  }
  return `Free cancel ended at ${clock(terms.freeUntil)}${nowWords(terms, told, formats)}.`
}

/** What it costs now that it is late, and what comes on top later. */
function nowWords(terms: CancellationTerms, told: Told, formats: PlainFormats): string {
  const cost = lossWords(terms.now, formats)
  const later = terms.after.find(({ loss }) => isCostly(added(loss, terms.now)))
  const more = later && lossWords(added(later.loss, terms.now), formats)
  if (!cost) return more ? `; from ${clockOf(told, formats)(later.instant)} it costs ${more}` : ''
  const then = more ? `, and ${more} more from ${clockOf(told, formats)(later.instant)}` : ''
  return `; a cancel now costs ${cost}${then}`
}

/**
 * The same without what it costs, for a line of a list: `Free to cancel until Fri 22:00`. `act` is
 * what may be done free where that is more than cancelling.
 */
export function freeUntilWords(
  terms: CancellationTerms,
  told: Told,
  formats: ClockFormats,
  act = 'cancel',
): string {
  const at = clockOf(told, formats)(terms.freeUntil)
  if (!isFree(terms)) return `Free cancel ended ${at}`
  return `Free to ${terms.freeBy === 'grace' ? 'decline' : act} until ${at}`
}

/** Of a place that is over: `after the limit at Fri 22:00`. */
export const afterLimitWords = (limitAt: Instant, told: Told, formats: ClockFormats): string =>
  `after the limit at ${clockOf(told, formats)(limitAt)}`

/** `The limit was Fri 22:00.` */
export const limitWasSentence = (limitAt: Instant, told: Told, formats: ClockFormats): string =>
  `The limit was ${clockOf(told, formats)(limitAt)}.`

/** Of a session of a course that gives make-ups: until when giving it up gives one. */
export function makeUpSentence(
  { stage, limitAt }: Pick<CancellationTerms, 'stage' | 'limitAt'>,
  told: Told,
  formats: ClockFormats,
): string {
  const limit = clockOf(told, formats)(limitAt)
  return stage === 'free'
    ? `Give it up until ${limit} and you get a make-up.`
    : `The limit for a make-up was ${limit}.`
}

/**
 * The terms as a dated list of rules. A step whose loss is nothing says that it counts as late.
 */
export function cancellationRules(
  terms: CancellationTerms,
  told: Told,
  formats: PlainFormats,
): { when: string; what: string }[] {
  const clock = clockOf(told, formats)
  const missed = losingWords(terms.noShow, formats)
  return [
    {
      when: `Until ${clock(terms.freeUntil)}`,
      what: isFree(terms) ? 'Cancel free.' : 'Cancelling was free.',
    },
    ...terms.after.map(({ instant, loss }) => {
      const lost = losingWords(loss, formats)
      return {
        when: terms.after.length > 1 ? `After ${clock(instant)}` : 'Later',
        what: lost ? `Cancel and you ${lost}.` : 'Cancel and it counts as late. No fee.',
      }
    }),
    { when: 'If you do not come', what: missed ? `You ${missed}.` : 'Nothing is taken.' },
  ]
}
