import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import * as z from 'zod'
import { efforts } from '#app/db/studio/workouts/training-log-words.ts'
import { keepRoutine } from '#app/domain/training-log/history/keep-routine.server.ts'
import { logActs } from '#app/domain/training-log/session/log-state.ts'
import { recordInWorkout } from '#app/domain/training-log/session/record-in-workout.server.ts'
import { saidOfWorkout } from '#app/domain/training-log/session/said-of-workout.ts'
import { sayOfWorkout } from '#app/domain/training-log/session/say-of-workout.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { parseForm } from '#app/http/form.server.ts'
import { notFound, requireMember } from '#app/http/guards.server.ts'
import { refusalPage } from '#app/http/refusal-page.server.ts'
import { paths } from '#app/paths.ts'
import { tidyText } from '#app/values/text/tidy-text.ts'

const stateForm = z.object({
  act: z.enum([...logActs, 'routine', 'say']),
  effort: z.enum(efforts).catch(''),
  note: z.string().overwrite(tidyText).max(1_000).catch('').default(''),
  share: z.literal('on').optional(),
})

const words = {
  finish: 'Finished. Every set is in your log.',
  pause: 'Paused.',
  resume: 'It goes on.',
  discard: 'Discarded. Nothing of it counts.',
  restore: 'It is back in your log.',
} as const

/** What is done with a workout of one's own: its states (SM-WORK), a routine of it, a word on it. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const { app, ctx } = await requireMember(context)
  const { studio } = ctx
  const id = params.workout ?? ''
  const submission = await parseForm(request, stateForm)
  if (submission.status !== 'success') throw notFound()
  const { act, effort, note, share } = submission.value
  const here = paths.workout(studio, id)
  if (act === 'say') {
    if (!(await sayOfWorkout(ctx, id, { effort, note, share: share === 'on' }))) throw notFound()
    return redirectWithFlash(app, here, 'Saved.')
  }
  if (act === 'routine') {
    const kept = await keepRoutine(ctx, id)
    if (!kept.ok && kept.reason === 'not_found') throw notFound()
    if (!kept.ok) throw refusalPage(kept.reason, 'You have 100 routines. Delete one first.', here)
    return redirectWithFlash(app, paths.workout(studio, kept.id), 'Kept among your routines.')
  }
  const result = await recordInWorkout(ctx, id, saidOfWorkout.parse({ act }))
  if (!result.ok && result.reason === 'not_found') throw notFound()
  if (!result.ok) {
    const text = 'It was finished or discarded meanwhile, on another device perhaps.'
    throw refusalPage(result.reason, text, here)
  }
  const to = act === 'discard' ? paths.workouts(studio) : here
  return redirectWithFlash(
    app,
    act === 'resume' || act === 'pause' ? paths.activeWorkout(studio, id) : to,
    words[act],
  )
}

/** Where the buttons stand. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const { ctx } = await requireMember(context)
  return redirect(paths.workout(ctx.studio, params.workout ?? ''), 303)
}
