import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import {
  demoPasswordHash,
  identityFor,
  mintAccount,
  mintSession,
} from '../../../../tests/support/accounts.ts'
import { databases } from '../../../../tests/support/databases.ts'
import { newestMessageTo } from '../../../../tests/support/outbox.ts'
import { signUp } from '../accounts/sign-up.server.ts'
import { exchangeCode } from '../sessions/exchange-code.server.ts'
import { requestOneTimeCode } from './request-one-time-code.server.ts'
import { requestPasswordRecovery } from './request-password-recovery.server.ts'
import { resetPassword } from './reset-password.server.ts'
import { verifyOneTimeSecret } from './verify-one-time-secret.server.ts'

const verifier = 'v'.repeat(43)
// Base64url of the SHA-256 of the verifier.
const challenge = Buffer.from(
  await crypto.subtle.digest('SHA-256', Buffer.from(verifier)),
).toString('base64url')

async function mailed() {
  const world = await databases()
  const ana = await mintAccount(world)
  await requestOneTimeCode(identityFor(world), { email: ana.email })
  return { world, ana, ...(await newestMessageTo(world, ana.email)) }
}

test('of two presses on one code at once one signs in, and every other link of the account is void', async () => {
  const { world, ana, code } = await mailed()
  await requestPasswordRecovery(identityFor(world, { nowMs: Date.now() + 60_000 }), {
    email: ana.email,
  })
  const recovery = await newestMessageTo(world, ana.email)
  const proof = { email: ana.email, code: recovery.code }

  expect(code).not.toBe('')
  const results = await Promise.all(
    [1, 2, 3].map(() => verifyOneTimeSecret(identityFor(world), { type: 'recovery', proof })),
  )

  expect(results.filter(({ ok }) => ok)).toHaveLength(1)
  const rows = await world.directory.all(
    sql`SELECT kind FROM auth_one_time_tokens WHERE user_id = ${ana.userId}`,
  )
  expect(rows).toEqual([])
})

test('after five wrong codes the right one is void, and the next one works', async () => {
  const { world, ana, code } = await mailed()
  const ctx = identityFor(world)
  const wrong = code === '000000' ? '111111' : '000000'
  for (let i = 0; i < 5; i += 1) {
    const result = await verifyOneTimeSecret(ctx, {
      type: 'email',
      proof: { email: ana.email, code: wrong },
    })
    expect(result).toEqual({ ok: false, reason: 'link_expired' })
  }
  expect(
    await verifyOneTimeSecret(ctx, { type: 'email', proof: { email: ana.email, code } }),
  ).toMatchObject({
    ok: false,
  })

  const later = identityFor(world, { nowMs: Date.now() + 60_000 })
  await requestOneTimeCode(later, { email: ana.email })
  const next = await newestMessageTo(world, ana.email)
  const proof = { email: ana.email, code: next.code }
  expect(await verifyOneTimeSecret(later, { type: 'email', proof })).toMatchObject({ ok: true })
})

test('a code is bound to its address and its purpose', async () => {
  const { world, ana, code, token } = await mailed()
  const ben = await mintAccount(world)
  const ctx = identityFor(world)

  for (const attempt of [
    { type: 'email' as const, proof: { email: ben.email, code } },
    { type: 'signup' as const, proof: { email: ana.email, code } },
    { type: 'email_change' as const, proof: { email: ana.email, code } },
    { type: 'signup' as const, proof: { token } },
    { type: 'sms' as const, proof: { token } },
    { type: 'magiclink' as const, proof: { token: code } },
  ]) {
    expect(await verifyOneTimeSecret(ctx, attempt)).toEqual({ ok: false, reason: 'link_expired' })
  }
  expect(await verifyOneTimeSecret(ctx, { type: 'magiclink', proof: { token } })).toMatchObject({
    ok: true,
  })
})

test('a closed account is told so and keeps its code', async () => {
  const { world, ana, token } = await mailed()
  await world.directory.run(
    sql`UPDATE auth_users SET banned_until = '2999-01-01T00:00:00Z' WHERE id = ${ana.userId}`,
  )
  const proof = { token }
  expect(await verifyOneTimeSecret(identityFor(world), { type: 'email', proof })).toEqual({
    ok: false,
    reason: 'user_banned',
  })
  await world.directory.run(sql`UPDATE auth_users SET banned_until = NULL WHERE id = ${ana.userId}`)
  expect(await verifyOneTimeSecret(identityFor(world), { type: 'email', proof })).toMatchObject({
    ok: true,
  })
})

test('the link of a PKCE flow brings a code, which only the verifier turns into a session, once', async () => {
  const world = await databases()
  const ana = await mintAccount(world)
  const ctx = identityFor(world)
  await requestOneTimeCode(ctx, { email: ana.email, codeChallenge: challenge })
  const { token } = await newestMessageTo(world, ana.email)
  expect(token).toMatch(/^pkce_/)

  const given = await verifyOneTimeSecret(ctx, {
    type: 'magiclink',
    proof: { token },
    answer: 'code',
  })

  if (!given.ok || given.kind !== 'code') throw new Error('No code')
  const { code } = given
  const exchange = (nowMs: number, word = verifier) =>
    exchangeCode(identityFor(world, { nowMs }), { code, verifier: word })
  expect(await exchange(ctx.nowMs, 'w'.repeat(43))).toEqual({
    ok: false,
    reason: 'bad_code_verifier',
  })
  expect(await exchange(ctx.nowMs + 300_000)).toEqual({ ok: false, reason: 'flow_state_expired' })
  const results = await Promise.all([exchange(ctx.nowMs), exchange(ctx.nowMs)])
  expect(results.filter(({ ok }) => ok)).toMatchObject([
    { value: { account: { id: ana.userId }, session: { amr: [{ method: 'magiclink' }] } } },
  ])
  expect(await exchange(ctx.nowMs)).toEqual({ ok: false, reason: 'flow_state_not_found' })
  expect(await verifyOneTimeSecret(ctx, { type: 'magiclink', proof: { token } })).toMatchObject({
    ok: false,
  })
})

test('a link that no PKCE flow asked for brings no code', async () => {
  const { world, token } = await mailed()
  const asked = { type: 'magiclink' as const, proof: { token }, answer: 'code' as const }
  expect(await verifyOneTimeSecret(identityFor(world), asked)).toEqual({
    ok: false,
    reason: 'link_expired',
  })
})

test('a password that two people gave is in doubt, goes with the confirmation, and a new one can be chosen', async () => {
  const world = await databases()
  const at = Date.now()
  const email = 'contested@example.test'
  const sign = (password: string, ms: number) =>
    signUp(identityFor(world, { nowMs: at + ms }), {
      email,
      password,
      name: 'Ana',
      acceptsTerms: true,
    })
  const doubt = async () => {
    const [row] = await world.directory.all<{ doubt: number }>(
      sql`SELECT password_contested AS doubt FROM auth_users WHERE email = ${email}`,
    )
    return row?.doubt
  }
  await sign('the first password', 0)
  await sign('the first password', 60_000)
  expect(await doubt()).toBe(0)
  await sign('another password', 120_000)
  expect(await doubt()).toBe(1)

  const later = identityFor(world, { nowMs: at + 121_000 })
  const { token } = await newestMessageTo(world, email)
  const confirmed = await verifyOneTimeSecret(later, { type: 'signup', proof: { token } })
  expect(confirmed).toMatchObject({ passwordDropped: true })

  await requestPasswordRecovery(later, { email })
  await resetPassword(later, {
    token: (await newestMessageTo(world, email)).token,
    password: 'a chosen password',
  })
  expect(await doubt()).toBe(0)
})

test('signing up again with a confirmed address leaves it as it is', async () => {
  const world = await databases()
  const ana = await mintAccount(world, { passwordHash: demoPasswordHash })
  await mintSession(world, ana)
  const input = { email: ana.email, password: 'another password', name: '', acceptsTerms: false }
  await signUp(identityFor(world), input)
  expect(
    await world.directory.all(
      sql`SELECT password_contested AS doubt FROM auth_users WHERE id = ${ana.userId}`,
    ),
  ).toEqual([{ doubt: 0 }])
})
