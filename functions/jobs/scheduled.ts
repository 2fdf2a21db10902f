import { noteJobLook } from '#app/domain/studios/job-look.server.ts'
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

/**
 * Work that is not finished goes on so long after the look that found it: then the next look finds
 * it, and nothing is ever twice in the queue.
 */
const goesOnMs = 50_000

/** The cron of each minute: looks what is due and wakes the work, through the queue. */
export const scheduled: ExportedHandlerScheduledHandler<Env> = async ({ scheduledTime }, env) => {
  // The mails of jobs would lead nowhere.
  if (!knowsItsAddress(env)) throw new Error('SITE_URL is missing: no job runs without it')
  const minute = Math.floor(scheduledTime / 60_000)
  const now = jobs.filter(({ everyMinutes }) => minute % everyMinutes === 0)
  const context = await jobContext(env)
  const { messages } = await findDue(context, now)
  await sendMessages(env.JOBS, messages)
  // Last: a look that broke was none. /status tells when there was none for minutes.
  await noteJobLook(context.directory, context.clock())
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
    const { broken, unfinished = [] } = await workOn(await jobContext(env), message.body)
    if (broken > 0) message.retry({ delaySeconds: 20 * message.attempts })
    else message.ack()
    // Behind what waits already, so that a big studio holds up nobody; until the next look takes over.
    if (unfinished.length > 0 && Date.now() - message.body.sentMs < goesOnMs)
      await sendMessages(env.JOBS, [{ ...message.body, studios: unfinished }])
  }
}
