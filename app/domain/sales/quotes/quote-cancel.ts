import {
  comingBills,
  type HeldPlan,
  outstandingFreezeLines,
} from '#app/domain/entitlements/membership-terms.ts'
import { addDays, daysBetween, type LocalDate } from '#app/values/zone.ts'
import { type Effect, type Quote, quoteOf } from './quote.ts'
import { frozenWords } from './quote-words.ts'

export type CancelQuote =
  | ({
      ok: true
      lastDay: LocalDate
      /** Why that day: the notice, the minimum term, or what has been paid already. */
      because: 'notice' | 'minimum_term' | 'paid_until'
      held: HeldPlan
    } & Quote)
  | { ok: false; reason: 'ended' | 'cancelled_already' }

/**
 * The freeze without a last day, which has moved no minimum term: the days of that which it left,
 * and the first day it could end on if the freeze ended today. Null without one.
 */
function openFreeze(held: HeldPlan, today: LocalDate) {
  const freeze = held.freezes.find(({ until, settled }) => until === null && !settled)
  if (!freeze) return null
  const { from } = freeze
  const { committedUntil } = held
  const ended = addDays(from, -1) > today ? addDays(from, -1) : today
  const termLeft = committedUntil === null ? 0 : Math.max(0, daysBetween(from, committedUntil) + 1)
  return {
    from,
    termLeft,
    committedUntil: termLeft > 0 ? addDays(ended, termLeft) : committedUntil,
  }
}

/**
 * Cancelling on `today` (SM-MEM `cancel_scheduled`): the last day is `noticeDays` from today, no
 * earlier than the minimum term and than what has been paid for; a last part period is billed by
 * days. A freeze that has no last day ends with the membership, or earlier where days of the
 * minimum term are left: those come after it. What a freeze left to come off and no bill will take
 * becomes account credit on the last day (R9): its job gives it, also today, so it is no part of
 * what the act gives.
 */
export function quoteCancel(held: HeldPlan, today: LocalDate): CancelQuote {
  if (held.endsOn !== null) {
    return { ok: false, reason: held.endsOn < today ? 'ended' : 'cancelled_already' }
  }
  const noticed = addDays(today, held.terms.noticeDays)
  const open = openFreeze(held, today)
  const candidates = [
    { because: 'notice' as const, on: noticed < held.startsOn ? held.startsOn : noticed },
    { because: 'minimum_term' as const, on: open?.committedUntil ?? held.committedUntil ?? '' },
    { because: 'paid_until' as const, on: held.billed.at(-1)?.until ?? '' },
  ]
  const { because, on: lastDay } = candidates.reduce((latest, one) =>
    one.on > latest.on ? one : latest,
  )
  // An open freeze leaves as many days at the end as are left of the minimum term.
  const frozenUntil = open ? addDays(lastDay, -open.termLeft) : lastDay
  const after: HeldPlan = {
    ...held,
    endsOn: lastDay,
    committedUntil:
      open && held.committedUntil
        ? addDays(held.committedUntil, Math.max(0, daysBetween(open.from, frozenUntil) + 1))
        : held.committedUntil,
    freezes: held.freezes.flatMap((freeze) => {
      const until = freeze.until === null ? frozenUntil : lastDay
      if (freeze.until !== null && freeze.until <= lastDay) return [freeze]
      return until < freeze.from ? [] : [{ ...freeze, until }]
    }),
  }
  const effects: Effect[] = [{ on: lastDay, kind: 'last_day' }]
  const bills = comingBills(after, 40)
  for (const bill of bills) {
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
  if (bills.length === 0) {
    for (const line of outstandingFreezeLines(after)) {
      effects.push({
        on: lastDay,
        kind: 'credit',
        amountMinor: -line.amountMinor,
        working: frozenWords(line),
      })
    }
  }
  const own = effects.filter((one) => !(one.kind === 'credit' && one.on === lastDay))
  const { effects: all } = quoteOf(effects, today)
  return { ok: true, lastDay, because, held: after, ...quoteOf(own, today), effects: all }
}
