import { deliverOutbox, outboxDueSql } from '#app/domain/messaging/deliver-outbox.server.ts'
import { devTools } from '#app/http/environment.ts'
import { transportsOf } from '#app/http/message-transports.server.ts'
import type { DatabaseJob } from './job.ts'

/** Messages of one run: each is three statements, of which an invocation may make a thousand. */
const messagesAtOnce = 200

/**
 * Sends what the requests' own delivery left: retries, messages of jobs, and those of a crashed
 * request.
 */
export const deliverOutboxJob: DatabaseJob = {
  of: 'databases',
  name: 'deliver-outbox',
  description: 'Send the messages that wait in each database.',
  everyMinutes: 1,
  due: outboxDueSql,
  async work(db, { env, directory, clock }) {
    const transports = transportsOf(env, directory, clock)
    const { sent, kept, failed } = await deliverOutbox({
      db,
      transports,
      clock,
      limit: messagesAtOnce,
      keepsSecrets: devTools(env),
    })
    return { done: sent + kept, failed }
  },
}
