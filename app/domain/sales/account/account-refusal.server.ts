import { sql } from 'drizzle-orm'
import type {
  PayAccount,
  PayAccountResult,
} from '#app/domain/billing/invoices/pay-account.server.ts'
import {
  accountCreditSql,
  tillClosedSql,
} from '#app/domain/billing/invoices/payment-statements.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { localDate } from '#app/values/zone.ts'

/**
 * Why a payment for what was chosen of an account would be refused now; null where it would not.
 * Asked before a fee is charged that is paid with it, so that a refused payment charges none. The
 * payment has its own guards.
 */
export async function accountRefusal(
  { db, studio, now }: StaffContext,
  personId: string,
  { itemIds, feeIds, amountMinor, method }: Omit<PayAccount, 'key' | 'note'>,
): Promise<Extract<PayAccountResult, { ok: false }> | null> {
  const items = sql`(SELECT value FROM json_each(${JSON.stringify(itemIds)}))`
  const fees = sql`(SELECT value FROM json_each(${JSON.stringify(feeIds)}))`
  const [row] = await db.all<{ closed: number; credit: number; minor: number }>(sql`
    SELECT ${tillClosedSql(sql`${studio.id}`, sql`${localDate(now, studio.timeZone)}`)} AS closed,
      ${accountCreditSql(sql`${studio.id}`, sql`${personId}`)} AS credit,
      (SELECT coalesce(sum(item.amount_minor - item.paid_minor), 0) FROM open_items AS item
        WHERE item.studio_id = ${studio.id} AND item.person_id = ${personId} AND item.state = 'open'
          AND NOT (item.amount_minor < 0 AND item.kind = 'refund')
          AND coalesce(item.invoice_id, item.created_at) IN (
            SELECT coalesce(chosen.invoice_id, chosen.created_at) FROM open_items AS chosen
            WHERE chosen.studio_id = ${studio.id} AND chosen.person_id = ${personId} AND (chosen.id IN ${items}
              OR chosen.kind = 'fee' AND chosen.subject_id IN ${fees})))
      + (SELECT coalesce(sum(fee.amount_minor), 0) FROM fees AS fee
        WHERE fee.studio_id = ${studio.id} AND fee.state = 'pending' AND fee.id IN ${fees}) AS minor`)
  const { closed, credit, minor } = row!
  if (closed && method !== 'credit') return { ok: false, reason: 'till_closed' }
  if (minor !== amountMinor) return { ok: false, reason: 'changed' }
  return method === 'credit' && credit < amountMinor
    ? { ok: false, reason: 'not_enough_credit', mostMinor: credit }
    : null
}
