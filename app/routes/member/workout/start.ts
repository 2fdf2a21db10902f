import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import * as z from 'zod'
import { addClassWorkout } from '#app/domain/training-log/session/add-class-workout.server.ts'
import {
  type Beginning,
  startWorkout,
} from '#app/domain/training-log/session/start-workout.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { parseForm } from '#app/http/form.server.ts'
import { notFound, requireMember } from '#app/http/guards.server.ts'
import { refusalPage } from '#app/http/refusal-page.server.ts'
import { paths } from '#app/paths.ts'
import { idForm, newId } from '#app/values/id.ts'

const startForm = z.object({
  key: z
    .string()
    .regex(idForm)
    .catch(() => newId()),
  from: z.enum(['empty', 'workout', 'routine', 'log', 'class']).catch('empty'),
  of: z.string().max(40).default(''),
  class: z.string().max(40).optional(),
})

function beginningOf(said: z.output<typeof startForm>): Beginning {
  switch (said.from) {
    case 'workout':
      return { from: 'workout', id: said.of, occurrenceId: said.class }
    case 'routine':
    case 'log':
      return { from: said.from, id: said.of }
    default:
      return { from: 'empty' }
  }
}

/** Begins a workout and leads into it; 422 while another one is open, with the way into that one. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { app, ctx } = await requireMember(context)
  const submission = await parseForm(request, startForm)
  if (submission.status !== 'success') throw notFound()
  const { key, from, class: occurrence } = submission.value
  if (from === 'class') {
    const added = await addClassWorkout(ctx, key, occurrence ?? '')
    if (!added.ok) throw notFound()
    const text = 'Added as it was planned. Change what was different.'
    return redirectWithFlash(app, paths.workoutSets(ctx.studio, added.id), text)
  }
  const result = await startWorkout(ctx, key, beginningOf(submission.value))
  if (result.ok) return redirect(paths.activeWorkout(ctx.studio, result.id), 303)
  if (result.reason === 'not_found') throw notFound()
  const text = 'This workout is still open. Finish it before you begin another one.'
  throw refusalPage('open', text, paths.activeWorkout(ctx.studio, result.id), 422, 'Open it')
}

/** Where the buttons stand. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { ctx } = await requireMember(context)
  return redirect(paths.workouts(ctx.studio), 303)
}
