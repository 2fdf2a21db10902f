import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { exportRota } from '#app/domain/staffing/rota/export-rota.server.ts'
import { csvAnswer } from '#app/http/downloads/csv.server.ts'
import { requirePermission } from '#app/http/guards.server.ts'
import { weekAsked } from './rota-parts/week-asked.server.ts'

/** The shifts of a week, and the hours of each; that it was taken is written down (R14). */
export async function loader({ context }: LoaderFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'staff:write')
  const week = weekAsked(ctx, app.url)
  return csvAnswer(`rota-${week}`, await exportRota(ctx, week))
}
