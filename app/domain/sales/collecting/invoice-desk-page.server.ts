import { sql } from 'drizzle-orm'
import { batch, type Statement } from '#app/db/batch.server.ts'
import { calledSql } from '#app/domain/people/called-sql.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { cardsOfInvoiceStatement } from '../gift-cards/gift-cards-page.server.ts'
import { invoiceStatements, toInvoicePage } from '../invoices/invoice-page.server.ts'
import type { CollectingFacts, StepFacts } from './collecting-words.ts'
import { cardOfSql } from './collection-statements.server.ts'

/** An invoice as the desk has it: with what is done about it automatically. One trip. */
export async function invoiceDeskPage(ctx: StudioContext, invoiceId: string) {
  const { steps, payers, cards, ...rows } = await batch(ctx.db, {
    ...invoiceStatements(ctx, invoiceId),
    steps: stepsStatement(ctx, invoiceId),
    payers: payerStatement(ctx, invoiceId),
    cards: cardsOfInvoiceStatement(ctx, invoiceId),
  })
  const page = toInvoicePage(rows)
  const [payer] = payers
  return page && payer ? { ...page, cards, collecting: { ...payer, steps } } : null
}

const stepsStatement = ({ db, studio }: StudioContext, invoiceId: string): Statement<StepFacts[]> =>
  db.all<StepFacts>(sql`
    SELECT step.id, step.kind, step.n, step.due_on AS dueOn, step.state, step.code,
      step.done_at AS doneAt, step.done_by AS doneBy,
      EXISTS (SELECT 1 FROM outbox WHERE outbox.dedupe_key = 'payment-failed:' || step.id)
        AS mailed
    FROM collection_steps AS step
    WHERE step.studio_id = ${studio.id} AND step.invoice_id = ${invoiceId}`)

/** Who pays it, by which card and by how many links. */
const payerStatement = (
  { db, studio, now }: StudioContext,
  invoiceId: string,
): Statement<Omit<CollectingFacts, 'steps'>[]> => {
  const payerId = sql`coalesce(bill.billed_to_id, bill.person_id)`
  const good = sql`link.studio_id = bill.studio_id AND link.invoice_id = bill.id
    AND link.revoked_at IS NULL AND link.expires_at > ${now} AND bill.state = 'open'`
  return db.all<Omit<CollectingFacts, 'steps'>>(sql`
    SELECT ${calledSql('payer')} AS payerName,
      payer.email AS payerEmail, kept.brand, kept.last4,
      EXISTS (SELECT 1 FROM merchant_accounts AS account
        WHERE account.studio_id = bill.studio_id AND account.state = 'active') AS online,
      (SELECT count(*) FROM pay_links AS link WHERE ${good}) AS links,
      (SELECT max(link.expires_at) FROM pay_links AS link WHERE ${good}) AS linksUntil
    FROM invoices AS bill JOIN people AS payer ON payer.id = ${payerId}
    LEFT JOIN payment_methods AS kept
      ON kept.id = ${cardOfSql('id', sql`bill.studio_id`, payerId)}
    WHERE bill.studio_id = ${studio.id} AND bill.id = ${invoiceId}`)
}
