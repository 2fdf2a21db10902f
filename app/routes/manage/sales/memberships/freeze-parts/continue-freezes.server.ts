import { continueFreezeRun } from '#app/domain/sales/memberships/freezes/freeze-many.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { continueInBackground } from '#app/http/continue-in-background.server.ts'
import type { RequestContext } from '#app/http/request-context.server.ts'

export const continueFreezesInBackground = (
  app: RequestContext,
  ctx: StudioContext,
  runId: string,
): Promise<void> =>
  continueInBackground(app, {
    name: 'Freezes',
    goOn: (time) => continueFreezeRun(ctx, runId, time),
    isUnderWay: (run) => run?.state === 'running' || run?.state === 'undoing',
  })
