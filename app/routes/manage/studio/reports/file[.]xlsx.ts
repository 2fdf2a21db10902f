import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import {
  beginExport,
  reportTitle,
  sheetOfReport,
} from '#app/domain/insights/reports/export-report.server.ts'
import { readReportQuery } from '#app/domain/insights/reports/report-query.ts'
import { requirePermission } from '#app/http/guards.server.ts'
import { makeXlsx } from '#app/values/xlsx/make-xlsx.ts'
import { fileRefusal } from './report-parts/file-refusal.server.ts'

const workbook = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** A report as a workbook. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'insights:read')
  const query = readReportQuery(app.url.searchParams)
  const planned = await beginExport(ctx, query, 'xlsx')
  if (!planned.ok) throw fileRefusal(planned.reason)
  const title = reportTitle(planned.dataset, app.url.searchParams.get('name') ?? '')
  const sheet = await sheetOfReport(ctx, query, planned, title)
  const name = title.replace(/[^\w-]+/g, '-').toLowerCase()
  return new Response(makeXlsx(sheet) as Uint8Array<ArrayBuffer>, {
    headers: {
      'Content-Type': workbook,
      'Content-Disposition': `attachment; filename="${name}.xlsx"`,
    },
  })
}
