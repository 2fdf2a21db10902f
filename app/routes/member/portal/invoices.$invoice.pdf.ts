import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { invoicePdf } from '#app/domain/sales/invoices/invoice-pdf.ts'
import { myInvoicePage } from '#app/domain/sales/invoices/my-invoices-page.server.ts'
import { printInstead } from '#app/http/downloads/pdf.server.ts'
import { notFound, requireMember } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'

/** One's own invoice as a file; 303 to the page that prints it where the fonts lack a letter. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const { app, ctx, viewer } = await requireMember(context)
  const page = await myInvoicePage(ctx, viewer, params.invoice ?? '')
  if (!page) throw notFound()
  return printInstead(app, invoicePdf(page.view, ctx), {
    name: page.view.title.replaceAll(' ', '-'),
    page: paths.portalInvoice(ctx.studio, page.view.id),
  })
}
