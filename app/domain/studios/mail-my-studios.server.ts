import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import type { IdentityContext } from '#app/domain/identity/identity-context.ts'
import {
  evenOutStatement,
  takeTurnStatement,
  tookTurnSql,
} from '#app/domain/identity/limits.server.ts'
import { queueStatement } from '#app/domain/messaging/outbox.server.ts'
import { myStudiosLetter } from '#app/messages/my-studios.ts'
import { ownStudiosStatement } from './studio-queries.server.ts'

/** One list a minute for an address, however often someone asks. */
const onceMs = 60_000

export type MailMyStudiosResult = { ok: true } | { ok: false; reason: 'over_request_rate_limit' }

/**
 * Mails an address the studios that hold an account for it, at most once a minute. Answers the
 * same, after the same work, whether or not there is an account and whether or not the minute is
 * over, so that nobody learns who goes where: every condition is in the statements. An address
 * without an account leaves no row behind. `email` is in its stored form. Refused only: a network
 * address that asked too often.
 */
export async function mailMyStudios(
  ctx: IdentityContext,
  email: string,
): Promise<MailMyStudiosResult> {
  if (!(await ctx.addressMay('where'))) return { ok: false, reason: 'over_request_rate_limit' }
  const { directory, nowMs } = ctx
  const key = `where:${createHash('sha256').update(email).digest('base64url')}`
  const account = sql`SELECT id FROM auth_users
    WHERE email = ${email} AND aud = 'authenticated' AND is_sso_user = 0 AND deleted_at IS NULL`

  const { studios } = await batch(directory, {
    even: evenOutStatement(ctx),
    take: takeTurnStatement(ctx, { key, everyMs: onceMs, onlyIf: sql`EXISTS (${account})` }),
    studios: ownStudiosStatement(directory, sql`(${account})`),
  })
  const letter = myStudiosLetter({ email, studios, origin: ctx.origin })
  const taken = tookTurnSql(ctx, key)
  await batch(directory, {
    even: evenOutStatement(ctx),
    queue: queueStatement(
      directory,
      {
        studioId: null,
        dedupeKey: `my-studios:${key}:${nowMs}`,
        to: email,
        kind: 'my-studios',
        letter,
      },
      nowMs,
      taken,
    ),
  })
  return { ok: true }
}
