import { type SQL, sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import {
  cardHeldSql,
  paidByCreditSql,
} from '#app/domain/billing/gift-cards/gift-card-sql.server.ts'
import { entryStatement } from '#app/domain/billing/gift-cards/gift-card-statements.server.ts'
import {
  type RefundInvoice,
  type RefundInvoiceResult,
  refundedSql,
  refundInvoice,
} from '#app/domain/billing/invoices/refund-invoice.server.ts'
import type { PaymentContext } from '#app/domain/payments/payment-context.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { cardFor, type ToCard } from '../banking/refund-line.server.ts'
import { cardRefundWith, sendRefund } from '../banking/refund-to-card.server.ts'

export type VoidGiftCardResult =
  | { ok: true; creditNote: string | null; again?: true }
  | { ok: false; reason: 'not_found' | 'spent' | 'unpaid' | 'paid_by_credit' }
  | Exclude<RefundInvoiceResult, { ok: true }>
  | Extract<ToCard, { ok: false }>

type CardRow = {
  state: 'unpaid' | 'live' | 'void'
  source: string
  amountMinor: number
  balanceMinor: number
  itemId: string | null
  invoiceId: string | null
  moved: number
  /** Its payment is disputed, was charged back, or isn't there any more. */
  held: number
  byCredit: number
}

/**
 * Voids a card that nobody has spent anything of: it pays no more, and what was paid for it goes back
 * by a credit note, with the role's limit as of any refund. One that was brought over was sold
 * elsewhere, and of one whose payment is disputed or gone the bank has the money: nothing is refunded,
 * and of the latter whatever is left is taken off. Refused where some of it is spent (`spent`), before it
 * is paid (`unpaid`), when its invoice is voided instead, and in money where account credit paid for
 * it (`paid_by_credit`). Sent again it is the same.
 */
export async function voidGiftCard(
  ctx: StaffContext,
  cardId: string,
  { key, method, reason }: Pick<RefundInvoice, 'key' | 'method' | 'reason'>,
  paying: PaymentContext | null = null,
): Promise<VoidGiftCardResult> {
  const { db, studio, actor } = ctx
  const [card] = await db.all<CardRow>(sql`
    SELECT card.state, card.source, card.amount_minor AS amountMinor,
      card.balance_minor AS balanceMinor, card.item_id AS itemId, line.invoice_id AS invoiceId,
      EXISTS (SELECT 1 FROM gift_card_entries AS entry WHERE entry.studio_id = card.studio_id
        AND entry.card_id = card.id AND entry.kind <> 'issued') AS moved,
      ${cardHeldSql(sql`card`)} AS held,
      ${paidByCreditSql(ctx, sql`line.invoice_id`)} AS byCredit
    FROM gift_cards AS card
    LEFT JOIN open_items AS line ON line.studio_id = card.studio_id AND line.id = card.item_id
    WHERE card.studio_id = ${studio.id} AND card.id = ${cardId}`)
  if (!card) return { ok: false, reason: 'not_found' }
  const { amountMinor } = card
  if (card.state === 'void') return { ok: true, creditNote: null, again: true }
  if (card.state === 'unpaid') return { ok: false, reason: 'unpaid' }
  const refunds = card.invoiceId !== null && card.itemId !== null && card.held === 0
  if (card.moved && card.held === 0) return { ok: false, reason: 'spent' }
  if (refunds && card.byCredit && method !== 'credit')
    return { ok: false, reason: 'paid_by_credit' }
  const leftMinor = card.held ? card.balanceMinor : amountMinor
  const whole = sql`EXISTS (SELECT 1 FROM gift_cards AS card WHERE card.studio_id = ${studio.id}
    AND card.id = ${cardId} AND card.state = 'live' AND card.balance_minor = ${leftMinor})`
  const cause = `voided:${cardId}`
  const done = sql`EXISTS (SELECT 1 FROM gift_card_entries AS entry
    WHERE entry.studio_id = ${studio.id} AND entry.cause = ${cause})`
  const takeOff = (onlyIf: SQL) =>
    entryStatement(
      ctx,
      {
        cardId,
        kind: 'voided',
        amountMinor: -leftMinor,
        cause,
        reason,
        by: actor.name,
      },
      onlyIf,
    )
  const end = db.run(sql`
    UPDATE gift_cards SET state = 'void'
    WHERE studio_id = ${studio.id} AND id = ${cardId} AND state = 'live' AND ${done}`)
  if (!refunds || card.invoiceId === null || card.itemId === null) {
    const { after } = await batch(db, {
      voided: takeOff(whole),
      audit: auditStatement(
        ctx,
        { action: 'gift_card.voided', subjectKind: 'gift_card', subjectId: cardId, reason },
        rightAfterChange,
      ),
      end,
      after: db.all<{ done: number }>(sql`SELECT ${done} AS done`),
    })
    return after[0]!.done ? { ok: true, creditNote: null } : { ok: false, reason: 'spent' }
  }
  const { invoiceId, itemId } = card
  const payer = method === 'online' ? await cardFor(ctx, invoiceId, amountMinor) : null
  if (payer?.ok === false) return payer
  const toPayer = payer && cardRefundWith(ctx, { key, invoiceId, itemId, amountMinor, ...payer })
  const result = await refundInvoice(
    ctx,
    { key, invoiceId, itemId, amountMinor, method, reason },
    {
      onlyIf: sql`${whole} AND ${toPayer?.onlyIf ?? sql`1`}`,
      undoesCard: true,
      behind: {
        ...toPayer?.behind,
        voided: takeOff(refundedSql(ctx, { key, itemId, amountMinor })),
        end,
      },
    },
  )
  if (result.ok && toPayer && paying) await sendRefund(paying, { key })
  if (!result.ok && result.reason === 'changed') return { ok: false, reason: 'spent' }
  return result
}
