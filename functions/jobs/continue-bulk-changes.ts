import { listBulkChangesUnderWay } from '#app/domain/people/bulk/bulk-change-queries.server.ts'
import { continueBulkChange } from '#app/domain/people/bulk/change-in-bulk.server.ts'
import { eachStudio, type Job } from './job.ts'

/** A minute's tick has other work to do as well. */
const milliseconds = 15_000

/** Goes on with changes of many people whose page was closed or whose step was cut off. */
export const continueBulkChangesJob: Job = {
  name: 'continue-bulk-changes',
  description: 'Go on with changes of many people that were started or are being taken back.',
  everyMinutes: 1,
  async run(context) {
    const { clock } = context
    const untilMs = clock() + milliseconds
    return eachStudio(context, 'continue-bulk-changes', async (ctx) => {
      const changes = await listBulkChangesUnderWay(ctx)
      for (const { id } of changes) await continueBulkChange(ctx, id, { clock, untilMs })
      return changes.length
    })
  },
}
