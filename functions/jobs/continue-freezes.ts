import {
  continueFreezeRun,
  freezeRunsDue,
  listFreezeRunsUnderWay,
} from '#app/domain/sales/memberships/freezes/freeze-many.server.ts'
import { type StudioJob, stepTime } from './job.ts'

/** So long one run goes on; the next minute takes the rest. */
const milliseconds = 15_000

/** Goes on with freezes of many memberships whose page was closed or whose step was cut off. */
export const continueFreezesJob: StudioJob = {
  of: 'studios',
  name: 'continue-freezes',
  description: 'Continue freezes of many memberships that were started or are being undone.',
  everyMinutes: 1,
  due: freezeRunsDue,
  async work(ctx, context) {
    const time = stepTime(context, milliseconds)
    const runs = await listFreezeRunsUnderWay(ctx)
    for (const { id } of runs) await continueFreezeRun(ctx, id, time)
    return runs.length
  },
}
