import type { Env } from '#app/http/environment.ts'
import { knowsItsAddress } from '#functions/edge/site-address.ts'
import { findDue } from './find-due.ts'
import { jobContext } from './job.ts'
import { type JobMessage, sendMessages } from './messages.ts'
import { jobs } from './registry.ts'
import { workOn } from './work-on.ts'

/**
 * A message is not worked on when it is older than this: the looks since have found again what is
 * still to be done, and a queue that is behind must not grow with each of them.
 */
const staleMs = 5 * 60_000

/** The cron of each minute: looks what is due and wakes the work, through the queue. */
export const scheduled: ExportedHandlerScheduledHandler<Env> = async ({ scheduledTime }, env) => {
  // The mails of jobs would lead nowhere.
  if (!knowsItsAddress(env)) throw new Error('SITE_URL is missing: no job runs without it')
  const minute = Math.floor(scheduledTime / 60_000)
  const now = jobs.filter(({ everyMinutes }) => minute % everyMinutes === 0)
  const { messages } = await findDue(await jobContext(env), now)
  await sendMessages(env.JOBS, messages)
}

/**
 * The other end of the queue. What breaks is tried again a little later, twice, and then lies with
 * the dead letters for someone to see; whatever is still due by then is found by the next look.
 */
export const queue: ExportedHandlerQueueHandler<Env, JobMessage> = async ({ messages }, env) => {
  for (const message of messages) {
    if (Date.now() - message.body.sentMs > staleMs) {
      message.ack()
      continue
    }
    const { broken } = await workOn(await jobContext(env), message.body)
    if (broken > 0) message.retry({ delaySeconds: 20 * message.attempts })
    else message.ack()
  }
}
