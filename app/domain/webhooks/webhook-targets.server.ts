/** Webhooks of a studio: added, changed, given another secret, paused, deleted. */
import { randomBytes } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import { sealAtRest } from '#app/domain/identity/secrets/secret-tokens.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { closeTaskStatement } from '#app/domain/tasks/task-statements.server.ts'
import { addMinutes } from '#app/values/instant.ts'
import { mayPostTo, type PostOptions } from './post-webhook.server.ts'
import { webhookBody } from './webhook-body.ts'
import type { WebhookFields } from './webhook-forms.ts'
import { deliveryStatement, keptTargetSql } from './webhook-sql.server.ts'

/** A studio has at most so many. */
export const mostWebhooks = 10

/** The secret before signs beside the new one for a day, so that no delivery is refused meanwhile. */
const bothMinutes = 24 * 60

/** Failed deliveries that one press sends again. */
const againAtOnce = 500

/** A secret as Standard Webhooks write it. */
const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`

const line = (ctx: StaffContext, act: string, id: string) =>
  auditStatement(
    ctx,
    { action: `webhook.${act}`, subjectKind: 'webhook', subjectId: id },
    rightAfterChange,
  )

const oneSql = (ctx: StaffContext, id: string): SQL =>
  sql`${keptTargetSql(ctx)} AND target.id = ${id}`

export type MakeWebhookResult =
  | { secret: string }
  | { secret: null; reason: 'made_before' | 'address' | 'too_many' }

/**
 * Adds a webhook under the form's key (twice is one): it gets the events that happen from now on. Answers
 * its secret, which no page shows again. Refused: an address that may not be asked (`address`), the
 * eleventh (`too_many`), and a form that was sent before (`made_before`).
 */
export async function makeWebhook(
  ctx: StaffContext,
  { key, name, address, kinds }: WebhookFields & { key: string },
  options: PostOptions = {},
): Promise<MakeWebhookResult> {
  const { db, studio, now } = ctx
  if (!(await mayPostTo(address, options))) return { secret: null, reason: 'address' }
  const secret = newSecret()
  const { made, there } = await batch(db, {
    made: db.run(sql`
      INSERT INTO webhook_targets (id, studio_id, name, address, kinds, sealed_secret, seen_seq,
        created_at)
      SELECT ${key}, ${studio.id}, ${name}, ${address}, ${JSON.stringify(kinds)},
        ${sealAtRest(ctx, secret)}, (SELECT coalesce(max(seq), 0) FROM happenings
          WHERE studio_id = ${studio.id}), ${now}
      WHERE (SELECT count(*) FROM webhook_targets AS target WHERE ${keptTargetSql(ctx)})
        < ${mostWebhooks}
      ON CONFLICT DO NOTHING`),
    line: line(ctx, 'made', key),
    there: db.all(sql`SELECT 1 FROM webhook_targets AS target WHERE ${oneSql(ctx, key)}`),
  })
  if (changed(made) > 0) return { secret }
  return { secret: null, reason: there.length > 0 ? 'made_before' : 'too_many' }
}

/**
 * Changes a webhook at the version the page showed. Refused: an address that may not be asked, and
 * where somebody saved meanwhile.
 */
export async function changeWebhook(
  ctx: StaffContext,
  id: string,
  { name, address, kinds, version }: WebhookFields & { version: number },
  options: PostOptions = {},
): Promise<{ ok: true } | { ok: false; reason: 'address' | 'changed_meanwhile' }> {
  if (!(await mayPostTo(address, options))) return { ok: false, reason: 'address' }
  const { saved } = await batch(ctx.db, {
    saved: ctx.db.run(sql`
      UPDATE webhook_targets AS target SET name = ${name}, address = ${address},
        kinds = ${JSON.stringify(kinds)}, version = version + 1
      WHERE ${oneSql(ctx, id)} AND version = ${version}`),
    line: line(ctx, 'changed', id),
  })
  return changed(saved) > 0 ? { ok: true } : { ok: false, reason: 'changed_meanwhile' }
}

/**
 * Another secret, answered once; for 24 hours posts are signed with the one before as well. Null
 * where the page's version is no longer the webhook's: it was sent before, or changed meanwhile.
 */
export async function renewWebhook(
  ctx: StaffContext,
  id: string,
  version: number,
): Promise<{ secret: string } | null> {
  const secret = newSecret()
  const { renewed } = await batch(ctx.db, {
    renewed: ctx.db.run(sql`
      UPDATE webhook_targets AS target SET former_sealed_secret = sealed_secret,
        former_until = ${addMinutes(ctx.now, bothMinutes)}, version = version + 1,
        sealed_secret = ${sealAtRest(ctx, secret)}
      WHERE ${oneSql(ctx, id)} AND version = ${version}`),
    line: line(ctx, 'renewed', id),
  })
  return changed(renewed) > 0 ? { secret } : null
}

/** Stops posting; what happens meanwhile is kept for it. Twice is once. */
export async function pauseWebhook(ctx: StaffContext, id: string): Promise<void> {
  await batch(ctx.db, {
    paused: ctx.db.run(sql`UPDATE webhook_targets AS target SET paused = 'staff'
      WHERE ${oneSql(ctx, id)} AND paused = ''`),
    line: line(ctx, 'paused', id),
  })
}

/** Posts again, at once and from the first try; its task is over. Twice is once. */
export async function resumeWebhook(ctx: StaffContext, id: string): Promise<void> {
  const { db, studio, now } = ctx
  await batch(db, {
    resumed: db.run(sql`UPDATE webhook_targets AS target SET paused = '', failing_since = NULL,
        held_until = NULL
      WHERE ${oneSql(ctx, id)} AND paused <> ''`),
    line: line(ctx, 'resumed', id),
    waiting: db.run(sql`UPDATE webhook_deliveries SET next_at = ${now}, step = 0
      WHERE studio_id = ${studio.id} AND target_id = ${id} AND state = 'waiting'
        AND ${rightAfterChange}`),
    task: closeTaskStatement(ctx, { kind: 'webhook_paused', ref: id }),
  })
}

/** Ends a webhook with its deliveries and secrets. Twice is once. */
export async function deleteWebhook(ctx: StaffContext, id: string): Promise<void> {
  const { db, studio, now } = ctx
  await batch(db, {
    ended: db.run(sql`UPDATE webhook_targets AS target SET ended_at = ${now}, sealed_secret = '',
        former_sealed_secret = NULL
      WHERE ${oneSql(ctx, id)}`),
    line: line(ctx, 'deleted', id),
    deliveries: db.run(sql`DELETE FROM webhook_deliveries
      WHERE studio_id = ${studio.id} AND target_id = ${id} AND ${rightAfterChange}`),
    task: closeTaskStatement(ctx, { kind: 'webhook_paused', ref: id }),
  })
}

/** Posts an event without data of anybody, once for the form's key. */
export async function testWebhook(ctx: StaffContext, id: string, key: string): Promise<void> {
  const { studio, now } = ctx
  const body = webhookBody(studio.id, 'webhook.test', now, { test: true })
  await batch(ctx.db, {
    test: deliveryStatement(
      ctx,
      { targetId: id, cause: `test ${key}`, kind: 'webhook.test', personId: null, body },
      sql`target.paused = ''`,
    ),
    line: line(ctx, 'tested', id),
  })
}

/**
 * Posts a delivery once more, under the same id: one that failed or arrived, with the number of tries
 * that the page showed, so that pressing twice sends it once.
 */
export async function sendAgain(
  ctx: StaffContext,
  id: string,
  { delivery, tries }: { delivery: string; tries: number },
): Promise<boolean> {
  const { db, studio, now } = ctx
  const { again } = await batch(db, {
    again: db.run(sql`UPDATE webhook_deliveries SET state = 'waiting', step = 0, next_at = ${now}
      WHERE studio_id = ${studio.id} AND target_id = ${id} AND id = ${delivery}
        AND tries = ${tries} AND state <> 'waiting'`),
    line: line(ctx, 'sent_again', id),
  })
  return changed(again) > 0
}

/** Posts the failed deliveries of a webhook once more, at most 500. Answers how many. */
export async function sendAllAgain(ctx: StaffContext, id: string): Promise<number> {
  const { db, studio, now } = ctx
  const { again } = await batch(db, {
    again: db.run(sql`UPDATE webhook_deliveries SET state = 'waiting', step = 0, next_at = ${now}
      WHERE studio_id = ${studio.id} AND id IN (SELECT id FROM webhook_deliveries
        WHERE studio_id = ${studio.id} AND target_id = ${id} AND state = 'failed'
        LIMIT ${againAtOnce})`),
    line: line(ctx, 'sent_again', id),
  })
  return changed(again)
}
