import {
  bulkChangesDue,
  listBulkChangesUnderWay,
} from '#app/domain/people/bulk/bulk-change-queries.server.ts'
import { continueBulkChange } from '#app/domain/people/bulk/change-in-bulk.server.ts'
import { bulkInvitations } from '#app/domain/studios/invitations/invite-many.server.ts'
import { type StudioJob, stepTime } from './job.ts'

/** So long one run goes on; the next minute takes the rest. */
const milliseconds = 15_000

/** Goes on with changes of many people whose page was closed or whose step was cut off. */
export const continueBulkChangesJob: StudioJob = {
  of: 'studios',
  name: 'continue-bulk-changes',
  description: 'Continue bulk changes that were started or are being undone.',
  everyMinutes: 1,
  due: bulkChangesDue,
  async work(ctx, context) {
    const time = stepTime(context, milliseconds)
    const changes = await listBulkChangesUnderWay(ctx)
    const invitations = bulkInvitations({ ...ctx, directory: context.directory })
    for (const { id } of changes) await continueBulkChange({ ...ctx, invitations }, id, time)
    return changes.length
  },
}
