import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import {
  demoPassword,
  demoPasswordHash,
  identityFor,
  mintAccount,
} from '../../../../tests/support/accounts.ts'
import { databases } from '../../../../tests/support/databases.ts'
import {
  messagesTo,
  newestMessageTo,
  type QueuedMessage,
} from '../../../../tests/support/outbox.ts'
import { accountByEmailStatement } from '../accounts/account-queries.server.ts'
import { deviceAfterSignIn } from '../known-devices.server.ts'
import { requestOneTimeCode } from '../secrets/request-one-time-code.server.ts'
import { requestPasswordRecovery } from '../secrets/request-password-recovery.server.ts'
import { resetPassword } from '../secrets/reset-password.server.ts'
import { verifyOneTimeSecret } from '../secrets/verify-one-time-secret.server.ts'
import { signInWithPassword } from './sign-in-with-password.server.ts'

const at = Date.parse('2026-03-02T10:00:00Z')

/** An owner, the device they signed in from, and a network that nobody has seen. */
async function owner() {
  const world = await databases()
  const ana = await mintAccount(world, { passwordHash: demoPasswordHash })
  const [account] = await accountByEmailStatement(world.directory, ana.email)
  const device = deviceAfterSignIn(identityFor(world), account!)
  const signIn = (
    where: { ip?: string; device?: string; nowMs?: number },
    password: string = demoPassword,
  ) =>
    signInWithPassword(identityFor(world, { nowMs: at, ip: '198.51.100.7', ...where }), {
      email: ana.email,
      password,
    })
  /** Wrong passwords from 50 networks, `each` from every one of them. */
  const attack = async (nowMs: number, each = 3) => {
    const results: Awaited<ReturnType<typeof signIn>>[] = []
    for (let i = 0; i < each; i += 1)
      for (let n = 1; n <= 50; n += 1)
        results.push(await signIn({ ip: `203.0.113.${n}`, nowMs: nowMs + i }, 'a wrong guess'))
    return results
  }
  return { world, ana, device, signIn, attack }
}

const tried = (results: { ok: boolean; reason?: string }[]) =>
  results.filter((result) => !result.ok && result.reason === 'invalid_credentials').length

beforeEach(async () => {
  const { directory } = await databases()
  await directory.run(sql`DELETE FROM limit_counters`)
})

test('while 50 networks guess, the owner gets in at once on a device they have signed in on', async () => {
  const { device, signIn, attack } = await owner()
  expect(tried(await attack(at))).toBe(10)
  expect(await signIn({ device })).toMatchObject({ ok: true })
  expect(await signIn({ device, ip: '203.0.113.1' })).toMatchObject({ ok: true })
})

test('on a new device the owner is told to wait 20 seconds, and gets in after them', async () => {
  const { signIn, attack } = await owner()
  await attack(at)
  expect(await signIn({ nowMs: at + 5 })).toEqual({
    ok: false,
    reason: 'too_many_tries',
    seconds: 20,
  })
  // Pressing again meanwhile does not prolong it, and uses nothing up.
  for (let i = 1; i <= 15; i += 1)
    expect(await signIn({ nowMs: at + 5 + i * 1_000 })).toMatchObject({ seconds: 20 - i })
  await attack(at + 15_500, 1)
  expect(await signIn({ nowMs: at + 20_005 })).toMatchObject({ ok: true })
})

test('networks that wait their turn are stopped at a hundred tries, and a mailed code still leads in', async () => {
  const { world, ana, device, signIn, attack } = await owner()
  await attack(at, 1)
  await world.directory.run(
    sql`UPDATE limit_counters SET count = 95 WHERE key = ${`signIn:${ana.email}`}`,
  )
  // All of them have waited, at once, and more than five are not taken.
  const guesses = await Promise.all(
    Array.from({ length: 40 }, (_, n) =>
      signIn({ ip: `203.0.113.${n + 11}`, nowMs: at + 21_000 }, 'a wrong guess'),
    ),
  )
  expect(tried(guesses)).toBe(5)
  const nowMs = at + 500_000
  expect(await signIn({ nowMs })).toEqual({ ok: false, reason: 'too_many_tries', seconds: null })
  expect(await signIn({ nowMs, device })).toMatchObject({ ok: true })

  const elsewhere = identityFor(world, { nowMs, ip: '198.51.100.7' })
  expect(await requestOneTimeCode(elsewhere, { email: ana.email })).toEqual({ ok: true })
  const { code } = await newestMessageTo(world, ana.email)
  expect(
    await verifyOneTimeSecret(elsewhere, { type: 'email', proof: { email: ana.email, code } }),
  ).toMatchObject({ ok: true, kind: 'signed_in' })
  expect(await signIn({ nowMs: at + 20 * 60_000 })).toMatchObject({ ok: true })
})

test('an address nobody has is answered the same, try by try', async () => {
  const { world, ana } = await owner()
  const answers = async (email: string) => {
    const said = []
    for (let n = 1; n <= 13; n += 1)
      said.push(
        await signInWithPassword(identityFor(world, { nowMs: at, ip: `203.0.113.${n}` }), {
          email,
          password: 'wrong',
        }),
      )
    return said
  }
  expect(await answers('nobody-here@example.test')).toEqual(await answers(ana.email))
})

test('one network is stopped after ten tries, and a known device after ten of its own', async () => {
  const { device, signIn } = await owner()
  for (const where of [{ ip: '2001:db8::1' }, { device }]) {
    for (let i = 0; i < 10; i += 1)
      expect(await signIn(where, 'wrong')).toMatchObject({ reason: 'invalid_credentials' })
    expect(await signIn(where)).toMatchObject({ reason: 'too_many_tries', seconds: 900 })
  }
  // The other half of the same /64.
  expect(await signIn({ ip: '2001:db8::ffff:1' })).toMatchObject({ reason: 'too_many_tries' })
})

test('a device that is made up, or known for someone else, is a stranger’s', async () => {
  const { world, signIn, attack, device } = await owner()
  const other = await mintAccount(world)
  const [account] = await accountByEmailStatement(world.directory, other.email)
  const [id, mark] = device.split('.')
  await attack(at)
  for (const made of [
    deviceAfterSignIn(identityFor(world), account!),
    `${crypto.randomUUID()}.${mark}`,
    `${id}.${'A'.repeat(22)}`,
    `${id}`,
    '...',
    'é'.repeat(40),
  ])
    expect(await signIn({ device: made, nowMs: at + 5 })).toMatchObject({ ok: false, seconds: 20 })
})

test('a browser stays known for each of the last accounts that signed in on it', async () => {
  const { world, ana, device } = await owner()
  const accounts = [{ email: ana.email, phone: null }]
  let kept = device
  for (let i = 0; i < 5; i += 1) {
    const email = `shared-${i}@example.test`
    accounts.push({ email, phone: null })
    kept = deviceAfterSignIn(identityFor(world, { device: kept }), { email, phone: null })
  }
  expect(kept.split('.')).toHaveLength(7)
  expect(
    deviceAfterSignIn(identityFor(world, { device: kept }), accounts[0]!).split('.'),
  ).toHaveLength(7)
})

test('a stranger’s recovery mails use up nobody’s turn and void no link', async () => {
  const { world, ana, device } = await owner()
  const ask = (ip: string, nowMs: number, known?: string) =>
    requestPasswordRecovery(identityFor(world, { nowMs, ip, device: known ?? null }), {
      email: ana.email,
    })
  expect(await ask('198.51.100.7', at)).toEqual({ ok: true })
  expect(await ask('203.0.113.1', at + 1_000)).toEqual({ ok: true })
  expect(await ask('203.0.113.1', at + 2_000)).toMatchObject({ reason: 'mail_too_soon' })
  // Nobody fills a mailbox from many networks either.
  for (let n = 2; n <= 50; n += 1) await ask(`203.0.113.${n}`, at + 3_000)
  const mails = await messagesTo(world, ana.email)
  expect(mails).toHaveLength(6)
  expect(await ask('203.0.113.99', at + 4_000)).toMatchObject({ reason: 'mail_too_soon' })
  expect(await ask('198.51.100.8', at + 4_000, device)).toEqual({ ok: true })

  const [{ token }, ...others] = mails as [QueuedMessage, ...QueuedMessage[]]
  const later = identityFor(world, { nowMs: at + 5_000 })
  expect(await resetPassword(later, { token, password: 'brand new one' })).toMatchObject({
    ok: true,
  })
  // One use of any of them ends them all.
  for (const other of others)
    expect(
      await resetPassword(later, { token: other.token, password: 'and another' }),
    ).toMatchObject({ reason: 'link_expired' })
})

test('a stranger who guesses codes does not take the owner’s code away', async () => {
  const { world, ana, device } = await owner()
  const here = identityFor(world, { nowMs: at, ip: '198.51.100.7', device })
  await requestOneTimeCode(here, { email: ana.email })
  const { code } = await newestMessageTo(world, ana.email)
  const wrong = code === '123456' ? '654321' : '123456'
  for (let n = 1; n <= 8; n += 1)
    await verifyOneTimeSecret(identityFor(world, { nowMs: at, ip: `203.0.113.${n}` }), {
      type: 'email',
      proof: { email: ana.email, code: wrong },
    })
  const stranger = identityFor(world, { nowMs: at, ip: '203.0.113.60' })
  const proof = { email: ana.email, code }
  expect(await verifyOneTimeSecret(stranger, { type: 'email', proof })).toMatchObject({ ok: false })
  expect(await verifyOneTimeSecret(here, { type: 'email', proof })).toMatchObject({ ok: true })
})
