import { batch } from '#app/db/batch.server.ts'
import type { Actor, StudioContext } from '#app/domain/scope/contexts.ts'
import { comparePlans, type Difference } from '../plan/compare-plans.ts'
import { flowStatement, planOf, versionsStatement } from './flow-queries.server.ts'

/**
 * The versions of a flow and what two of them say differently: by default the last change. Null for
 * a flow that the account may not open. Two trips, as which two are compared hangs on what is kept.
 */
export async function flowVersionsPage(
  ctx: StudioContext,
  actor: Pick<Actor, 'userId' | 'role'>,
  flowId: string,
  asked: { from: number | null; to: number | null },
) {
  const { flow, versions } = await batch(ctx.db, {
    flow: flowStatement(ctx, actor, flowId),
    versions: versionsStatement(ctx, flowId),
  })
  const [found] = flow
  if (!found) return null
  const kept = versions.map(({ version }) => version)
  const to = asked.to !== null && kept.includes(asked.to) ? asked.to : found.version
  const before = kept.find((version) => version < to) ?? null
  const from = asked.from !== null && kept.includes(asked.from) ? asked.from : before
  const none: Difference[] = []
  if (from === null) return { flow: found, versions, from, to, differences: none }
  const { older, newer } = await batch(ctx.db, {
    older: flowStatement(ctx, actor, flowId, from),
    newer: flowStatement(ctx, actor, flowId, to),
  })
  const [one, other] = [older[0], newer[0]]
  return {
    flow: found,
    versions,
    from,
    to,
    differences: one && other ? comparePlans(planOf(one), planOf(other)) : none,
  }
}
