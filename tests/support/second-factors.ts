/** Second factors in tests: authenticator apps whose key is known, and who holds a session. */
import { findBearer } from '#app/domain/identity/accounts/account-queries.server.ts'
import { enrolTotp, type SessionHolder } from '#app/domain/identity/factors/enrol-factor.server.ts'
import { totpCode, totpStepAt } from '#app/domain/identity/factors/totp.ts'
import { challengeAndVerify } from '#app/domain/identity/factors/verify-factor.server.ts'
import { identityFor, type MintedAccount, mintSession } from './accounts.ts'
import type { TestDatabases } from './databases.ts'

type World = Pick<TestDatabases, 'directory'>

/** The bytes of a base32 secret. */
function keyOf(secret: string): Uint8Array {
  const bits = [...secret]
    .map((c) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(c).toString(2).padStart(5, '0'))
    .join('')
  return Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2))
}

/** What an authenticator app shows `steps` half-minutes from `nowMs`. */
export function codeOf(secret: string, nowMs: number, steps = 0): string {
  return totpCode(keyOf(secret), totpStepAt(nowMs) + steps)
}

/** A code that is right at no step near `nowMs`. */
export function wrongCodeFor(secret: string, nowMs: number): string {
  const near = [-2, -1, 0, 1, 2].map((steps) => codeOf(secret, nowMs, steps))
  return (
    ['000000', '111111', '222222', '333333', '444444', '555555'].find(
      (code) => !near.includes(code),
    ) ?? ''
  )
}

/** The account and a session of it, as they are now. */
export async function holderOf(
  { directory }: World,
  { userId }: { userId: string },
  sessionId: string,
): Promise<SessionHolder & Awaited<ReturnType<typeof findBearer>>> {
  const found = await findBearer(directory, { userId, sessionId })
  const { account, session } = found
  if (!account || !session) throw new Error(`Session ${sessionId} is gone`)
  return { ...found, account, session }
}

/** A new session of the account with one step taken. */
export async function newHolder(world: World, account: { userId: string }, nowMs = Date.now()) {
  const minted = await mintSession(world, account, { nowMs })
  return { ...(await holderOf(world, account, minted.sessionId)), minted }
}

/**
 * An account whose authenticator app is verified, with the session that did it (aal2) and the app's
 * secret.
 */
export async function withTotp(
  world: World,
  account: MintedAccount,
  { nowMs = Date.now(), variables }: { nowMs?: number; variables?: Record<string, string> } = {},
) {
  const ctx = identityFor(world, variables ? { nowMs, variables } : { nowMs })
  const holder = await newHolder(world, account, nowMs)
  const enrolled = await enrolTotp(ctx, holder, { friendlyName: 'App' })
  if (!enrolled.ok) throw new Error(enrolled.reason)
  const { factor, totp } = enrolled
  const result = await challengeAndVerify(ctx, holder, {
    factorId: factor.id,
    code: codeOf(totp.secret, nowMs),
  })
  if (!result.ok) throw new Error(result.reason)
  const elevated = await holderOf(world, account, holder.session.id)
  return {
    factorId: factor.id,
    secret: totp.secret,
    holder: elevated,
    tokens: result.value,
    minted: holder.minted,
  }
}
