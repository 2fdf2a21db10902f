/** Money taken and paid out by hand, for somebody's batch. */
import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { addDays, type LocalDate, localDate } from '#app/values/zone.ts'
import { accountEntryStatement } from '../account-entry.server.ts'
import { cardPaysSql, cardTakesSql } from '../gift-cards/gift-card-sql.server.ts'
import { cardPaymentStatements } from '../gift-cards/gift-card-statements.server.ts'
import type { PaymentMethod } from './payment-words.ts'
import { spreadStatements } from './spread-statements.server.ts'

/** What is still to pay of an invoice, or to pay out of a credit note (negative), by its lines. */
export const balanceSql = (studioId: SQL, invoiceId: SQL): SQL => sql`(
  SELECT coalesce(sum(line.amount_minor - line.paid_minor), 0) FROM open_items AS line
  WHERE line.studio_id = ${studioId} AND line.invoice_id = ${invoiceId} AND line.state = 'open')`

/** The takings of a day are closed: its payments stay as they are. */
export const tillClosedSql = (studioId: SQL, day: SQL): SQL => sql`EXISTS (
  SELECT 1 FROM closed_tills AS till WHERE till.studio_id = ${studioId} AND till.day = ${day})`

/**
 * The day that money counts with which is there, or gone, already: the next where the takings of
 * today are closed.
 */
export const takenOnSql = ({ studio, now }: Pick<StudioContext, 'studio' | 'now'>): SQL => {
  const today = localDate(now, studio.timeZone)
  return sql`iif(${tillClosedSql(sql`${studio.id}`, sql`${today}`)}, ${addDays(today, 1)}, ${today})`
}

/** Account credit of a person, in minor units. */
export const accountCreditSql = (studioId: SQL, personId: SQL): SQL => sql`(
  SELECT coalesce(sum(entry.amount_minor), 0) FROM account_entries AS entry
  WHERE entry.studio_id = ${studioId} AND entry.person_id = ${personId})`

/** The key of a form is a payment's already, whichever that is. */
export const keyUsedSql = (studioId: string, key: string): SQL => sql`EXISTS (
  SELECT 1 FROM payments AS used WHERE used.studio_id = ${studioId} AND used.id = ${key})`

/** A payment that is money: account credit and gift cards move what was paid before (R12). */
export const moneySql = (payment: string): SQL =>
  sql.raw(`${payment}.method NOT IN ('credit', 'gift_card')`)

export type NewPayment = {
  id: string
  invoiceId: string
  personId: string
  /** With its sign: money in is positive. */
  amountMinor: number
  method: PaymentMethod
  takenBy: string
  note?: string
  /** The card, of a payment by gift card. */
  cardId?: string
  /**
   * The day on which a gift card was to pay this, where that was said before: the card counts as on
   * that day, and where today's takings are closed it counts with the next day's.
   */
  promisedOn?: LocalDate
}

/**
 * Writes a payment over one invoice or credit note, where `onlyIf` holds: never more than is open
 * of it, never on a day whose takings are closed but for account credit and what a gift card was to
 * pay, and from those never more than there is. The same id writes one payment. `pay` is the guarded statement;
 * what stands behind it acts only on its row.
 */
export function paymentStatements(
  { db, studio, now }: StudioContext,
  { invoiceId, ...payment }: NewPayment,
  onlyIf: SQL = sql`1`,
) {
  const { id, amountMinor } = payment
  const studioId = sql`${studio.id}`
  const balance = balanceSql(studioId, sql`${invoiceId}`)
  const written = writtenSql(studio.id, payment)
  return {
    pay: payStatement(
      { db, studio, now },
      payment,
      sql`${amountMinor > 0 ? sql`${balance} >= ${amountMinor}` : sql`${balance} <= ${amountMinor}`}
        AND ${onlyIf}`,
    ),
    allocate: db.run(sql`
      INSERT INTO allocations (id, studio_id, payment_id, invoice_id, amount_minor)
      SELECT ${id}, ${studio.id}, ${id}, ${invoiceId}, ${amountMinor}
      WHERE ${written} AND NOT EXISTS (SELECT 1 FROM allocations AS part
        WHERE part.studio_id = ${studio.id} AND part.payment_id = ${id})
      ON CONFLICT DO NOTHING`),
    ...heldStatements({ db, studio, now }, payment, written),
    ...spreadStatements({ db, studio, now }, invoiceId),
  }
}

type Taken = Omit<NewPayment, 'invoiceId'>

/**
 * The payment of this id was written, and is this one: a form that is sent again with another
 * method, sum or person, or a key that belongs to another payment, moves nothing behind it.
 */
export const writtenSql = (
  studioId: string,
  {
    id,
    personId,
    amountMinor,
    method,
  }: Pick<NewPayment, 'id' | 'personId' | 'amountMinor' | 'method'>,
): SQL => sql`EXISTS (
  SELECT 1 FROM payments AS payment
  WHERE payment.studio_id = ${studioId} AND payment.id = ${id} AND payment.method = ${method}
    AND payment.amount_minor = ${amountMinor} AND payment.person_id = ${personId})`

/**
 * The day's takings are not closed, where it is for the till; account credit and a gift card pay
 * what there is of them.
 */
function mayBeTakenSql(
  { db, studio }: Pick<StudioContext, 'db' | 'studio'>,
  { method, personId, amountMinor, cardId = '', promisedOn }: Taken,
  today: LocalDate,
): SQL {
  const studioId = sql`${studio.id}`
  let enough = sql`1`
  if (method === 'credit') {
    return sql`${accountCreditSql(studioId, sql`${personId}`)} >= ${amountMinor}`
  }
  if (method === 'gift_card') {
    enough =
      amountMinor > 0
        ? sql`${cardPaysSql({ db, studio }, sql`${cardId}`, promisedOn ?? today)} >= ${amountMinor}`
        : cardTakesSql({ db, studio }, sql`${cardId}`)
  }
  if (promisedOn) return enough
  return sql`NOT ${tillClosedSql(studioId, sql`${today}`)} AND ${enough}`
}

/**
 * The row of a payment, where `onlyIf` holds and it may be taken today. Once an id. Account credit
 * moves no money: on a day whose takings are closed it counts with the next one.
 */
function payStatement(
  { db, studio, now }: Pick<StudioContext, 'db' | 'studio' | 'now'>,
  payment: Taken,
  onlyIf: SQL,
): Statement<D1Result> {
  const { id, personId, amountMinor, method, takenBy, note = '' } = payment
  const today = localDate(now, studio.timeZone)
  return db.run(sql`
    INSERT INTO payments (id, studio_id, person_id, amount_minor, currency, method, state,
      taken_at, taken_on, taken_by, note)
    SELECT ${id}, ${studio.id}, ${personId}, ${amountMinor}, ${studio.currency}, ${method},
      'succeeded', ${now}, ${takenOnSql({ studio, now })}, ${takenBy}, ${note}
    WHERE ${amountMinor} <> 0 AND ${mayBeTakenSql({ db, studio }, payment, today)} AND ${onlyIf}
    ON CONFLICT (id) DO NOTHING`)
}

/** What a payment from account credit or a gift card takes off it. */
function heldStatements(
  { db, studio, now }: Pick<StudioContext, 'db' | 'studio' | 'now'>,
  { id, personId, amountMinor, method, takenBy, note = '', cardId = '' }: Taken,
  written: SQL,
) {
  if (method === 'gift_card') {
    const of = { paymentId: id, cardId, amountMinor, by: takenBy }
    return cardPaymentStatements({ db, studio, now }, of, written)
  }
  if (method !== 'credit') return {}
  const given = {
    personId: sql`${personId}`,
    amountMinor: -amountMinor,
    cause: `payment:${id}`,
    reason: note,
  }
  return { credit: accountEntryStatement({ db, studio, now }, given, written) }
}

/** Money out (a negative amount) that was on the account, where `onlyIf` holds. */
export function creditOutStatements(
  ctx: Pick<StudioContext, 'db' | 'studio' | 'now'>,
  out: Taken,
  onlyIf: SQL,
) {
  const { id, personId, amountMinor, note: reason = '' } = out
  const person = sql`${personId}`
  return {
    pay: payStatement(ctx, out, sql`${amountMinor} < 0 AND ${onlyIf}`),
    credit: accountEntryStatement(
      ctx,
      { personId: person, amountMinor, cause: `payment:${id}`, reason },
      writtenSql(ctx.studio.id, out),
    ),
  }
}

/**
 * Writes one payment over several invoices of a person, each of them in full: nothing where what is
 * open of them is not `amountMinor` when the batch runs. The same id writes one payment.
 */
export function payInFullStatements(
  { db, studio, now }: StudioContext,
  { invoiceIds, ...payment }: Taken & { invoiceIds: readonly string[] },
) {
  const { id, amountMinor } = payment
  const chosen = sql`(SELECT value FROM json_each(${JSON.stringify(invoiceIds)}))`
  const written = writtenSql(studio.id, payment)
  const spread: Record<string, Statement<D1Result>> = {}
  for (const invoiceId of invoiceIds) {
    const lines = spreadStatements({ db, studio, now }, invoiceId)
    spread[`spread ${invoiceId}`] = lines.spread
    spread[`settle ${invoiceId}`] = lines.settle
    spread[`due ${invoiceId}`] = lines.due
  }
  return {
    pay: payStatement(
      { db, studio, now },
      payment,
      sql`${amountMinor} > 0
        AND ${amountMinor} = (SELECT sum(line.amount_minor - line.paid_minor)
          FROM open_items AS line WHERE line.studio_id = ${studio.id} AND line.state = 'open'
            AND line.invoice_id IN ${chosen})`,
    ),
    allocate: db.run(sql`
      INSERT INTO allocations (id, studio_id, payment_id, invoice_id, amount_minor)
      SELECT ${id} || ':' || invoice.id, ${studio.id}, ${id}, invoice.id, invoice.open
      FROM (SELECT one.value AS id,
          ${balanceSql(sql`${studio.id}`, sql`one.value`)} AS open
        FROM json_each(${JSON.stringify(invoiceIds)}) AS one) AS invoice
      WHERE invoice.open > 0 AND ${written}
        AND NOT EXISTS (SELECT 1 FROM allocations AS part
          WHERE part.studio_id = ${studio.id} AND part.payment_id = ${id})
      ON CONFLICT DO NOTHING`),
    ...heldStatements({ db, studio, now }, payment, written),
    ...spread,
  }
}

/** Notes that somebody was reminded of an open invoice, where nobody did so in between. */
export const remindedStatement = (
  { db, studio, now }: Pick<StudioContext, 'db' | 'studio' | 'now'>,
  invoiceId: string,
  before: string | null,
): Statement<D1Result> =>
  db.run(sql`
    UPDATE invoices SET reminded_at = ${now}
    WHERE studio_id = ${studio.id} AND id = ${invoiceId} AND state = 'open'
      AND reminded_at IS ${before}`)

/** Payments without a receipt, and whether there are any: a condition over `payments AS payment`. */
export const withoutReceiptSql = (studioId: SQL): SQL => sql`
  payment.studio_id = ${studioId} AND payment.receipt_at IS NULL`

/** Notes that a payment has its receipt, or needs none. */
export const receiptMarkStatement = (
  { db, studio, now }: Pick<StudioContext, 'db' | 'studio' | 'now'>,
  paymentId: string,
): Statement<D1Result> =>
  db.run(sql`
    UPDATE payments SET receipt_at = ${now}
    WHERE studio_id = ${studio.id} AND id = ${paymentId} AND receipt_at IS NULL`)
