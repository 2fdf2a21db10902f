/** How what was paid of an invoice is shared out over its lines, for somebody's batch. */
import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { lineDiscountSql, movedToAccountSql } from '../open-item-sums.server.ts'
import { partsDueStatement } from './part-statements.server.ts'

/**
 * Money on an invoice, in minor units: what was paid of it (of a credit note, paid out) without the
 * discounts by hand and without what voided lines brought to an account.
 */
export const moneyOnSql = (studioId: SQL, invoiceId: SQL): SQL => sql`(
  (SELECT coalesce(sum(paid.amount_minor), 0) FROM allocations AS paid
    WHERE paid.studio_id = ${studioId} AND paid.invoice_id = ${invoiceId})
  - (SELECT coalesce(sum(${lineDiscountSql(sql.raw('off'))}), 0) FROM open_items AS off
    WHERE off.studio_id = ${studioId} AND off.invoice_id = ${invoiceId})
  - ${movedToAccountSql(studioId, invoiceId)})`

/**
 * Brings the lines of an invoice to what was paid on it: each has its own discount, and the money
 * goes to them in their order. What is settled, or void and not yet on the account, keeps what it
 * has; what comes off counts at once, the first are paid first, gift cards last since they are money,
 * and a line that is paid in full is settled. Of one in parts, the next is due.
 */
export function spreadStatements(
  { db, studio, now }: Pick<StudioContext, 'db' | 'studio' | 'now'>,
  invoiceId: string,
): { spread: Statement<D1Result>; settle: Statement<D1Result>; due: Statement<D1Result> } {
  const money = moneyOnSql(sql`${studio.id}`, sql`${invoiceId}`)
  const lines = sql`(
    SELECT one.*, CASE one.state WHEN 'open' THEN one.amount_minor - one.off
      WHEN 'void' THEN max(0, one.paid_minor - one.off) ELSE one.paid_minor - one.off END AS takes
    FROM (SELECT line.id, line.state, line.kind, line.created_at, line.amount_minor, line.paid_minor,
        ${lineDiscountSql(sql.raw('line'))} AS off
      FROM open_items AS line
      WHERE line.studio_id = ${studio.id} AND line.invoice_id = ${invoiceId}
        AND (line.state <> 'void' OR line.paid_minor <> line.amount_minor)) AS one)`
  return {
    spread: db.run(sql`
      UPDATE open_items SET paid_minor = line.paid FROM (
        SELECT id, CASE
            WHEN amount_minor >= 0 THEN off + max(0, min(takes, money.minor - before))
            WHEN money.kind = 'invoice' THEN amount_minor
            ELSE min(0, max(amount_minor, money.minor - before)) END AS paid
        FROM (
          SELECT share.*, coalesce(sum(takes) OVER (
            ORDER BY state = 'open', amount_minor < 0 DESC, kind = 'gift_card', created_at, id
            ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS before
          FROM ${lines} AS share
        ), (SELECT ${money} AS minor, (SELECT kind FROM invoices WHERE id = ${invoiceId}) AS kind)
          AS money
      ) AS line
      WHERE open_items.id = line.id AND open_items.state = 'open'`),
    settle: db.run(sql`
      UPDATE open_items SET state = 'settled', settled_at = ${now}, paid_minor = amount_minor
      WHERE studio_id = ${studio.id} AND invoice_id = ${invoiceId} AND state = 'open'
        AND (paid_minor = amount_minor OR (SELECT sum(takes) FROM ${lines} AS share) = ${money})`),
    due: partsDueStatement({ db, studio }, invoiceId),
  }
}
