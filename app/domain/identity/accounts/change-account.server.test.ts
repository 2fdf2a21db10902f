import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { newId } from '#app/values/id.ts'
import {
  countSessions,
  identityFor,
  mintAccount,
  mintSession,
} from '../../../../tests/support/accounts.ts'
import { databases } from '../../../../tests/support/databases.ts'
import { listAuthAudit } from '../auth-audit-queries.server.ts'
import { verifyPassword } from '../secrets/password-hash.server.ts'
import { requestPasswordRecovery } from '../secrets/request-password-recovery.server.ts'
import { findAccountParts } from './account-queries.server.ts'
import { changeAccount } from './change-account.server.ts'
import { createAccount } from './create-account.server.ts'

const world = await databases()
const ctx = identityFor(world)
const by = { actorId: `key ${newId()}` }
const address = () => `${newId().toLowerCase()}@example.test`

async function made(values: Parameters<typeof createAccount>[2] = {}) {
  const result = await createAccount(ctx, by, { email: address(), ...values })
  if (!result.ok) throw new Error(result.reason)
  return result.account
}

test('an account made by an administrator has what was sent, its identities and its row of users', async () => {
  const account = await made({
    phone: String(Math.floor(1e11 + Math.random() * 1e11)),
    emailConfirm: true,
    userMetadata: { name: 'Hal', colour: 'red' },
    appMetadata: { roles: ['editor'] },
    bannedForMs: 3_600_000,
  })

  expect(account).toMatchObject({
    emailConfirmedAt: ctx.now,
    phoneConfirmedAt: null,
    userMetadata: { name: 'Hal', colour: 'red', email_verified: true },
    appMetadata: { roles: ['editor'], provider: 'email', providers: ['email', 'phone'] },
  })
  expect(Date.parse(account.bannedUntil ?? '') - Date.parse(ctx.now)).toBe(3_600_000)
  const { identities } = await findAccountParts(world.directory, account.id)
  expect(
    identities.map(({ provider, identityData }) => [provider, identityData.email_verified]),
  ).toEqual(
    expect.arrayContaining([
      ['email', true],
      ['phone', false],
    ]),
  )
  expect(
    await world.directory.all(
      sql`SELECT name, setup_complete AS complete FROM users WHERE auth_id = ${account.id}`,
    ),
  ).toEqual([{ name: 'Hal', complete: 0 }])
})

test('an address, a number or an id that is taken makes nothing, also at the same moment', async () => {
  const taken = await made({ phone: String(Math.floor(1e11 + Math.random() * 1e11)) })
  const { id, email, phone } = taken

  expect(await createAccount(ctx, by, { email: email! })).toEqual({
    ok: false,
    reason: 'email_exists',
  })
  expect(await createAccount(ctx, by, { phone: phone! })).toEqual({
    ok: false,
    reason: 'phone_exists',
  })
  expect(await createAccount(ctx, by, { id, email: address() })).toEqual({
    ok: false,
    reason: 'id_exists',
  })

  const both = address()
  const results = await Promise.all([1, 2, 3].map(() => createAccount(ctx, by, { email: both })))
  expect(results.filter((result) => result.ok)).toHaveLength(1)
})

test('metadata merges key by key, null takes a key away, and changes at the same moment all stand', async () => {
  const { id } = await made({ userMetadata: { colour: 'red', deep: { a: 1 } } })

  await changeAccount(ctx, by, id, { userMetadata: { colour: null, deep: { b: 2 }, size: 7 } })
  await Promise.all(
    ['one', 'two', 'three'].map((key) =>
      changeAccount(ctx, by, id, { userMetadata: { [key]: true } }),
    ),
  )

  const result = await changeAccount(ctx, by, id, { appMetadata: { roles: ['admin'] } })
  expect(result).toMatchObject({
    ok: true,
    account: { userMetadata: { deep: { b: 2 }, size: 7, one: true, two: true, three: true } },
  })
  expect(result.ok && result.account.userMetadata).not.toHaveProperty('colour')
  expect(result.ok && result.account.appMetadata).toEqual({
    provider: 'email',
    providers: ['email'],
    roles: ['admin'],
  })
})

test('metadata keeps its numbers and keys exactly as sent, through updates too', async () => {
  const numbers = {
    x: 0.30000000000000004,
    lat: 51.50735123456789,
    big: 1e21,
    deep: { pi: Math.PI },
  }
  const keys = { 'a.b': 0.1, 'q"uo': 0.2, 'back\\slash': 0.7, 'ü\n': [0.30000000000000004, null] }
  const { id } = await made({ userMetadata: { ...numbers, ...keys, old: 1 } })

  await changeAccount(ctx, by, id, { userMetadata: { y: Math.PI, 'q"uo': { a: null }, old: null } })
  await changeAccount(ctx, by, id, { userMetadata: { gone: null } })
  const result = await changeAccount(ctx, by, id, { appMetadata: { rate: 0.30000000000000004 } })

  expect(result.ok && result.account).toMatchObject({ appMetadata: { rate: 0.30000000000000004 } })
  expect(result.ok && result.account.userMetadata).toEqual({
    ...numbers,
    ...keys,
    'q"uo': { a: null },
    y: Math.PI,
  })
})

test('a password ends every session and voids every link, and the audit tells who did it', async () => {
  const { userId, email } = await mintAccount(world, {})
  await mintSession(world, { userId })
  await mintSession(world, { userId })
  await requestPasswordRecovery(ctx, { email })

  const result = await changeAccount(ctx, by, userId, { password: 'a new password' })

  expect(result.ok && (await verifyPassword('a new password', result.account.passwordHash))).toBe(
    true,
  )
  expect(await countSessions(world, userId)).toBe(0)
  expect(
    await world.directory.all(sql`SELECT kind FROM auth_one_time_tokens WHERE user_id = ${userId}`),
  ).toEqual([])
  const lines = await listAuthAudit(world.directory, { actorId: by.actorId, limit: 200 })
  expect(
    lines.filter(({ traits }) => traits.user_id === userId).map(({ action }) => action),
  ).toEqual(expect.arrayContaining(['user_modified', 'user_updated_password']))
})

test('an address is set at once with its identity; one that is taken changes nothing', async () => {
  const [one, other] = [await made(), await made()]
  const fresh = address()

  expect(
    await changeAccount(ctx, by, one.id, { email: other.email!, userMetadata: { a: 1 } }),
  ).toEqual({
    ok: false,
    reason: 'email_exists',
  })
  const result = await changeAccount(ctx, by, one.id, { email: fresh, emailConfirm: true })
  expect(result).toMatchObject({
    ok: true,
    account: { email: fresh, userMetadata: { email_verified: true } },
  })
  expect(result.ok && result.account.userMetadata).not.toHaveProperty('a')
  const { identities } = await findAccountParts(world.directory, one.id)
  expect(identities.map(({ identityData }) => identityData)).toMatchObject([
    { email: fresh, email_verified: true },
  ])
  expect(await changeAccount(ctx, by, crypto.randomUUID(), { role: 'editor' })).toEqual({
    ok: false,
    reason: 'user_not_found',
  })
})

test('a first phone number gets an identity, and a ban is set and lifted', async () => {
  const { id } = await made()
  const phone = String(Math.floor(1e11 + Math.random() * 1e11))

  const changed = await changeAccount(ctx, by, id, {
    phone,
    phoneConfirm: true,
    bannedForMs: 60_000,
  })
  expect(changed).toMatchObject({
    ok: true,
    account: {
      phone,
      phoneConfirmedAt: ctx.now,
      appMetadata: { provider: 'email', providers: ['email', 'phone'] },
    },
  })
  expect(changed.ok && changed.account.bannedUntil).not.toBeNull()
  expect(await changeAccount(ctx, by, id, { bannedForMs: 0 })).toMatchObject({
    ok: true,
    account: { bannedUntil: null },
  })
  const { identities } = await findAccountParts(world.directory, id)
  expect(identities.map(({ provider }) => provider).sort()).toEqual(['email', 'phone'])
})
