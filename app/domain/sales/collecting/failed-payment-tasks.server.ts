import { type SQL, sql } from 'drizzle-orm'
import { balanceSql } from '#app/domain/billing/invoices/payment-statements.server.ts'
import { calledSql } from '#app/domain/people/called-sql.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { type Look, lookAt } from '#app/domain/scope/look.ts'
import { keepTasksStatements } from '#app/domain/tasks/task-statements.server.ts'
import { paths } from '#app/paths.ts'

/** Invoices whose card is not tried any more, and which are not paid. */
const givenUpSql = ({ studio }: Look): SQL => sql`
  FROM collection_steps AS step CROSS JOIN invoices AS bill ON bill.id = step.invoice_id
  JOIN people AS payer ON payer.id = step.payer_id
  WHERE step.studio_id = ${studio} AND step.state = 'failed' AND bill.state = 'open'
    AND NOT EXISTS (SELECT 1 FROM collection_steps AS next
      WHERE next.studio_id = step.studio_id AND next.invoice_id = step.invoice_id
        AND next.kind = 'charge' AND next.state IN ('coming','doing'))`

/** Whether a studio has such invoices. */
export const failedPaymentTasksDue = (look: Look): SQL => sql`EXISTS (SELECT 1 ${givenUpSql(look)})`

/** Asks the desk to get what no card pays. */
export const failedPaymentTasks = (ctx: StudioContext) =>
  keepTasksStatements(ctx, {
    kind: 'payment_failed',
    role: 'front_desk',
    causes: sql`
      SELECT bill.id AS cause_ref, max(step.done_at) AS due_at, NULL AS ends_at,
        ${paths.manageInvoice(ctx.studio, '')} || bill.id AS path,
        json_object('name', ${calledSql('payer')},
          'amountMinor', ${balanceSql(sql`bill.studio_id`, sql`bill.id`)},
          'reference', bill.reference,
          'suspended', EXISTS (SELECT 1 FROM memberships AS membership
            WHERE membership.id = step.membership_id AND membership.state = 'suspended')) AS facts
      ${givenUpSql(lookAt(ctx))} GROUP BY bill.id`,
  })
