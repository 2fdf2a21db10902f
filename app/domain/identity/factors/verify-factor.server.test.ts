import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import {
  countSessions,
  identityFor,
  mintAccount,
  mintSession,
} from '../../../../tests/support/accounts.ts'
import { databases } from '../../../../tests/support/databases.ts'
import {
  codeOf,
  holderOf,
  newHolder,
  withTotp,
  wrongCodeFor,
} from '../../../../tests/support/second-factors.ts'
import { deviceAfterSignIn } from '../known-devices.server.ts'
import { verifyToken } from '../sessions/access-tokens.server.ts'
import { refreshSession } from '../sessions/refresh-session.server.ts'
import { challengeFactor } from './challenge-factor.server.ts'
import { enrolPhone, enrolTotp } from './enrol-factor.server.ts'
import { needsSecondStep } from './second-step.ts'
import { challengeAndVerify, verifyFactor } from './verify-factor.server.ts'

/** The middle of a step, so that a test does not run over its edge. */
const at = Math.floor(Date.now() / 30_000) * 30_000 + 15_000

async function asked(
  world: Awaited<ReturnType<typeof databases>>,
  userId: string,
  factorId: string,
  nowMs = at,
) {
  const result = await challengeFactor(identityFor(world, { nowMs }), { userId, factorId })
  if (!result.ok) throw new Error(result.reason)
  return result.challenge.id
}

test('the first right code verifies the factor and lifts the session: same id, new tokens, aal2', async () => {
  const world = await databases()
  const ana = await mintAccount(world)
  const ctx = identityFor(world, { nowMs: at })
  const elsewhere = await mintSession(world, ana)
  const holder = await newHolder(world, ana, at)
  const first = await enrolTotp(ctx, holder, { friendlyName: 'App' })
  await enrolTotp(ctx, holder, { friendlyName: 'Begun and left' })
  await enrolPhone(ctx, holder, { friendlyName: 'Phone', phone: '447700900123' })
  if (!first.ok) throw new Error(first.reason)

  const result = await challengeAndVerify(ctx, holder, {
    factorId: first.factor.id,
    code: codeOf(first.totp.secret, at),
  })

  if (!result.ok) throw new Error(result.reason)
  expect(result.value.session).toMatchObject({ id: holder.session.id, aal: 'aal2' })
  expect(result.value.session.amr.map(({ method }) => method)).toEqual(['totp', 'password'])
  expect(
    result.parts.factors.map(({ friendlyName, status }) => [friendlyName, status]).sort(),
  ).toEqual([
    ['App', 'verified'],
    ['Phone', 'unverified'],
  ])
  expect(await verifyToken(ctx.configuration, result.value.access.token, at)).toMatchObject({
    ok: true,
  })
  expect(await refreshSession(ctx, holder.minted.refreshToken)).toEqual({
    ok: false,
    reason: 'refresh_token_not_found',
  })
  expect(await refreshSession(ctx, elsewhere.refreshToken)).toMatchObject({ ok: false })
  expect(await refreshSession(ctx, result.value.refreshToken)).toMatchObject({
    ok: true,
    value: { session: { aal: 'aal2' } },
  })
  expect(await countSessions(world, ana.userId)).toBe(1)
})

test('a session with one step of an account with two is told so', async () => {
  const world = await databases()
  const ana = await mintAccount(world)
  const { holder } = await withTotp(world, ana)
  const oneStep = await newHolder(world, ana)

  expect(needsSecondStep(oneStep, oneStep.session)).toBe(true)
  expect(needsSecondStep(await holderOf(world, ana, holder.session.id), holder.session)).toBe(false)
})

test('a code of the step before or after is taken, one further away is not', async () => {
  const world = await databases()
  for (const [steps, taken] of [
    [-2, false],
    [-1, true],
    [1, true],
    [2, false],
  ] as const) {
    const holder = await newHolder(world, await mintAccount(world), at)
    const ctx = identityFor(world, { nowMs: at })
    const enrolled = await enrolTotp(ctx, holder)
    if (!enrolled.ok) throw new Error(enrolled.reason)
    const code = codeOf(enrolled.totp.secret, at, steps)
    expect((await challengeAndVerify(ctx, holder, { factorId: enrolled.factor.id, code })).ok).toBe(
      taken,
    )
  }
})

test('a step is taken once: not again, not by an older code, and by one of many tries at once', async () => {
  const world = await databases()
  const ana = await mintAccount(world)
  const { factorId, secret } = await withTotp(world, ana, { nowMs: at })
  const sameStep = await newHolder(world, ana, at)
  const ctx = identityFor(world, { nowMs: at })
  const tryCode = (steps: number) =>
    challengeAndVerify(ctx, sameStep, { factorId, code: codeOf(secret, at, steps) })
  expect(await tryCode(0)).toMatchObject({ reason: 'wrong_code' })
  expect(await tryCode(-1)).toMatchObject({ reason: 'wrong_code' })

  const later = at + 60_000
  const holders = await Promise.all([1, 2, 3, 4].map(() => newHolder(world, ana, later)))
  const challenges = await Promise.all(holders.map(() => asked(world, ana.userId, factorId, later)))
  const results = await Promise.all(
    holders.map((holder, i) =>
      verifyFactor(identityFor(world, { nowMs: later }), holder, {
        factorId,
        challengeId: challenges[i] ?? '',
        code: codeOf(secret, later),
      }),
    ),
  )
  expect(results.filter((result) => result.ok)).toHaveLength(1)
})

test('a challenge is answered once, in five minutes, from the address that asked', async () => {
  const world = await databases()
  const ana = await mintAccount(world)
  const { factorId, secret, holder } = await withTotp(world, ana, { nowMs: at - 120_000 })
  const ctx = identityFor(world, { nowMs: at })
  const challengeId = await asked(world, ana.userId, factorId)
  const code = codeOf(secret, at)

  const elsewhere = { ...ctx, caller: { ...ctx.caller, ip: '198.51.100.7' } }
  expect(await verifyFactor(elsewhere, holder, { factorId, challengeId, code })).toEqual({
    ok: false,
    reason: 'challenge_not_yours',
  })
  const late = identityFor(world, { nowMs: at + 300_000 })
  expect(
    await verifyFactor(late, holder, { factorId, challengeId, code: codeOf(secret, at + 300_000) }),
  ).toEqual({
    ok: false,
    reason: 'challenge_expired',
  })
  expect(await verifyFactor(ctx, holder, { factorId, challengeId, code })).toMatchObject({
    ok: true,
  })
  expect(
    await verifyFactor(ctx, holder, { factorId, challengeId, code: codeOf(secret, at, 1) }),
  ).toEqual({
    ok: false,
    reason: 'challenge_not_yours',
  })
})

test("somebody else's factor and challenge are not found", async () => {
  const world = await databases()
  const [ana, ben] = [await mintAccount(world), await mintAccount(world)]
  const hers = await withTotp(world, ana, { nowMs: at - 120_000 })
  const his = await withTotp(world, ben, { nowMs: at - 120_000 })
  const ctx = identityFor(world, { nowMs: at })
  const attacker = await newHolder(world, ben, at)

  expect(await challengeFactor(ctx, { userId: ben.userId, factorId: hers.factorId })).toEqual({
    ok: false,
    reason: 'factor_not_found',
  })
  const herChallenge = await asked(world, ana.userId, hers.factorId)
  const code = codeOf(hers.secret, at)
  const swapped = { challengeId: herChallenge, code }
  expect(await verifyFactor(ctx, attacker, { factorId: hers.factorId, ...swapped })).toMatchObject({
    reason: 'factor_not_found',
  })
  expect(await verifyFactor(ctx, attacker, { factorId: his.factorId, ...swapped })).toMatchObject({
    reason: 'challenge_not_found',
  })
})

test('after ten wrong codes in a quarter of an hour even the right one is refused; a right one clears the count', async () => {
  const world = await databases()
  const ana = await mintAccount(world)
  const { factorId, secret, holder } = await withTotp(world, ana, { nowMs: at - 120_000 })
  const guess = (code: string, nowMs = at) =>
    challengeAndVerify(identityFor(world, { nowMs }), holder, { factorId, code })

  await Promise.all(Array.from({ length: 10 }, () => guess(wrongCodeFor(secret, at))))
  expect(await guess(codeOf(secret, at))).toEqual({ ok: false, reason: 'too_many_tries' })
  const later = at + 15 * 60_000
  expect(await guess(codeOf(secret, later), later)).toMatchObject({ ok: true })
})

test('someone who has the password and guesses codes does not lock out a device that took the step before', async () => {
  const world = await databases()
  const ana = await mintAccount(world)
  const { factorId, secret, holder } = await withTotp(world, ana, { nowMs: at - 120_000 })
  const device = deviceAfterSignIn(identityFor(world), holder.account)
  const guess = (code: string, where: { ip?: string; device?: string }) =>
    challengeAndVerify(identityFor(world, { nowMs: at, ...where }), holder, { factorId, code })
  for (let n = 1; n <= 12; n += 1) await guess(wrongCodeFor(secret, at), { ip: `203.0.113.${n}` })

  expect(await guess(codeOf(secret, at), { ip: '203.0.113.99' })).toMatchObject({
    reason: 'too_many_tries',
  })
  expect(await guess(codeOf(secret, at), { device })).toMatchObject({ ok: true })
})

test('a phone is sent its code at most once a minute; five wrong tries void it', async () => {
  const world = await databases()
  const ana = await mintAccount(world)
  const holder = await newHolder(world, ana, at)
  const ctx = identityFor(world, { nowMs: at })
  const phone = '447700900456'
  const enrolled = await enrolPhone(ctx, holder, { phone })
  if (!enrolled.ok) throw new Error(enrolled.reason)
  const factorId = enrolled.factor.id
  const both = await Promise.all(
    [1, 2].map(() => challengeFactor(ctx, { userId: ana.userId, factorId })),
  )
  expect(both.map((result) => result.ok || result.reason).sort()).toEqual(['sms_too_soon', true])
  const challengeId = both.flatMap((result) => (result.ok ? [result.challenge.id] : []))[0] ?? ''
  const sent = await world.directory.all<{ text: string; recipient: string; channel: string }>(
    sql`SELECT text, recipient, channel FROM outbox
      WHERE kind = 'second-factor-code' AND recipient = ${phone}`,
  )
  expect(sent).toHaveLength(1)
  const code = /\d{6}/.exec(sent[0]?.text ?? '')?.[0] ?? ''
  const wrong = code === '000000' ? '000001' : '000000'
  for (let i = 0; i < 5; i += 1) {
    expect(await verifyFactor(ctx, holder, { factorId, challengeId, code: wrong })).toMatchObject({
      reason: 'wrong_code',
    })
  }
  expect(await verifyFactor(ctx, holder, { factorId, challengeId, code })).toMatchObject({
    reason: 'wrong_code',
  })

  const later = identityFor(world, { nowMs: at + 61_000 })
  const again = await challengeFactor(later, { userId: ana.userId, factorId })
  if (!again.ok) throw new Error(again.reason)
  const [newest] = await world.directory.all<{ text: string }>(
    sql`SELECT text FROM outbox WHERE recipient = ${phone} ORDER BY created_at_ms DESC LIMIT 1`,
  )
  const right = /\d{6}/.exec(newest?.text ?? '')?.[0] ?? ''
  const done = await verifyFactor(later, holder, {
    factorId,
    challengeId: again.challenge.id,
    code: right,
  })
  expect(done).toMatchObject({ ok: true, value: { session: { aal: 'aal2' } } })
  expect(done.ok && done.value.session.amr[0]?.method).toBe('mfa/phone')
})
