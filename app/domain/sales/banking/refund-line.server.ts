import { sql } from 'drizzle-orm'
import {
  type RefundedWith,
  type RefundInvoice,
  type RefundInvoiceResult,
  refundInvoice,
} from '#app/domain/billing/invoices/refund-invoice.server.ts'
import type { PaymentContext } from '#app/domain/payments/payment-context.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import {
  cardRefundWith,
  type RefundableCard,
  refundableCardsStatement,
  sendRefund,
} from './refund-to-card.server.ts'

/** The payment of an invoice that most can go back to; null where none can. */
export async function findRefundableCard(
  ctx: StudioContext,
  invoiceId: string,
): Promise<RefundableCard | null> {
  const [card] = await refundableCardsStatement(ctx, invoiceId)
  return card ?? null
}

export type ToCard =
  | { ok: true; attemptId: string }
  | { ok: false; reason: 'not_to_card'; mostMinor: number }

/** Which payment of the invoice takes so much back. */
export async function cardFor(
  ctx: StudioContext,
  invoiceId: string,
  amountMinor: number,
): Promise<ToCard> {
  const card = await findRefundableCard(ctx, invoiceId)
  return card && card.restMinor >= amountMinor
    ? { ok: true, attemptId: card.attemptId }
    : { ok: false, reason: 'not_to_card', mostMinor: card?.restMinor ?? 0 }
}

/**
 * Refunds of a line, in hand, to the account or to the card it was paid by. What goes to a card is
 * in the books at once and asked of the provider behind them, by the form's key; where it can't be
 * reached, the job asks again. Refused as any refund, and (`not_to_card`) more than came from there.
 */
export async function refundLine(
  ctx: StaffContext,
  paying: PaymentContext | null,
  refund: RefundInvoice,
): Promise<RefundInvoiceResult | Extract<ToCard, { ok: false }>> {
  if (refund.method !== 'online') return refundInvoice(ctx, refund)
  const { key, invoiceId, itemId, amountMinor } = refund
  const card = await cardFor(ctx, invoiceId, amountMinor)
  // A press that came through already is answered as the first was.
  if (!card.ok) {
    const again = await refundInvoice(ctx, refund, neverAnew)
    return again.ok ? again : card
  }
  const { attemptId } = card
  const result = await refundInvoice(
    ctx,
    refund,
    cardRefundWith(ctx, { key, invoiceId, itemId, attemptId, amountMinor }),
  )
  if (result.ok && paying) await sendRefund(paying, { key })
  return result
}

/** Writes nothing: only what was written by the same key is answered. */
const neverAnew: RefundedWith = { onlyIf: sql`0` }
