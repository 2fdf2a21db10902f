import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { findFreezeRun } from '#app/domain/sales/memberships/freezes/freeze-many.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { continueFreezesInBackground } from './freeze-parts/continue-freezes.server.ts'

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'offers:write')
  return redirect(paths.manageFreezeRun(ctx.studio, params.run ?? ''), 303)
}

/** Goes on with freezes that stopped. */
export async function action({ context, params }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'offers:write')
  const run = await findFreezeRun(ctx, params.run ?? '')
  if (!run) throw notFound()
  await continueFreezesInBackground(app, ctx, run.id)
  return redirect(paths.manageFreezeRun(ctx.studio, run.id), 303)
}
