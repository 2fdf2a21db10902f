import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import {
  beginExport,
  csvOfReport,
  reportTitle,
} from '#app/domain/insights/reports/export-report.server.ts'
import { readReportQuery } from '#app/domain/insights/reports/report-query.ts'
import { csvStreamAnswer } from '#app/http/downloads/csv.server.ts'
import { requirePermission } from '#app/http/guards.server.ts'
import { fileRefusal } from './report-parts/file-refusal.server.ts'

/** All rows of a report, sent while they are read. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'insights:read')
  const query = readReportQuery(app.url.searchParams)
  const planned = await beginExport(ctx, query, 'csv')
  if (!planned.ok) throw fileRefusal(planned.reason)
  const title = reportTitle(planned.dataset, app.url.searchParams.get('name') ?? '')
  return csvStreamAnswer(title.replaceAll(' ', '-').toLowerCase(), csvOfReport(ctx, planned))
}
