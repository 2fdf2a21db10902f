import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { withFigures } from '#app/domain/insights/people-figures.server.ts'
import { exportPeople } from '#app/domain/people/list/export-people.server.ts'
import { personFilters } from '#app/domain/people/list/person-filters.ts'
import { csvStreamAnswer } from '#app/http/downloads/csv.server.ts'
import { requirePermission } from '#app/http/guards.server.ts'
import { listParams } from '#app/http/list-params.server.ts'

/** The people list as a file, as it is filtered; that it was taken is written down (R14). */
export async function loader({ context }: LoaderFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'people:export')
  const rows = await exportPeople(withFigures(ctx), listParams(app, personFilters))
  return csvStreamAnswer(`people-${ctx.studio.slug}`, rows)
}
