import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { withFigures } from '#app/domain/insights/people-figures.server.ts'
import { chosenIds } from '#app/domain/people/bulk/bulk-forms.ts'
import { exportPeople } from '#app/domain/people/list/export-people.server.ts'
import { readFilters } from '#app/domain/people/list/person-filters.ts'
import { csvStreamAnswer } from '#app/http/downloads/csv.server.ts'
import { requirePermission } from '#app/http/guards.server.ts'

/** The people chosen, or the list as it is filtered, as a file; that it was taken is audited (R14). */
export async function loader({ context }: LoaderFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'people:export')
  const chosen = chosenIds(app.url.searchParams.getAll('p'))
  const rows = await exportPeople(withFigures(ctx), readFilters(app.url.searchParams), chosen)
  return csvStreamAnswer(`people-${ctx.studio.slug}`, rows)
}
