import { continueClosure } from '#app/domain/planning/close-days.server.ts'
import { listClosuresUnderWay } from '#app/domain/planning/closure-queries.server.ts'
import { eachStudio, type Job } from './job.ts'

/** A minute's tick has other work to do as well. */
const milliseconds = 15_000

/** Goes on with closures whose page was closed or whose step was cut off. */
export const continueClosuresJob: Job = {
  name: 'continue-closures',
  description: 'Go on with closures: call off what is on their days and let packs run longer.',
  everyMinutes: 1,
  async run(context) {
    const { clock } = context
    const untilMs = clock() + milliseconds
    return eachStudio(context, 'continue-closures', async (ctx) => {
      const closures = await listClosuresUnderWay(ctx)
      for (const { id } of closures) await continueClosure(ctx, id, { clock, untilMs })
      return closures.length
    })
  },
}
