/** The booking rules of one class, each with its clock time. */

import {
  type CancellationTerms,
  cancellationTerms,
  type PaidBy,
} from '#app/domain/places/cancellation-terms.ts'
import { cancellationRules, makeUpSentence } from '#app/domain/places/cancellation-words.ts'
import type { PlainFormats } from '#app/values/formats.ts'
import type { Instant } from '#app/values/instant.ts'
import { deadline } from '#app/values/wording.ts'
import type { ClassDetail } from './class-listing.ts'

/** `over` is behind the reader: it says so in its words too. */
export type Rule = { when: string; what: string; over?: boolean }

/** `at` null: behind everything that has its time. */
type TimedRule = Rule & { at: Instant | null }

/** The terms of someone: of the place they hold, or of what would pay for one. */
export type TermsByPayer = readonly { paidBy: PaidBy; terms: CancellationTerms }[]

/** What pays for a class of someone nobody knows yet. */
const usualPayers = ['lot', 'membership'] as const satisfies readonly PaidBy[]

/** The terms of a class for each way it may be paid. */
export const termsByPayer = (
  detail: ClassDetail,
  now: Instant,
  payers: readonly PaidBy[] = usualPayers,
): TermsByPayer =>
  payers.map((paidBy) => ({ paidBy, terms: cancellationTerms(detail, { paidBy }, now) }))

/**
 * The rules of one dated class for this person, in the order of time: `terms` are those of the place
 * they hold or of what would pay for one; of two that differ both are told.
 */
export function classRules(
  detail: ClassDetail,
  now: Instant,
  formats: PlainFormats,
  terms: TermsByPayer,
): Rule[] {
  const rules = [
    ...openingRules(detail, now, formats),
    ...mergedRules(terms, formats),
    ...waitlistRules(detail, now, formats),
  ]
  // Sorting keeps what begins at one moment in the order above.
  return rules
    .sort((a, b) => byTime(a.at, b.at))
    .map(({ when, what, over = false }) => ({ when, what, over }))
}

const byTime = (a: Instant | null, b: Instant | null): number => {
  if (a === b) return 0
  if (a === null || b === null) return a === null ? 1 : -1
  return a < b ? -1 : 1
}

function openingRules(
  { opensAt, closesAt }: ClassDetail,
  now: Instant,
  formats: PlainFormats,
): TimedRule[] {
  const at = (instant: Instant) => deadline(instant, formats.timeZone, formats.locale)
  const closed = now > closesAt
  const opens =
    now < opensAt
      ? [{ when: `From ${at(opensAt)}`, what: 'You can book.', at: opensAt, over: false }]
      : []
  const open = now < opensAt ? 'Then booking closes.' : 'You can book.'
  return [
    ...opens,
    {
      when: `Until ${at(closesAt)}`,
      what: closed ? 'Booking has closed.' : open,
      at: closesAt,
      over: closed,
    },
  ]
}

function waitlistRules(
  { waitlistLimit, waitlistClosesAt, startsAt }: ClassDetail,
  now: Instant,
  formats: PlainFormats,
): TimedRule[] {
  if (waitlistLimit === 0)
    return [
      {
        when: 'If it is full',
        what: 'There is no waitlist for this class.',
        at: waitlistClosesAt,
        over: now > startsAt,
      },
    ]
  const over = now > waitlistClosesAt
  return [
    {
      when: `Until ${deadline(waitlistClosesAt, formats.timeZone, formats.locale)}`,
      what: over
        ? 'The waitlist has closed.'
        : 'If the class is full, the waitlist gives out places.',
      at: waitlistClosesAt,
      over,
    },
  ]
}

const payerWords: Record<PaidBy, string> = {
  lot: 'With credits',
  membership: 'With a membership',
  drop_in: 'With a drop-in',
  course: 'In the course',
  make_up: 'With a make-up',
}

/** Rules that hold however it is paid stand once; others say whom they are about. */
function mergedRules(terms: TermsByPayer, formats: PlainFormats): TimedRule[] {
  const told = terms.map(({ paidBy, terms: own }) => ({
    paidBy,
    rules: cancellationRules(own, 'letter', formats),
  }))
  const all = told.flatMap(({ rules }) => rules)
  const distinct = all.filter((rule, i) => all.findIndex(({ when }) => when === rule.when) === i)
  return distinct.map(({ when, at, over }) => {
    const said = told.flatMap(({ paidBy, rules }) => {
      const rule = rules.find((one) => one.when === when)
      return rule ? [{ paidBy, what: rule.what }] : []
    })
    const same = said.length === told.length && said.every(({ what }) => what === said[0]?.what)
    const named = said.map(({ paidBy, what }) => `${payerWords[paidBy]}: ${lower(what)}`)
    return { when, what: same ? (said[0]?.what ?? '') : named.join(' '), at, over }
  })
}

const lower = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

/** The rules of a session whose place is one of a whole course: what counts is the make-up. */
export function sessionRules(
  detail: ClassDetail,
  { kind, givesMakeUps }: { kind: string; givesMakeUps: boolean },
  formats: PlainFormats,
  now: Instant,
): Rule[] {
  const terms = cancellationTerms(detail, { paidBy: 'course' }, now)
  return [
    { when: 'Places', what: `You can only book this as part of the ${kind}.` },
    givesMakeUps
      ? { when: 'If you can’t come', what: makeUpSentence(terms, 'letter', formats) }
      : { when: 'If you don’t come', what: 'There are no make-ups.' },
  ]
}
