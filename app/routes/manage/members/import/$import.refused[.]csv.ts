import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { refusedRows } from '#app/domain/imports/check-people-file.server.ts'
import { findPeopleImport } from '#app/domain/imports/import-queries.server.ts'
import { csvAnswer } from '#app/http/downloads/csv.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'

/** Rows of a file that are left out, in its own columns, with the reason of each. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'people:import')
  const job = await findPeopleImport(ctx, params.import ?? '')
  if (!job || job.objectKey === '') throw notFound()
  return csvAnswer(`left-out-${ctx.studio.slug}`, await refusedRows({ media: app.env.MEDIA }, job))
}
