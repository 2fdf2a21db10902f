import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { identityFor, mintAccount, testSecrets } from '../../../../tests/support/accounts.ts'
import { databases } from '../../../../tests/support/databases.ts'
import { messagesTo, newestMessageTo } from '../../../../tests/support/outbox.ts'
import { requestOneTimeCode } from './request-one-time-code.server.ts'
import { verifyOneTimeSecret } from './verify-one-time-secret.server.ts'

let people = 0
const freshEmail = () => `otp-${++people}@example.test`
const freshPhone = () => `4477009${String(10_000 + ++people)}`
const withVariables = async (variables: Record<string, string>) =>
  identityFor(await databases(), { variables: { ...testSecrets, ...variables } })

test('a known address is mailed a link and a code, each of which signs in', async () => {
  const world = await databases()
  for (const proofOf of [
    ({ token }: { token: string }) => ({ token }),
    ({ code }: { code: string }, email: string) => ({ email, code }),
  ]) {
    const ana = await mintAccount(world)
    expect(await requestOneTimeCode(identityFor(world), { email: ana.email })).toEqual({ ok: true })
    const mail = await newestMessageTo(world, ana.email)

    const proof = proofOf(mail, ana.email) as { token: string }
    const result = await verifyOneTimeSecret(identityFor(world), { type: 'email', proof })

    expect(result).toMatchObject({
      ok: true,
      kind: 'signed_in',
      value: { account: { id: ana.userId } },
    })
    expect(await verifyOneTimeSecret(identityFor(world), { type: 'email', proof })).toMatchObject({
      ok: false,
    })
  }
})

test('an unknown address gets an account without a password, and the mail that confirms it', async () => {
  const world = await databases()
  const email = freshEmail()

  await requestOneTimeCode(identityFor(world), { email, metadata: { colour: 'red' } })

  const mail = await newestMessageTo(world, email)
  expect(mail.kind).toBe('confirm-address')
  const result = await verifyOneTimeSecret(identityFor(world), {
    type: 'email',
    proof: { email, code: mail.code },
  })
  expect(result).toMatchObject({
    value: {
      account: { email, passwordHash: null, userMetadata: { colour: 'red', email_verified: true } },
    },
  })
})

test('without createUser an unknown address is refused and nothing is made', async () => {
  const world = await databases()
  const email = freshEmail()
  const refused = { ok: false, reason: 'no_account' }
  expect(await requestOneTimeCode(identityFor(world), { email, createUser: false })).toEqual(
    refused,
  )
  const closed = await withVariables({ AUTH_SIGN_UP: 'false' })
  expect(await requestOneTimeCode(closed, { email: freshEmail() })).toEqual({
    ok: false,
    reason: 'sign_up_disabled',
  })
  expect(await world.directory.all(sql`SELECT id FROM auth_users WHERE email = ${email}`)).toEqual(
    [],
  )
})

test('a second message within a minute is refused with the seconds that are left, known or not', async () => {
  const world = await databases()
  const ana = await mintAccount(world)
  const at = Date.now()
  for (const email of [ana.email, freshEmail()]) {
    expect(await requestOneTimeCode(identityFor(world, { nowMs: at }), { email })).toEqual({
      ok: true,
    })
    const later = identityFor(world, { nowMs: at + 20_000 })
    expect(await requestOneTimeCode(later, { email })).toEqual({
      ok: false,
      reason: 'mail_too_soon',
      seconds: 40,
    })
    expect(await requestOneTimeCode(identityFor(world, { nowMs: at + 60_000 }), { email })).toEqual(
      { ok: true },
    )
  }
})

test('a phone is sent a code that signs in for a minute, and makes the account', async () => {
  const world = await databases()
  const phone = freshPhone()
  const at = Date.now()
  const ctx = identityFor(world, { nowMs: at })
  await requestOneTimeCode(ctx, { phone })
  const { code, channel, text } = await newestMessageTo(world, phone)
  expect({ channel, link: text.includes('http') }).toEqual({ channel: 'sms', link: false })

  const late = identityFor(world, { nowMs: at + 60_000 })
  expect(await verifyOneTimeSecret(late, { type: 'sms', proof: { phone, code } })).toMatchObject({
    ok: false,
  })
  expect(await verifyOneTimeSecret(ctx, { type: 'sms', proof: { phone, code } })).toMatchObject({
    kind: 'signed_in',
    value: { account: { phone, email: null } },
  })
  expect(await requestOneTimeCode(await withVariables({ AUTH_PHONE: 'false' }), { phone })).toEqual(
    {
      ok: false,
      reason: 'phone_disabled',
    },
  )
})

test('a number with a fixed code for tests is sent nothing and takes that code', async () => {
  const world = await databases()
  const phone = freshPhone()
  const ctx = await withVariables({ AUTH_TEST_CODES: JSON.stringify({ [phone]: '123456' }) })

  await requestOneTimeCode(ctx, { phone })

  expect(await messagesTo(world, phone)).toEqual([])
  expect(
    await verifyOneTimeSecret(ctx, { type: 'sms', proof: { phone, code: '123456' } }),
  ).toMatchObject({ ok: true })
})

test('two first requests for one address at once make one account', async () => {
  const world = await databases()
  const email = freshEmail()
  const ctx = { ...identityFor(world) }
  // Without the minute between them, both get as far as making the account.
  await Promise.all(
    [0, 60_000].map((ms) => requestOneTimeCode({ ...ctx, nowMs: ctx.nowMs + ms }, { email })),
  )
  expect(
    await world.directory.all(sql`SELECT email FROM auth_users WHERE email = ${email}`),
  ).toHaveLength(1)
})

test('the whole installation sends no more than it may in an hour, and refusals of one address do not count', async () => {
  const ctx = await withVariables({ AUTH_SMS_PER_HOUR: '2', AUTH_MAILS_PER_HOUR: '2' })
  const limited = { ok: false, reason: 'too_many_mails' }
  // The tests before have sent some as well.
  await ctx.directory.run(sql`DELETE FROM limit_counters WHERE key LIKE 'sent:%'`)
  const email = freshEmail()

  expect(await requestOneTimeCode(ctx, { email })).toEqual({ ok: true })
  for (let i = 0; i < 3; i += 1) {
    expect(await requestOneTimeCode(ctx, { email })).toMatchObject({ reason: 'mail_too_soon' })
  }
  expect(await requestOneTimeCode(ctx, { email: freshEmail() })).toEqual({ ok: true })
  expect(await requestOneTimeCode(ctx, { email: freshEmail() })).toEqual(limited)
  expect(await requestOneTimeCode(ctx, { phone: freshPhone() })).toEqual({ ok: true })
  const later = { ...ctx, nowMs: ctx.nowMs + 3_600_000 }
  expect(await requestOneTimeCode(later, { email: freshEmail() })).toEqual({ ok: true })
})
