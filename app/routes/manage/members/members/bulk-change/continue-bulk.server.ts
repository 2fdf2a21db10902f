import { continueBulkChange } from '#app/domain/people/bulk/change-in-bulk.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { continueInBackground } from '#app/http/continue-in-background.server.ts'
import type { RequestContext } from '#app/http/request-context.server.ts'

export const continueBulkInBackground = (
  app: RequestContext,
  ctx: StudioContext,
  bulkId: string,
): Promise<void> =>
  continueInBackground(app, {
    name: 'Bulk change',
    goOn: (time) => continueBulkChange(ctx, bulkId, time),
    isUnderWay: (change) => change?.state === 'running' || change?.state === 'undoing',
  })
