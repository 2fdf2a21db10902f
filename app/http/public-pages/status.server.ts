import { shardNumbers, studioDb } from '#app/db/connection.server.ts'
import { transportsFrom } from '#app/domain/messaging/transports.server.ts'
import { statusOf } from '#app/domain/overview/status/status.ts'
import { statusFacts } from '#app/domain/overview/status/status-page.server.ts'
import type { RequestContext } from '#app/http/request-context.server.ts'

/** How the installation is now, and the status that a monitor reads: 503 where a part is late. */
export async function loadStatus(app: RequestContext) {
  const shards = shardNumbers(app.env).map((shard) => studioDb(app.env, { shard }, app.meter))
  const facts = await statusFacts(app.directory, shards)
  const status = statusOf(
    {
      ...facts,
      sends: transportsFrom(app.env).email !== null,
      takesCards: Boolean(app.env.STRIPE_SECRET_KEY),
    },
    app.nowMs,
  )
  return {
    status,
    init: { status: status.well ? 200 : 503, headers: { 'Cache-Control': 'no-store' } },
  }
}
