import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import {
  merchantAccountStatement,
  toMerchantAccount,
} from '#app/domain/payments/accounts/connect-account.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { Instant } from '#app/values/instant.ts'
import { addDays, type LocalDate, localDate } from '#app/values/zone.ts'

export type PayoutRow = {
  id: string
  amountMinor: number
  currency: string
  state: 'pending' | 'in_transit' | 'paid' | 'failed'
  arrivesOn: LocalDate
  failure: string
  /** Null until its lines are here. */
  linesAt: Instant | null
  lines: number
  feeMinor: number
}

export type DisputeRow = {
  id: string
  personId: string
  name: string
  invoiceId: string | null
  amountMinor: number
  currency: string
  reason: string
  state: 'needs_response' | 'under_review' | 'won' | 'lost'
  answerBy: Instant | null
  openedAt: Instant
}

/** Payouts and disputes on the page; older payouts are found by their day. */
const onPage = 24

const payoutColumns = sql`payout.id, payout.amount_minor AS amountMinor, payout.currency,
  payout.state, payout.arrives_on AS arrivesOn, payout.failure, payout.lines_at AS linesAt,
  (SELECT count(*) FROM payout_lines AS line WHERE line.studio_id = payout.studio_id
    AND line.payout_id = payout.id) AS lines,
  (SELECT coalesce(sum(line.fee_minor), 0) FROM payout_lines AS line
    WHERE line.studio_id = payout.studio_id AND line.payout_id = payout.id) AS feeMinor`

/** The studio's account, its newest payouts with their fees, and disputes. One trip. */
export async function bankingPage(ctx: StudioContext) {
  const { db, studio } = ctx
  const { accounts, payouts, disputes } = await batch(db, {
    accounts: merchantAccountStatement(ctx),
    payouts: db.all<PayoutRow>(sql`
      SELECT ${payoutColumns} FROM payouts AS payout WHERE payout.studio_id = ${studio.id}
      ORDER BY payout.arrives_on DESC, payout.id DESC LIMIT ${onPage}`),
    disputes: db.all<DisputeRow>(sql`
      SELECT dispute.id, dispute.person_id AS personId, person.name,
        dispute.invoice_id AS invoiceId, dispute.amount_minor AS amountMinor, dispute.currency,
        dispute.reason, dispute.state, dispute.answer_by AS answerBy,
        dispute.opened_at AS openedAt
      FROM disputes AS dispute JOIN people AS person ON person.id = dispute.person_id
      WHERE dispute.studio_id = ${studio.id}
      ORDER BY dispute.opened_at DESC LIMIT ${onPage}`),
  })
  return { account: toMerchantAccount(accounts), payouts, disputes }
}

export type PayoutLineRow = {
  id: string
  kind: 'payment' | 'refund' | 'dispute' | 'fee' | 'other'
  amountMinor: number
  feeMinor: number
  netMinor: number
  at: Instant
  what: string
  personId: string | null
  name: string | null
  invoiceId: string | null
  reference: string | null
}

/** Lines of a payout on its page; a studio of ours has fewer a day. */
const linesOnPage = 1_000

/** One payout with its lines, each with whom and what it was for; null where there is none such. */
export async function payoutPage({ db, studio }: StudioContext, payoutId: string) {
  const { payouts, lines } = await batch(db, {
    payouts: db.all<PayoutRow>(sql`
      SELECT ${payoutColumns} FROM payouts AS payout
      WHERE payout.studio_id = ${studio.id} AND payout.id = ${payoutId}`),
    lines: db.all<PayoutLineRow>(sql`
      SELECT line.id, line.kind, line.amount_minor AS amountMinor, line.fee_minor AS feeMinor,
        line.net_minor AS netMinor, line.at, line.what, attempt.person_id AS personId,
        person.name, attempt.invoice_id AS invoiceId, bill.reference
      FROM payout_lines AS line
      LEFT JOIN payment_attempts AS attempt ON attempt.id = line.attempt_id
      LEFT JOIN people AS person ON person.id = attempt.person_id
      LEFT JOIN invoices AS bill ON bill.id = attempt.invoice_id
      WHERE line.studio_id = ${studio.id} AND line.payout_id = ${payoutId}
      ORDER BY line.at, line.id LIMIT ${linesOnPage}`),
  })
  const [payout] = payouts
  return payout ? { payout, lines } : null
}

/** What comes to the bank next, for the sales page: what is on its way, and what is still held. */
export const payoutDueStatement = ({ db, studio, now }: StudioContext) =>
  db.all<{ comingMinor: number; coming: number; heldMinor: number | null }>(sql`
    SELECT coalesce(sum(payout.amount_minor), 0) AS comingMinor, count(payout.id) AS coming,
      (SELECT balance_minor FROM merchant_accounts WHERE studio_id = ${studio.id}) AS heldMinor
    FROM payouts AS payout WHERE payout.studio_id = ${studio.id}
      AND payout.state IN ('pending', 'in_transit')
      AND payout.arrives_on >= ${addDays(localDate(now, studio.timeZone), -30)}`)
