/** Parts that an invoice is paid in, for somebody's batch. */
import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { LocalDate } from '#app/values/zone.ts'
import { movedToAccountSql } from '../open-item-sums.server.ts'

/** What was paid of an invoice and is still on it. */
const paidSql = (studio: SQL, invoice: SQL): SQL => sql`(
  (SELECT coalesce(sum(paid.amount_minor), 0) FROM allocations AS paid
    WHERE paid.studio_id = ${studio} AND paid.invoice_id = ${invoice})
  - ${movedToAccountSql(studio, invoice)})`

/**
 * An invoice that is paid in parts is due on the day of its oldest part that is not paid yet; others
 * keep their day.
 */
export const partsDueStatement = (
  { db, studio }: Pick<StudioContext, 'db' | 'studio'>,
  invoiceId: string,
): Statement<D1Result> =>
  db.run(sql`
    UPDATE invoices SET due_on = coalesce((
      SELECT min(due.due_on) FROM (
        SELECT part.due_on, sum(part.amount_minor) OVER (ORDER BY part.due_on, part.id) AS until
        FROM invoice_parts AS part
        WHERE part.studio_id = ${studio.id} AND part.invoice_id = ${invoiceId}) AS due
      WHERE due.until > ${paidSql(sql`${studio.id}`, sql`${invoiceId}`)}), due_on)
    WHERE studio_id = ${studio.id} AND id = ${invoiceId} AND EXISTS (
      SELECT 1 FROM invoice_parts AS part
      WHERE part.studio_id = ${studio.id} AND part.invoice_id = ${invoiceId})`)

/**
 * What of an open invoice was due by a day: of one in parts, those whose day has come less what was
 * paid, also nothing; of others all that is open (`balance`), and never more than that.
 */
export const dueBySql = (invoice: SQL, day: LocalDate, balance: SQL): SQL => sql`coalesce((
  SELECT iif(count(*) = 0, NULL,
    max(0, min(${balance}, coalesce(sum(part.amount_minor) FILTER (WHERE part.due_on <= ${day}), 0)
      - ${paidSql(sql`${invoice}.studio_id`, sql`${invoice}.id`)})))
  FROM invoice_parts AS part
  WHERE part.studio_id = ${invoice}.studio_id AND part.invoice_id = ${invoice}.id), ${balance})`
