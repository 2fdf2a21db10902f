/** What the pages of webhooks show. */
import { type SQL, sql } from 'drizzle-orm'
import { batch, type Statement } from '#app/db/batch.server.ts'
import type {
  DeliveryState,
  TryError,
  WebhookPause,
} from '#app/db/studio/automation/webhooks-words.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { Instant } from '#app/values/instant.ts'
import { keptTargetSql } from './webhook-sql.server.ts'
import { mostWebhooks } from './webhook-targets.server.ts'

/** Failed ones are counted up to here. */
export const countedFailed = 100

/** Deliveries that a page shows. */
const shown = 50

export type Webhook = {
  id: string
  name: string
  address: string
  /** JSON. */
  kinds: string
  version: number
  paused: WebhookPause | ''
  formerUntil: Instant | null
  failingSince: Instant | null
  failed: number
}

const webhooksStatement = (ctx: StudioContext, where: SQL): Statement<Webhook[]> =>
  ctx.db.all<Webhook>(sql`
    SELECT target.id, target.name, target.address, target.kinds, target.version, target.paused,
      iif(target.former_until > ${ctx.now}, target.former_until, NULL) AS formerUntil,
      target.failing_since AS failingSince, (SELECT count(*) FROM (
        SELECT 1 FROM webhook_deliveries AS delivery WHERE delivery.studio_id = target.studio_id
          AND delivery.target_id = target.id AND delivery.state = 'failed'
        LIMIT ${countedFailed})) AS failed
    FROM webhook_targets AS target WHERE ${keptTargetSql(ctx)} AND ${where}
    ORDER BY target.name, target.id LIMIT ${mostWebhooks}`)

/** A studio's webhooks by name. */
export const listWebhooks = async (ctx: StudioContext): Promise<Webhook[]> =>
  (await batch(ctx.db, { webhooks: webhooksStatement(ctx, sql`1`) })).webhooks

/** Their names, to choose one of. */
export const webhookNamesStatement = (
  ctx: StudioContext,
): Statement<{ id: string; name: string }[]> =>
  ctx.db.all<{ id: string; name: string }>(sql`
    SELECT target.id, target.name FROM webhook_targets AS target
    WHERE ${keptTargetSql(ctx)} ORDER BY target.name, target.id LIMIT ${mostWebhooks}`)

export type Delivery = {
  id: string
  kind: string
  state: DeliveryState
  tries: number
  status: number | null
  error: TryError | ''
  at: Instant
  triedAt: Instant | null
  nextAt: Instant
}

/** One with its newest 50 deliveries, or its newest 50 failed ones; null for a strange id. */
export async function webhookPage(ctx: StudioContext, id: string, failedOnly: boolean) {
  const { db, studio } = ctx
  const { found, deliveries } = await batch(db, {
    found: webhooksStatement(ctx, sql`target.id = ${id}`),
    deliveries: db.all<Delivery>(sql`
      SELECT id, kind, state, tries, status, error, created_at AS at, tried_at AS triedAt,
        next_at AS nextAt
      FROM webhook_deliveries
      WHERE studio_id = ${studio.id} AND target_id = ${id}
        ${failedOnly ? sql`AND state = 'failed'` : sql``}
      ORDER BY created_at DESC, id LIMIT ${shown}`),
  })
  const [webhook] = found
  return webhook ? { webhook, deliveries } : null
}
