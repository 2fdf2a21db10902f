import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { identityFor, mintAccount, testSecrets } from '../../../../tests/support/accounts.ts'
import { databases } from '../../../../tests/support/databases.ts'
import { newHolder, withTotp } from '../../../../tests/support/second-factors.ts'
import { enrolPhone, enrolTotp } from './enrol-factor.server.ts'

test('an authenticator app gets a secret of 20 bytes, its address with issuer and account, and a picture', async () => {
  const world = await databases()
  const ana = await mintAccount(world)

  const result = await enrolTotp(identityFor(world), await newHolder(world, ana), {
    issuer: 'Northside Yoga',
  })

  if (!result.ok) throw new Error(result.reason)
  const { secret, uri, qrCode } = result.totp
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  expect(uri).toMatch(/^otpauth:\/\/totp\/Northside%20Yoga:/)
  expect(uri).toContain('issuer=Northside%20Yoga')
  expect(Object.fromEntries(new URL(uri).searchParams)).toMatchObject({
    secret,
    digits: '6',
    period: '30',
  })
  expect(decodeURIComponent(uri)).toContain(ana.email)
  expect(qrCode).toMatch(/^<svg [\s\S]*<\/svg>$/)
  const [row] = await world.directory.all<{ secret: string; status: string }>(
    sql`SELECT secret_sealed AS secret, status FROM auth_factors WHERE user_id = ${ana.userId}`,
  )
  expect(row?.status).toBe('unverified')
  expect(row?.secret).not.toContain(secret)
})

test('two factors cannot have one name, the empty one included, also when they are begun at once', async () => {
  const world = await databases()
  const holder = await newHolder(world, await mintAccount(world))
  const ctx = identityFor(world)

  const both = await Promise.all([enrolTotp(ctx, holder), enrolTotp(ctx, holder)])

  expect(both.map((result) => result.ok || result.reason).sort()).toEqual(['name_taken', true])
  expect(await enrolTotp(ctx, holder, { friendlyName: 'Phone' })).toMatchObject({ ok: true })
})

test('an account holds ten factors, however many are begun at once', async () => {
  const world = await databases()
  const holder = await newHolder(world, await mintAccount(world))
  const ctx = identityFor(world)

  const results = await Promise.all(
    Array.from({ length: 13 }, (_, i) => enrolTotp(ctx, holder, { friendlyName: `App ${i}` })),
  )

  expect(results.filter((result) => result.ok)).toHaveLength(10)
  expect(
    results.filter((result) => !result.ok && result.reason === 'too_many_factors'),
  ).toHaveLength(3)
})

test('a factor that was not finished within five minutes gives way to a new one of its name', async () => {
  const world = await databases()
  const holder = await newHolder(world, await mintAccount(world))
  const at = Date.now()
  const enrolAt = (nowMs: number) =>
    enrolTotp(identityFor(world, { nowMs }), holder, { friendlyName: 'App' })

  expect(await enrolAt(at)).toMatchObject({ ok: true })
  expect(await enrolAt(at + 299_000)).toEqual({ ok: false, reason: 'name_taken' })
  expect(await enrolAt(at + 301_000)).toMatchObject({ ok: true })
})

test('with a verified factor another one is begun only after the second step', async () => {
  const world = await databases()
  const ana = await mintAccount(world)
  const { holder } = await withTotp(world, ana)
  const ctx = identityFor(world)

  const oneStep = await newHolder(world, ana)
  expect(await enrolTotp(ctx, oneStep, { friendlyName: 'Mine too' })).toEqual({
    ok: false,
    reason: 'insufficient_aal',
  })
  // An old token of a session that has been lifted since still says aal1.
  const before = { ...holder, session: { ...holder.session, aal: 'aal1' as const } }
  expect(await enrolTotp(ctx, before, { friendlyName: 'Mine too' })).toEqual({
    ok: false,
    reason: 'insufficient_aal',
  })
  expect(await enrolTotp(ctx, holder, { friendlyName: 'Mine too' })).toMatchObject({ ok: true })
})

test('a phone number that is being tried gives way to itself, and one that is verified is refused', async () => {
  const world = await databases()
  const ana = await mintAccount(world)
  const { holder } = await withTotp(world, ana)
  const ctx = identityFor(world)
  const phone = '447700900123'

  expect(await enrolPhone(ctx, holder, { friendlyName: 'One', phone })).toMatchObject({
    ok: true,
    factor: { phone },
  })
  expect(await enrolPhone(ctx, holder, { friendlyName: 'Two', phone })).toMatchObject({ ok: true })
  await world.directory.run(sql`UPDATE auth_factors SET status = 'verified' WHERE phone = ${phone}`)
  expect(await enrolPhone(ctx, holder, { friendlyName: 'Three', phone })).toEqual({
    ok: false,
    reason: 'phone_taken',
  })
})

test('a kind of factor that is switched off is refused', async () => {
  const world = await databases()
  const holder = await newHolder(world, await mintAccount(world))
  const ctx = identityFor(world, {
    variables: { ...testSecrets, AUTH_TOTP: 'false', AUTH_PHONE_FACTOR: 'false' },
  })
  const refusal = { ok: false, reason: 'factor_type_disabled' }

  expect(await enrolTotp(ctx, holder)).toEqual(refusal)
  expect(await enrolPhone(ctx, holder, { phone: '447700900123' })).toEqual(refusal)
})
