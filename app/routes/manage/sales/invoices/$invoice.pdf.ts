import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { invoicePage } from '#app/domain/sales/invoices/invoice-page.server.ts'
import { invoicePdf } from '#app/domain/sales/invoices/invoice-pdf.ts'
import { invoiceView } from '#app/domain/sales/invoices/invoice-view.ts'
import { printInstead } from '#app/http/downloads/pdf.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { localDate } from '#app/values/zone.ts'

/** An invoice as a file; 303 to the page that prints it where the fonts lack a letter. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'invoices:read')
  const page = await invoicePage(ctx, params.invoice ?? '')
  if (!page) throw notFound()
  const { locale, timeZone } = ctx.studio
  const view = invoiceView(page, { locale, timeZone, today: localDate(ctx.now, timeZone) })
  return printInstead(app, invoicePdf(view, ctx), {
    name: view.title.replaceAll(' ', '-'),
    page: paths.manageInvoice(ctx.studio, view.id),
  })
}
