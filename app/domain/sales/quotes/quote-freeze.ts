import {
  comingBills,
  type Freeze,
  type HeldPlan,
} from '#app/domain/entitlements/membership-terms.ts'
import { daysInCommon } from '#app/values/billing/billing-period.ts'
import { addDays, daysBetween, type LocalDate } from '#app/values/zone.ts'
import { type Effect, type Quote, quoteOf } from './quote.ts'

export const freezeRefusals = [
  /** It has ended or ends before the freeze would. */
  'ended',
  'not_started',
  /** Members freeze from tomorrow; the desk from today. */
  'too_early',
  'ends_before_it_starts',
  'too_short',
  /** More days of a calendar year than the plan allows. */
  'too_many_days',
  'overlaps',
] as const
export type FreezeRefusal = (typeof freezeRefusals)[number]

export type FreezeQuote =
  | ({ ok: true; freeze: Freeze; held: HeldPlan } & Quote)
  | { ok: false; reason: FreezeRefusal; leastDays?: number; daysLeft?: number }

/** Days of a calendar year that freezes take, an open one up to the end of the year. */
export function frozenInYear(freezes: readonly Freeze[], year: string): number {
  const span = { from: `${year}-01-01`, until: `${year}-12-31` }
  return freezes.reduce((sum, freeze) => sum + daysInCommon(span, freeze), 0)
}

const lateFreezeDays = 366

/**
 * The last day of a freeze that somebody ends by hand: the last that the limit of each year leaves.
 * Null where a year has no limit.
 */
export function lastLeft(
  { terms, freezes }: Pick<HeldPlan, 'terms' | 'freezes'>,
  from: LocalDate,
): LocalDate | null {
  const { mostDays } = terms.freeze
  if (mostDays >= lateFreezeDays) return null
  for (let before = addDays(from, -1); ; ) {
    const year = addDays(before, 1).slice(0, 4)
    const last = addDays(before, Math.max(0, mostDays - frozenInYear(freezes, year)))
    if (last < `${year}-12-31`) return last
    before = `${year}-12-31`
  }
}

/**
 * Freezing a membership on `freeze`, both days inclusive (R9): what bills become, and what is
 * extended by the same length: the minimum term, and the last day of one that ends. Nothing else
 * the person holds is touched. An open-ended freeze ends automatically where the year has no days left.
 * `earliest` is the first day allowed, tomorrow for members.
 */
export function quoteFreeze(
  held: HeldPlan,
  asked: Freeze,
  { today, earliest }: { today: LocalDate; earliest: LocalDate },
): FreezeQuote {
  const { terms } = held
  const { from } = asked
  const until = asked.until ?? lastLeft(held, from)
  const freeze = { ...asked, until }
  if (held.endsOn !== null && from > held.endsOn) return { ok: false, reason: 'ended' }
  if (from < held.startsOn) return { ok: false, reason: 'not_started' }
  if (from < earliest) return { ok: false, reason: 'too_early' }
  if (asked.until !== null && asked.until < from) {
    return { ok: false, reason: 'ends_before_it_starts' }
  }
  const days = until === null ? null : daysBetween(from, until) + 1
  const { leastDays, mostDays, feeMinor } = terms.freeze
  if (days !== null && days < Math.max(1, leastDays)) {
    return asked.until === null
      ? { ok: false, reason: 'too_many_days', daysLeft: Math.max(0, days), leastDays }
      : { ok: false, reason: 'too_short', leastDays }
  }
  const last = until ?? addDays(from, lateFreezeDays)
  if (held.freezes.some((other) => daysInCommon({ from, until: last }, other) > 0)) {
    return { ok: false, reason: 'overlaps' }
  }
  for (const year of days === null ? [] : yearsOf(from, last)) {
    const daysLeft = mostDays - frozenInYear(held.freezes, year)
    if (frozenInYear([freeze], year) > daysLeft) {
      return { ok: false, reason: 'too_many_days', daysLeft: Math.max(0, daysLeft) }
    }
  }
  const after = withFreeze(held, freeze)
  const effects: Effect[] = [{ on: from, kind: 'freeze_starts' }]
  if (until !== null) effects.push({ on: addDays(until, 1), kind: 'freeze_ends' })
  if (feeMinor > 0) {
    effects.push({ on: today, kind: 'charge', amountMinor: feeMinor, working: 'Freeze fee' })
  }
  return {
    ok: true,
    freeze,
    held: after,
    ...withBills(effects, { held, after, today }),
  }
}

/** The membership with the freeze in it, its minimum term and its end moved by the same length. */
function withFreeze(held: HeldPlan, freeze: Freeze): HeldPlan {
  const days = freeze.until === null ? 0 : daysBetween(freeze.from, freeze.until) + 1
  const later = (date: LocalDate | null) => (date === null ? null : addDays(date, days))
  return {
    ...held,
    freezes: [...held.freezes, freeze],
    endsOn: later(held.endsOn),
    committedUntil: later(held.committedUntil),
  }
}

export type EndFreezeQuote =
  | ({ ok: true; held: HeldPlan } & Quote)
  | { ok: false; reason: 'not_frozen' | 'too_early' }

/**
 * Ending the freeze that holds `lastFrozenDay` with that day: the days after it are paid again.
 * What had come off for them is charged with the next bill. A freeze that has not begun is taken
 * back on the day before it. One without a last day moved no end, and does so now.
 */
export function quoteEndFreeze(
  held: HeldPlan,
  lastFrozenDay: LocalDate,
  today: LocalDate,
): EndFreezeQuote {
  const freeze = held.freezes.find(
    ({ from, until }) =>
      addDays(from, -1) <= lastFrozenDay && (until === null || lastFrozenDay <= until),
  )
  if (!freeze) return { ok: false, reason: 'not_frozen' }
  if (lastFrozenDay < addDays(today, -1)) return { ok: false, reason: 'too_early' }
  // One that was settled elsewhere moved no last day there, so none moves back here.
  const until = freeze.until ?? addDays(freeze.from, -1)
  const shorter = freeze.settled ? 0 : daysBetween(lastFrozenDay, until)
  const sooner = (date: LocalDate | null) => (date === null ? null : addDays(date, -shorter))
  const ended = lastFrozenDay < freeze.from ? [] : [{ ...freeze, until: lastFrozenDay }]
  const after: HeldPlan = {
    ...held,
    freezes: held.freezes.flatMap((one) => (one === freeze ? ended : [one])),
    endsOn: sooner(held.endsOn),
    committedUntil: sooner(held.committedUntil),
  }
  const effects: Effect[] = [{ on: addDays(lastFrozenDay, 1), kind: 'freeze_ends' }]
  return { ok: true, held: after, ...withBills(effects, { held, after, today }) }
}

/**
 * What an act does itself, and the bills that come out different. These are made by their job, also
 * on the same day: what they give back is not part of what is paid with the act.
 */
function withBills(
  effects: readonly Effect[],
  { held, after, today }: { held: HeldPlan; after: HeldPlan; today: LocalDate },
): Quote {
  const own = quoteOf(effects, today)
  return { ...own, effects: quoteOf([...effects, ...billEffects(held, after)], today).effects }
}

/** Bills that come out different, as what they come to, and the first that is as ever again. */
function billEffects(before: HeldPlan, after: HeldPlan): Effect[] {
  const usual = comingBills(before, 14)
  const changed = comingBills(after, 14)
  const effects: Effect[] = []
  for (const [i, bill] of changed.entries()) {
    if (bill.totalMinor === usual[i]?.totalMinor && bill.creditMinor === usual[i]?.creditMinor) {
      if (effects.length > 0) {
        effects.push({ on: bill.dueOn, kind: 'renews', amountMinor: bill.totalMinor })
        break
      }
      continue
    }
    effects.push({ on: bill.dueOn, kind: 'renews', amountMinor: bill.totalMinor })
    if (bill.creditMinor > 0) {
      effects.push({
        on: bill.dueOn,
        kind: 'credit',
        amountMinor: bill.creditMinor,
        working: 'Frozen days',
      })
    }
  }
  return effects
}

/** What frozen days take off the bills to come, in minor units. */
export function comesOff(before: HeldPlan, after: HeldPlan): number {
  const off = (held: HeldPlan) =>
    comingBills(held, 14).reduce(
      (sum, { lines }) =>
        lines.reduce((all, line) => (line.kind === 'freeze' ? all - line.amountMinor : all), sum),
      0,
    )
  return off(after) - off(before)
}

function yearsOf(from: LocalDate, until: LocalDate): string[] {
  const years: string[] = []
  for (let year = Number(from.slice(0, 4)); year <= Number(until.slice(0, 4)); year++) {
    years.push(String(year))
  }
  return years
}
