import { sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { localDate } from '#app/values/zone.ts'
import { billingSettingsStatement, settingsFrom } from '../settings/billing-settings.server.ts'
import { refundLimitOf } from '../settings/billing-settings.ts'
import { walkInId } from '../walk-in.ts'
import {
  accountCreditSql,
  balanceSql,
  paymentStatements,
  tillClosedSql,
} from './payment-statements.server.ts'
import type { MethodByHand } from './payment-words.ts'

export type TakePayment = {
  /** Comes with the form and becomes the payment's id, so that a double press takes it once. */
  key: string
  invoiceId: string
  amountMinor: number
  method: MethodByHand | 'credit'
  note: string
}

export type TakePaymentResult =
  /** `out` where a credit note was paid out. */
  | { ok: true; leftMinor: number; out: boolean; again?: true }
  | { ok: false; reason: 'not_found' | 'nothing_open' | 'till_closed' }
  /** Sold without a name: there is no account to keep the money on. */
  | { ok: false; reason: 'no_account' }
  /** `mostMinor` is the open balance, the account credit, or the front desk's refund limit. */
  | { ok: false; reason: 'too_much' | 'not_enough_credit' | 'desk_limit'; mostMinor: number }

/**
 * Takes a payment over an open invoice by hand, or pays out what a credit note gives back, whole or
 * in part: at most what is open of it (`too_much`), from account credit at most what is there, by
 * the front desk no more out than the studio's limit (story 20), never on a day whose takings are
 * closed. Two who take the last part at once take it once. Answers what is left.
 */
export async function takePayment(
  ctx: StaffContext,
  { key, invoiceId, amountMinor, method, note }: TakePayment,
): Promise<TakePaymentResult> {
  const { db, studio, now, actor } = ctx
  const { found, settings } = await batch(db, {
    found: db.all<{ personId: string; kind: 'invoice' | 'credit_note' }>(sql`
      SELECT person_id AS personId, kind FROM invoices
      WHERE studio_id = ${studio.id} AND id = ${invoiceId}`),
    settings: billingSettingsStatement(ctx),
  })
  const [invoice] = found
  if (!invoice) return { ok: false, reason: 'not_found' }
  const { personId } = invoice
  const out = invoice.kind === 'credit_note'
  if (out && method === 'credit' && personId === walkInId(ctx)) {
    return { ok: false, reason: 'no_account' }
  }
  const limit =
    out && method !== 'credit' ? refundLimitOf(settingsFrom(ctx, settings), actor.role) : null
  const studioId = sql`${studio.id}`
  // What the role may still pay out of it: the limit is of all parts together.
  const limitRest = sql`(${limit ?? 0} + (SELECT coalesce(sum(part.amount_minor), 0)
    FROM allocations AS part WHERE part.studio_id = ${studio.id}
      AND part.invoice_id = ${invoiceId}))`
  const { pay, ...behind } = paymentStatements(
    ctx,
    {
      id: key,
      invoiceId,
      personId,
      amountMinor: out ? -amountMinor : amountMinor,
      method,
      takenBy: actor.name,
      note,
    },
    sql`${amountMinor} > 0
      AND ${limit === null ? sql`1` : sql`${limitRest} >= ${amountMinor}`}`,
  )
  const { paid, after } = await batch(db, {
    paid: pay,
    audit: auditStatement(
      ctx,
      {
        action: out ? 'payment.refunded' : 'payment.taken',
        subjectKind: 'invoice',
        subjectId: invoiceId,
        reason: note,
        detail: { paymentId: key, amountMinor, method },
      },
      rightAfterChange,
    ),
    ...behind,
    after: db.all<Record<'open' | 'credit' | 'closed' | 'mine' | 'limitRest', number>>(sql`
      SELECT ${limitRest} AS limitRest, abs(${balanceSql(studioId, sql`${invoiceId}`)}) AS open,
        ${accountCreditSql(studioId, sql`${personId}`)} AS credit,
        ${tillClosedSql(studioId, sql`${localDate(now, studio.timeZone)}`)} AS closed,
        EXISTS (SELECT 1 FROM allocations AS mine WHERE mine.studio_id = ${studio.id}
          AND mine.payment_id = ${key} AND mine.invoice_id = ${invoiceId}) AS mine`),
  })
  const { open, credit, closed, mine, limitRest: rest } = after[0]!
  if (mine) {
    const again = changed(paid) > 0 ? {} : { again: true as const }
    return { ok: true, leftMinor: open, out, ...again }
  }
  if (closed) return { ok: false, reason: 'till_closed' }
  if (open === 0) return { ok: false, reason: 'nothing_open' }
  if (open < amountMinor) return { ok: false, reason: 'too_much', mostMinor: open }
  if (limit !== null && rest < amountMinor) {
    return { ok: false, reason: 'desk_limit', mostMinor: Math.max(0, rest) }
  }
  return { ok: false, reason: 'not_enough_credit', mostMinor: credit }
}
