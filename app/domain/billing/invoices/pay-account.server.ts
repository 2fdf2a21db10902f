import { sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { localDate } from '#app/values/zone.ts'
import { openInvoicesOf } from './open-invoices.server.ts'
import {
  accountCreditSql,
  keyUsedSql,
  payInFullStatements,
  tillClosedSql,
  writtenSql,
} from './payment-statements.server.ts'
import type { MethodByHand } from './payment-words.ts'

export type PayAccount = {
  /** Comes with the form and becomes the payment's id, so that a double press takes it once. */
  key: string
  /** The charges to be paid, by id. */
  itemIds: readonly string[]
  /** Fees to be paid, by the ids of the fees that were charged. */
  feeIds: readonly string[]
  /** What they came to on the page, in minor units. */
  amountMinor: number
  method: MethodByHand | 'credit'
  note: string
}

export type PayAccountResult =
  | { ok: true; amountMinor: number; again?: true }
  /** `changed`: the charges no longer come to what the page showed. */
  | { ok: false; reason: 'changed' | 'till_closed' | 'key_used' }
  | { ok: false; reason: 'not_enough_credit'; mostMinor: number }

/**
 * Takes one payment for everything that is open on the invoices of the chosen charges of a person,
 * whole. Refused where it no longer comes to the amount on the page (`changed`), on a day whose
 * takings are closed but for account credit, from that above what is there, and with the key of
 * another payment (`key_used`). Twice is once.
 */
export async function payAccount(
  ctx: StaffContext,
  personId: string,
  { key, itemIds, feeIds, amountMinor, method, note }: PayAccount,
): Promise<PayAccountResult> {
  const { db, studio, now, actor } = ctx
  await openInvoicesOf(ctx, personId)
  const chosen = await db.all<{ invoiceId: string }>(sql`
    SELECT DISTINCT invoice_id AS invoiceId FROM open_items
    WHERE studio_id = ${studio.id} AND person_id = ${personId} AND invoice_id IS NOT NULL
      AND amount_minor > 0 AND (id IN (SELECT value FROM json_each(${JSON.stringify(itemIds)}))
        OR kind = 'fee'
          AND subject_id IN (SELECT value FROM json_each(${JSON.stringify(feeIds)})))`)
  const invoiceIds = chosen.map(({ invoiceId }) => invoiceId)
  const { pay, ...behind } = payInFullStatements(ctx, {
    id: key,
    invoiceIds,
    personId,
    amountMinor,
    method,
    takenBy: actor.name,
    note,
  })
  const { paid, after } = await batch(db, {
    paid: pay,
    audit: auditStatement(
      ctx,
      {
        action: 'payment.taken',
        subjectKind: 'person',
        subjectId: personId,
        reason: note,
        detail: { paymentId: key, amountMinor, method },
      },
      rightAfterChange,
    ),
    ...behind,
    after: db.all<Record<'credit' | 'closed' | 'mine' | 'used', number>>(sql`
      SELECT ${accountCreditSql(sql`${studio.id}`, sql`${personId}`)} AS credit,
        ${tillClosedSql(sql`${studio.id}`, sql`${localDate(now, studio.timeZone)}`)} AS closed,
        ${writtenSql(studio.id, { id: key, personId, amountMinor, method })} AS mine,
        ${keyUsedSql(studio.id, key)} AS used`),
  })
  const { credit, closed, mine, used } = after[0]!
  if (mine) {
    return { ok: true, amountMinor, ...(changed(paid) > 0 ? {} : { again: true as const }) }
  }
  if (used) return { ok: false, reason: 'key_used' }
  if (closed && method !== 'credit') return { ok: false, reason: 'till_closed' }
  return method === 'credit' && credit < amountMinor
    ? { ok: false, reason: 'not_enough_credit', mostMinor: credit }
    : { ok: false, reason: 'changed' }
}

/** Whether this payment was taken: one of another sum, method or person by its key is not it. */
export async function hasPayment(
  { db, studio }: StaffContext,
  of: Parameters<typeof writtenSql>[1],
): Promise<boolean> {
  const found = await db.all<{ there: number }>(sql`SELECT ${writtenSql(studio.id, of)} AS there`)
  return found[0]!.there === 1
}
