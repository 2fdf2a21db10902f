import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { liftClosure } from '#app/domain/planning/close-days.server.ts'
import { expandSeries } from '#app/domain/scheduling/series/expand-series.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'schedule:read')
  return redirect(paths.manageClosure(ctx.studio, params.closure ?? ''), 303)
}

/**
 * Lifts a closure; the weekly classes are made again behind the answer, or by the job within ten
 * minutes.
 */
export async function action({ context, params }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'schedule:write')
  const closureId = params.closure ?? ''
  const result = await liftClosure(ctx, closureId)
  if (!result.ok) throw notFound()
  app.waitUntil(
    expandSeries(ctx).catch((error) =>
      console.error('Expansion stopped', { requestId: app.requestId, error }),
    ),
  )
  return redirectWithFlash(
    app,
    paths.manageClosure(ctx.studio, closureId),
    'Reopened. Weekly classes return on these days; what was cancelled stays cancelled.',
  )
}
