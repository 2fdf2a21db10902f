/** What can be done to a membership, and what each act would do. Pure: page and act both ask here. */
import type { Freeze, HeldPlan, PlanTerms } from '#app/domain/entitlements/membership-terms.ts'
import { nextBill } from '#app/domain/entitlements/membership-terms.ts'
import type { PortalKey } from '#app/domain/scope/portal-rules.ts'
import { anchorOf, daysInCommon, periodOf } from '#app/values/billing/billing-period.ts'
import { shareOf } from '#app/values/money.ts'
import { addDays, type LocalDate } from '#app/values/zone.ts'
import { type Effect, type Quote, quoteOf } from '../quotes/quote.ts'
import { quoteCancel } from '../quotes/quote-cancel.ts'
import { quoteChange } from '../quotes/quote-change.ts'
import { freezeRefusals, quoteEndFreeze, quoteFreeze } from '../quotes/quote-freeze.ts'
import { type CoolingOff, quoteWithdraw } from '../quotes/quote-withdraw.ts'
import type { MoneyReader } from '../quotes/quote-words.ts'

const membershipActs = [
  ...(['freeze', 'unfreeze', 'change', 'cancel', 'withdraw', 'keep', 'bill'] as const),
] as const
export type ActName = (typeof membershipActs)[number]

export const isAct = (name: string): name is ActName =>
  (membershipActs as readonly string[]).includes(name)

export type MembershipAct =
  /** `waivesFee`: the fee of the plan is not charged. `packs`: everything is frozen, packs too (R9). */
  | {
      act: 'freeze'
      from: LocalDate
      until: LocalDate | null
      waivesFee?: boolean
      packs?: boolean
    }
  /** `on` is the last frozen day. */
  | { act: 'unfreeze'; on: LocalDate }
  | { act: 'change'; planId: string }
  | { act: 'cancel' }
  /** Within the cooling-off days: it ends at once, and everything comes back. */
  | { act: 'withdraw' }
  /** Takes a cancel, or a change that has not begun, back. */
  | { act: 'keep' }
  /** The first bill of a membership that was billed by hand. */
  | { act: 'bill'; on: LocalDate }

const ownRefusals = [
  ...(['not_frozen', 'same_plan', 'unbilled', 'frozen', 'cancelled_already'] as const),
  ...(['not_cancelled', 'by_hand', 'billed_already', 'past', 'plan_gone'] as const),
  'holds_already',
  'unsigned',
  'cooling_over',
  /** A bill of it was not paid: another plan would be free of it (R10). */
  'unpaid',
] as const
export const actRefusals = [...freezeRefusals, ...ownRefusals] as const
export type ActRefusal = (typeof actRefusals)[number]

export type ActQuote =
  | ({
      ok: true
      held: HeldPlan
      /** A change: which way, and from when the other plan holds. */
      way?: 'upgrade' | 'downgrade'
      startsOn?: LocalDate
      lastDay?: LocalDate
      because?: 'notice' | 'minimum_term' | 'paid_until'
      /** Days whose bookings go, free of charge. */
      frees: Freeze | null
    } & Quote)
  | { ok: false; reason: ActRefusal; leastDays?: number; daysLeft?: number }

/** A membership as its act finds it. */
export type ActedOn = {
  held: HeldPlan
  /** No job bills it. */
  byHand: boolean
  state: string
  /** It changes to another plan on a day that is still to come. */
  changing: boolean
  /** Null where it cannot be taken back any more, or never could. */
  cooling?: CoolingOff | null
}

/** What can be done by how it stands: a bill that was not paid hides that it ends or changes. */
export function actsLeft({
  state,
  changing,
  endsOn,
}: Pick<ActedOn, 'state' | 'changing'> & { endsOn: LocalDate | null }) {
  const unpaid = state === 'past_due' || state === 'suspended'
  const leaving = changing || state === 'cancel_scheduled' || (unpaid && endsOn !== null)
  return { leaving, unpaid }
}

/** What the studio lets members do decides who may press it. */
export const portalKeyOf = (act: ActName): PortalKey =>
  act === 'cancel' || act === 'withdraw' || act === 'keep' ? 'cancel_membership' : 'memberships'

type When = {
  today: LocalDate
  /** Members freeze from tomorrow, the desk from today. */
  earliest: LocalDate
}

/** What an act would do, or why it cannot be done. `plan` is what a change is to. */
export function quoteAct(
  { held, byHand, state, changing, cooling = null }: ActedOn,
  act: MembershipAct,
  when: When,
  { plan, reader }: { plan: PlanTerms | null; reader: MoneyReader },
): ActQuote {
  const { today, earliest } = when
  const { leaving, unpaid } = actsLeft({ state, changing, endsOn: held.endsOn })
  const quote = ((): ActQuote => {
    switch (act.act) {
      case 'freeze': {
        if (changing) return { ok: false, reason: 'cancelled_already' }
        const { from, until } = act
        // One at a time: lists and guards read the newest.
        if (held.freezes.some((other) => other.until === null || other.until >= today)) {
          return { ok: false, reason: 'overlaps' }
        }
        const free = { ...held.terms.freeze, feeMinor: 0 }
        const asked = act.waivesFee ? { ...held, terms: { ...held.terms, freeze: free } } : held
        const found = quoteFreeze(asked, { from, until }, { today, earliest })
        return found.ok ? { ...found, frees: found.freeze } : found
      }
      case 'unfreeze': {
        const found = quoteEndFreeze(held, act.on, today)
        return found.ok ? { ...found, frees: null } : found
      }
      case 'change':
        return changeOf(held, { plan, byHand, leaving, unpaid }, today, reader)
      case 'cancel': {
        if (leaving) return { ok: false, reason: 'cancelled_already' }
        const found = quoteCancel(held, today)
        if (!found.ok) return found
        return { ...found, frees: { from: addDays(found.lastDay, 1), until: null } }
      }
      case 'withdraw': {
        if (byHand || changing) return { ok: false, reason: 'cooling_over' }
        const found = quoteWithdraw(held, cooling, today)
        return found.ok ? { ...found, frees: { from: today, until: null } } : found
      }
      case 'keep': {
        if (!leaving) return { ok: false, reason: 'not_cancelled' }
        if (held.endsOn !== null && held.endsOn < today) return { ok: false, reason: 'ended' }
        const after = { ...held, endsOn: null }
        return { ok: true, held: after, frees: null, ...quoteOf(renewal(after), today) }
      }
      case 'bill':
        return billFrom(held, act.on, { byHand, today })
    }
  })()
  if (!quote.ok || !byHand || act.act === 'bill') return quote
  return { ...quote, effects: quote.effects.filter((effect) => !('amountMinor' in effect)) }
}

function changeOf(
  held: HeldPlan,
  {
    plan,
    byHand,
    leaving,
    unpaid,
  }: { plan: PlanTerms | null; byHand: boolean; leaving: boolean; unpaid: boolean },
  today: LocalDate,
  reader: MoneyReader,
): ActQuote {
  if (byHand) return { ok: false, reason: 'by_hand' }
  if (leaving) return { ok: false, reason: 'cancelled_already' }
  if (unpaid) return { ok: false, reason: 'unpaid' }
  if (!plan) return { ok: false, reason: 'plan_gone' }
  const found = quoteChange(held, plan, { today }, reader)
  return found.ok ? { ...found, frees: null } : found
}

/**
 * Billing begins on `on`, and periods with it: the days before are as if they had been billed, with
 * what is frozen of them taken off.
 */
function billFrom(
  held: HeldPlan,
  on: LocalDate,
  { byHand, today }: { byHand: boolean; today: LocalDate },
): ActQuote {
  if (!byHand) return { ok: false, reason: 'billed_already' }
  if (on < today) return { ok: false, reason: 'past' }
  if (on < held.startsOn) return { ok: false, reason: 'not_started' }
  if (held.endsOn !== null && on > held.endsOn) return { ok: false, reason: 'ended' }
  const { interval, priceMinor, allowance } = held.terms
  const anchor = anchorOf(interval, on)
  const until = addDays(on, -1)
  const period = periodOf(anchor, until)
  const from = period.from > held.startsOn ? period.from : held.startsOn
  const frozen = held.freezes.reduce(
    (days, freeze) => days + daysInCommon({ from, until }, freeze),
    0,
  )
  const after: HeldPlan = {
    ...held,
    terms: { ...held.terms, trialDays: 0, joiningFeeMinor: 0 },
    anchor,
    billed:
      on === held.startsOn
        ? []
        : [
            {
              from,
              until,
              priceMinor,
              allowance,
              frozenMinor: shareOf(priceMinor, frozen, period.days),
            },
          ],
  }
  return { ok: true, held: after, frees: null, ...quoteOf(renewal(after), today) }
}

function renewal(held: HeldPlan): Effect[] {
  const bill = nextBill(held)
  return bill ? [{ on: bill.dueOn, kind: 'renews', amountMinor: bill.totalMinor }] : []
}
