import { continueClosure } from '#app/domain/planning/close-days.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { deliverSoon } from './deliver-soon.server.ts'
import type { RequestContext } from './request-context.server.ts'

/** So long a press waits for a closure; what is left goes on behind the answer, and after that by the job. */
const [waitMs, behindMs] = [800, 20_000]

/** Goes on with a closure: a moment for the answer to wait, the rest behind it. */
export async function goOnWithClosure(
  app: RequestContext,
  ctx: StudioContext,
  closureId: string,
): Promise<void> {
  const clock = () => Date.now()
  const closure = await continueClosure(ctx, closureId, { clock, untilMs: clock() + waitMs })
  deliverSoon(app, ctx.db)
  if (closure?.state !== 'applying') return
  const rest = continueClosure(ctx, closureId, { clock, untilMs: clock() + behindMs })
  app.waitUntil(
    rest.catch((error) => console.error('Closure stopped', { requestId: app.requestId, error })),
  )
}
