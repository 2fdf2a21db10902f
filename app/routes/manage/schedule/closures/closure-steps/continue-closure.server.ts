import { continueClosure } from '#app/domain/planning/close-days.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { continueInBackground } from '#app/http/continue-in-background.server.ts'
import type { RequestContext } from '#app/http/request-context.server.ts'
import { tellSoon } from '#app/http/tell-people.server.ts'

/** The messages about what was cancelled go out at once, not only with the job. */
export async function continueClosureInBackground(
  app: RequestContext,
  ctx: StudioContext,
  closureId: string,
): Promise<void> {
  await continueInBackground(app, {
    name: 'Closure',
    goOn: (time) => continueClosure(ctx, closureId, time),
    isUnderWay: (closure) => closure?.state === 'applying',
  })
  tellSoon(app, ctx)
}
