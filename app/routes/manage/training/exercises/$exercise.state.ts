import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { changeExerciseState } from '#app/domain/training/change-exercise-state.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { readPosted } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'

/** Publishes an exercise or hides it. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'training:write')
  const form = await readPosted(request)
  const state = form.get('state') === 'published' ? 'published' : 'hidden'
  const exerciseId = params.exercise ?? ''
  if (!(await changeExerciseState(ctx, exerciseId, state))) throw notFound()
  const message = state === 'published' ? 'Published.' : 'Hidden from members.'
  return redirectWithFlash(app, paths.manageExercise(ctx.studio, exerciseId), message)
}

/** Where the form stands: for anyone who comes back from signing in. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'training:write')
  return redirect(paths.manageExercise(ctx.studio, params.exercise ?? ''), 303)
}
