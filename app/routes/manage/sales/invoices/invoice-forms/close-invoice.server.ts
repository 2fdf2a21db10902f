import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import type { CloseInvoiceResult } from '#app/domain/billing/invoices/close-invoice.server.ts'
import { closeForm } from '#app/domain/sales/invoices/invoice-forms.ts'
import { invoicePage } from '#app/domain/sales/invoices/invoice-page.server.ts'
import { invoiceTitle } from '#app/domain/sales/invoices/invoice-words.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parseForm, refused } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { money } from '#app/values/wording.ts'

/** What the pages show that end an open invoice, or put back one that was written off or lost. */
export async function closePageData(
  { context, params }: LoaderFunctionArgs,
  from: readonly string[] = ['open'],
) {
  const { ctx } = await requirePermission(context, 'invoices:write')
  const page = await invoicePage(ctx, params.invoice ?? '')
  if (!page) throw notFound()
  const { invoice } = page
  return {
    rules: fieldRules(closeForm),
    studio: { slug: ctx.studio.slug },
    invoice: { id: invoice.id, title: invoiceTitle(invoice) },
    person: invoice.personName,
    owed: money(invoice.balanceMinor, invoice.currency, ctx.studio.locale),
    open: invoice.kind === 'invoice' && from.includes(invoice.state),
  }
}

const refusals: Record<string, string> = {
  paid_in_part: 'Part of it was paid. Refund that first, or write off the rest.',
  not_open: 'It isn’t open any more. Refund it instead.',
  not_written_off: 'It isn’t written off or lost to a dispute, so there is nothing to put back.',
}

/** Ends it and leads to the invoice, 303; 422 where it cannot be ended this way. */
export async function closeAction(
  { context, request, params }: ActionFunctionArgs,
  act: (ctx: StaffContext, invoiceId: string, reason: string) => Promise<CloseInvoiceResult>,
  done: string,
) {
  const { app, ctx } = await requirePermission(context, 'invoices:write')
  const submission = await parseForm(request, closeForm)
  if (submission.status !== 'success') return invalid(submission)
  const invoiceId = params.invoice ?? ''
  const result = await act(ctx, invoiceId, submission.value.reason)
  if (!result.ok) {
    if (result.reason === 'not_found') throw notFound()
    return refused(submission, { code: result.reason, form: [refusals[result.reason] ?? ''] })
  }
  return redirectWithFlash(app, paths.manageInvoice(ctx.studio, invoiceId), done)
}
