import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { linkForm } from '#app/domain/training/exercise-fields.ts'
import {
  hasExercise,
  linkExercise,
  unlinkExercise,
} from '#app/domain/training/link-exercises.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { parseForm } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { refusalPage } from '#app/http/refusal-page.server.ts'
import { paths } from '#app/paths.ts'

const refusals = {
  unknown: 'No exercise has that name. Type it as it is in the library.',
  same: 'An exercise is neither easier nor harder than itself.',
  circle: 'That would close a circle: the exercise would lead back to itself.',
  too_many: 'Twelve on one side are enough. Remove one first.',
} as const

/** Links an exercise with an easier or a harder one, or takes a link away: 303 to it, 422 with why not. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'training:write')
  const exerciseId = params.exercise ?? ''
  const path = paths.manageExercise(ctx.studio, exerciseId)
  const submission = await parseForm(request, linkForm)
  if (submission.status !== 'success') {
    if (!(await hasExercise(ctx, exerciseId))) throw notFound()
    const sentence = submission.error?.name?.[0] ?? 'Enter the name of the other exercise.'
    throw refusalPage('not_linked', sentence, path)
  }
  const form = submission.value
  if (form.act === 'remove') {
    if (!(await unlinkExercise(ctx, exerciseId, form.other))) throw notFound()
    return redirectWithFlash(app, path, 'Removed.')
  }
  const result = await linkExercise(ctx, exerciseId, form)
  if (result.ok) return redirectWithFlash(app, path, `${result.name} is ${form.side}.`)
  if (result.reason === 'not_found') throw notFound()
  throw refusalPage(result.reason, refusals[result.reason], path)
}

/** Where the form stands: for anyone who comes back from signing in. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'training:write')
  return redirect(paths.manageExercise(ctx.studio, params.exercise ?? ''), 303)
}
