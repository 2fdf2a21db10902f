import { type SQL, sql } from 'drizzle-orm'
import { batch, type Statement } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { localDate } from '#app/values/zone.ts'
import {
  backOtherwiseSql,
  paidByCardSql,
  payingCardsStatement,
} from '../gift-cards/gift-card-sql.server.ts'
import { givenBackOfSql } from '../open-item-sums.server.ts'
import { billingSettingsStatement, settingsFrom } from '../settings/billing-settings.server.ts'
import { refundLimitOf } from '../settings/billing-settings.ts'
import { walkInId } from '../walk-in.ts'
import { openInvoiceStatements } from './open-invoice.server.ts'
import { paymentStatements, tillClosedSql } from './payment-statements.server.ts'
import type { MethodByHand } from './payment-words.ts'

export type RefundInvoice = {
  /** Comes with the form and becomes the payment's id, so that a double press refunds once. */
  key: string
  invoiceId: string
  /** Line it is for, an open item; its tax and what it was for go on the credit note. */
  itemId: string
  amountMinor: number
  /**
   * How the money goes back; `credit` keeps it on the person's account, `online` is for who asks the
   * provider to (`sales/banking/refund-to-card`), `gift_card` puts it back on the gift card that was used.
   */
  method: MethodByHand | 'credit' | 'online' | 'gift_card'
  reason: string
}

export type RefundInvoiceResult =
  | { ok: true; creditNote: string; again?: true }
  /** `changed`: what must hold for it (`onlyIf`) no longer does. */
  | { ok: false; reason: 'not_found' | 'till_closed' | 'changed' }
  /** Sold without a name: there is no account to keep the money on. */
  | { ok: false; reason: 'no_account' }
  /** `mostMinor` is what may still be given back of the line, or by this role. */
  | { ok: false; reason: 'too_much' | 'desk_limit'; mostMinor: number }
  /** So much may go back to a gift card that paid; or otherwise, as a gift card paid the rest. */
  | { ok: false; reason: 'not_to_gift_card' | 'to_gift_card'; mostMinor: number }
  /** The line sold a gift card: that is voided instead (`sales/gift-cards/void-gift-card`). */
  | { ok: false; reason: 'is_gift_card' }

/** What goes back together with the money: it acts only if `refundedSql` holds. */
export type RefundedWith = {
  onlyIf?: SQL
  behind?: Record<string, Statement<D1Result> | null>
  /** What the line sold is undone behind it, also where that is a gift card. */
  undoesCard?: true
}

/** What a refund of a line by a form's key is kept under. */
const refundCause = (itemId: string, key: string) => `refund:${itemId}:${key}`

/**
 * The refund of so much of this line by the form's key was made; a key of another refund proves
 * nothing.
 */
export const refundedSql = (
  { studio }: StaffContext,
  { key, itemId, amountMinor }: Pick<RefundInvoice, 'key' | 'itemId' | 'amountMinor'>,
): SQL => sql`EXISTS (
  SELECT 1 FROM open_items AS refunded WHERE refunded.studio_id = ${studio.id}
    AND refunded.id = ${key} AND refunded.dedupe_key = ${refundCause(itemId, key)}
    AND refunded.amount_minor = ${-amountMinor})`

/** What credit notes have taken off an invoice so far, refunds and discounts alike. */
export const givenOfInvoiceSql = ({ studio }: StaffContext, invoiceId: string): SQL => sql`(
  SELECT -coalesce(sum(note.total_minor), 0) FROM invoices AS note
  WHERE note.studio_id = ${studio.id} AND note.credits_invoice_id = ${invoiceId})`

/**
 * Gives back a part or all of a line that was paid, by a credit note and a payment out in one
 * batch: never more than was paid of it and not given back yet, also of two at once, and of
 * one invoice no more than the studio lets the role give back (story 20). What a gift card paid goes
 * back to it and is not paid out, though an account may keep it as credit. What the line was for is
 * not touched: `refund-pack` and its kin undo that (R11).
 */
export async function refundInvoice(
  ctx: StaffContext,
  { key, invoiceId, itemId, amountMinor, method, reason }: RefundInvoice,
  { onlyIf = sql`1`, behind: undone = {}, undoesCard }: RefundedWith = {},
): Promise<RefundInvoiceResult> {
  const { db, studio, now, actor } = ctx
  const { settings, found, cards } = await batch(db, {
    settings: billingSettingsStatement(ctx),
    cards: method === 'gift_card' ? payingCardsStatement(ctx, sql`${invoiceId}`) : null,
    found: db.all<{ personId: string; subjectId: string; kind: string; working: string }>(sql`
      SELECT person_id AS personId, subject_id AS subjectId, kind, working FROM open_items
      WHERE studio_id = ${studio.id} AND id = ${itemId} AND invoice_id = ${invoiceId}
        AND state = 'settled' AND amount_minor > 0`),
  })
  const [line] = found
  if (!line) return { ok: false, reason: 'not_found' }
  if (line.kind === 'gift_card' && !undoesCard) return { ok: false, reason: 'is_gift_card' }
  if (method === 'credit' && line.personId === walkInId(ctx)) {
    return { ok: false, reason: 'no_account' }
  }
  const card = cards?.[0]
  const invoiceSql = sql`${invoiceId}`
  const otherwise = backOtherwiseSql(ctx, invoiceSql)
  const byCard = paidByCardSql(ctx, invoiceSql, sql`${card?.cardId ?? ''}`)
  const wayRest = wayRestOf(method, { byCard, otherwise })
  const given = settingsFrom(ctx, settings)
  const noteId = `note-${key}`
  const limit = refundLimitOf(given, actor.role)
  const restSql = sql`(SELECT line.amount_minor - ${givenBackOfSql(sql.raw('line'))}
    FROM open_items AS line WHERE line.studio_id = ${studio.id} AND line.id = ${itemId})`
  const limitRestSql = sql`${limit ?? 0} - ${givenOfInvoiceSql(ctx, invoiceId)}`
  const today = localDate(now, studio.timeZone)
  // Account credit moves no money: it counts with the next day.
  const closed = method === 'credit' ? sql`0` : tillClosedSql(sql`${studio.id}`, sql`${today}`)
  const { pay, ...behind } = paymentStatements(ctx, {
    id: key,
    invoiceId: noteId,
    personId: line.personId,
    amountMinor: -amountMinor,
    method,
    takenBy: actor.name,
    note: reason,
    ...(card ? { cardId: card.cardId } : {}),
  })
  const { after } = await batch(db, {
    back: db.run(sql`
      INSERT INTO open_items (id, studio_id, person_id, kind, subject_id, amount_minor, currency,
        working, state, dedupe_key, created_at)
      SELECT ${key}, ${studio.id}, ${line.personId}, 'refund', ${line.subjectId}, ${-amountMinor},
        ${studio.currency}, ${`Refunded: ${line.working}`}, 'open', ${refundCause(itemId, key)},
        ${now}
      WHERE ${amountMinor} > 0 AND ${restSql} >= ${amountMinor} AND NOT ${closed}
        AND ${onlyIf} AND ${wayRest} >= ${amountMinor}
        AND ${limit === null ? sql`1` : sql`${limitRestSql} >= ${amountMinor}`}
      ON CONFLICT DO NOTHING`),
    audit: auditStatement(
      ctx,
      {
        action: 'invoice.refunded',
        subjectKind: 'invoice',
        subjectId: invoiceId,
        reason,
        detail: { itemId, paymentId: key, amountMinor, method },
      },
      rightAfterChange,
    ),
    ...undone,
    ...openInvoiceStatements(ctx, given, {
      id: noteId,
      personId: line.personId,
      kind: 'credit_note',
      items: sql`item.id = ${key}`,
      issuedOn: today,
      reason,
      credits: invoiceId,
    }),
    pay,
    ...behind,
    after: db.all<{
      reference: string | null
      rest: number
      limitRest: number
      wayRest: number
      closed: number
    }>(sql`
      SELECT (SELECT reference FROM invoices WHERE studio_id = ${studio.id} AND id = ${noteId}
          AND ${refundedSql(ctx, { key, itemId, amountMinor })}) AS reference,
        ${restSql} AS rest, ${limitRestSql} AS limitRest, ${closed} AS closed,
        ${wayRest} AS wayRest`),
  })
  const { reference, rest, limitRest, wayRest: way, closed: isClosed } = after[0]!
  if (reference) return { ok: true, creditNote: reference }
  if (isClosed) return { ok: false, reason: 'till_closed' }
  if (rest >= amountMinor && way < amountMinor) {
    const reason = method === 'gift_card' ? 'not_to_gift_card' : 'to_gift_card'
    return { ok: false, reason, mostMinor: Math.max(0, way) }
  }
  if (rest >= amountMinor && (limit === null || limitRest >= amountMinor)) {
    return { ok: false, reason: 'changed' }
  }
  if (rest < amountMinor) return { ok: false, reason: 'too_much', mostMinor: Math.max(0, rest) }
  return { ok: false, reason: 'desk_limit', mostMinor: Math.max(0, limitRest) }
}

/** How much may go back this way: to the gift card that paid, in money, or as account credit. */
export function wayRestOf(
  method: RefundInvoice['method'],
  { byCard, otherwise }: { byCard: SQL; otherwise: SQL },
): SQL {
  if (method === 'gift_card') return byCard
  return method === 'credit' ? sql`9007199254740991` : otherwise
}
