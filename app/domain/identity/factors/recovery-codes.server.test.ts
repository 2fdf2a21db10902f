import { expect, test } from 'vitest'
import { identityFor, mintAccount } from '../../../../tests/support/accounts.ts'
import { databases } from '../../../../tests/support/databases.ts'
import { holderOf, newHolder, withTotp } from '../../../../tests/support/second-factors.ts'
import { refreshSession } from '../sessions/refresh-session.server.ts'
import {
  countRecoveryCodes,
  makeRecoveryCodes,
  spendRecoveryCode,
} from './recovery-codes.server.ts'

async function anaWithCodes() {
  const world = await databases()
  const ana = await mintAccount(world)
  const { holder } = await withTotp(world, ana)
  const made = await makeRecoveryCodes(identityFor(world), holder)
  if (!made.ok) throw new Error(made.reason)
  return { world, ana, holder, codes: made.codes }
}

test('ten codes are made after the second step only, and new ones replace the old', async () => {
  const { world, ana, holder, codes } = await anaWithCodes()
  const ctx = identityFor(world)

  expect(new Set(codes).size).toBe(10)
  expect(codes.every((code) => /^[0-9a-hjkmnp-tv-z]{5}-[0-9a-hjkmnp-tv-z]{5}$/.test(code))).toBe(
    true,
  )
  const oneStep = await newHolder(world, ana)
  expect(await makeRecoveryCodes(ctx, oneStep)).toEqual({ ok: false, reason: 'insufficient_aal' })
  await makeRecoveryCodes(ctx, holder)
  expect(await spendRecoveryCode(ctx, oneStep, codes[0] ?? '')).toEqual({
    ok: false,
    reason: 'wrong_code',
  })
  expect(await countRecoveryCodes(world.directory, ana.userId)).toBe(10)
})

test('a code lifts one session once, however it is typed', async () => {
  const { world, ana, codes } = await anaWithCodes()
  const ctx = identityFor(world)
  const holder = await newHolder(world, ana)

  const used = await spendRecoveryCode(ctx, holder, ` ${codes[3]?.toUpperCase().replace('-', ' ')}`)

  expect(used).toMatchObject({
    ok: true,
    codesLeft: 9,
    value: { session: { id: holder.session.id, aal: 'aal2' } },
  })
  expect((await holderOf(world, ana, holder.session.id)).session).toMatchObject({
    aal: 'aal2',
    factorId: null,
  })
  expect(await refreshSession(ctx, holder.minted.refreshToken)).toMatchObject({ ok: false })
  expect(await spendRecoveryCode(ctx, await newHolder(world, ana), codes[3] ?? '')).toEqual({
    ok: false,
    reason: 'wrong_code',
  })
})

test('of two tries at once with one code one is let in', async () => {
  const { world, ana, codes } = await anaWithCodes()
  const ctx = identityFor(world)
  const holders = [
    await newHolder(world, ana),
    await newHolder(world, ana),
    await newHolder(world, ana),
  ]

  const results = await Promise.all(
    holders.map((holder) => spendRecoveryCode(ctx, holder, codes[0] ?? '')),
  )

  expect(results.filter(({ ok }) => ok)).toHaveLength(1)
  expect(await countRecoveryCodes(world.directory, ana.userId)).toBe(9)
})

test("a code of somebody else is wrong, and after ten tries so is one's own", async () => {
  const { world, ana, codes } = await anaWithCodes()
  const { ana: ben, holder: his, world: __ } = await anaWithCodes()
  const ctx = identityFor(world)

  expect(await spendRecoveryCode(ctx, his, codes[0] ?? '')).toEqual({
    ok: false,
    reason: 'wrong_code',
  })
  expect(ben.userId).not.toBe(ana.userId)
  const holder = await newHolder(world, ana)
  for (let i = 0; i < 10; i += 1) await spendRecoveryCode(ctx, holder, 'aaaaa-aaaaa')
  expect(await spendRecoveryCode(ctx, holder, codes[0] ?? '')).toEqual({
    ok: false,
    reason: 'too_many_tries',
  })
})
