import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { findPeopleImport } from '#app/domain/imports/import-queries.server.ts'
import { readRefused } from '#app/domain/imports/imported-file.server.ts'
import { csvAnswer } from '#app/http/downloads/csv.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'

/** Rows of a file that are left out, with the reason of each. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'people:import')
  const job = await findPeopleImport(ctx, params.import ?? '')
  if (!job || job.objectKey === '') throw notFound()
  const refused = await readRefused({ media: app.env.MEDIA }, job)
  return csvAnswer(`left-out-${ctx.studio.slug}`, [
    ['Line', 'Name', 'Column', 'Value', 'Why'],
    ...refused.map(({ line, name, column, value, why }) => [line, name, column, value, why]),
  ])
}
