/** Fragments and statements of webhooks, for whoever sends to one. */
import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import { minorSql } from '#app/domain/people/minor-sql.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { PostedKind } from './webhook-kinds.ts'

/** Targets of the studio that were not deleted; `target` is `webhook_targets`. */
export const keptTargetSql = ({ studio }: Pick<StudioContext, 'studio'>): SQL =>
  sql`target.studio_id = ${studio.id} AND target.ended_at IS NULL`

/** Those that are sent to. */
export const liveTargetSql = (ctx: Pick<StudioContext, 'studio'>): SQL =>
  sql`${keptTargetSql(ctx)} AND target.paused = ''`

/** Whether another program learns no more than the id of `people AS person`. */
export const hiddenSql = (ctx: Pick<StudioContext, 'studio' | 'now'>): SQL =>
  sql`(person.erased_at IS NOT NULL OR ${minorSql(ctx)} OR EXISTS (SELECT 1 FROM guardians AS link
    WHERE link.studio_id = person.studio_id AND link.dependant_id = person.id))`

/** A new `webhook-id`. */
export const deliveryIdSql = sql`'msg_' || lower(hex(randomblob(12)))`

/**
 * A post to a target that is kept, for the batch of what causes it: once for `cause`, however often
 * it is asked for. It waits while the target is paused. `onlyIf` must hold when the batch runs.
 */
export function deliveryStatement(
  { db, studio, now }: StudioContext,
  post: {
    targetId: string
    cause: string
    kind: PostedKind
    personId: string | null
    body: string
  },
  onlyIf: SQL,
): Statement<D1Result> {
  const { targetId, cause, kind, personId, body } = post
  return db.run(sql`
    INSERT INTO webhook_deliveries (id, studio_id, target_id, cause, kind, person_id, body, next_at,
      created_at)
    SELECT ${deliveryIdSql}, ${studio.id}, target.id, ${cause}, ${kind}, ${personId}, ${body}, ${now},
      ${now}
    FROM webhook_targets AS target
    WHERE ${keptTargetSql({ studio })} AND target.id = ${targetId} AND ${onlyIf}
    ON CONFLICT DO NOTHING`)
}
