import { continueClosure } from '#app/domain/planning/close-days.server.ts'
import { closuresDue, listClosuresUnderWay } from '#app/domain/planning/closure-queries.server.ts'
import { type StudioJob, stepTime } from './job.ts'

/** So long one run goes on; the next minute takes the rest. */
const milliseconds = 15_000

/** Goes on with closures whose page was closed or whose step was cut off. */
export const continueClosuresJob: StudioJob = {
  of: 'studios',
  name: 'continue-closures',
  description: 'Continue closures: cancel what is on their days and extend packs.',
  everyMinutes: 1,
  due: closuresDue,
  async work(ctx, context) {
    const time = stepTime(context, milliseconds)
    const closures = await listClosuresUnderWay(ctx)
    for (const { id } of closures) await continueClosure(ctx, id, time)
    return closures.length
  },
}
