import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { identityFor, mintAccount } from '../../../../tests/support/accounts.ts'
import { databases } from '../../../../tests/support/databases.ts'
import { codeOf, holderOf, newHolder, withTotp } from '../../../../tests/support/second-factors.ts'
import { refreshSession } from '../sessions/refresh-session.server.ts'
import { enrolTotp } from './enrol-factor.server.ts'
import { countRecoveryCodes, makeRecoveryCodes } from './recovery-codes.server.ts'
import { removeFactor } from './remove-factor.server.ts'
import { challengeAndVerify } from './verify-factor.server.ts'

test('a verified factor goes only after the second step, and its sessions fall to aal1', async () => {
  const world = await databases()
  const ana = await mintAccount(world)
  const { factorId, holder, tokens } = await withTotp(world, ana)
  const ctx = identityFor(world)
  await makeRecoveryCodes(ctx, holder)

  expect(await removeFactor(ctx, await newHolder(world, ana), factorId)).toEqual({
    ok: false,
    reason: 'insufficient_aal',
  })
  expect(await removeFactor(ctx, holder, factorId)).toEqual({ ok: true })

  expect(await refreshSession(ctx, tokens.refreshToken)).toMatchObject({
    ok: true,
    value: { session: { id: holder.session.id, aal: 'aal1', amr: [{ method: 'password' }] } },
    parts: { factors: [] },
  })
  expect(await countRecoveryCodes(world.directory, ana.userId)).toBe(0)
})

test('a session that used another factor keeps its level', async () => {
  const world = await databases()
  const ana = await mintAccount(world)
  const at = Date.now()
  const { factorId, holder } = await withTotp(world, ana, { nowMs: at - 120_000 })
  const ctx = identityFor(world, { nowMs: at })
  const second = await enrolTotp(ctx, holder, { friendlyName: 'Second' })
  if (!second.ok) throw new Error(second.reason)
  const elsewhere = await newHolder(world, ana, at)
  await challengeAndVerify(ctx, elsewhere, {
    factorId: second.factor.id,
    code: codeOf(second.totp.secret, at),
  })

  expect(await removeFactor(ctx, holder, factorId)).toEqual({ ok: true })

  expect((await holderOf(world, ana, holder.session.id)).session.aal).toBe('aal1')
  expect((await holderOf(world, ana, elsewhere.session.id)).session.aal).toBe('aal2')
})

test("an unverified factor may go at once; somebody else's is not found and stays", async () => {
  const world = await databases()
  const [ana, ben] = [await mintAccount(world), await mintAccount(world)]
  const ctx = identityFor(world)
  const holder = await newHolder(world, ana)
  const begun = await enrolTotp(ctx, holder)
  if (!begun.ok) throw new Error(begun.reason)
  const his = await withTotp(world, ben)

  expect(await removeFactor(ctx, his.holder, begun.factor.id)).toEqual({
    ok: false,
    reason: 'factor_not_found',
  })
  expect(await removeFactor(ctx, holder, his.factorId)).toEqual({
    ok: false,
    reason: 'factor_not_found',
  })
  expect((await holderOf(world, ben, his.holder.session.id)).session.aal).toBe('aal2')
  expect(await removeFactor(ctx, holder, begun.factor.id)).toEqual({ ok: true })
  expect(
    await world.directory.all(
      sql`SELECT user_id FROM auth_factors WHERE user_id IN (${ana.userId}, ${ben.userId})`,
    ),
  ).toEqual([{ user_id: ben.userId }])
})
