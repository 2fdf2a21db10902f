import {
  type ActionFunctionArgs,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { activePage } from '#app/domain/overview/training/active-page.server.ts'
import { studioUses } from '#app/domain/scope/features.ts'
import { addTypedExercise } from '#app/domain/training-log/session/add-typed-exercise.server.ts'
import { logTypedSet } from '#app/domain/training-log/session/log-typed-set.server.ts'
import { typedSet } from '#app/domain/training-log/session/typed-set-form.ts'
import { workoutPlace } from '#app/http/choices/workout-place.server.ts'
import { accountKey } from '#app/http/device/account-key.server.ts'
import { parseForm } from '#app/http/form.server.ts'
import { notFound, requireMember } from '#app/http/guards.server.ts'
import { refusalPage } from '#app/http/refusal-page.server.ts'
import { paths } from '#app/paths.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'
import { Logger } from './logger.tsx'

export const handle = {
  styles: ['button', 'lines', 'say', 'logger'],
  hydrate: true,
  bare: true,
} satisfies PageHandle

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data?.active.name ?? 'Workout', { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { app, ctx } = await requireMember(context)
  const id = params.workout ?? ''
  const page = await activePage(ctx, id)
  if (!page) throw notFound()
  const active = studioUses(ctx.studio, 'encyclopedia') ? page : { ...page, shown: [] }
  // One that is over is answered too: this page alone can send what the device still has of it.
  const { to, label } = workoutPlace(app, ctx.studio)
  return {
    active,
    account: await accountKey(ctx.actor.userId),
    place: { to, label },
    asked: app.url.searchParams.get('exercise'),
    studio: { slug: ctx.studio.slug },
  }
}

/** Logs one set of a form, or adds an exercise, for anyone without scripts; its page follows. */
export async function action({ request, context, params }: ActionFunctionArgs) {
  const { ctx } = await requireMember(context)
  const id = params.workout ?? ''
  const submission = await parseForm(request, typedSet)
  if (submission.status !== 'success') return json({ wrong: 'Enter numbers.' }, { status: 422 })
  const { exercise } = submission.value
  const result = exercise
    ? await addTypedExercise(ctx, id, exercise)
    : await logTypedSet(ctx, id, submission.value)
  if (!result.ok && result.reason === 'not_found') throw notFound()
  if (!result.ok && result.reason === 'over')
    throw refusalPage(result.reason, result.why, paths.workout(ctx.studio, id))
  if (!result.ok) return json({ wrong: result.why }, { status: 422 })
  return redirect(paths.activeWorkout(ctx.studio, id), 303)
}

export default function Active() {
  const data = useLoaderData<typeof loader>()
  const wrong = useActionData<typeof action>()?.wrong ?? null
  return <Logger {...data} wrong={wrong} />
}
