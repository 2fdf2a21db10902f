import { sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { localDate } from '#app/values/zone.ts'
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
  | { ok: true; leftMinor: number; again?: true }
  | { ok: false; reason: 'not_found' | 'nothing_open' | 'till_closed' }
  /** `mostMinor` is what is open, or what the account holds. */
  | { ok: false; reason: 'too_much' | 'not_enough_credit'; mostMinor: number }

/**
 * Takes a payment over an open invoice by hand, whole or in part: at most what is open of it
 * (`too_much`), from account credit at most what is there, never on a day whose takings are closed.
 * Two who take the last part at once take it once. Answers what is left to pay.
 */
export async function takePayment(
  ctx: StaffContext,
  { key, invoiceId, amountMinor, method, note }: TakePayment,
): Promise<TakePaymentResult> {
  const { db, studio, now, actor } = ctx
  const [invoice] = await db.all<{ personId: string }>(sql`
    SELECT person_id AS personId FROM invoices
    WHERE studio_id = ${studio.id} AND id = ${invoiceId} AND kind = 'invoice'`)
  if (!invoice) return { ok: false, reason: 'not_found' }
  const { personId } = invoice
  const studioId = sql`${studio.id}`
  const { pay, ...behind } = paymentStatements(
    ctx,
    { id: key, invoiceId, personId, amountMinor, method, takenBy: actor.name, note },
    sql`${amountMinor} > 0`,
  )
  const { paid, after } = await batch(db, {
    paid: pay,
    audit: auditStatement(
      ctx,
      {
        action: 'payment.taken',
        subjectKind: 'invoice',
        subjectId: invoiceId,
        reason: note,
        detail: { paymentId: key, amountMinor, method },
      },
      rightAfterChange,
    ),
    ...behind,
    after: db.all<{ left: number; credit: number; closed: number; mine: number }>(sql`
      SELECT ${balanceSql(studioId, sql`${invoiceId}`)} AS left,
        ${accountCreditSql(studioId, sql`${personId}`)} AS credit,
        ${tillClosedSql(studioId, sql`${localDate(now, studio.timeZone)}`)} AS closed,
        EXISTS (SELECT 1 FROM allocations AS mine WHERE mine.studio_id = ${studio.id}
          AND mine.payment_id = ${key} AND mine.invoice_id = ${invoiceId}) AS mine`),
  })
  const { left, credit, closed, mine } = after[0]!
  if (mine)
    return { ok: true, leftMinor: left, ...(changed(paid) > 0 ? {} : { again: true as const }) }
  if (closed) return { ok: false, reason: 'till_closed' }
  if (left === 0) return { ok: false, reason: 'nothing_open' }
  if (left < amountMinor) return { ok: false, reason: 'too_much', mostMinor: left }
  return { ok: false, reason: 'not_enough_credit', mostMinor: credit }
}
