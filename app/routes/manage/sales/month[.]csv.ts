import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { exportMonth } from '#app/domain/insights/recurring/export-month.server.ts'
import { csvAnswer } from '#app/http/downloads/csv.server.ts'
import { requirePermission } from '#app/http/guards.server.ts'

/** A month of the overview as a file; that it was taken is written down (R14). */
export async function loader({ context }: LoaderFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'insights:read')
  const { name, rows } = await exportMonth(ctx, app.url.searchParams.get('month') ?? '')
  return csvAnswer(name, rows)
}
