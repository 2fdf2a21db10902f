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
import { mintStudio } from '../../../../tests/support/studios.ts'
import { completeSetup } from '../accounts/complete-setup.server.ts'
import { signInWithPassword } from './sign-in-with-password.server.ts'
import { signOut } from './sign-out.server.ts'

const known = { passwordHash: demoPasswordHash }
const signIn = async (email: string, password = demoPassword, studioId?: string) =>
  signInWithPassword(identityFor(await databases()), {
    email,
    password,
    ...(studioId ? { studioId } : {}),
  })

test('the right password signs in and tells the studio the account is in', async () => {
  const world = await databases()
  const studio = await mintStudio(world)
  const ana = await mintAccount(world, { ...known, studio })

  const result = await signIn(ana.email)

  expect(result).toMatchObject({
    ok: true,
    outcome: { kind: 'setup_complete', studio: studio.slug },
  })
  expect(await countSessions(world, ana.userId)).toBe(1)
})

test('the three outcomes are set-up not complete, complete, and an error without a user row', async () => {
  const world = await databases()
  const fresh = await mintAccount(world, { ...known, setupComplete: false })
  const lost = await mintAccount(world, { ...known, userRow: false })

  expect(await signIn(fresh.email)).toMatchObject({ outcome: { kind: 'setup_not_complete' } })
  await completeSetup(identityFor(world), { userId: fresh.userId, name: 'Ana' })
  expect(await signIn(fresh.email)).toMatchObject({
    outcome: { kind: 'setup_complete', studio: null },
  })
  expect(await signIn(lost.email)).toMatchObject({ ok: true, outcome: { kind: 'error' } })
})

test('an unknown address, a wrong password and an account without one are one refusal', async () => {
  const world = await databases()
  const ana = await mintAccount(world, known)
  const passwordless = await mintAccount(world)
  const refusal = { ok: false, reason: 'invalid_credentials' }

  expect(await signIn('nobody@example.test')).toEqual(refusal)
  expect(await signIn(ana.email, 'wrong')).toEqual(refusal)
  expect(await signIn(passwordless.email)).toEqual(refusal)
})

test('only someone who knows the password learns that an account is banned or not confirmed', async () => {
  const world = await databases()
  const banned = await mintAccount(world, { ...known, bannedUntil: '2999-01-01T00:00:00Z' })
  const waiting = await mintAccount(world, { ...known, confirmed: false })

  expect(await signIn(banned.email)).toEqual({ ok: false, reason: 'user_banned' })
  expect(await signIn(banned.email, 'wrong')).toEqual({ ok: false, reason: 'invalid_credentials' })
  expect(await signIn(waiting.email)).toEqual({ ok: false, reason: 'email_not_confirmed' })
  expect(await signIn(waiting.email, 'wrong')).toEqual({ ok: false, reason: 'invalid_credentials' })
})

test('the eleventh try in a quarter of an hour is refused before the hash, anyone who asks', async () => {
  const world = await databases()
  const ana = await mintAccount(world, known)
  const at = Date.now()
  for (const email of [ana.email, 'nobody-at-all@example.test']) {
    await world.directory.run(
      sql`INSERT INTO limit_counters (key, window_start_ms, count)
        VALUES (${`signIn:192.0.2.1 ${email}`}, ${at}, 9)`,
    )
    const tries = await Promise.all(
      [1, 2, 3].map(() =>
        signInWithPassword(identityFor(world, { nowMs: at }), { email, password: 'wrong' }),
      ),
    )
    expect(tries.map((result) => !result.ok && result.reason).sort()).toEqual([
      'invalid_credentials',
      'too_many_tries',
      'too_many_tries',
    ])
  }
  const later = identityFor(world, { nowMs: at + 15 * 60_000 })
  expect(
    await signInWithPassword(later, { email: ana.email, password: demoPassword }),
  ).toMatchObject({ ok: true })
  expect(
    await world.directory.all(
      sql`SELECT * FROM limit_counters WHERE key = ${`signIn:${ana.email}`}`,
    ),
  ).toEqual([])
})

test('signing in at a studio makes it the one the account is in, where it has a place', async () => {
  const world = await databases()
  const [first, second, foreign] = [
    await mintStudio(world),
    await mintStudio(world),
    await mintStudio(world),
  ]
  const mo = await mintAccount(world, { ...known, studio: first })
  await world.directory.run(sql`
    INSERT INTO affiliations (user_id, studio_id, role_id, person_id, state, created_at)
    VALUES (${mo.userId}, ${second.id}, 'coach', 'p', 'active', '2026-01-01T00:00:00Z')`)

  expect(await signIn(mo.email, demoPassword, second.id)).toMatchObject({
    outcome: { studio: second.slug },
  })
  expect(await signIn(mo.email, demoPassword, foreign.id)).toMatchObject({
    outcome: { studio: second.slug },
  })
  expect(
    await world.directory.all(
      sql`SELECT studio_id AS studio, role_id AS role FROM users WHERE auth_id = ${mo.userId}`,
    ),
  ).toEqual([{ studio: second.id, role: 'coach' }])
})

test('signing out ends this session, the others, or all, and never those of someone else', async () => {
  const world = await databases()
  const [ana, ben] = [await mintAccount(world), await mintAccount(world)]
  const here = await mintSession(world, ana)
  await mintSession(world, ana)
  await mintSession(world, ana)
  await mintSession(world, ben)
  const ctx = identityFor(world)
  const which = { userId: ana.userId, sessionId: here.sessionId }

  await signOut(ctx, { ...which, userId: ben.userId, scope: 'local' })
  expect(await countSessions(world, ana.userId)).toBe(3)
  await signOut(ctx, { ...which, scope: 'others' })
  expect(await countSessions(world, ana.userId)).toBe(1)
  await mintSession(world, ana)
  await signOut(ctx, { ...which, scope: 'local' })
  expect(await countSessions(world, ana.userId)).toBe(1)
  await signOut(ctx, { ...which, scope: 'global' })
  expect(await countSessions(world, ana.userId)).toBe(0)
  expect(await countSessions(world, ben.userId)).toBe(1)
})
