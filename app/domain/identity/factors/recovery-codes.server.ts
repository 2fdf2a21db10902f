import { randomInt } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import type { DirectoryDb } from '#app/db/connection.server.ts'
import { instantFromMs } from '#app/values/instant.ts'
import { authAuditStatement } from '../auth-audit.server.ts'
import { clearGuessesStatements, countGuessStatements, guessRefusal } from '../guesses.server.ts'
import type { IdentityContext } from '../identity-context.ts'
import { hashCode } from '../secrets/one-time-tokens.server.ts'
import type { TokenOptions } from '../sessions/access-tokens.server.ts'
import {
  elevatedSession,
  elevateStatements,
  issueElevated,
  wasElevated,
} from '../sessions/elevate-session.server.ts'
import type { IssuedSession } from '../sessions/sessions.server.ts'
import type { SessionHolder } from './enrol-factor.server.ts'
import { secondStepGuess } from './second-step-guess.server.ts'

/** How many codes someone gets at once. */
const recoveryCodeCount = 10

// Crockford's alphabet: nothing that looks like something else. Ten of 32 are 50 bits.
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

const newCode = () =>
  Array.from({ length: 10 }, () => alphabet[randomInt(alphabet.length)]).join('')

/**
 * A code as it is kept: written in any case, with or without its dash, and with the letters that
 * look like digits.
 */
const plain = (code: string) =>
  code
    .toLowerCase()
    .replace(/[^0-9a-z]/g, '')
    .replaceAll('o', '0')
    .replace(/[il]/g, '1')

const hashOf = (ctx: IdentityContext, userId: string, code: string) =>
  hashCode(ctx, { kind: 'recovery_code', address: userId, code: plain(code) })

export type MakeRecoveryCodesResult =
  | { ok: true; codes: string[] }
  /** There is no second factor, or this session has not taken the second step. */
  | { ok: false; reason: 'insufficient_aal' }

/**
 * Ten new codes, `xxxxx-xxxxx`, in place of all older ones. They are shown once: only their hashes
 * are kept. Needs a session that has taken the second step.
 */
export async function makeRecoveryCodes(
  ctx: IdentityContext,
  { account, session }: SessionHolder,
): Promise<MakeRecoveryCodesResult> {
  const { directory, nowMs } = ctx
  const codes = Array.from({ length: recoveryCodeCount }, newCode)
  const hashes = codes.map((code) => hashOf(ctx, account.id, code))
  const may = sql`${session.aal} = 'aal2' AND EXISTS (
    SELECT 1 FROM auth_sessions AS session
    JOIN auth_factors AS factor ON factor.user_id = session.user_id AND factor.status = 'verified'
    WHERE session.id = ${session.id} AND session.user_id = ${account.id} AND session.aal = 'aal2')`
  const { insert } = await batch(directory, {
    old: directory.run(
      sql`DELETE FROM auth_recovery_codes WHERE user_id = ${account.id} AND ${may}`,
    ),
    insert: directory.run(sql`
      INSERT INTO auth_recovery_codes (user_id, code_hash, created_at)
      SELECT ${account.id}, value, ${instantFromMs(nowMs)} FROM json_each(${JSON.stringify(hashes)})
      WHERE ${may}`),
    audit: authAuditStatement(
      ctx,
      { actorId: account.id, action: 'factor_updated', traits: { recovery_codes: codes.length } },
      may,
    ),
  })
  if (changed(insert) === 0) return { ok: false, reason: 'insufficient_aal' }
  return { ok: true, codes: codes.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`) }
}

/** How many codes of an account are still unused. */
export async function countRecoveryCodes(directory: DirectoryDb, userId: string): Promise<number> {
  const [row] = await directory.all<{ n: number }>(
    sql`SELECT count(*) AS n FROM auth_recovery_codes
      WHERE user_id = ${userId} AND used_at IS NULL`,
  )
  return row?.n ?? 0
}

export type SpendRecoveryCodeResult =
  | { ok: true; value: IssuedSession; codesLeft: number }
  | { ok: false; reason: 'wrong_code' | 'too_many_tries' }

/**
 * Takes a recovery code in place of the second factor: the session is lifted to aal2 and gets new
 * tokens. Each code works once, also of two tries at once. Tries count together with those of the
 * factors.
 */
export async function spendRecoveryCode(
  ctx: IdentityContext,
  { account, session }: SessionHolder,
  code: string,
  tokenOptions: TokenOptions = {},
): Promise<SpendRecoveryCodeResult> {
  if (!(await ctx.addressMay('verify factor'))) return { ok: false, reason: 'too_many_tries' }
  const { directory, nowMs } = ctx
  const guess = secondStepGuess(ctx, account)
  const counted = await batch(directory, countGuessStatements(ctx, guess))
  if (guessRefusal(ctx, guess, counted)) return { ok: false, reason: 'too_many_tries' }

  const elevated = elevatedSession(session, { method: 'mfa/recovery_code', factorId: null, nowMs })
  const done = wasElevated(elevated)
  const mine = sql`user_id = ${account.id} AND code_hash = ${hashOf(ctx, account.id, code)}
    AND used_at IS NULL`
  const open = sql`EXISTS (SELECT 1 FROM auth_recovery_codes WHERE ${mine})`
  const { elevate, left } = await batch(directory, {
    ...elevateStatements(ctx, account.id, elevated, open),
    spend: directory.run(
      sql`UPDATE auth_recovery_codes SET used_at = ${instantFromMs(nowMs)}
        WHERE ${mine} AND ${done}`,
    ),
    audit: authAuditStatement(ctx, {
      actorId: account.id,
      action: 'verification_attempted',
      traits: { method: 'recovery_code' },
    }),
    left: directory.all<{ n: number }>(
      sql`SELECT count(*) AS n FROM auth_recovery_codes
        WHERE user_id = ${account.id} AND used_at IS NULL`,
    ),
  })
  if (changed(elevate) === 0) return { ok: false, reason: 'wrong_code' }
  await batch(directory, clearGuessesStatements(ctx, guess, counted))
  return {
    ok: true,
    value: await issueElevated(ctx, account, elevated, tokenOptions),
    codesLeft: left[0]?.n ?? 0,
  }
}
