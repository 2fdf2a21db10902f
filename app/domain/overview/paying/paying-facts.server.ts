import { sql } from 'drizzle-orm'
import { cardOfSql } from '#app/domain/sales/collecting/collection-statements.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { PayingFacts } from '../to-dos.ts'

/**
 * How a person pays online, for a page's batch; no row where the studio takes nothing online.
 * `+next_bill_on`: the index of what is to be billed reads the whole studio's.
 */
export const payingFactsStatement = ({ db, studio }: StudioContext, personId: string) =>
  db.all<PayingFacts>(sql`
    SELECT
      (SELECT bill.id FROM collection_steps AS step
        CROSS JOIN invoices AS bill ON bill.id = step.invoice_id
        WHERE step.studio_id = ${studio.id} AND step.payer_id = ${personId}
          AND step.state = 'failed' AND bill.state = 'open'
        ORDER BY step.done_at DESC LIMIT 1) AS failedInvoiceId,
      kept.last4, coalesce(kept.end_month, 0) AS endMonth, coalesce(kept.end_year, 0) AS endYear,
      EXISTS (SELECT 1 FROM memberships AS membership
        WHERE membership.studio_id = ${studio.id} AND membership.person_id = ${personId}
          AND membership.state IN ('active','trialing','past_due')
          AND +membership.next_bill_on IS NOT NULL) AS billed
    FROM merchant_accounts AS account
    LEFT JOIN payment_methods AS kept
      ON kept.id = ${cardOfSql('id', sql`account.studio_id`, sql`${personId}`)}
    WHERE account.studio_id = ${studio.id} AND account.state = 'active'`)
