import { type SQL, sql } from 'drizzle-orm'
import { batch, type Statement } from '#app/db/batch.server.ts'
import { auditStatement, lineWrittenSql, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import { tillClosedSql } from '#app/domain/billing/invoices/payment-statements.server.ts'
import type { MethodByHand } from '#app/domain/billing/invoices/payment-words.ts'
import {
  billingSettingsStatement,
  settingsFrom,
} from '#app/domain/billing/settings/billing-settings.server.ts'
import {
  type PlanTermsRow,
  planTermsSql,
  toPlanTerms,
} from '#app/domain/entitlements/held-plans.server.ts'
import { withFamily } from '#app/domain/entitlements/membership-discounts.ts'
import {
  addMembershipStatement,
  billedPeriodStatements,
  holdsPlanSql,
  planOnSaleSql,
  planSignedSql,
} from '#app/domain/entitlements/membership-statements.server.ts'
import { afterBill, type HeldPlan, nextBill } from '#app/domain/entitlements/membership-terms.ts'
import { joinProspectStatement } from '#app/domain/people/prospect-person.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { monthsLater } from '#app/values/billing/billing-period.ts'
import { addDays, type LocalDate, localDate } from '#app/values/zone.ts'
import type { CouponRefusal } from '../offers/coupon-words.ts'
import {
  type CouponFound,
  couponFound,
  couponHoldsSql,
  couponStatement,
  couponUseStatement,
} from '../offers/redeem-coupon.server.ts'
import { quoteJoin } from '../quotes/quote-join.ts'
import { linesOf } from './bill-lines.ts'
import { billStatements, invoiceOfBill, paidAtOnce } from './bill-statements.server.ts'
import { familyBpOf, familyBpStatement } from './family-discount.server.ts'

export type SellMembership = {
  /** Comes with the form and becomes the membership's id, so that a double press sells one. */
  key: string
  /** A version that is on sale, whose terms the form showed: a version never changes. */
  planId: string
  startsOn: LocalDate
  /** `later` leaves the invoice open. */
  method: MethodByHand | 'later'
  note: string
  /** Who pays, where it is somebody else. */
  payerId: string | null
  /** As it was typed; empty for none. */
  coupon?: string
  /** The joining fee of the plan is not charged. */
  waivesFee?: boolean
}

/**
 * What else is written with the sale, once it is `sold`, and who may buy where it is not anyone on
 * the books.
 */
export type WithSale = {
  whom: SQL
  statements: (sold: SQL) => Record<string, Statement<unknown>>
}

export type SellMembershipResult =
  | { ok: true; name: string; dueNowMinor: number; invoiceId: string }
  | {
      ok: false
      reason: 'not_found' | 'till_closed' | 'holds_already' | 'full' | 'starts_before' | 'unsigned'
    }
  | { ok: false; reason: 'coupon'; why: CouponRefusal }

/** What joining on a day comes to, as the page before the press and the sale both have it. */
export function joinQuote(
  { studio }: Pick<StudioContext, 'studio'>,
  plan: PlanTermsRow,
  {
    startsOn,
    today,
    familyBp = 0,
    coupon = null,
    waivesFee = false,
  }: {
    startsOn: LocalDate
    today: LocalDate
    familyBp?: number
    coupon?: CouponFound | null
    waivesFee?: boolean
  },
) {
  const firstOff = coupon?.ok ? { discount: coupon.discount, code: coupon.code } : null
  const quote = quoteJoin(
    withFamily(toPlanTerms(waivesFee ? { ...plan, joiningFeeMinor: 0 } : plan), familyBp),
    { startsOn, today, anchorDay: plan.anchorDay, firstOff },
    studio,
  )
  const { termMonths } = plan
  const committedUntil = termMonths > 0 ? addDays(monthsLater(startsOn, termMonths), -1) : null
  return { ...quote, held: { ...quote.held, committedUntil } }
}

/** The terms of a version of a plan, on sale or not. */
export const planToSellStatement = ({ db, studio }: StudioContext, planId: string) =>
  db.all<PlanTermsRow>(sql`
    SELECT ${planTermsSql} FROM plans AS plan WHERE plan.studio_id = ${studio.id} AND plan.id = ${planId}`)

/**
 * Sells a person a membership at the desk: the membership, what is due today as an invoice with its
 * number and, unless it is paid later, the payment, in one batch (R7, R8). Sent again it is the
 * same sale. Refused (`not_found`) where the person is archived or the version has been changed or
 * taken off sale since the form was opened, `full` where as many hold it as may, `holds_already`,
 * `unsigned` where the plan asks for a document that they have not signed, and `till_closed` where
 * money is taken on a day whose takings are closed. No sale starts in the past.
 */
export async function sellMembership(
  ctx: StaffContext,
  personId: string,
  sale: SellMembership,
  withSale: WithSale | null = null,
): Promise<SellMembershipResult> {
  const { key, planId, startsOn, method, note, payerId, coupon: code = '', waivesFee } = sale
  const { db, studio, now, actor } = ctx
  const today = localDate(now, studio.timeZone)
  const asked = { code, personId, offer: { table: 'plans' as const, id: planId }, key }
  const { settings, plans, family, coupons } = await batch(db, {
    settings: billingSettingsStatement(ctx),
    plans: planToSellStatement(ctx, planId),
    family: familyBpStatement(ctx, personId),
    coupons: couponStatement(ctx, asked),
  })
  const [plan] = plans
  if (!plan) return { ok: false, reason: 'not_found' }
  const coupon = couponFound(code, coupons)
  if (coupon && !coupon.ok) return { ok: false, reason: 'coupon', why: coupon.reason }
  const couponId = coupon?.ok ? coupon.id : null
  const quote = joinQuote(ctx, plan, {
    startsOn,
    today,
    familyBp: familyBpOf(family),
    coupon,
    waivesFee: waivesFee === true,
  })
  const lineId = `sold-${key}`
  const sold = lineWrittenSql(lineId)
  const closed = tillClosedSql(sql`${studio.id}`, sql`${today}`)
  const payer = payerId ?? personId
  const paysNow = method !== 'later' && quote.dueNowMinor > 0
  const first = firstBill(quote.held, today)
  const held = first ? afterBill(quote.held, first) : quote.held
  const holds = holdsPlanSql(personId, { startsOn, key })
  const { found, coupon: couponAfter } = await batch(db, {
    add: addMembershipStatement(
      ctx,
      {
        id: key,
        personId,
        payerId,
        planId,
        held,
        state: stateOf(quote.held, today, first !== null),
      },
      sql`${startsOn} >= ${today} AND ${planOnSaleSql(today, key)} AND NOT ${holds}
        AND ${couponHoldsSql(ctx, asked, couponId)}
        AND ${paysNow ? sql`NOT ${closed}` : sql`1`}`,
      withSale?.whom,
    ),
    audit: auditStatement(
      ctx,
      {
        id: lineId,
        action: 'membership.sold',
        subjectKind: 'person',
        subjectId: personId,
        reason: note,
        detail: {
          membershipId: key,
          planId,
          startsOn,
          method,
          payerId,
          dueNowMinor: quote.dueNowMinor,
          coupon: code,
          ...(waivesFee ? { waivesFee } : {}),
        },
      },
      rightAfterChange,
    ),
    used: couponUseStatement(ctx, asked, couponId, sold),
    joined: joinProspectStatement(ctx, sql`${personId}`, sold),
    ...(first
      ? {
          ...billedPeriodStatements(ctx, key, first.billed, sold),
          ...billStatements(
            ctx,
            settingsFrom(ctx, settings),
            {
              id: key,
              membershipId: key,
              payerId: payer,
              lines: linesOf(first.lines, quote.held.terms, studio),
            },
            sold,
          ),
        }
      : {}),
    ...(paysNow
      ? paidAtOnce(
          ctx,
          { id: key, payerId: payer, amountMinor: quote.dueNowMinor },
          { method, takenBy: actor.name, note },
          sold,
        )
      : {}),
    ...withSale?.statements(sold),
    coupon: couponStatement(ctx, asked),
    found: db.all<{
      sold: number
      closed: number
      holds: number
      full: number
      onSale: number
      signed: number
    }>(sql`
      SELECT ${sold} AS sold, ${closed} AS closed, ${holds} AS holds,
        plan.archived_at IS NULL AS onSale, ${planSignedSql(ctx, personId)} AS signed,
        NOT ${planOnSaleSql(today, key)} AND plan.archived_at IS NULL AS full
      FROM plans AS plan WHERE plan.studio_id = ${studio.id} AND plan.id = ${planId}`),
  })
  const after = found[0]
  if (after?.sold) {
    return {
      ok: true,
      name: plan.name,
      dueNowMinor: quote.dueNowMinor,
      invoiceId: invoiceOfBill(key),
    }
  }
  const lost = couponFound(code, couponAfter)
  if (lost && !lost.ok) return { ok: false, reason: 'coupon', why: lost.reason }
  return { ok: false, reason: refusalOf(after, { early: startsOn < today, paysNow }) }
}

function refusalOf(
  after: { closed: number; holds: number; full: number; signed: number } | undefined,
  { early, paysNow }: { early: boolean; paysNow: boolean },
): Exclude<Exclude<SellMembershipResult, { ok: true }>['reason'], 'coupon'> {
  if (!after) return 'not_found'
  if (early) return 'starts_before'
  if (after.holds) return 'holds_already'
  if (after.full) return 'full'
  if (!after.signed) return 'unsigned'
  return paysNow && after.closed ? 'till_closed' : 'not_found'
}

/** The bill that is due with the sale, if there is one. */
function firstBill(held: HeldPlan, today: LocalDate) {
  const bill = nextBill(held)
  return bill && bill.dueOn <= today ? bill : null
}

/** SM-MEM: what starts later is scheduled, and what costs nothing yet is a trial. */
function stateOf(held: HeldPlan, today: LocalDate, billed: boolean) {
  if (held.startsOn > today) return 'scheduled' as const
  return billed || held.terms.trialDays === 0 ? ('active' as const) : ('trialing' as const)
}
