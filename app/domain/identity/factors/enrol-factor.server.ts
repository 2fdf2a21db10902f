import { sql } from 'drizzle-orm'
import { renderSVG } from 'uqr'
import { batch, changed, type Statement } from '#app/db/batch.server.ts'
import { authFactors } from '#app/db/directory-auth.ts'
import { instantFromMs } from '#app/values/instant.ts'
import type { Account, Factor, StoredSession } from '../accounts/account-queries.server.ts'
import { authAuditStatement } from '../auth-audit.server.ts'
import type { IdentityContext } from '../identity-context.ts'
import { sealAtRest } from '../secrets/secret-tokens.server.ts'
import { challengeMs } from './second-step.ts'
import { newTotpKey, totpSecret, totpUri } from './totp.ts'

/** Who holds a live session: `findBearer` answers it. */
export type SessionHolder = { account: Account; session: StoredSession }

type EnrolRefusal = {
  ok: false
  /**
   * `insufficient_aal`: with a verified factor, another one is added only after the second step.
   */
  reason:
    | 'factor_type_disabled'
    | 'name_taken'
    | 'too_many_factors'
    | 'insufficient_aal'
    | 'phone_taken'
}

export type EnrolTotpResult =
  | {
      ok: true
      factor: Factor
      /**
       * Shown once: the picture as plain SVG, the secret in base32 for typing, and the address
       * behind both.
       */
      totp: { qrCode: string; secret: string; uri: string }
    }
  | EnrolRefusal

export type EnrolPhoneResult = { ok: true; factor: Factor } | EnrolRefusal

/**
 * Begins an authenticator app as a second factor; it counts once a code of it was right, within
 * five minutes. `issuer` is the name that the app shows. Two factors of an account cannot have the
 * same name, the empty one included.
 */
export async function enrolTotp(
  ctx: IdentityContext,
  holder: SessionHolder,
  {
    friendlyName = '',
    issuer = new URL(ctx.origin).host,
  }: { friendlyName?: string; issuer?: string } = {},
): Promise<EnrolTotpResult> {
  if (!ctx.configuration.totpEnabled) return { ok: false, reason: 'factor_type_disabled' }
  const key = newTotpKey()
  const { account } = holder
  const uri = totpUri(key, { issuer, account: account.email || account.phone || account.id })
  const secret = totpSecret(key)
  const factor = newFactor(ctx, account.id, {
    factorType: 'totp',
    friendlyName,
    secretSealed: sealAtRest(ctx.configuration, Buffer.from(key).toString('base64url')),
  })
  const kept = await keepFactor(ctx, holder, factor)
  if (!kept.ok) return kept
  return {
    ok: true,
    factor,
    totp: { qrCode: renderSVG(uri, { border: 4, ecc: 'M' }), secret, uri },
  }
}

/**
 * Begins a phone as a second factor; `phone` is in its stored form (digits of E.164). The code goes
 * out with the first challenge. An unfinished attempt with the same number gives way.
 */
export async function enrolPhone(
  ctx: IdentityContext,
  holder: SessionHolder,
  { friendlyName = '', phone }: { friendlyName?: string; phone: string },
): Promise<EnrolPhoneResult> {
  if (!ctx.configuration.phoneFactorEnabled) return { ok: false, reason: 'factor_type_disabled' }
  const factor = newFactor(ctx, holder.account.id, { factorType: 'phone', friendlyName, phone })
  const kept = await keepFactor(ctx, holder, factor)
  return kept.ok ? { ok: true, factor } : kept
}

function newFactor({ nowMs }: { nowMs: number }, userId: string, values: Partial<Factor>): Factor {
  const at = instantFromMs(nowMs)
  return {
    id: crypto.randomUUID(),
    userId,
    friendlyName: '',
    factorType: 'totp',
    status: 'unverified',
    secretSealed: null,
    phone: null,
    lastStep: null,
    lastChallengedAt: null,
    createdAt: at,
    updatedAt: at,
    ...values,
  }
}

/** Number, name and level are conditions of the one INSERT, so that no two at once go over them. */
async function keepFactor(
  ctx: IdentityContext,
  { account, session }: SessionHolder,
  factor: Factor,
): Promise<{ ok: true } | EnrolRefusal> {
  const { directory, configuration } = ctx
  const mine = sql`FROM auth_factors WHERE user_id = ${account.id}`
  const { insert, others } = await batch(directory, {
    ...forgetUnfinishedStatements(ctx, factor),
    insert: directory.run(sql`
      INSERT INTO auth_factors (id, user_id, friendly_name, factor_type, status, secret_sealed,
        phone, created_at, updated_at)
      SELECT ${factor.id}, session.user_id, ${factor.friendlyName}, ${factor.factorType},
        'unverified', ${factor.secretSealed}, ${factor.phone}, ${factor.createdAt},
        ${factor.createdAt}
      FROM auth_sessions AS session
      WHERE session.id = ${session.id} AND session.user_id = ${account.id}
        AND (SELECT count(*) ${mine}) < ${configuration.maxFactors}
        AND (${session.aal} = 'aal2' AND session.aal = 'aal2'
          OR NOT EXISTS (SELECT 1 ${mine} AND status = 'verified'))
        AND (${factor.phone} IS NULL OR NOT EXISTS (SELECT 1 ${mine} AND phone = ${factor.phone}))
      ON CONFLICT DO NOTHING`),
    audit: authAuditStatement(
      ctx,
      {
        actorId: account.id,
        action: 'factor_in_progress',
        traits: { factor_id: factor.id, type: factor.factorType },
      },
      sql`EXISTS (SELECT 1 FROM auth_factors WHERE id = ${factor.id})`,
    ),
    others: directory
      .select()
      .from(authFactors)
      .where(sql`${authFactors.userId} = ${account.id} AND ${authFactors.id} <> ${factor.id}`),
  })
  if (changed(insert) > 0) return { ok: true }
  if (others.some(({ friendlyName }) => friendlyName === factor.friendlyName))
    return { ok: false, reason: 'name_taken' }
  if (others.length >= configuration.maxFactors) return { ok: false, reason: 'too_many_factors' }
  const again = factor.phone !== null && others.some(({ phone }) => phone === factor.phone)
  return { ok: false, reason: again ? 'phone_taken' : 'insufficient_aal' }
}

/**
 * Unverified factors of the account that are too old or have the same number, and challenges that
 * nobody can answer.
 */
function forgetUnfinishedStatements(
  { directory, nowMs }: IdentityContext,
  { userId, phone }: Factor,
): Record<'challenges' | 'unfinished', Statement<D1Result>> {
  const cutOff = nowMs - challengeMs
  return {
    challenges: directory.run(sql`
      DELETE FROM auth_challenges
      WHERE created_at_ms <= ${cutOff}
        AND factor_id IN (SELECT id FROM auth_factors WHERE user_id = ${userId})`),
    unfinished: directory.run(sql`
      DELETE FROM auth_factors
      WHERE user_id = ${userId} AND status = 'unverified'
        AND (created_at <= ${instantFromMs(cutOff)} OR phone = ${phone})`),
  }
}
