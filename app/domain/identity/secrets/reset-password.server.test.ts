import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import {
  countSessions,
  demoPassword,
  demoPasswordHash,
  identityFor,
  mintAccount,
  mintSession,
} from '../../../../tests/support/accounts.ts'
import { databases } from '../../../../tests/support/databases.ts'
import { signInWithPassword } from '../sessions/sign-in-with-password.server.ts'
import { requestPasswordRecovery } from './request-password-recovery.server.ts'
import { resetPassword } from './reset-password.server.ts'

const linksTo = async (email: string) => {
  const { directory } = await databases()
  const mails = await directory.all<{ text: string }>(
    sql`SELECT text FROM outbox WHERE recipient = ${email} AND kind = 'reset-password'
      ORDER BY created_at_ms`,
  )
  return mails.map(({ text }) => /token_hash=([\w-]+)/.exec(text)?.[1] ?? '')
}

test('a mailed link sets a new password once, ends every other session, and tells the owner', async () => {
  const world = await databases()
  const ana = await mintAccount(world, { passwordHash: demoPasswordHash })
  await mintSession(world, ana)
  await mintSession(world, ana)
  await requestPasswordRecovery(identityFor(world), { email: ana.email })
  const [token = ''] = await linksTo(ana.email)

  const result = await resetPassword(identityFor(world), { token, password: 'brand new one' })

  expect(result).toMatchObject({ ok: true, outcome: { kind: 'setup_complete' } })
  expect(await countSessions(world, ana.userId)).toBe(1)
  const ctx = identityFor(world)
  expect(await signInWithPassword(ctx, { email: ana.email, password: demoPassword })).toMatchObject(
    { ok: false },
  )
  expect(
    await signInWithPassword(ctx, { email: ana.email, password: 'brand new one' }),
  ).toMatchObject({ ok: true })
  expect(await resetPassword(ctx, { token, password: 'once more now' })).toEqual({
    ok: false,
    reason: 'link_expired',
  })
  const notified = await world.directory.all(
    sql`SELECT kind FROM outbox WHERE recipient = ${ana.email} AND kind = 'password-changed'`,
  )
  expect(notified).toHaveLength(1)
})

test('the older link works beside the newer one, and of two presses at once one sets the password', async () => {
  const world = await databases()
  const ana = await mintAccount(world)
  const at = Date.now()
  await requestPasswordRecovery(identityFor(world, { nowMs: at }), { email: ana.email })
  await requestPasswordRecovery(identityFor(world, { nowMs: at + 60_000 }), { email: ana.email })
  const [older = '', newer = ''] = await linksTo(ana.email)
  const ctx = identityFor(world, { nowMs: at + 61_000 })

  const results = await Promise.all([
    resetPassword(ctx, { token: older, password: 'first of two' }),
    resetPassword(ctx, { token: newer, password: 'second of two' }),
    resetPassword(ctx, { token: newer, password: 'third of two' }),
  ])
  expect(results.filter((result) => result.ok)).toHaveLength(1)
  expect(await countSessions(world, ana.userId)).toBe(1)
})

test('an unknown address gets the same answer, also the second time, and nothing is written for it', async () => {
  const world = await databases()
  const ana = await mintAccount(world)
  for (const email of [ana.email, 'unheard-of@example.test']) {
    expect(await requestPasswordRecovery(identityFor(world), { email })).toEqual({ ok: true })
    expect(await requestPasswordRecovery(identityFor(world), { email })).toMatchObject({
      ok: false,
      reason: 'mail_too_soon',
    })
  }
  expect(await linksTo('unheard-of@example.test')).toEqual([])
})

test('a link of another kind, a link to an address the account left, and a weak password set nothing', async () => {
  const world = await databases()
  const ana = await mintAccount(world)
  await requestPasswordRecovery(identityFor(world), { email: ana.email })
  const [token = ''] = await linksTo(ana.email)
  const ctx = identityFor(world)

  expect(await resetPassword(ctx, { token, password: 'short' })).toEqual({
    ok: false,
    reason: 'password_too_short',
  })
  await world.directory.run(
    sql`UPDATE auth_users SET email = ${`moved-${ana.email}`} WHERE id = ${ana.userId}`,
  )
  expect(await resetPassword(ctx, { token, password: 'brand new one' })).toMatchObject({
    reason: 'link_expired',
  })
})
