import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { findBulkChange } from '#app/domain/people/bulk/bulk-change-queries.server.ts'
import { bulkPermission } from '#app/domain/people/bulk/bulk-words.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { continueBulkInBackground } from './bulk-change/continue-bulk.server.ts'

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'people:read')
  return redirect(paths.manageBulkChange(ctx.studio, params.bulk ?? ''), 303)
}

/** Goes on with a change of many that stopped. */
export async function action({ context, params }: ActionFunctionArgs) {
  const { ctx: reader } = await requirePermission(context, 'people:read')
  const change = await findBulkChange(reader, params.bulk ?? '')
  if (!change) throw notFound()
  const { app, ctx } = await requirePermission(context, bulkPermission[change.act])
  await continueBulkInBackground(app, ctx, change.id)
  return redirect(paths.manageBulkChange(ctx.studio, change.id), 303)
}
