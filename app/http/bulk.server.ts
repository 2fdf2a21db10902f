import { continueBulkChange } from '#app/domain/people/bulk/change-in-bulk.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { RequestContext } from './request-context.server.ts'

/** So long a press waits for a change of many; what is left goes on behind the answer, and after that by the job. */
const [waitMs, behindMs] = [800, 20_000]

/** Goes on with a bulk change: a moment for the answer to wait, the rest behind it. */
export async function goOnWithBulk(
  app: RequestContext,
  ctx: StudioContext,
  bulkId: string,
): Promise<void> {
  const clock = () => Date.now()
  const change = await continueBulkChange(ctx, bulkId, { clock, untilMs: clock() + waitMs })
  if (change?.state !== 'running' && change?.state !== 'undoing') return
  const rest = continueBulkChange(ctx, bulkId, { clock, untilMs: clock() + behindMs })
  app.waitUntil(
    rest.catch((error) =>
      console.error('Bulk change stopped', { requestId: app.requestId, error }),
    ),
  )
}
