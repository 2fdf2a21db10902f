import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import * as z from 'zod'
import { startSession } from '#app/domain/programs/start-session.server.ts'
import { parseForm } from '#app/http/form.server.ts'
import { notFound, requireMember } from '#app/http/guards.server.ts'
import { refusalPage } from '#app/http/refusal-page.server.ts'
import { paths } from '#app/paths.ts'

const startForm = z.object({ place: z.string().max(8).default('') })

/** Begins a session of one's own copy of a program and leads into it. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const { ctx } = await requireMember(context)
  const submission = await parseForm(request, startForm)
  if (submission.status !== 'success') throw notFound()
  const result = await startSession(ctx, params.program ?? '', submission.value.place)
  if (result.ok) return redirect(paths.activeWorkout(ctx.studio, result.id), 303)
  if (result.reason === 'not_found') throw notFound()
  const text = 'This workout is still open. Finish it before you begin another one.'
  throw refusalPage('open', text, paths.activeWorkout(ctx.studio, result.id), 422, 'Open it')
}

/** Where the button stands. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const { ctx } = await requireMember(context)
  return redirect(paths.plan(ctx.studio, params.program ?? ''), 303)
}
