import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import {
  beginExport,
  pdfOfReport,
  reportTitle,
} from '#app/domain/insights/reports/export-report.server.ts'
import { readReportQuery, reportParams } from '#app/domain/insights/reports/report-query.ts'
import { printInstead } from '#app/http/downloads/pdf.server.ts'
import { requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { fileRefusal } from './report-parts/file-refusal.server.ts'

/** A report as a document, or 303 to its page where the fonts lack a letter of it. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'insights:read')
  const query = readReportQuery(app.url.searchParams)
  const planned = await beginExport(ctx, query, 'pdf')
  if (!planned.ok) throw fileRefusal(planned.reason)
  const title = reportTitle(planned.dataset, app.url.searchParams.get('name') ?? '')
  const document = await pdfOfReport(ctx, query, title)
  if ('reason' in document) throw fileRefusal(document.reason)
  return printInstead(app, document, {
    name: title.replaceAll(' ', '-').toLowerCase(),
    page: paths.manageReportRun(ctx.studio, reportParams(query)),
  })
}
