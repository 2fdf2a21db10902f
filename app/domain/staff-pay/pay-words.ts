/** How pay is told: rules, lines, months. Pure. */
import type { PayBasis, PayCounts, PayLineKind, PayScope } from '#app/db/studio/day/pay-words.ts'
import type { PlainFormats } from '#app/values/formats.ts'
import { count, dayShort, money } from '#app/values/wording.ts'
import { readTiers, type Tier } from './pay-price.ts'

export type PayLineFacts = {
  kind: PayLineKind
  scope: PayScope
  basis: PayBasis
  ruleMinor: number
  tiers: string
  leastMinor: number
  counts: PayCounts
  percent: number
  people: number
  peopleBefore: number | null
  minutes: number
  amountMinor: number
  reason: string
  workOn: string
  /** Of its class; empty for a line by hand. */
  title: string
  titleKind: string
}

/** A line of one person, with its class. */
export type PersonLine = PayLineFacts & {
  id: string
  occurrenceId: string | null
  localStart: string | null
  /** Whose class it was, where they took it over. */
  insteadName: string
  locked: number
}

type Money = Pick<PlainFormats, 'locale' | 'currency'>

const sum = (minor: number, { locale, currency }: Money) => money(minor, currency, locale)

/** The people of a step: `6 to 10`, `3`, `11 or more`. */
function spanWords(tiers: readonly Tier[], at: number): string {
  const from = tiers[at]?.[0] ?? 0
  const next = tiers[at + 1]
  if (!next) return `${from} or more`
  return next[0] - 1 === from ? String(from) : `${from} to ${next[0] - 1}`
}

/** `6 to 10 came: £40.00`, of the tier that `people` reached. */
function tierWords(tiers: readonly Tier[], people: number, counts: PayCounts, formats: Money) {
  const at = tiers.findLastIndex(([from]) => from <= people)
  const verb = counts === 'attended' ? 'came' : 'booked'
  const [first] = tiers
  if (at === -1) return `Fewer than ${first?.[0] ?? 1} ${verb}`
  const [, minor] = tiers[at]!
  return `${spanWords(tiers, at)} ${verb}: ${sum(minor, formats)}`
}

const flatOf = {
  appointment: 'appointment',
  course: 'course',
  workshop: 'workshop',
  event: 'event',
}

/** What a line was reckoned by: `11 or more came: £50.00`, `£36.00 an hour`, `Flat for this class`. */
export function ruleWords(line: PayLineFacts, formats: Money): string {
  const { kind, scope, basis, counts, people, ruleMinor, percent } = line
  if (kind === 'correction') {
    const when = `${line.title}, ${dayShort(line.workOn, formats.locale)}`
    return line.reason || line.peopleBefore === null
      ? `${when}${line.reason && `: ${line.reason}`}`
      : `${when}: ${people} came, was ${line.peopleBefore}`
  }
  if (kind === 'extra' || kind === 'guest') return line.reason
  if (scope === 'none') return 'No pay rule'
  if (scope === 'agreed') return 'Agreed when they took it over'
  const thing = flatOf[line.titleKind as keyof typeof flatOf] ?? 'class'
  const by = {
    flat: scope === 'coach_class' || scope === 'class' ? `Flat for this ${thing}` : 'Flat',
    hour: `${sum(ruleMinor, formats)} an hour`,
    head: `${sum(ruleMinor, formats)} a person`,
    tiers: tierWords(readTiers(line.tiers), people, counts, formats),
  }[basis]
  return kind === 'cancelled' ? `Cancelled, ${percent}% of: ${by.toLowerCase()}` : by
}

/** What a line is for. */
export const lineTitle = ({ kind, title }: PayLineFacts): string =>
  ({
    work: title,
    cancelled: `${title}, cancelled`,
    guest: `${title}, guest teacher`,
    extra: 'Added by hand',
    correction: 'Correction',
  })[kind]

/** `+£10.00`, `−£35.00`; nothing where there is nothing. */
export const differenceWords = (minor: number, { locale, currency }: Money): string =>
  minor === 0 ? '' : `${minor > 0 ? '+' : '−'}${money(Math.abs(minor), currency, locale)}`

/** What somebody did: `35 classes, 6 appointments, 2 as substitute`. */
export function workWords(
  lines: readonly { kind: PayLineKind; titleKind: string; n: number; instead: number }[],
): string {
  const work = lines.filter(({ kind }) => kind === 'work')
  const of = (test: (kind: string) => boolean) =>
    work.filter(({ titleKind }) => test(titleKind)).reduce((all, { n }) => all + n, 0)
  const privates = of((kind) => kind === 'appointment')
  const classes = of((kind) => kind !== 'appointment')
  const instead = work.reduce((all, line) => all + line.instead, 0)
  const guest = lines.some(({ kind }) => kind === 'guest')
  return [
    classes > 0 && count(classes, 'class', 'classes'),
    privates > 0 && count(privates, 'appointment'),
    instead > 0 && `${instead} as substitute`,
    guest && 'guest teacher',
  ]
    .filter(Boolean)
    .join(', ')
}

type RuleFacts = {
  basis: PayBasis
  amountMinor: number
  tiers: string
  leastMinor: number
  counts: PayCounts
}

/** What a rule pays: `1 to 5: £30.00, 6 to 10: £40.00, 11 or more: £50.00`. */
export function paysWords(rule: RuleFacts, formats: Money): string {
  const tiers = readTiers(rule.tiers)
  const base = {
    flat: `${sum(rule.amountMinor, formats)} a class`,
    hour: `${sum(rule.amountMinor, formats)} an hour`,
    head: `${sum(rule.amountMinor, formats)} a person`,
    tiers: tiers
      .map(([, minor], at) => `${spanWords(tiers, at)}: ${sum(minor, formats)}`)
      .join(', '),
  }[rule.basis]
  return rule.leastMinor > 0 ? `${base}, at least ${sum(rule.leastMinor, formats)}` : base
}

/** Whom and what a rule is for: `Ben Carter, Pole 2`, `Everyone, all classes`. */
export const forWords = ({ personName, title }: { personName: string; title: string }): string =>
  [personName || 'Everyone', title || 'everything they teach'].join(', ')

/** The cancel rule in a sentence. */
export function cancelRuleWords({
  cancelHours,
  cancelPercent,
}: {
  cancelHours: number
  cancelPercent: number
}): string {
  if (cancelPercent === 0 || cancelHours === 0)
    return 'A class that the studio cancels is not paid.'
  return (
    `A class that the studio cancels less than ${count(cancelHours, 'hour')} before its start ` +
    `pays ${cancelPercent}% of what it would have with everyone booked.`
  )
}

/** Why a month can't be locked. */
export const lockRefusals = {
  not_in_review: 'Start the review of this month first.',
  unsettled: 'Some classes of this month aren’t settled yet. They are two hours after their end.',
  no_coach: 'Say who taught each class that has no coach first.',
} as const

/** How far a month is. */
export const runStateWords = {
  open: { text: 'Open', tone: 'line' },
  review: { text: 'In review', tone: 'warn' },
  locked: { text: 'Locked', tone: null },
  paid: { text: 'Paid', tone: 'good' },
} as const
