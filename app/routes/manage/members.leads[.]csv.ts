import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { exportLeads } from '#app/domain/leads/list/export-leads.server.ts'
import { leadFilters } from '#app/domain/leads/list/lead-filters.ts'
import { csvStreamAnswer } from '#app/http/downloads/csv.server.ts'
import { requirePermission } from '#app/http/guards.server.ts'
import { listParams } from '#app/http/list-params.server.ts'

/** The leads that the filters leave, as a file; that it was taken is written down (R14). */
export async function loader({ context }: LoaderFunctionArgs) {
  const { app, ctx, viewer } = await requirePermission(context, 'people:export')
  const filters = listParams(app, leadFilters)
  return csvStreamAnswer('leads', await exportLeads(ctx, filters, viewer.personId))
}
