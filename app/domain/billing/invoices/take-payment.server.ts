import { sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { type LocalDate, localDate } from '#app/values/zone.ts'
import {
  backOtherwiseSql,
  cardPaysSql,
  paidByCardSql,
  payingCardsStatement,
} from '../gift-cards/gift-card-sql.server.ts'
import { billingSettingsStatement, settingsFrom } from '../settings/billing-settings.server.ts'
import { refundLimitOf } from '../settings/billing-settings.ts'
import { walkInId } from '../walk-in.ts'
import {
  accountCreditSql,
  balanceSql,
  keyUsedSql,
  paymentStatements,
  tillClosedSql,
  writtenSql,
} from './payment-statements.server.ts'
import type { MethodByHand } from './payment-words.ts'
import { wayRestOf } from './refund-invoice.server.ts'

export type TakePayment = {
  /** Comes with the form and becomes the payment's id, so that a double press takes it once. */
  key: string
  invoiceId: string
  amountMinor: number
  method: MethodByHand | 'credit' | 'gift_card'
  note: string
  /** The gift card that pays. What is paid out goes back to the one that paid the invoice. */
  cardId?: string
  /** As of `NewPayment`: a gift card was to pay this on that day. */
  promisedOn?: LocalDate
}

export type TakePaymentResult =
  /** `out` where a credit note was paid out. */
  | { ok: true; leftMinor: number; out: boolean; again?: true }
  /** `key_used`: the key is another payment's. */
  | { ok: false; reason: 'not_found' | 'nothing_open' | 'till_closed' | 'key_used' }
  /** Sold without a name: there is no account to keep the money on. */
  | { ok: false; reason: 'no_account' }
  /** `mostMinor` is the open balance, the account credit, or the front desk's refund limit. */
  | {
      ok: false
      reason: 'too_much' | 'not_enough_credit' | 'not_enough_on_card' | 'desk_limit'
      mostMinor: number
    }
  /** As of any refund: what a gift card paid goes back to it. */
  | { ok: false; reason: 'not_to_gift_card' | 'to_gift_card'; mostMinor: number }
  /** A gift card doesn't pay for another. */
  | { ok: false; reason: 'card_for_card' }

/**
 * Takes a payment over an open invoice by hand, or pays out what a credit note gives back, whole or
 * in part: at most what is open of it (`too_much`), from account credit at most what is there, of
 * one invoice no more out than the studio's limit for the role (story 20), and but for account credit
 * and what a gift card was to pay never on a day whose takings are closed. Two who take the last part at once take it once. Answers
 * what is left.
 */
export async function takePayment(
  ctx: StaffContext,
  { key, invoiceId, amountMinor, method, note, cardId: payingId, promisedOn }: TakePayment,
): Promise<TakePaymentResult> {
  const { db, studio, now, actor } = ctx
  const { found, settings } = await batch(db, {
    found: db.all<{
      personId: string
      kind: 'invoice' | 'credit_note'
      credits: string | null
      sellsCard: number
    }>(sql`
      SELECT person_id AS personId, kind, credits_invoice_id AS credits, EXISTS (
        SELECT 1 FROM open_items AS line WHERE line.studio_id = invoices.studio_id
          AND line.invoice_id = invoices.id AND line.kind = 'gift_card') AS sellsCard
      FROM invoices
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
  if (!out && method === 'gift_card' && invoice.sellsCard === 1) {
    return { ok: false, reason: 'card_for_card' }
  }
  const credited = sql`${invoice.credits ?? ''}`
  const cards = out && method === 'gift_card' ? await payingCardsStatement(ctx, credited) : []
  const cardId = out ? (cards[0]?.cardId ?? '') : (payingId ?? '')
  const today = localDate(now, studio.timeZone)
  const wayRest = out
    ? wayRestOf(method, {
        byCard: paidByCardSql(ctx, credited, sql`${cardId}`),
        otherwise: backOtherwiseSql(ctx, credited),
      })
    : sql`9007199254740991`
  const limit =
    out && method !== 'credit' ? refundLimitOf(settingsFrom(ctx, settings), actor.role) : null
  const studioId = sql`${studio.id}`
  // What the role may still pay out: the limit is of all credit notes of an invoice together, what a
  // discount took off and what went back otherwise than to the account.
  const limitRest = sql`(${limit ?? 0} + (SELECT coalesce(sum(part.amount_minor), 0)
    FROM allocations AS part INDEXED BY allocations_by_invoice
    JOIN payments AS paid ON paid.studio_id = part.studio_id AND paid.id = part.payment_id
    WHERE part.studio_id = ${studio.id} AND part.invoice_id IN (
        SELECT ${invoiceId} UNION
        SELECT note.id FROM invoices AS note INDEXED BY invoices_by_credited
        WHERE note.studio_id = ${studio.id} AND note.credits_invoice_id = ${credited}
          AND note.credits_invoice_id IS NOT NULL)
      AND (paid.method <> 'credit' OR paid.id = 'off-' || substr(part.invoice_id, 6))))`
  const payment = { id: key, personId, amountMinor: out ? -amountMinor : amountMinor, method }
  const { pay, ...behind } = paymentStatements(
    ctx,
    { ...payment, invoiceId, takenBy: actor.name, note, cardId, ...(promisedOn && { promisedOn }) },
    sql`${amountMinor} > 0 AND ${wayRest} >= ${amountMinor}
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
    after: db.all<
      Record<'open' | 'credit' | 'card' | 'way' | 'closed' | 'mine' | 'used' | 'limitRest', number>
    >(sql`
      SELECT ${limitRest} AS limitRest, ${wayRest} AS way,
        ${cardPaysSql(ctx, sql`${cardId}`, today)} AS card, abs(${balanceSql(studioId, sql`${invoiceId}`)}) AS open,
        ${accountCreditSql(studioId, sql`${personId}`)} AS credit,
        ${tillClosedSql(studioId, sql`${today}`)} AS closed,
        EXISTS (SELECT 1 FROM allocations AS mine WHERE mine.studio_id = ${studio.id}
          AND mine.payment_id = ${key} AND mine.invoice_id = ${invoiceId})
          AND ${writtenSql(studio.id, payment)} AS mine,
        ${keyUsedSql(studio.id, key)} AS used`),
  })
  const { open, credit, card, way, closed, mine, used, limitRest: rest } = after[0]!
  if (mine) {
    const again = changed(paid) > 0 ? {} : { again: true as const }
    return { ok: true, leftMinor: open, out, ...again }
  }
  if (used) return { ok: false, reason: 'key_used' }
  if (closed && method !== 'credit') return { ok: false, reason: 'till_closed' }
  if (open === 0) return { ok: false, reason: 'nothing_open' }
  if (open < amountMinor) return { ok: false, reason: 'too_much', mostMinor: open }
  if (way < amountMinor) {
    const reason = method === 'gift_card' ? 'not_to_gift_card' : 'to_gift_card'
    return { ok: false, reason, mostMinor: Math.max(0, way) }
  }
  if (limit !== null && rest < amountMinor) {
    return { ok: false, reason: 'desk_limit', mostMinor: Math.max(0, rest) }
  }
  return method === 'gift_card'
    ? { ok: false, reason: 'not_enough_on_card', mostMinor: card }
    : { ok: false, reason: 'not_enough_credit', mostMinor: credit }
}
