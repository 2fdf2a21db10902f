import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { separateExercise } from '#app/domain/training/merge-exercises.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'

/** Takes a merged exercise apart from the one it went into. */
export async function action({ params, context }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'training:write')
  const exerciseId = params.exercise ?? ''
  const result = await separateExercise(ctx, exerciseId)
  if (!result.ok && result.reason === 'not_found') throw notFound()
  const message = result.ok
    ? `${result.name} is a separate exercise again.`
    : 'It’s already a separate exercise.'
  return redirectWithFlash(app, paths.manageExercise(ctx.studio, exerciseId), message)
}

/** Where the form stands: for anyone who comes back from signing in. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'training:write')
  return redirect(paths.manageExercise(ctx.studio, params.exercise ?? ''), 303)
}
