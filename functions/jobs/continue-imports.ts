import { continueImport } from '#app/domain/training/import/continue-import.server.ts'
import { listImportsUnderWay } from '#app/domain/training/import/import-queries.server.ts'
import { eachStudio, type Job } from './job.ts'

/** A minute's tick has other work to do as well. */
const milliseconds = 20_000

/**
 * Goes on with imports whose page was closed or whose step was cut off, and clears away what nobody
 * committed.
 */
export const continueImportsJob: Job = {
  name: 'continue-imports',
  description: 'Go on with imports of exercises and photos that were started.',
  everyMinutes: 1,
  async run(context) {
    const { env, clock } = context
    const untilMs = clock() + milliseconds
    return eachStudio(context, 'continue-imports', async (ctx) => {
      const jobs = await listImportsUnderWay(ctx)
      for (const { id } of jobs) {
        await continueImport({ ...ctx, media: env.MEDIA, images: env.IMAGES }, id, {
          clock,
          untilMs,
        })
      }
      return jobs.length
    })
  },
}
