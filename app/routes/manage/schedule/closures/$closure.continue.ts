import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { findClosure } from '#app/domain/planning/closure-queries.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { continueClosureInBackground } from './closure-steps/continue-closure.server.ts'

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'schedule:read')
  return redirect(paths.manageClosure(ctx.studio, params.closure ?? ''), 303)
}

/** Goes on with a closure that stopped. */
export async function action({ context, params }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'schedule:write')
  const closure = await findClosure(ctx, params.closure ?? '')
  if (!closure) throw notFound()
  await continueClosureInBackground(app, ctx, closure.id)
  return redirect(paths.manageClosure(ctx.studio, closure.id), 303)
}
