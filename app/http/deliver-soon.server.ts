import { type DirectoryDb, type StudioDb, withoutMeter } from '#app/db/connection.server.ts'
import { deliverOutbox } from '#app/domain/messaging/deliver-outbox.server.ts'
import { devTools } from './environment.ts'
import { transportsOf } from './message-transports.server.ts'
import type { RequestContext } from './request-context.server.ts'

/** A request sends its own message and a few that waited; the job of each minute sends the rest. */
const messagesAtOnce = 5

/**
 * Sends what the request has just committed, after the answer has gone. Call it when the batch with
 * the message has committed. It never throws and delays nobody: what fails here stays queued for
 * the job.
 */
export function deliverSoon(app: RequestContext, db: DirectoryDb | StudioDb): void {
  app.waitUntil(deliverQuietly(app, db))
}

/** The same without `waitUntil`, for what already goes on behind an answer. */
export async function deliverQuietly(
  app: RequestContext,
  db: DirectoryDb | StudioDb,
): Promise<void> {
  try {
    const transports = transportsOf(app.env, withoutMeter(app.directory), () => Date.now())
    await deliverOutbox({
      db: withoutMeter(db),
      transports,
      clock: () => Date.now(),
      limit: messagesAtOnce,
      keepsSecrets: devTools(app.env),
    })
  } catch (error) {
    console.error('Outbox delivery failed', { requestId: app.requestId, error })
  }
}
