/** Acts on memberships in sentences, for the desk, for members and for letters. Pure. */
import { count, dayLong, dayMonth, dayMonthYear, money } from '#app/values/wording.ts'
import { addDays, type LocalDate } from '#app/values/zone.ts'
import type { Effect } from '../quotes/quote.ts'
import type { ActQuote, ActRefusal, MembershipAct } from './membership-acts.ts'

export type ActReader = { currency: string; locale: string; today: LocalDate }

/** One line of what will happen: `key` is what the act itself does. */
export type EffectWords = { on: LocalDate; day: string; text: string; more: string; key: boolean }

const dayOf = (date: LocalDate, { today, locale }: ActReader): string =>
  date.slice(0, 4) === today.slice(0, 4) ? dayLong(date, locale) : dayMonthYear(date, locale)

/**
 * The effects of a quote by date, as its page lists them. `to` is the plan of a change, `usualMinor`
 * what a whole period costs where the act changes some.
 */
export function effectWords(
  effects: readonly Effect[],
  { name, to, usualMinor }: { name: string; to?: string | undefined; usualMinor?: number },
  reader: ActReader,
): EffectWords[] {
  const price = (minor: number) => money(minor, reader.currency, reader.locale)
  const words = (effect: Effect): EffectWords => {
    const { on } = effect
    const line = { on, day: dayOf(on, reader), more: '', key: true }
    switch (effect.kind) {
      case 'starts':
        return { ...line, text: `${name} starts.` }
      case 'changes':
        return { ...line, text: `${to ?? 'The other plan'} takes the place of ${name}.` }
      case 'freeze_starts':
        return { ...line, text: 'The freeze starts.', more: `No classes with ${name}.` }
      case 'freeze_ends':
        return { ...line, text: 'The freeze is over.', more: `${name} pays for classes again.` }
      case 'last_day':
        return { ...line, text: 'Last day.', more: `${name} ends with this day.` }
      case 'charge':
        return { ...line, text: `${price(effect.amountMinor)} to pay.`, more: effect.working }
      case 'credit':
        return effect.amountMinor < 0
          ? { ...line, text: `${price(-effect.amountMinor)} to pay.`, more: effect.working }
          : { ...line, text: `${price(effect.amountMinor)} back.`, more: effect.working }
      case 'renews':
        return {
          ...line,
          key: false,
          text: `${price(effect.amountMinor)} to pay.`,
          more:
            usualMinor === undefined || usualMinor === effect.amountMinor
              ? 'For the whole period.'
              : `Instead of ${price(usualMinor)}.`,
        }
    }
  }
  return effects.map(words)
}

/** What is to pay with the act, or goes to the account. */
export function dueWords(
  { dueNowMinor, creditNowMinor }: { dueNowMinor: number; creditNowMinor: number },
  { currency, locale }: ActReader,
): { amount: string; what: string } {
  if (creditNowMinor > 0) {
    return { amount: money(creditNowMinor, currency, locale), what: 'goes to the account today' }
  }
  if (dueNowMinor === 0) return { amount: 'Nothing', what: 'to pay today' }
  return { amount: money(dueNowMinor, currency, locale), what: 'to pay today' }
}

/** The button, which says what it does. */
export function actButton(act: MembershipAct, quote: ActQuote | null, reader: ActReader): string {
  const day = (date: LocalDate) => dayMonth(date, reader.locale)
  switch (act.act) {
    case 'freeze':
      return act.until === null
        ? `Freeze from ${day(act.from)}`
        : `Freeze ${day(act.from)} to ${day(act.until)}`
    case 'unfreeze':
      return `End the freeze with ${day(act.on)}`
    case 'change':
      return quote?.ok && quote.way === 'downgrade' ? 'Change with the next bill' : 'Change today'
    case 'cancel':
      return quote?.ok && quote.lastDay ? `Cancel from ${day(addDays(quote.lastDay, 1))}` : 'Cancel'
    case 'withdraw':
      return 'Cancel and refund'
    case 'keep':
      return 'Keep the membership'
    case 'bill':
      return `Bill from ${day(act.on)}`
  }
}

export const lastDayReasons: Record<'notice' | 'minimum_term' | 'paid_until', string> = {
  notice: 'That is the notice that was agreed.',
  minimum_term: 'The minimum term ends then.',
  paid_until: 'It is billed until then.',
}

function tooManyDays(daysLeft: number, leastDays: number): string {
  if (daysLeft === 0) return 'No freeze days are left this year. Choose days of another year.'
  const left = count(daysLeft, 'freeze day')
  return daysLeft < leastDays
    ? `Only ${left} left, and a freeze lasts at least ${count(leastDays, 'day')}. Choose days of another year.`
    : `Only ${left} left in that year. Choose fewer days.`
}

/** Why an act cannot be done, with what to do instead. */
export function refusalSentence(
  refused: { reason: ActRefusal; leastDays?: number; daysLeft?: number },
  { today, locale }: Pick<ActReader, 'today' | 'locale'>,
): string {
  const { leastDays = 1, daysLeft = 0 } = refused
  const sentences: Record<ActRefusal, string> = {
    ended: 'The membership ends before that. Choose an earlier day.',
    not_started: 'The membership has not started by then. Choose a later day.',
    too_early: `That day is over or too soon. Choose ${dayLong(addDays(today, 1), locale)} or later.`,
    ends_before_it_starts: 'The last day is before the first. Change one of them.',
    too_short: `A freeze lasts at least ${count(leastDays, 'day')}. Choose a later last day.`,
    too_many_days: tooManyDays(daysLeft, leastDays),
    overlaps: 'A freeze is running or planned. End that one first.',
    not_frozen: 'It is not frozen on that day. Choose a day of the freeze.',
    same_plan: 'That is the plan it is on. Choose another.',
    unbilled: 'The bill of today is being made. Try again in a minute.',
    frozen: 'It is frozen. End the freeze first, then change the plan.',
    cancelled_already: 'It already ends or changes on a set day. Keep it first.',
    not_cancelled: 'It is not cancelled. There is nothing to take back.',
    by_hand: 'It is billed by hand. Set the day of its next bill first.',
    billed_already: 'It has its next bill already. There is nothing to set.',
    past: 'That day is over. Choose today or later.',
    plan_gone: 'This plan is not on sale any more. Choose another.',
    holds_already: 'They already have this plan. Choose another.',
    unsigned: 'This plan asks for a signed document first. Sign it, then change the plan.',
    unpaid: 'A bill of it isn’t paid. Pay that first, then change the plan.',
    cooling_over: 'The days for a full refund are over. Cancel it with its notice instead.',
  }
  return sentences[refused.reason]
}

/** `Unlimited is frozen`, for the letter about an act and the line after it. */
export function actTitle(
  { act }: Pick<MembershipAct, 'act'>,
  { name, to }: { name: string; to?: string | undefined },
): string {
  const titles = {
    freeze: `${name} is frozen`,
    unfreeze: `The freeze of ${name} ends`,
    change: `${name} becomes ${to ?? 'another plan'}`,
    cancel: `${name} is cancelled`,
    withdraw: `${name} is cancelled and refunded`,
    keep: `${name} goes on`,
    bill: `${name} has its next bill`,
  }
  return titles[act]
}

/** Titles of the pages, which are the words of the links that lead to them. */
export const actHeads: Record<MembershipAct['act'], string> = {
  freeze: 'Freeze',
  unfreeze: 'End the freeze',
  change: 'Change plan',
  cancel: 'Cancel',
  withdraw: 'Cancel and refund',
  keep: 'Keep the membership',
  bill: 'Set the next bill',
}
