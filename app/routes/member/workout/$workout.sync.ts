import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { toLoggedSet } from '#app/domain/training-log/session/log-queries.server.ts'
import { recordInWorkout } from '#app/domain/training-log/session/record-in-workout.server.ts'
import { saidOfWorkout } from '#app/domain/training-log/session/said-of-workout.ts'
import type { SyncAnswer } from '#app/domain/training-log/session/sync-answer.ts'
import { readBody } from '#app/http/form.server.ts'
import { notFound, requireMember } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

/** 250 sets and a plan of 60 exercises. */
const mostBytes = 256 * 1_024

export const handle = { answersData: true } satisfies PageHandle

/** What a device says of a workout, as JSON: what stands now, or why nothing was written. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const { ctx } = await requireMember(context)
  const said = saidOfWorkout.safeParse(await bodyOf(request))
  if (!said.success) return Response.json({ ok: false, reason: 'unreadable' }, { status: 422 })
  const result = await recordInWorkout(ctx, params.workout ?? '', said.data)
  if (!result.ok && result.reason === 'not_found') throw notFound()
  if (!result.ok) {
    const answer: SyncAnswer = { ok: false, reason: result.reason }
    return Response.json(answer, { status: 409 })
  }
  const { log, sets, refused } = result
  const answer: SyncAnswer = {
    ok: true,
    state: log.state,
    refused,
    planMs: log.planMs,
    plan: JSON.parse(log.plan),
    rest: { until: log.restUntil, seconds: log.restSeconds },
    sets: sets.map(toLoggedSet),
  }
  return Response.json(answer)
}

async function bodyOf(request: Request): Promise<unknown> {
  try {
    const bytes = await readBody(request, mostBytes, 'That is more than can be sent at once.')
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch (thrown) {
    if (thrown instanceof Response) throw thrown
    return null
  }
}

/** Where the page stands that sends it. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const { ctx } = await requireMember(context)
  return redirect(paths.activeWorkout(ctx.studio, params.workout ?? ''), 303)
}
