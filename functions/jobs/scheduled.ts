import type { Env } from '#app/http/environment.ts'
import { knowsItsAddress } from '#functions/edge/site-address.ts'
import { type Job, type JobContext, jobContext } from './job.ts'
import { jobs } from './registry.ts'

/** The cron of each minute: runs the jobs whose minute it is, one after the other. */
export const scheduled: ExportedHandlerScheduledHandler<Env> = async ({ scheduledTime }, env) => {
  // The mails of jobs would lead nowhere.
  if (!knowsItsAddress(env)) throw new Error('SITE_URL is missing: no job runs without it')
  const minute = Math.floor(scheduledTime / 60_000)
  const context = await jobContext(env)
  for (const job of jobs) {
    if (minute % job.everyMinutes === 0) await runAlone(job, context)
  }
}

/** A job that fails as a whole is logged and does not stop the next one. */
async function runAlone(job: Job, context: JobContext): Promise<void> {
  try {
    await job.run(context)
  } catch (error) {
    console.error('Job failed', { job: job.name, error })
  }
}
