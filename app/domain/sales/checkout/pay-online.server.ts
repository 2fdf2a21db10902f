import { sql } from 'drizzle-orm'
import { balanceSql } from '#app/domain/billing/invoices/payment-statements.server.ts'
import {
  type BeginAttemptResult,
  beginAttempt,
} from '#app/domain/payments/attempts/begin-attempt.server.ts'
import type { PaymentContext } from '#app/domain/payments/payment-context.ts'
import { hadOnceSql } from '../sell/sell-package.server.ts'

type Payer = { personId: string; email: string; name: string }
type Back = { doneUrl: (attemptId: string) => string }

export type PayOnlineResult = BeginAttemptResult | { ok: false; reason: 'not_found' | 'had_it' }

/**
 * Begins the payment of what is open of an invoice by whom it is addressed to, on the provider's page. Refused for
 * one of somebody else (`not_found`) and where nothing is to pay (`not_there`).
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
    ...{ personId, email, by: name, doneUrl },
    ...{ purpose: 'invoice', subjectId: invoiceId, amountMinor: openMinor },
    what: `${studio.name}, invoice ${reference}`,
    onlyIf: sql`${open} = ${openMinor}`,
  })
}

/**
 * Begins buying a package that is on sale, on the provider's page; it is theirs once it is paid.
 * Refused where it is no longer sold (`not_found`), and (`had_it`) for an intro offer that they had.
 */
export async function buyPackageOnline(
  ctx: PaymentContext,
  { personId, email, name }: Payer,
  packageId: string,
  { doneUrl }: Back,
): Promise<PayOnlineResult> {
  const { db, studio } = ctx
  const had = hadOnceSql(ctx, { packageId, personId, besides: '' })
  const offers = await db.all<{ name: string; priceMinor: number; had: number }>(sql`
    SELECT name, price_minor AS priceMinor, ${had} AS had FROM packages
    WHERE studio_id = ${studio.id} AND id = ${packageId} AND archived_at IS NULL
      AND bundle_id IS NULL`)
  const [offer] = offers
  if (!offer || offer.priceMinor <= 0) return { ok: false, reason: 'not_found' }
  if (offer.had) return { ok: false, reason: 'had_it' }
  return beginAttempt(ctx, {
    ...{ personId, email, by: name, doneUrl },
    ...{ purpose: 'package', subjectId: packageId, amountMinor: offer.priceMinor },
    what: `${studio.name}, ${offer.name}`,
  })
}

/** Begins having a card kept, on the provider's page. */
export const keepCard = (
  ctx: PaymentContext,
  { personId, email, name }: Payer,
  { doneUrl }: Back,
): Promise<PayOnlineResult> =>
  beginAttempt(ctx, {
    ...{ personId, email, by: name, doneUrl },
    ...{ purpose: 'card', subjectId: personId, amountMinor: 0 },
    what: ctx.studio.name,
  })
