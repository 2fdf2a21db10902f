import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { exportInvoices } from '#app/domain/sales/invoices/export-invoices.server.ts'
import { invoiceFilters } from '#app/domain/sales/invoices/invoice-filters.ts'
import { csvStreamAnswer } from '#app/http/downloads/csv.server.ts'
import { requirePermission } from '#app/http/guards.server.ts'
import { listParams } from '#app/http/list-params.server.ts'

/** The invoices that the filters leave, as a file; that it was taken is written down (R14). */
export async function loader({ context }: LoaderFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'invoices:write')
  return csvStreamAnswer('invoices', await exportInvoices(ctx, listParams(app, invoiceFilters)))
}
