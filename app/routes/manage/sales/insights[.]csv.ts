import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { exportInsights } from '#app/domain/insights/figures/export-insights.server.ts'
import { csvAnswer } from '#app/http/downloads/csv.server.ts'
import { requirePermission } from '#app/http/guards.server.ts'

/** The insights of a month as a file; that it was taken is written down (R14). */
export async function loader({ context }: LoaderFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'insights:read')
  const { name, rows } = await exportInsights(ctx, app.url.searchParams)
  return csvAnswer(name, rows)
}
