/** The words of `cancellationTerms`: written once, for pages, letters and files alike. */
import type { PlainFormats } from '#app/values/formats.ts'
import type { Instant } from '#app/values/instant.ts'
import { deadline, deadlineLong, deadlineNear, money } from '#app/values/wording.ts'
import type { LocalDate } from '#app/values/zone.ts'
import { type CancellationTerms, isCostly, isFree, type Loss } from './cancellation-terms.ts'

/**
 * How an instant is told: as briefly as it stays clear to someone who reads it on `near` (their
 * today, never the day of the class: a time alone is read as today's), in full in a dated list
 * (`long`), or as in a letter.
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
 * The one sentence about giving a place up: `Free to cancel until Thu 06:30, then 1 credit and
 * £5.00.`, `Decline free until 16:00 …`, `Free cancellation ended at 06:30. Cancelling now costs 1
 * credit.` Empty once the class has started.
 */
export function cancellationSentence(
  terms: CancellationTerms,
  told: Told,
  formats: PlainFormats,
): string {
  if (terms.stage === 'started') return ''
  const line = freeUntilWords(terms, told, formats)
  return isFree(terms)
    ? `${line}${thenWords(terms, told, formats)}.`
    : `${line}. ${lateSentence(terms, told, formats)}`
}

/** What it costs now that it is late, and what comes on top later. */
function lateSentence(terms: CancellationTerms, told: Told, formats: PlainFormats): string {
  const clock = clockOf(told, formats)
  const cost = lossWords(terms.now, formats)
  const later = terms.after.find(({ loss }) => isCostly(added(loss, terms.now)))
  const more = later && lossWords(added(later.loss, terms.now), formats)
  // A letter is read later than it is written.
  const lead = told === 'letter' ? 'Cancelling' : 'Cancelling now'
  if (cost)
    return `${lead} costs ${cost}${more ? `, and ${more} more from ${clock(later.instant)}` : ''}.`
  return more ? `From ${clock(later.instant)} it costs ${more}.` : `${lead} counts as late.`
}

/** `Free cancellation ended Sat 22:00`; of a time alone `ended at 06:30`. */
export function endedWords(freeUntil: Instant, told: Told, formats: ClockFormats): string {
  const at = clockOf(told, formats)(freeUntil)
  return `Free cancellation ended ${/^\d/.test(at) ? 'at ' : ''}${at}`
}

/** A limit as the head of what holds behind it: `After Sat 22:00`, or that it is over. */
export const limitWords = (limit: Instant, now: Instant, told: Told, formats: ClockFormats) =>
  now <= limit ? `After ${clockOf(told, formats)(limit)}` : endedWords(limit, told, formats)

/**
 * The same without what it costs, for a line of a list: `Free to cancel until Fri 22:00`. `act` is
 * what may be done free where that is more than cancelling.
 */
export function freeUntilWords(
  terms: FreeTerms,
  told: Told,
  formats: ClockFormats,
  act = 'cancel',
): string {
  const { lead, at } = freeUntilParts(terms, told, formats, act)
  return at ? `${lead} ${at}` : lead
}

type FreeTerms = Pick<CancellationTerms, 'stage' | 'freeBy' | 'freeUntil'>

/** The same in two parts, where a page stresses the time; `at` is empty once it is over. */
export function freeUntilParts(
  terms: FreeTerms,
  told: Told,
  formats: ClockFormats,
  act = 'cancel',
): { lead: string; at: string } {
  if (!isFree(terms)) return { lead: endedWords(terms.freeUntil, told, formats), at: '' }
  const lead = terms.freeBy === 'grace' ? 'Decline free until' : `Free to ${act} until`
  return { lead, at: clockOf(told, formats)(terms.freeUntil) }
}

/** Of a place that is over: `after free cancellation ended Fri 22:00`. */
export const afterLimitWords = (freeUntil: Instant, told: Told, formats: ClockFormats): string =>
  `after ${lower(endedWords(freeUntil, told, formats))}`

const lower = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

/** Of a session of a course that gives make-ups: until when giving it up gives one. */
export function makeUpSentence(terms: FreeTerms, told: Told, formats: ClockFormats): string {
  const limit = clockOf(told, formats)(terms.freeUntil)
  return isFree(terms)
    ? `Give it up until ${limit} and you get a make-up.`
    : `You could give it up for a make-up until ${limit}.`
}

/** The label of whatever is chosen or told as that time: `Free cancellation until`. */
export const freeUntilLabel = 'Free cancellation until'

/** What a policy says of every class: `span` is how long before the start, `late` what it takes. */
export const freeBeforeSentence = (span: string, late: string | null): string =>
  `${freeUntilLabel} ${span} before the start. ` +
  (late ? `After that ${late}.` : 'Cancelling later is free too.')

/**
 * The terms as a list of rules in the order of time; `at` is when each begins or ends to hold, and
 * of not coming null: it is behind them all. A step whose loss is nothing says that it counts as
 * late.
 */
export function cancellationRules(
  terms: CancellationTerms,
  told: Told,
  formats: PlainFormats,
): { when: string; what: string; at: Instant | null; over: boolean }[] {
  const clock = clockOf(told, formats)
  const missed = losingWords(terms.noShow, formats)
  const started = terms.stage === 'started'
  return [
    {
      when: `Until ${clock(terms.freeUntil)}`,
      what: isFree(terms) ? 'Free cancellation.' : 'Free cancellation has ended.',
      at: terms.freeUntil,
      over: !isFree(terms),
    },
    ...terms.after.map(({ instant, loss }) => {
      const lost = losingWords(loss, formats)
      return {
        when: terms.after.length > 1 ? `After ${clock(instant)}` : 'Later',
        what: lost ? `Cancel and you ${lost}.` : 'Cancel and it counts as late. No fee.',
        at: instant,
        over: started,
      }
    }),
    {
      when: 'If you don’t come',
      what: missed ? `You ${missed}.` : 'Nothing is taken.',
      at: null,
      over: false,
    },
  ]
}
