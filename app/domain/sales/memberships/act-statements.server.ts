/** What each act on a membership writes, behind one guarded statement. */
import { type SQL, sql } from 'drizzle-orm'
import { paymentStatements } from '#app/domain/billing/invoices/payment-statements.server.ts'
import type { BillingSettings } from '#app/domain/billing/settings/billing-settings.ts'
import { repointBookingsStatement } from '#app/domain/bookings/cancelling/free-bookings.server.ts'
import {
  billedByHand,
  type HeldPlanRow,
  type PlanTermsRow,
} from '#app/domain/entitlements/held-plans.server.ts'
import {
  addFreezeStatement,
  addMembershipStatement,
  billedPeriodStatements,
  changeMembershipStatement,
  endFreezeStatements,
  holdsPlanSql,
  planOnSaleSql,
  planSignedSql,
  withdrawMembershipStatement,
} from '#app/domain/entitlements/membership-statements.server.ts'
import type { HeldPlan } from '#app/domain/entitlements/membership-terms.ts'
import { unpaidMembershipSql } from '#app/domain/entitlements/overdue-memberships.server.ts'
import {
  endPackFreezeStatement,
  freezePacksStatement,
  thawPacksStatement,
} from '#app/domain/entitlements/packs/freeze-packs.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { addDays, type LocalDate } from '#app/values/zone.ts'
import { handOnStepsStatement } from '../collecting/collection-statements.server.ts'
import type { ChargeLine } from './bill-lines.ts'
import { billStatements } from './bill-statements.server.ts'
import type { ActQuote, MembershipAct } from './membership-acts.ts'

/** What is open of it on an invoice. */
export type UnpaidInvoice = { invoiceId: string; amountMinor: number }

export type Doing = {
  act: MembershipAct
  row: HeldPlanRow
  /** As it is before the act. */
  held: HeldPlan
  plan: PlanTermsRow | null
  today: LocalDate
  quote: Extract<ActQuote, { ok: true }>
  /** Invoices of it that are not paid: of an act that gives everything back. */
  unpaid: readonly UnpaidInvoice[]
  settings: BillingSettings
  key: string
  written: SQL
}

/** The guarded statement of an act, and what stands behind it. */
export function actStatements(ctx: StudioContext, doing: Doing) {
  const { act, row, held, today, quote, key, written } = doing
  const byHand = billedByHand(row)
  const own = { id: key, membershipId: row.id }
  const change = (more = {}) => changeMembershipStatement(ctx, row, quote.held, more, { byHand })
  switch (act.act) {
    case 'freeze': {
      const { from, until } = quote.frees ?? act
      const days = { from, until }
      const packs = act.packs === true
      return {
        first: change(),
        behind: {
          freeze: addFreezeStatement(ctx, { ...own, ...days, packs }, written),
          ...(packs ? { packs: freezePacksStatement(ctx, row.personId, days, written) } : {}),
          ...billOfAct(ctx, doing, 'freeze', days),
        },
      }
    }
    case 'unfreeze': {
      const freeze = runningFreeze(held, act.on)
      return {
        first: change(),
        behind: shortenStatements(ctx, row, freeze, act.on, written),
      }
    }
    case 'cancel': {
      // A freeze that would last longer ends with the membership, or with what is left of its term.
      const before = held.freezes.find(
        ({ from, until }) =>
          !quote.held.freezes.some((after) => after.from === from && after.until === until),
      )
      const after = quote.held.freezes.find(({ from }) => from === before?.from)
      return {
        first: change({ state: 'cancel_scheduled' }),
        behind: before
          ? shortenStatements(ctx, row, before, after?.until ?? addDays(before.from, -1), written)
          : {},
      }
    }
    case 'withdraw':
      return {
        first: changeMembershipStatement(
          ctx,
          row,
          quote.held,
          { state: 'cancelled' },
          { byHand: true },
        ),
        behind: {
          packs: thawPacksStatement(
            ctx,
            { personId: row.personId, membershipId: row.id },
            addDays(today, -1),
            written,
          ),
          ...billOfAct(ctx, doing, 'membership', { from: row.startsOn, until: today }),
          ...paidByCreditStatements(ctx, doing),
        },
      }
    case 'keep':
      return {
        first: change({ state: stateKept(row, today), supersededBy: null }),
        behind:
          row.supersededBy === null
            ? {}
            : {
                withdraw: withdrawMembershipStatement(ctx, row.supersededBy, written),
                bookings: repointBookingsStatement(
                  ctx,
                  { personId: row.personId, from: row.supersededBy, to: row.id, since: '' },
                  written,
                ),
              },
      }
    case 'bill':
      return {
        first: changeMembershipStatement(ctx, row, quote.held),
        behind: billedPeriodStatements(ctx, row.id, quote.held.billed, written),
      }
    case 'change':
      return changeStatements(ctx, doing)
  }
}

/** A freeze ends with another day, and with it the packs that were frozen by it. */
const shortenStatements = (
  ctx: StudioContext,
  { id: membershipId, personId }: HeldPlanRow,
  freeze: { from: LocalDate; until: LocalDate | null },
  lastDay: LocalDate,
  written: SQL,
) => ({
  packs: endPackFreezeStatement(ctx, { personId, membershipId }, freeze, lastDay, written),
  ...endFreezeStatements(ctx, { membershipId, from: freeze.from, until: lastDay }, written),
})

const stateKept = (row: HeldPlanRow, today: LocalDate) => {
  if (row.startsOn > today) return 'scheduled' as const
  return row.ownTrialDays > 0 && addDays(row.startsOn, row.ownTrialDays) > today
    ? ('trialing' as const)
    : ('active' as const)
}

const runningFreeze = ({ freezes }: HeldPlan, on: LocalDate) =>
  freezes.find(({ from, until }) => addDays(from, -1) <= on && (until === null || on <= until)) ?? {
    from: on,
    until: on,
  }

/** Another membership takes the place of this one, today or with the next bill (SM-MEM). */
function changeStatements(ctx: StudioContext, doing: Doing) {
  const { row, held, plan, today, quote, key, written } = doing
  const startsOn = quote.startsOn ?? today
  const now = quote.way === 'upgrade' || startsOn <= today
  const lastDay = addDays(startsOn, -1)
  const bookings = { personId: row.personId, from: row.id, to: key, since: startsOn }
  const state = quote.held.billed.length > 0 ? 'active' : 'trialing'
  return {
    first: changeMembershipStatement(
      ctx,
      row,
      { ...held, endsOn: lastDay },
      { state: now ? 'superseded' : 'cancel_scheduled', supersededBy: key },
      {
        onlyIf: sql`EXISTS (SELECT 1 FROM plans AS plan WHERE plan.studio_id = ${ctx.studio.id}
          AND plan.id = ${plan?.planId ?? ''} AND ${planOnSaleSql(today)} AND ${planSignedSql(ctx, row.personId)}
          AND NOT ${unpaidMembershipSql(ctx, row.id)} AND NOT ${holdsPlanSql(row.personId, { startsOn: today, key: row.id })})`,
      },
    ),
    behind: {
      add: addMembershipStatement(
        ctx,
        {
          id: key,
          personId: row.personId,
          payerId: row.payerId,
          planId: plan?.planId ?? '',
          state: now ? state : 'scheduled',
          held: quote.held,
        },
        written,
      ),
      ...billedPeriodStatements(ctx, key, quote.held.billed, written),
      ...billOfAct(ctx, doing, 'membership', { from: today, until: today }, key),
      bookings: repointBookingsStatement(ctx, bookings, written),
      // Of a cheaper plan when it begins: until then the change can be taken back.
      steps: now ? handOnStepsStatement(ctx, { from: row.id, to: key }, written) : null,
    },
  }
}

/** What comes back pays what is still open of the same membership first. */
function paidByCreditStatements(ctx: StudioContext, { row, unpaid, key, written }: Doing) {
  return Object.fromEntries(
    unpaid.flatMap(({ invoiceId, amountMinor }, i) =>
      Object.entries(
        paymentStatements(
          ctx,
          {
            id: `act-${key}-${i}`,
            invoiceId,
            personId: row.payerId ?? row.personId,
            amountMinor,
            method: 'credit',
            takenBy: '',
            note: row.name,
          },
          written,
        ),
      ).map(([name, statement]) => [`unpaid_${i}_${name}`, statement]),
    ),
  )
}

/** What is due with the act: the same list that its page showed. */
function billOfAct(
  ctx: StudioContext,
  { row, plan, today, quote, settings, key, written }: Doing,
  kind: ChargeLine['kind'],
  days: { from: LocalDate; until: LocalDate | null },
  ofMembership?: string,
) {
  const until = quote.held.billed.at(-1)?.until
  const lines = quote.effects.flatMap((effect): ChargeLine[] => {
    if (
      effect.on > today ||
      !('working' in effect) ||
      (kind === 'freeze' && effect.kind === 'credit')
    ) {
      return []
    }
    const charged = effect.kind === 'charge'
    const name = charged && kind === 'membership' ? (plan?.name ?? row.name) : row.name
    return [
      {
        kind,
        amountMinor: charged ? effect.amountMinor : -effect.amountMinor,
        working: [name, kind === 'freeze' ? 'freeze fee' : effect.working]
          .filter(Boolean)
          .join(', '),
        from: days.from,
        until: (kind === 'membership' ? until : days.until) ?? days.from,
      },
    ]
  })
  if (lines.length === 0) return {}
  return billStatements(
    ctx,
    settings,
    { id: key, membershipId: ofMembership ?? row.id, payerId: row.payerId ?? row.personId, lines },
    written,
  )
}
