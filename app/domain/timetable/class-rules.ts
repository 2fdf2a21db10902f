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

export type Rule = { when: string; what: string }

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
 * The rules of one dated class for this person: `terms` are those of the place they hold or of what
 * would pay for one; of two that differ both are told.
 */
export function classRules(
  detail: ClassDetail,
  now: Instant,
  formats: PlainFormats,
  terms: TermsByPayer,
): Rule[] {
  const at = (instant: Instant) => deadline(instant, formats.timeZone, formats.locale)
  return [
    ...(now < detail.opensAt
      ? [{ when: `From ${at(detail.opensAt)}`, what: 'You can book.' }]
      : []),
    {
      when: `Until ${at(detail.closesAt)}`,
      what: now < detail.opensAt ? 'Then booking closes.' : 'You can book.',
    },
    ...mergedRules(terms, formats),
    {
      when: 'If it is full',
      what:
        detail.waitlistLimit > 0
          ? `The waitlist gives out places until ${at(detail.waitlistClosesAt)}.`
          : 'There is no waitlist for this class.',
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
function mergedRules(terms: TermsByPayer, formats: PlainFormats): Rule[] {
  const told = terms.map(({ paidBy, terms: own }) => ({
    paidBy,
    rules: cancellationRules(own, 'letter', formats),
  }))
  const whens = [...new Set(told.flatMap(({ rules }) => rules.map(({ when }) => when)))]
  return whens.sort(lastIsMissed).map((when) => {
    const said = told.flatMap(({ paidBy, rules }) => {
      const rule = rules.find((one) => one.when === when)
      return rule ? [{ paidBy, what: rule.what }] : []
    })
    const same = said.length === told.length && said.every(({ what }) => what === said[0]?.what)
    const named = said.map(({ paidBy, what }) => `${payerWords[paidBy]}: ${lower(what)}`)
    return { when, what: same ? (said[0]?.what ?? '') : named.join(' ') }
  })
}

const lower = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

/** What is lost by not coming is behind every limit. */
const lastIsMissed = (a: string, b: string) =>
  Number(a === 'If you don’t come') - Number(b === 'If you don’t come')

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
