/** Money that came in, by what it was for: one rule for sums and for the rows behind them. */
import { type SQL, sql } from 'drizzle-orm'
import { moneySql } from '#app/domain/billing/invoices/payment-statements.server.ts'
import type { OpenItemKind } from '#app/domain/billing/open-item-words.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { incomeKinds, incomeOf } from '../accounts/income-kinds.ts'
import type { TakenDays } from './taken-span.ts'

/** The income that a line's kind is, over `line`. */
const incomeSql = sql`CASE line.kind ${sql.join(
  (Object.keys(incomeOf) as OpenItemKind[]).map(
    (kind) => sql`WHEN ${sql.raw(`'${kind}'`)} THEN ${sql.raw(`'${incomeOf[kind]}'`)}`,
  ),
  sql` `,
)} ELSE 'other' END`

/** What money on an account is called, beside the kinds of income: it is owed until it is used. */
const accountKind = 'account'

export const takenKinds = [...incomeKinds, accountKind, 'refunded'] as const
export type TakenKind = (typeof takenKinds)[number]

/**
 * `taken`: a row for each payment, document and kind, with `minor` of it. A payment over lines of
 * several kinds is split by their amounts, cumulatively rounded, so that the parts come to the
 * payment to the penny; so do lines that were voided or written off since. Money out is `refunded`,
 * whatever it was for; what paid no invoice is `account`. Account credit or a gift card that pays
 * an invoice is no money taken (R12).
 */
export const takenSql = ({ studio }: StudioContext, { from, until }: TakenDays): SQL => sql`
  paid AS (
    SELECT payment.id, payment.method, payment.taken_on, payment.taken_at, payment.person_id,
      payment.amount_minor
    FROM payments AS payment
    WHERE payment.studio_id = ${studio.id} AND payment.taken_on >= ${from}
      AND payment.taken_on <= ${until} AND ${moneySql('payment')}),
  parts AS (
    SELECT paid.id, paid.method, paid.taken_on, paid.taken_at, paid.person_id, part.id AS part_id,
      part.invoice_id, part.amount_minor AS minor
    FROM paid CROSS JOIN allocations AS part ON part.studio_id = ${studio.id}
      AND part.payment_id = paid.id),
  kinds AS (
    SELECT parts.*, ${incomeSql} AS kind, sum(line.amount_minor) AS kind_minor
    FROM parts CROSS JOIN open_items AS line ON line.studio_id = ${studio.id}
      AND line.invoice_id = parts.invoice_id AND line.amount_minor > 0
    WHERE parts.minor > 0
    GROUP BY parts.part_id, ${incomeSql}),
  sums AS (
    SELECT kinds.*, sum(kind_minor) OVER (PARTITION BY part_id ORDER BY kind) AS up_to,
      sum(kind_minor) OVER (PARTITION BY part_id) AS whole
    FROM kinds),
  taken AS (
    SELECT id, method, taken_on, taken_at, person_id, invoice_id, kind,
      (2 * minor * up_to + whole) / (2 * whole)
        - (2 * minor * (up_to - kind_minor) + whole) / (2 * whole) AS minor
    FROM sums
    UNION ALL
    SELECT id, method, taken_on, taken_at, person_id, invoice_id, 'refunded', minor FROM parts
    WHERE minor < 0
    UNION ALL
    SELECT id, method, taken_on, taken_at, person_id, NULL,
      iif(amount_minor > 0, 'account', 'refunded'),
      amount_minor - coalesce((SELECT sum(part.amount_minor) FROM allocations AS part
        WHERE part.studio_id = ${studio.id} AND part.payment_id = paid.id), 0)
    FROM paid)`
