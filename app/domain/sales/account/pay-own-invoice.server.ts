import { sql } from 'drizzle-orm'
import {
  accountCreditSql,
  balanceSql,
} from '#app/domain/billing/invoices/payment-statements.server.ts'
import { takePayment } from '#app/domain/billing/invoices/take-payment.server.ts'
import type { MemberContext } from '#app/domain/scope/contexts.ts'
import { findGiftCard } from '../gift-cards/find-gift-card.server.ts'
import { codeEnd } from '../gift-cards/gift-card-code.ts'

export type PayOwnInvoice = {
  /** Comes with the form and is the payment's id: a double press pays once. */
  key: string
  by: 'gift_card' | 'credit'
  /** Of the gift card. */
  code: string
}

export type PayOwnInvoiceResult =
  | { ok: true; leftMinor: number }
  | {
      ok: false
      reason:
        | 'not_found'
        | 'nothing_open'
        | 'no_such_card'
        | 'card_pays_nothing'
        | 'card_for_card'
        | 'no_credit'
        | 'till_closed'
        | 'changed'
    }

/**
 * A member pays an invoice of theirs, or one addressed to them, by the code of a gift card or from
 * their account credit: as much as there is of it, at most what is open. Sent again it is the same
 * payment. A code that came from another program may be short, and pays for its own holder alone.
 */
export async function payOwnInvoice(
  ctx: MemberContext,
  invoiceId: string,
  { key: chosen, by, code }: PayOwnInvoice,
): Promise<PayOwnInvoiceResult> {
  // The key comes from the form: it can't be the id of a payment that is made online.
  const key = `own-${chosen}`
  const { db, studio, person } = ctx
  const [invoice] = await db.all<{ openMinor: number; creditMinor: number; done: number }>(sql`
    SELECT ${balanceSql(sql`bill.studio_id`, sql`bill.id`)} AS openMinor,
      ${accountCreditSql(sql`bill.studio_id`, sql`bill.person_id`)} AS creditMinor,
      EXISTS (SELECT 1 FROM payments AS paid JOIN allocations AS part
          ON part.studio_id = paid.studio_id AND part.payment_id = paid.id
        WHERE paid.studio_id = bill.studio_id AND paid.id = ${key}
          AND part.invoice_id = bill.id) AS done
    FROM invoices AS bill
    WHERE bill.studio_id = ${studio.id} AND bill.id = ${invoiceId} AND bill.kind = 'invoice'
      AND (bill.person_id = ${person.id} OR bill.billed_to_id = ${person.id})`)
  if (!invoice) return { ok: false, reason: 'not_found' }
  const { openMinor, creditMinor, done } = invoice
  if (done === 1) return { ok: true, leftMinor: openMinor }
  if (openMinor <= 0) return { ok: false, reason: 'nothing_open' }
  if (by === 'credit') {
    if (creditMinor <= 0) return { ok: false, reason: 'no_credit' }
    const amountMinor = Math.min(openMinor, creditMinor)
    return answerOf(
      await takePayment(ctx, { key, invoiceId, amountMinor, method: 'credit', note: '' }),
    )
  }
  const card = await findGiftCard(
    ctx,
    code,
    sql`(card.source <> 'import' OR card.person_id = ${person.id})`,
  )
  if (!card) return { ok: false, reason: 'no_such_card' }
  if (card.paysMinor <= 0) return { ok: false, reason: 'card_pays_nothing' }
  const amountMinor = Math.min(openMinor, card.paysMinor)
  return answerOf(
    await takePayment(ctx, {
      key,
      invoiceId,
      amountMinor,
      method: 'gift_card',
      cardId: card.id,
      note: codeEnd(card.lastFour),
    }),
  )
}

function answerOf(result: Awaited<ReturnType<typeof takePayment>>): PayOwnInvoiceResult {
  if (result.ok) return { ok: true, leftMinor: result.leftMinor }
  const { reason } = result
  if (reason === 'card_for_card' || reason === 'till_closed' || reason === 'nothing_open') {
    return { ok: false, reason }
  }
  return { ok: false, reason: 'changed' }
}
