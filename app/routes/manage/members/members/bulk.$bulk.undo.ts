import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { findBulkChange } from '#app/domain/people/bulk/bulk-change-queries.server.ts'
import { bulkPermission } from '#app/domain/people/bulk/bulk-words.ts'
import { undoBulkChange } from '#app/domain/people/bulk/change-in-bulk.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { refusalPage } from '#app/http/refusal-page.server.ts'
import { paths } from '#app/paths.ts'
import { continueBulkInBackground } from './bulk-change/continue-bulk.server.ts'

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'people:read')
  return redirect(paths.manageBulkChange(ctx.studio, params.bulk ?? ''), 303)
}

const refusals = {
  not_done: 'It’s still running. Undo it once it has finished.',
  too_old: 'You can undo this for a week. Change it by hand instead.',
} as const

/** Takes a change of many back, for everyone it changed. */
export async function action({ context, params }: ActionFunctionArgs) {
  const { ctx: reader } = await requirePermission(context, 'people:read')
  const change = await findBulkChange(reader, params.bulk ?? '')
  if (!change) throw notFound()
  const { app, ctx } = await requirePermission(context, bulkPermission[change.act])
  const path = paths.manageBulkChange(ctx.studio, change.id)
  const result = await undoBulkChange(ctx, change.id)
  if (!result.ok) {
    if (result.reason === 'not_found') throw notFound()
    throw refusalPage(result.reason, refusals[result.reason], path)
  }
  await continueBulkInBackground(app, ctx, change.id)
  return redirect(path, 303)
}
