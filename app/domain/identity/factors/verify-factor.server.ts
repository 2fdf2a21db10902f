import { timingSafeEqual } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { authChallenges, authFactors } from '#app/db/directory-auth.ts'
import { instantFromMs } from '#app/values/instant.ts'
import {
  type AccountParts,
  accountPartsStatements,
  type Factor,
} from '../accounts/account-queries.server.ts'
import { authAuditStatement } from '../auth-audit.server.ts'
import {
  type CountedGuess,
  clearGuessesStatements,
  countGuessStatements,
  guessRefusal,
} from '../guesses.server.ts'
import { factorAttempted } from '../hooks/attempt-hooks.server.ts'
import type { IdentityContext } from '../identity-context.ts'
import { hashCode } from '../secrets/one-time-tokens.server.ts'
import { openAtRest } from '../secrets/secret-tokens.server.ts'
import type { TokenOptions } from '../sessions/access-tokens.server.ts'
import {
  elevatedSession,
  elevateStatements,
  issueElevated,
  wasElevated,
} from '../sessions/elevate-session.server.ts'
import type { IssuedSession } from '../sessions/sessions.server.ts'
import {
  type ChallengeFactorResult,
  challengeFactor,
  factorStands,
  typeEnabled,
} from './challenge-factor.server.ts'
import type { SessionHolder } from './enrol-factor.server.ts'
import { challengeMs } from './second-step.ts'
import { secondStepGuess } from './second-step-guess.server.ts'
import { findTotpStep } from './totp.ts'

export type VerifyFactorResult =
  | { ok: true; value: IssuedSession; parts: AccountParts }
  | {
      ok: false
      reason:
        | 'factor_not_found'
        | 'challenge_not_found'
        /** Asked from another network address, or answered already. */
        | 'challenge_not_yours'
        | 'challenge_expired'
        | 'too_many_tries'
    }
  | { ok: false; reason: 'factor_type_disabled' | 'wrong_code'; factorType: Factor['factorType'] }

/** The code of one message may be tried this often. */
const codeTries = 5

type Challenge = typeof authChallenges.$inferSelect

/**
 * Answers a challenge with a code and lifts the session to aal2: the same session with new tokens.
 * The factor counts from its first right code on, and unfinished ones of its type go. A challenge
 * is answered once and a 30-second step taken once, also by parallel tries. Ten wrong codes in a
 * quarter of an hour are the most for one account; a device that is known there has ten of its own.
 */
export async function verifyFactor(
  ctx: IdentityContext,
  holder: SessionHolder,
  { factorId, challengeId, code }: { factorId: string; challengeId: string; code: string },
  tokenOptions: TokenOptions = {},
): Promise<VerifyFactorResult> {
  if (!(await ctx.addressMay('verify factor'))) return { ok: false, reason: 'too_many_tries' }
  const { directory, nowMs } = ctx
  const userId = holder.account.id
  const guess = secondStepGuess(ctx, holder.account)
  const {
    factors,
    challenges,
    tried: _,
    ...counted
  } = await batch(directory, {
    ...countGuessStatements(ctx, guess),
    tried: directory.run(sql`
      UPDATE auth_challenges SET attempts = attempts + 1
      WHERE id = ${challengeId}
        AND factor_id IN (SELECT id FROM auth_factors
          WHERE id = ${factorId} AND user_id = ${userId})`),
    factors: directory
      .select()
      .from(authFactors)
      .where(sql`id = ${factorId} AND user_id = ${userId} AND ${factorStands(ctx)}`),
    challenges: directory
      .select()
      .from(authChallenges)
      .where(sql`id = ${challengeId} AND factor_id = ${factorId}`),
  })
  const [factor, challenge] = [factors[0], challenges[0]]
  if (guessRefusal(ctx, guess, counted)) return { ok: false, reason: 'too_many_tries' }
  if (!factor) return { ok: false, reason: 'factor_not_found' }
  if (!typeEnabled(ctx, factor))
    return { ok: false, reason: 'factor_type_disabled', factorType: factor.factorType }
  if (!challenge) return { ok: false, reason: 'challenge_not_found' }
  if (challenge.verifiedAtMs !== null || challenge.ip !== ctx.caller.ip) {
    return { ok: false, reason: 'challenge_not_yours' }
  }
  if (challenge.createdAtMs + challengeMs <= nowMs)
    return { ok: false, reason: 'challenge_expired' }
  const step = factor.factorType === 'totp' ? stepOf(ctx, factor, code) : null
  const right = factor.factorType === 'totp' ? step !== null : isCodeOf(ctx, challenge, code)
  await factorAttempted(ctx, factor, right)
  if (!right) return refuseCode(ctx, factor)
  return elevateToAal2(ctx, holder, { factor, challenge, step, counted }, tokenOptions)
}

/**
 * Both halves at once, for an authenticator app: a page need not keep a challenge. Refused as
 * either half is.
 */
export async function challengeAndVerify(
  ctx: IdentityContext,
  holder: SessionHolder,
  { factorId, code }: { factorId: string; code: string },
  tokenOptions: TokenOptions = {},
): Promise<VerifyFactorResult | Extract<ChallengeFactorResult, { ok: false }>> {
  const asked = await challengeFactor(ctx, { userId: holder.account.id, factorId })
  if (!asked.ok) return asked
  return verifyFactor(
    ctx,
    holder,
    { factorId, challengeId: asked.challenge.id, code },
    tokenOptions,
  )
}

function stepOf(
  { configuration, nowMs }: IdentityContext,
  factor: Factor,
  code: string,
): number | null {
  const key = Buffer.from(openAtRest(configuration, factor.secretSealed ?? ''), 'base64url')
  return findTotpStep(key, code.replace(/\s/g, ''), nowMs, factor.lastStep)
}

function isCodeOf(ctx: IdentityContext, challenge: Challenge, code: string): boolean {
  if (challenge.codeHash === null || challenge.attempts > codeTries) return false
  const given = hashCode(ctx, {
    kind: 'second_factor',
    address: challenge.id,
    code: code.replace(/\s/g, ''),
  })
  return timingSafeEqual(Buffer.from(given), Buffer.from(challenge.codeHash))
}

async function refuseCode(
  ctx: IdentityContext,
  { id, userId, factorType }: Factor,
): Promise<VerifyFactorResult> {
  await authAuditStatement(ctx, {
    actorId: userId,
    action: 'verification_attempted',
    traits: { factor_id: id, right: false },
  })
  return { ok: false, reason: 'wrong_code', factorType }
}

/**
 * The challenge, the step and the session are conditions of the batch: of two right answers at once
 * one lifts.
 */
async function elevateToAal2(
  ctx: IdentityContext,
  { account, session }: SessionHolder,
  {
    factor,
    challenge,
    step,
    counted,
  }: { factor: Factor; challenge: Challenge; step: number | null; counted: CountedGuess },
  tokenOptions: TokenOptions,
): Promise<VerifyFactorResult> {
  const { directory, nowMs } = ctx
  const at = instantFromMs(nowMs)
  const method = factor.factorType === 'totp' ? 'totp' : 'mfa/phone'
  const elevated = elevatedSession(session, { method, factorId: factor.id, nowMs })
  const done = wasElevated(elevated)
  const open = sql`EXISTS (
    SELECT 1 FROM auth_challenges AS challenge
    JOIN auth_factors AS factor ON factor.id = challenge.factor_id
    WHERE challenge.id = ${challenge.id} AND challenge.verified_at_ms IS NULL
      AND factor.id = ${factor.id} AND factor.user_id = ${account.id}
      AND (${step} IS NULL OR factor.last_step IS NULL OR factor.last_step < ${step}))`
  const {
    elevate: written,
    identities,
    factors,
  } = await batch(directory, {
    ...elevateStatements(ctx, account.id, elevated, open),
    answered: directory.run(
      sql`UPDATE auth_challenges SET verified_at_ms = ${nowMs}
        WHERE id = ${challenge.id} AND ${done}`,
    ),
    factor: directory.run(sql`
      UPDATE auth_factors SET status = 'verified', last_step = coalesce(${step}, last_step),
        updated_at = ${at}
      WHERE id = ${factor.id} AND ${done}`),
    unfinished: directory.run(sql`
      DELETE FROM auth_factors
      WHERE user_id = ${account.id} AND factor_type = ${factor.factorType} AND status = 'unverified'
        AND ${done}`),
    ...clearGuessesStatements(ctx, secondStepGuess(ctx, account), counted),
    audit: authAuditStatement(
      ctx,
      {
        actorId: account.id,
        action: 'verification_attempted',
        traits: { factor_id: factor.id, right: true },
      },
      done,
    ),
    ...accountPartsStatements(directory, account.id),
  })
  if (changed(written) === 0)
    return { ok: false, reason: 'wrong_code', factorType: factor.factorType }
  return {
    ok: true,
    value: await issueElevated(ctx, account, elevated, tokenOptions),
    parts: { identities, factors },
  }
}
