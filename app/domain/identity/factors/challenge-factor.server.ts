import { randomInt } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { authFactors } from '#app/db/directory-auth.ts'
import { queueStatement } from '#app/domain/messaging/outbox.server.ts'
import { secondFactorCode } from '#app/messages/accounts/second-factor-code.ts'
import { instantFromMs } from '#app/values/instant.ts'
import type { Factor } from '../accounts/account-queries.server.ts'
import { authAuditStatement } from '../auth-audit.server.ts'
import type { IdentityContext } from '../identity-context.ts'
import { hashCode } from '../secrets/one-time-tokens.server.ts'
import { countSendStatements, sendRefusal } from '../secrets/sending-limits.server.ts'
import { challengeMs } from './second-step.ts'

export type ChallengeFactorResult =
  | { ok: true; challenge: { id: string; factor: Factor; expiresAtMs: number } }
  | { ok: false; reason: 'factor_not_found' | 'too_many_tries' | 'sms_too_soon' }
  | { ok: false; reason: 'factor_type_disabled'; factorType: Factor['factorType'] }

/** The factor can be asked for now: verified, or begun less than five minutes ago. */
export const factorStands = ({ nowMs }: { nowMs: number }) =>
  sql`(status = 'verified' OR created_at > ${instantFromMs(nowMs - challengeMs)})`

/**
 * Asks for a code of one's own factor, within five minutes and from the same network address. A
 * phone is sent one, at most once a minute. A foreign factor, and one that was begun and not
 * finished in time, are not found.
 */
export async function challengeFactor(
  ctx: IdentityContext,
  { userId, factorId }: { userId: string; factorId: string },
): Promise<ChallengeFactorResult> {
  if (!(await ctx.addressMay('challenge'))) return { ok: false, reason: 'too_many_tries' }
  const { directory, nowMs, configuration } = ctx
  const mine = sql`id = ${factorId} AND user_id = ${userId} AND ${factorStands(ctx)}`
  const { factors } = await batch(directory, {
    factors: directory.select().from(authFactors).where(mine),
  })
  const factor = factors[0]
  if (!factor) return { ok: false, reason: 'factor_not_found' }
  if (!typeEnabled(ctx, factor))
    return { ok: false, reason: 'factor_type_disabled', factorType: factor.factorType }

  if (factor.phone && !(await maySend(ctx, factor.phone)))
    return { ok: false, reason: 'sms_too_soon' }

  const id = crypto.randomUUID()
  const at = instantFromMs(nowMs)
  const sent = sql`EXISTS (SELECT 1 FROM auth_challenges WHERE id = ${id})`
  const fixed = configuration.testCodes[factor.phone ?? '']
  const code = fixed ?? String(randomInt(1_000_000)).padStart(6, '0')
  const codeHash = factor.phone ? hashCode(ctx, { kind: 'second_factor', address: id, code }) : null
  const { insert } = await batch(directory, {
    insert: directory.run(sql`
      INSERT INTO auth_challenges (id, factor_id, ip, code_hash, created_at_ms)
      SELECT ${id}, id, ${ctx.caller.ip}, ${codeHash}, ${nowMs} FROM auth_factors
      WHERE ${mine}`),
    factor: directory.run(
      sql`UPDATE auth_factors SET last_challenged_at = ${at}, updated_at = ${at}
        WHERE id = ${factorId} AND ${sent}`,
    ),
    message:
      factor.phone && !fixed
        ? queueStatement(
            directory,
            {
              studioId: null,
              dedupeKey: `second-factor-code:${id}`,
              channel: 'sms',
              to: factor.phone,
              kind: 'second-factor-code',
              letter: secondFactorCode({ code, minutes: challengeMs / 60_000 }),
            },
            nowMs,
            sent,
          )
        : null,
    audit: authAuditStatement(
      ctx,
      { actorId: userId, action: 'challenge_created', traits: { factor_id: factorId } },
      sent,
    ),
  })
  if (changed(insert) === 0) return { ok: false, reason: 'factor_not_found' }
  return { ok: true, challenge: { id, factor, expiresAtMs: nowMs + challengeMs } }
}

/**
 * Counts a message before it is made: one a minute to a number, and the installation's own limit an
 * hour.
 */
async function maySend(ctx: IdentityContext, phone: string): Promise<boolean> {
  const sending = { channel: 'sms', kind: 'factor', address: phone } as const
  return (
    sendRefusal(ctx, sending, await batch(ctx.directory, countSendStatements(ctx, sending))) ===
    null
  )
}

/** Whether this installation takes codes of such a factor. */
export function typeEnabled(
  { configuration }: Pick<IdentityContext, 'configuration'>,
  factor: Factor,
): boolean {
  return factor.factorType === 'totp' ? configuration.totpEnabled : configuration.phoneFactorEnabled
}
