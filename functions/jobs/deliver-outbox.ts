import { deliverOutbox } from '#app/domain/messaging/deliver-outbox.server.ts'
import { transportsOf } from '#app/http/message-transports.server.ts'
import type { Job, JobResult } from './job.ts'

/**
 * Sends what the requests' own delivery left: retries, messages of jobs, and those of a crashed
 * request.
 */
export const deliverOutboxJob: Job = {
  name: 'deliver-outbox',
  description: 'Send the messages that wait in each database.',
  everyMinutes: 1,
  async run({ env, directory, shards, clock }) {
    const transports = transportsOf(env, directory, clock)
    const result: JobResult = { done: 0, failed: 0 }
    for (const db of [directory, ...shards.map((shard) => shard.db)]) {
      try {
        const { sent, kept, failed } = await deliverOutbox({ db, transports, clock })
        result.done += sent + kept
        result.failed += failed
      } catch (error) {
        result.failed += 1
        console.error('Job failed for a database', { job: 'deliver-outbox', error })
      }
    }
    return result
  },
}
