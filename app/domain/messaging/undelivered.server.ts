import { type SQL, sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { undeliveredShown } from './undelivered-words.ts'

/** An email or text of a studio that was tried as often as it is and never went out. */
export type Undelivered = {
  id: string
  channel: 'email' | 'sms'
  to: string
  subject: string
  kind: string
  /** What the mail or SMS server answered to the last try, in its own words. */
  why: string
  tries: number
  /** Instants in milliseconds: when it was written, and when it was given up. */
  createdAtMs: number
  triedAtMs: number
  /** Its text is still here: 0 where it held a link or a code and was blanked. */
  readable: number
  /** News and offers are not sent late: consent was asked when they were written. */
  news: number
}

/** Of push messages nobody is told: the same stands under the person's notices. */
const failedSql = ({ studio }: Pick<StudioContext, 'studio'>): SQL =>
  sql`outbox.studio_id = ${studio.id} AND outbox.state = 'failed'
    AND outbox.recipient <> '' AND outbox.channel <> 'push'`

/** News and offers: a letter that can be ended, or a text of a campaign. */
const newsSql = sql`(outbox.unsubscribe IS NOT NULL OR outbox.kind = 'campaign-text')`

/** What can be tried again: nothing that was blanked, and no news. */
const againSql = sql`outbox.text <> '' AND NOT ${newsSql}`

/** A studio's emails and texts that were given up, newest first, and how many. One trip. */
export async function undelivered(
  ctx: StudioContext,
): Promise<{ messages: Undelivered[]; all: number; again: number }> {
  const { db } = ctx
  const { messages, sums } = await batch(db, {
    messages: db.all<Undelivered>(sql`
      SELECT id, channel, recipient AS "to", subject, kind, coalesce(last_error, '') AS why,
        attempts AS tries, created_at_ms AS createdAtMs, next_attempt_at_ms AS triedAtMs,
        text <> '' AS readable, ${newsSql} AS news
      FROM outbox WHERE ${failedSql(ctx)} ORDER BY created_at_ms DESC, id LIMIT ${undeliveredShown}`),
    sums: db.all<{ all: number; again: number }>(sql`
      SELECT count(*) AS "all", coalesce(sum(${againSql}), 0) AS again
      FROM outbox WHERE ${failedSql(ctx)}`),
  })
  return { messages, all: sums[0]?.all ?? 0, again: sums[0]?.again ?? 0 }
}

export type RetryResult =
  | { ok: true; tried: number }
  | { ok: false; reason: 'not_found' | 'not_again' }

/**
 * Puts a message that was given up back among those to send, with all its tries before it; `id` null
 * is all that can be tried again. Pressed twice it is put back once: it is not `failed` any more.
 * Refused for what was blanked and for news (`not_again`); a strange id is `not_found`.
 */
export async function retryUndelivered(ctx: StaffContext, id: string | null): Promise<RetryResult> {
  const { db, studio, nowMs } = ctx
  const one = id === null ? sql`1` : sql`outbox.id = ${id}`
  const { put, known } = await batch(db, {
    put: db.all<{ id: string }>(sql`
      UPDATE outbox SET state = 'queued', attempts = 0, claim = NULL, next_attempt_at_ms = ${nowMs}
      WHERE ${failedSql(ctx)} AND ${againSql} AND ${one} RETURNING id`),
    line: auditStatement(
      ctx,
      {
        action: 'letters.tried_again',
        subjectKind: 'studio',
        subjectId: studio.id,
        detail: id === null ? { all: true } : { id },
      },
      rightAfterChange,
    ),
    known: db.all<{ state: string }>(sql`
      SELECT state FROM outbox WHERE studio_id = ${studio.id} AND id = ${id}`),
  })
  const tried = put.length
  if (tried > 0 || id === null) return { ok: true, tried }
  const [message] = known
  if (!message) return { ok: false, reason: 'not_found' }
  return message.state === 'failed' ? { ok: false, reason: 'not_again' } : { ok: true, tried: 0 }
}
