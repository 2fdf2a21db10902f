import { continueBulkChange } from '#app/domain/people/bulk/change-in-bulk.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { bulkInvitations } from '#app/domain/studios/invitations/invite-many.server.ts'
import { continueInBackground } from '#app/http/continue-in-background.server.ts'
import { deliverSoon } from '#app/http/deliver-soon.server.ts'
import type { RequestContext } from '#app/http/request-context.server.ts'

export async function continueBulkInBackground(
  app: RequestContext,
  ctx: StudioContext,
  bulkId: string,
): Promise<void> {
  const invitations = bulkInvitations({ ...ctx, directory: app.directory })
  await continueInBackground(app, {
    name: 'Bulk change',
    goOn: async (time) => {
      const change = await continueBulkChange({ ...ctx, invitations }, bulkId, time)
      if (change?.act === 'invite') deliverSoon(app, app.directory)
      return change
    },
    isUnderWay: (change) => change?.state === 'running' || change?.state === 'undoing',
  })
}
