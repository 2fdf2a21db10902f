import type { ActionFunctionArgs } from '@remix-run/cloudflare'
import { redirect } from '@remix-run/cloudflare'
import { payInvoiceOnline } from '#app/domain/sales/checkout/pay-online.server.ts'
import { requireMember } from '#app/http/guards.server.ts'
import { answerBegun } from '#app/http/payments/begin-payment.server.ts'
import { paths } from '#app/paths.ts'

export const loader = async ({ context, params }: ActionFunctionArgs) => {
  const { ctx } = await requireMember(context)
  return redirect(paths.portalInvoice(ctx.studio, params.invoice ?? ''), 303)
}

/** Begins paying what is open of an invoice: 303 to its payment. */
export async function action({ context, params }: ActionFunctionArgs) {
  const { app, ctx, viewer } = await requireMember(context)
  const invoiceId = params.invoice ?? ''
  return answerBegun(app, ctx, paths.portalInvoice(ctx.studio, invoiceId), (paying, back) =>
    payInvoiceOnline(paying, viewer, invoiceId, back),
  )
}
