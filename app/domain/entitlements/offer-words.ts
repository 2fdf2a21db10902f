/** What a studio sells, as people who have not bought it yet read it. Pure. */

import { count, dayMonthYear, money } from '#app/values/wording.ts'
import type { LocalDate, LocalDateTime } from '#app/values/zone.ts'
import { notHere } from './choose-entitlement.ts'
import { anyNumber, contentWords, type PackageKind } from './offers/package-kinds.ts'
import { type PlanOptions, planOptionWords } from './plan-options.ts'

export type PlanOffer = PlanOptions & {
  id: string
  name: string
  priceMinor: number
  interval: 'month' | 'four_weeks' | 'week'
  weeklyLimit: number | null
  /** Classes of a billing period. */
  periodLimit: number | null
  /** Classes cancelled late or missed count: 1 or 0. */
  missedCounts: number
  /** Ids of disciplines, separated by commas; empty is all. */
  covers: string
  description: string
  joiningFeeMinor: number
  trialDays: number
  termMonths: number
  noticeDays: number
}

export type PackageOffer = {
  id: string
  name: string
  kind: PackageKind
  /** Classes, or appointments of a PT pack. */
  credits: number
  /** Appointments of a bundle, and their types. */
  sessions: number | null
  coversTypes: string | null
  priceMinor: number
  validDays: number
  validFrom: 'purchase' | 'first_use'
  /** The day it ends for everybody, where it has one. */
  fixedUntil: LocalDate | null
  oncePerPerson: boolean | 0 | 1
  description: string
  family: boolean | 0 | 1
  /** Ids of disciplines, separated by commas; empty is all. */
  covers: string
}

/** How often a membership is paid. */
export const perInterval: Record<PlanOffer['interval'], string> = {
  month: 'a month',
  four_weeks: 'every four weeks',
  week: 'a week',
}

type Reader = {
  currency: string
  locale: string
  /** Names of disciplines by id. */
  disciplines: Record<string, string>
  /** Names of appointments' types by id. */
  types?: Record<string, string>
}

/** One line of the price list. */
export type OfferWords = {
  id: string
  name: string
  price: string
  /** What a class costs with it, or how many it gives; then the rest in a sentence. */
  first: string
  rest: string
  /** Credits, for their marks; 0 for what has none. */
  credits: number
}

/** A pack: `£12.00 a class. Use within 90 days.`; a bundle says what it has instead. */
export function packageWords(pack: PackageOffer, reader: Reader): OfferWords {
  const { id, name, kind, credits, priceMinor } = pack
  const { oncePerPerson, description, family } = pack
  const { currency, locale } = reader
  return {
    id,
    name,
    credits: kind === 'bundle' || credits >= anyNumber ? 0 : credits,
    price: money(priceMinor, currency, locale),
    first: eachWords(pack, reader) ?? `${contentWords(pack)}.`,
    rest: [
      description,
      packCoversWords(pack, reader),
      validWords(pack, locale),
      oncePerPerson ? 'Once per person.' : '',
      family ? 'Share it with your family.' : '',
    ]
      .filter(Boolean)
      .join(' '),
  }
}

/**
 * What one class or appointment costs with it: `£12.00 a class.`; null where that has no one answer,
 * as of a bundle, or of a day pass for any number.
 */
export function eachWords(
  { kind, credits, priceMinor }: Pick<PackageOffer, 'kind' | 'credits' | 'priceMinor'>,
  { currency, locale }: Pick<Reader, 'currency' | 'locale'>,
): string | null {
  if (kind === 'bundle' || credits < 1) return null
  if (kind === 'day_pass' && credits >= anyNumber) return null
  const each = money(Math.round(priceMinor / credits), currency, locale)
  return `${each} ${kind === 'appointments' ? 'an appointment' : 'a class'}.`
}

/** Until when: `Use within 90 days of your first class.` */
export function validWords(
  {
    kind,
    validDays,
    validFrom,
    fixedUntil,
  }: Pick<PackageOffer, 'kind' | 'validDays' | 'validFrom' | 'fixedUntil'>,
  locale: string,
): string {
  if (kind === 'day_pass') {
    return validFrom === 'first_use'
      ? 'Valid on the day of your first class with it.'
      : 'Valid on the day you choose at the desk, or the day you buy it online.'
  }
  if (fixedUntil) return `Use by ${dayMonthYear(fixedUntil, locale)}.`
  const first = kind === 'appointments' ? 'appointment' : 'class'
  const since = validFrom === 'first_use' ? ` of your first ${first}` : ''
  return `Use within ${count(validDays, 'day')}${since}.`
}

/** How many classes it pays for: `8 classes a month.` */
export function planLimitWords({
  weeklyLimit,
  periodLimit,
  interval,
  missedCounts = 1,
}: Pick<PlanOffer, 'weeklyLimit' | 'periodLimit' | 'interval'> & {
  missedCounts?: number
}): string {
  const missed = missedCounts ? '' : ' Classes you cancel late or miss don’t count.'
  if (weeklyLimit !== null)
    return `Up to ${count(weeklyLimit, 'class', 'classes')} a week.${missed}`
  if (periodLimit === null) return 'As many classes as you like.'
  return `${count(periodLimit, 'class', 'classes')} ${perInterval[interval]}.${missed}`
}

/** What joining and leaving take: `Joining costs £20.00. First 14 days free. 30 days’ notice.` */
export function planRuleWords(
  {
    joiningFeeMinor,
    trialDays,
    termMonths,
    noticeDays,
  }: Pick<PlanOffer, 'joiningFeeMinor' | 'trialDays' | 'termMonths' | 'noticeDays'>,
  { currency, locale }: Pick<Reader, 'currency' | 'locale'>,
): string {
  return [
    joiningFeeMinor > 0 ? `Joining costs ${money(joiningFeeMinor, currency, locale)} once.` : '',
    trialDays > 0 ? `The first ${count(trialDays, 'day')} are free.` : '',
    termMonths > 0 ? `At least ${count(termMonths, 'month')}.` : '',
    noticeDays > 0 ? `Cancel with ${count(noticeDays, 'day')} of notice.` : '',
  ]
    .filter(Boolean)
    .join(' ')
}

/** A membership: `Up to 2 classes a week. Every class.` */
export function planWords(plan: PlanOffer, reader: Reader): OfferWords {
  const { id, name, priceMinor, interval, description } = plan
  const { currency, locale } = reader
  return {
    id,
    name,
    credits: 0,
    price: `${money(priceMinor, currency, locale)} ${perInterval[interval]}`,
    first: planLimitWords(plan),
    rest: [
      description,
      coversWords(plan, reader),
      planOptionWords(plan, locale),
      planRuleWords(plan, reader),
    ]
      .filter(Boolean)
      .join(' '),
  }
}

/** Whether a plan pays at a time and place, whatever the discipline. */
export const paysThere = (
  { offPeak, peakHours, locations }: Pick<PlanOffer, 'offPeak' | 'peakHours' | 'locations'>,
  here: { localStart: LocalDateTime; locationId: string },
): boolean =>
  notHere(
    {
      name: '',
      locations: locations.split(',').filter(Boolean),
      notIn: offPeak ? peakHours : '',
    },
    here,
  ) === null

/** Whether it pays for a class of the discipline. */
export const coversDiscipline = ({ covers }: { covers: string }, disciplineId: string): boolean =>
  covers === '' || covers.split(',').includes(disciplineId)

/** What a pack pays for, class and appointments. */
function packCoversWords(pack: PackageOffer, reader: Reader): string {
  const { kind, covers, coversTypes } = pack
  if (kind === 'appointments') return typesWords(covers, reader)
  if (kind === 'bundle') {
    if (covers === '' && !coversTypes) return 'For every class and appointment.'
    return `${coversWords(pack, reader)} ${typesWords(coversTypes ?? '', reader)}`
  }
  return coversWords(pack, reader)
}

function typesWords(covers: string, { types = {} }: Reader): string {
  if (covers === '') return 'For every appointment.'
  const names = covers.split(',').flatMap((id) => types[id] ?? [])
  return names.length === 0 ? '' : `For ${names.join(', ')}.`
}

function coversWords({ covers }: { covers: string }, { disciplines }: Reader): string {
  if (covers === '') return 'For every class.'
  const names = covers.split(',').flatMap((id) => disciplines[id] ?? [])
  return `For ${names.join(', ')}.`
}
