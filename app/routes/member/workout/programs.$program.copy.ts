import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import * as z from 'zod'
import { actOnCopy, copyActs, takeProgram } from '#app/domain/programs/assign-program.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { parseForm } from '#app/http/form.server.ts'
import { notFound, requireMember } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'

const copyForm = z.object({ act: z.enum([...copyActs, 'take']) })

const words = {
  take: 'You’re on it. It begins today.',
  pause: 'Paused. The weeks wait for you.',
  resume: 'It goes on where you left it.',
  stop: 'You left it. Your log and bests stay.',
  finish: 'Finished. Well done.',
  accept: 'You have the newest version now.',
  keep: 'You keep yours.',
}

/** Begins a free program, or does something with one's own copy. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const { app, ctx } = await requireMember(context)
  const submission = await parseForm(request, copyForm)
  if (submission.status !== 'success') throw notFound()
  const { act } = submission.value
  const id = params.program ?? ''
  const done = act === 'take' ? await takeProgram(ctx, id) : await actOnCopy(ctx, id, act)
  if (!done) throw notFound()
  const to =
    act === 'stop' || act === 'finish' ? paths.programs(ctx.studio) : paths.plan(ctx.studio, id)
  return redirectWithFlash(app, to, words[act])
}

/** Where the buttons stand. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const { ctx } = await requireMember(context)
  return redirect(paths.plan(ctx.studio, params.program ?? ''), 303)
}
