import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { undoFreezes } from '#app/domain/sales/memberships/freezes/freeze-many.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { continueFreezesInBackground } from './freeze-parts/continue-freezes.server.ts'

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'offers:write')
  return redirect(paths.manageFreezeRun(ctx.studio, params.run ?? ''), 303)
}

/** Ends the freezes that a run made. */
export async function action({ context, params }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'offers:write')
  const runId = params.run ?? ''
  const path = paths.manageFreezeRun(ctx.studio, runId)
  const result = await undoFreezes(ctx, runId)
  if (!result.ok) {
    if (result.reason === 'not_found') throw notFound()
    return redirectWithFlash(app, path, 'It’s still running. Undo it once it has finished.', 'warn')
  }
  await continueFreezesInBackground(app, ctx, runId)
  return redirect(path, 303)
}
