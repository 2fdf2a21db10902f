import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import {
  countSessions,
  demoPasswordHash,
  identityFor,
  mintAccount,
  mintSession,
  testSecrets,
} from '../../../../tests/support/accounts.ts'
import { databases, type TestDatabases } from '../../../../tests/support/databases.ts'
import { withTotp } from '../../../../tests/support/second-factors.ts'
import { findAccountParts } from '../accounts/account-queries.server.ts'
import { type ExternalIdentity, externalIdentityOf } from './external-identity.ts'
import { resolveIdentity } from './resolve-identity.server.ts'
import { unlinkIdentity } from './unlink-identity.server.ts'

const trusted = { domains: null }

const vouched = (
  email: string,
  claims: Record<string, unknown> = {},
  provider = 'google',
): ExternalIdentity =>
  externalIdentityOf(provider, {
    sub: crypto.randomUUID(),
    email,
    email_verified: true,
    name: 'Ana Reyes',
    ...claims,
  })

const freshEmail = () => `${crypto.randomUUID()}@example.test`

test('someone new gets a confirmed account with what the provider says, and the same one the next time', async () => {
  const world = await databases()
  const ctx = identityFor(world)
  const identity = vouched(freshEmail(), { picture: 'https://pictures.test/ana.png' })

  const first = await resolveIdentity(ctx, trusted, identity)
  const again = await resolveIdentity(ctx, trusted, identity)

  if (!first.ok || !again.ok) throw new Error('refused')
  expect([first.isNew, again.isNew]).toEqual([true, false])
  expect(again.account.id).toBe(first.account.id)
  expect(first.account).toMatchObject({
    email: identity.email,
    emailConfirmedAt: expect.any(String),
    passwordHash: null,
    appMetadata: { provider: 'google', providers: ['google'] },
    userMetadata: {
      full_name: 'Ana Reyes',
      email_verified: true,
      avatar_url: 'https://pictures.test/ana.png',
    },
  })
  const users = await world.directory.all(
    sql`SELECT name, setup_complete AS complete FROM users WHERE auth_id = ${first.account.id}`,
  )
  expect(users).toEqual([{ name: 'Ana Reyes', complete: 0 }])
})

test('a verified address leads to the account that has confirmed it, which keeps its password and other ways in', async () => {
  const world = await databases()
  const ana = await mintAccount(world, { passwordHash: demoPasswordHash })
  await mintSession(world, ana)

  const result = await resolveIdentity(identityFor(world), trusted, vouched(ana.email))

  expect(result).toMatchObject({
    ok: true,
    isNew: false,
    account: { id: ana.userId, passwordHash: demoPasswordHash },
  })
  const { identities } = await findAccountParts(world.directory, ana.userId)
  expect(identities.map(({ provider }) => provider).sort()).toEqual(['email', 'google'])
  expect(result.ok && result.account.appMetadata.providers).toEqual(['email', 'google'])
  expect(await countSessions(world, ana.userId)).toBe(1)
})

test('someone who signed up first with an address that is not theirs loses every way in when its owner comes', async () => {
  const world = await databases()
  const email = freshEmail()
  const attacked = await mintAccount(world, { email, passwordHash: demoPasswordHash })
  // All that someone could have prepared before the owner came.
  const session = await mintSession(world, attacked)
  await withTotp(world, attacked)
  await resolveIdentity(
    identityFor(world),
    trusted,
    vouched(freshEmail(), { sub: 'of the attacker' }),
    {
      linkTo: { ...attacked, sessionId: session.sessionId },
    },
  )
  await world.directory.run(sql`
    UPDATE auth_users SET email_confirmed_at = NULL, phone = ${String(Date.now())},
      phone_confirmed_at = '2026-01-01T00:00:00Z'
    WHERE id = ${attacked.userId}`)
  await world.directory.run(sql`
    INSERT INTO auth_one_time_tokens (user_id, kind, token_hash, relates_to, created_at_ms,
      expires_at_ms)
    VALUES (${attacked.userId}, 'recovery', ${session.sessionId}, ${email}, 0, 9999999999999)`)

  const result = await resolveIdentity(
    identityFor(world),
    trusted,
    vouched(email, { sub: 'of the owner' }),
  )

  expect(result).toMatchObject({
    ok: true,
    account: {
      id: attacked.userId,
      passwordHash: null,
      phone: null,
      emailConfirmedAt: expect.any(String),
    },
  })
  const { identities, factors } = await findAccountParts(world.directory, attacked.userId)
  expect(identities.map(({ providerId }) => providerId)).toEqual(['of the owner'])
  expect(factors).toEqual([])
  expect(await countSessions(world, attacked.userId)).toBe(0)
  for (const table of ['auth_one_time_tokens', 'auth_refresh_tokens', 'auth_recovery_codes']) {
    const rows = await world.directory.all(
      sql`SELECT user_id FROM ${sql.raw(table)} WHERE user_id = ${attacked.userId}`,
    )
    expect(rows).toEqual([])
  }
})

test('an address that the provider does not vouch for leads nowhere and makes nothing', async () => {
  const world = await databases()
  const ctx = identityFor(world)
  const ana = await mintAccount(world)
  const refusal = { ok: false, reason: 'email_not_verified' }

  for (const email_verified of [false, undefined, 'false', 1]) {
    expect(await resolveIdentity(ctx, trusted, vouched(ana.email, { email_verified }))).toEqual(
      refusal,
    )
    expect(await resolveIdentity(ctx, trusted, vouched(freshEmail(), { email_verified }))).toEqual(
      refusal,
    )
  }
  expect(await resolveIdentity(ctx, trusted, vouched('', { email: undefined }))).toEqual({
    ok: false,
    reason: 'email_missing',
  })
  expect((await findAccountParts(world.directory, ana.userId)).identities).toHaveLength(1)
})

test('a closed account, and sign-up that is switched off, are refused', async () => {
  const world = await databases()
  const banned = await mintAccount(world, { bannedUntil: '2999-01-01T00:00:00Z' })
  const closed = identityFor(world, { variables: { ...testSecrets, AUTH_SIGN_UP: 'false' } })
  const ana = await mintAccount(world)

  expect(await resolveIdentity(identityFor(world), trusted, vouched(banned.email))).toEqual({
    ok: false,
    reason: 'user_banned',
  })
  expect(await resolveIdentity(closed, trusted, vouched(freshEmail()))).toEqual({
    ok: false,
    reason: 'sign_up_disabled',
  })
  expect(await resolveIdentity(closed, trusted, vouched(ana.email))).toMatchObject({ ok: true })
})

test('of many answers at once for one person one account comes', async () => {
  const world = await databases()
  const ctx = identityFor(world)
  const identity = vouched(freshEmail())
  const sso = vouched(`coach@${crypto.randomUUID()}.test`, {}, 'sso:one')
  const domains = [sso.email?.split('@')[1] ?? '']

  const results = await Promise.all(
    Array.from({ length: 6 }, () => resolveIdentity(ctx, trusted, identity)),
  )
  const staff = await Promise.all(
    Array.from({ length: 6 }, () => resolveIdentity(ctx, { domains }, sso)),
  )

  expect(new Set(results.map((result) => result.ok && result.account.id)).size).toBe(1)
  expect(new Set(staff.map((result) => result.ok && result.account.id)).size).toBe(1)
  expect(results.every(({ ok }) => ok) && staff.every(({ ok }) => ok)).toBe(true)
})

test("a studio's own provider makes accounts of its own, and vouches for its own domains only", async () => {
  const world = await databases()
  const ctx = identityFor(world)
  const domain = `${crypto.randomUUID()}.test`
  const owner = await mintAccount(world, { email: `owner@${domain}` })
  const stranger = await mintAccount(world)
  const by = (email: string) =>
    resolveIdentity(ctx, { domains: [domain] }, vouched(email, {}, 'sso:one'))

  const staff = await by(owner.email)
  expect(staff).toMatchObject({
    ok: true,
    isNew: true,
    account: { email: owner.email, isSsoUser: true },
  })
  expect(staff.ok && staff.account.id).not.toBe(owner.userId)
  expect(await by(stranger.email)).toEqual({ ok: false, reason: 'email_not_verified' })
  expect(await by(`owner@sub.${domain}`)).toEqual({ ok: false, reason: 'email_not_verified' })
  // And who comes by a trusted provider is led to the account with the address, not to the one of
  // single sign-on.
  expect(await resolveIdentity(ctx, trusted, vouched(owner.email))).toMatchObject({
    account: { id: owner.userId },
  })
})

/** An account, and its session that asked for a link. */
const asked = async (world: TestDatabases, { userId }: { userId: string }) => ({
  userId,
  sessionId: (await mintSession(world, { userId })).sessionId,
})

test('an identity is added to an account that asks for it, unless another one has it', async () => {
  const world = await databases()
  const ctx = identityFor(world)
  const [ana, ben] = [await mintAccount(world), await mintAccount(world)]
  const identity = vouched(freshEmail(), { email_verified: false })

  expect(
    await resolveIdentity(ctx, trusted, identity, { linkTo: await asked(world, ana) }),
  ).toMatchObject({
    account: { id: ana.userId, email: ana.email },
  })
  expect(
    await resolveIdentity(ctx, trusted, identity, { linkTo: await asked(world, ben) }),
  ).toEqual({
    ok: false,
    reason: 'identity_taken',
  })
})

test('the last way in cannot be taken out, also not by taking out two at once', async () => {
  const world = await databases()
  const ctx = identityFor(world)
  const made = await resolveIdentity(ctx, trusted, vouched(freshEmail()))
  if (!made.ok) throw new Error(made.reason)
  const userId = made.account.id
  await resolveIdentity(ctx, trusted, vouched(freshEmail(), {}, 'oidc'), {
    linkTo: await asked(world, { userId }),
  })
  const { identities } = await findAccountParts(world.directory, userId)
  const ben = await mintAccount(world)

  expect(
    await unlinkIdentity(ctx, { userId: ben.userId, identityId: identities[0]?.identityId ?? '' }),
  ).toEqual({
    ok: false,
    reason: 'identity_not_found',
  })
  const both = await Promise.all(
    identities.map(({ identityId }) => unlinkIdentity(ctx, { userId, identityId })),
  )
  expect(both.map((result) => result.ok || result.reason).sort()).toEqual(['last_identity', true])
  expect((await findAccountParts(world.directory, userId)).identities).toHaveLength(1)
})
