import { sql } from 'drizzle-orm'
import { openInvoicesOf } from '#app/domain/billing/invoices/open-invoices.server.ts'
import { balanceSql } from '#app/domain/billing/invoices/payment-statements.server.ts'
import {
  type BeginAttemptResult,
  beginAttempt,
} from '#app/domain/payments/attempts/begin-attempt.server.ts'
import type { PaymentContext } from '#app/domain/payments/payment-context.ts'

type Payer = { personId: string; email: string; name: string }
type Back = { doneUrl: (attemptId: string) => string }

export type PayOnlineResult = BeginAttemptResult | { ok: false; reason: 'not_found' }

/**
 * Begins the payment of what is open of an invoice by whom it is addressed to, on the provider's
 * page. Refused for one of somebody else (`not_found`) and where nothing is to pay (`not_there`).
 */
export async function payInvoiceOnline(
  ctx: PaymentContext,
  { personId, email, name }: Payer,
  invoiceId: string,
  { doneUrl }: Back,
): Promise<PayOnlineResult> {
  const { db, studio } = ctx
  const open = balanceSql(sql`${studio.id}`, sql`${invoiceId}`)
  const [invoice] = await db.all<{ reference: string; openMinor: number }>(sql`
    SELECT reference, ${open} AS openMinor FROM invoices
    WHERE studio_id = ${studio.id} AND id = ${invoiceId} AND kind = 'invoice'
      AND (person_id = ${personId} OR billed_to_id = ${personId})`)
  if (!invoice) return { ok: false, reason: 'not_found' }
  const { reference, openMinor } = invoice
  if (openMinor <= 0) return { ok: false, reason: 'not_there' }
  return beginAttempt(ctx, {
    personId,
    email,
    by: name,
    doneUrl,
    purpose: 'invoice',
    subjectId: invoiceId,
    amountMinor: openMinor,
    what: `${studio.name}, invoice ${reference}`,
    onlyIf: sql`${open} = ${openMinor}`,
  })
}

/**
 * Begins the payment of what an act has just charged, such as an enrolment or an appointment: its
 * invoice is opened now, not within the minute. Refused (`not_there`) where it cost nothing or is
 * paid.
 */
export async function payChargeOnline(
  ctx: PaymentContext,
  payer: Payer,
  subjectId: string,
  back: Back,
): Promise<PayOnlineResult> {
  await openInvoicesOf(ctx, payer.personId)
  const [charge] = await ctx.db.all<{ invoiceId: string }>(sql`
    SELECT invoice_id AS invoiceId FROM open_items
    WHERE studio_id = ${ctx.studio.id} AND subject_id = ${subjectId}
      AND person_id = ${payer.personId} AND state = 'open' AND amount_minor > 0
      AND invoice_id IS NOT NULL
    ORDER BY created_at DESC LIMIT 1`)
  if (!charge) return { ok: false, reason: 'not_there' }
  return payInvoiceOnline(ctx, payer, charge.invoiceId, back)
}

/** Begins having a card kept, on the provider's page. */
export const keepCard = (
  ctx: PaymentContext,
  { personId, email, name }: Payer,
  { doneUrl }: Back,
): Promise<PayOnlineResult> =>
  beginAttempt(ctx, {
    personId,
    email,
    by: name,
    doneUrl,
    purpose: 'card',
    subjectId: personId,
    amountMinor: 0,
    what: ctx.studio.name,
  })
