import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import {
  countSessions,
  demoPassword,
  demoPasswordHash,
  identityFor,
  mintAccount,
  mintSession,
  testSecrets,
} from '../../../../tests/support/accounts.ts'
import { databases } from '../../../../tests/support/databases.ts'
import { messagesTo, newestMessageTo } from '../../../../tests/support/outbox.ts'
import { checkCurrentPassword } from '../secrets/new-password.server.ts'
import { requestPasswordRecovery } from '../secrets/request-password-recovery.server.ts'
import { resendSecret } from '../secrets/resend-secret.server.ts'
import { verifyOneTimeSecret } from '../secrets/verify-one-time-secret.server.ts'
import { reauthenticate } from '../sessions/reauthenticate.server.ts'
import { signInWithPassword } from '../sessions/sign-in-with-password.server.ts'
import { findBearer } from './account-queries.server.ts'
import { type Changer, changeUser } from './change-user.server.ts'
import { signInAnonymously } from './sign-in-anonymously.server.ts'

let people = 0
const freshEmail = () => `change-${++people}@example.test`
const freshPhone = () => `4477008${String(10_000 + ++people)}`
const configured = async (variables: Record<string, string> = {}, nowMs = Date.now()) =>
  identityFor(await databases(), { nowMs, variables: { ...testSecrets, ...variables } })

async function changerOf(person: { userId: string }, sessionId: string): Promise<Changer> {
  const { account, session, ...parts } = await findBearer((await databases()).directory, {
    ...person,
    sessionId,
  })
  if (!account || !session) throw new Error('Nobody is signed in')
  return { account, session, parts }
}

async function signedIn(
  facts: Parameters<typeof mintAccount>[1] = { passwordHash: demoPasswordHash },
) {
  const world = await databases()
  const ana = await mintAccount(world, facts)
  const { sessionId } = await mintSession(world, ana)
  return { world, ana, sessionId, changer: await changerOf(ana, sessionId) }
}

test('metadata is merged key by key; null takes a key away, and nobody verifies themselves', async () => {
  const { changer } = await signedIn()
  const ctx = await configured()
  const deep = {
    a: { b: null, c: [1, 'x"\u{1F600}'] },
    'odd "key".$[0]': true,
    n: 1.5,
    yes: true,
    text: "'; DROP TABLE x; --",
  }
  await changeUser(ctx, changer, { metadata: { ...deep, gone: 1 } })

  const result = await changeUser(ctx, changer, {
    metadata: { a: { d: 2 }, gone: null, email_verified: true, sub: 'x' },
  })

  expect(result).toMatchObject({ ok: true })
  expect(result.ok && result.account.userMetadata).toEqual({ ...deep, a: { d: 2 } })
})

test('two changes of different keys at once both stand', async () => {
  const { changer, sessionId, ana } = await signedIn()
  const ctx = await configured()
  await Promise.all(
    ['one', 'two', 'three'].map((key) => changeUser(ctx, changer, { metadata: { [key]: key } })),
  )
  expect((await changerOf(ana, sessionId)).account.userMetadata).toEqual({
    one: 'one',
    two: 'two',
    three: 'three',
  })
})

test('metadata that would not fit an access token is refused', async () => {
  const { changer } = await signedIn()
  expect(
    await changeUser(await configured(), changer, { metadata: { a: 'x'.repeat(8_192) } }),
  ).toEqual({
    ok: false,
    reason: 'metadata_too_long',
  })
})

test('a new password ends every other session, voids all links, and is told by email', async () => {
  const { world, ana, changer, sessionId } = await signedIn()
  await mintSession(world, ana)
  const ctx = await configured()
  await requestPasswordRecovery(ctx, { email: ana.email })
  const { token } = await newestMessageTo(world, ana.email)

  expect(await changeUser(ctx, changer, { password: 'brand new one' })).toMatchObject({ ok: true })

  expect(await countSessions(world, ana.userId)).toBe(1)
  expect((await changerOf(ana, sessionId)).session.id).toBe(sessionId)
  expect(await verifyOneTimeSecret(ctx, { type: 'recovery', proof: { token } })).toMatchObject({
    ok: false,
  })
  expect(await signInWithPassword(ctx, { email: ana.email, password: demoPassword })).toMatchObject(
    { ok: false },
  )
  expect(
    await signInWithPassword(ctx, { email: ana.email, password: 'brand new one' }),
  ).toMatchObject({ ok: true })
  expect((await messagesTo(world, ana.email)).map(({ kind }) => kind)).toContain('password-changed')
})

test('the same, a weak and a too long password are refused', async () => {
  const { changer } = await signedIn()
  const ctx = await configured({ AUTH_PASSWORD_CHARACTERS: 'letters_digits' })
  const asked = async (password: string) => {
    const result = await changeUser(ctx, changer, { password })
    return result.ok ? 'ok' : result.reason
  }
  expect(await asked(demoPassword)).toBe('same_password')
  expect(await asked('short')).toBe('password_too_short')
  expect(await asked('only letters')).toBe('password_characters')
  expect(await asked('ü'.repeat(37))).toBe('password_too_long')
  expect(await asked('')).toBe('password_too_short')
})

test('where it is asked, the current password must be given and right, unless the mailbox was just shown', async () => {
  const { world, ana, changer } = await signedIn()
  const ctx = await configured({ AUTH_CURRENT_PASSWORD_FOR_CHANGE: 'true' })
  const password = 'brand new one'
  expect(await changeUser(ctx, changer, { password })).toMatchObject({
    reason: 'current_password_required',
  })
  expect(await changeUser(ctx, changer, { password, currentPassword: 'wrong' })).toMatchObject({
    reason: 'current_password_invalid',
  })
  await requestPasswordRecovery(ctx, { email: ana.email })
  const { token } = await newestMessageTo(world, ana.email)
  const recovered = await verifyOneTimeSecret(ctx, { type: 'recovery', proof: { token } })
  if (!recovered.ok || recovered.kind !== 'signed_in') throw new Error('Not recovered')
  const byMail = await changerOf(ana, recovered.value.session.id)
  const later = { ...ctx, nowMs: ctx.nowMs + 3_600_000 }
  expect(await changeUser(later, byMail, { password })).toMatchObject({
    reason: 'current_password_required',
  })
  expect(await changeUser(ctx, byMail, { password })).toMatchObject({ ok: true })
})

test('an act that cannot be undone asks for the current password where there is one, at most ten times', async () => {
  const { changer } = await signedIn()
  const ctx = await configured()
  const reasonOf = async (who: Changer, password?: string) =>
    (await checkCurrentPassword(ctx, who, password))?.reason ?? null
  expect(await reasonOf(changer)).toBe('current_password_required')
  expect(await reasonOf(changer, 'wrong')).toBe('current_password_invalid')
  expect(await reasonOf(changer, demoPassword)).toBeNull()
  for (let tries = 3; tries < 10; tries++) await reasonOf(changer)
  expect(await reasonOf(changer, demoPassword)).toBe('too_many_tries')
  const { changer: without } = await signedIn({ passwordHash: null })
  expect(await reasonOf(without)).toBeNull()
})

test('where it is asked, a session older than a day needs the mailed code, which works once', async () => {
  const { world, ana, changer } = await signedIn()
  const variables = { AUTH_REAUTHENTICATION_FOR_PASSWORD: 'true' }
  const ctx = await configured(variables, Date.now() + 86_400_000)
  const password = 'brand new one'
  expect(await changeUser(ctx, changer, { password })).toMatchObject({
    reason: 'reauthentication_needed',
  })
  expect(await reauthenticate(ctx, changer.account)).toEqual({ ok: true })
  expect(await reauthenticate(ctx, changer.account)).toMatchObject({ reason: 'mail_too_soon' })
  const { code } = await newestMessageTo(world, ana.email)
  const wrong = code === '000000' ? '111111' : '000000'
  expect(await changeUser(ctx, changer, { password, nonce: wrong })).toMatchObject({
    reason: 'reauthentication_not_valid',
  })
  expect(await changeUser(ctx, changer, { password, nonce: code })).toMatchObject({ ok: true })
  expect(
    await changeUser(ctx, changer, { password: 'one more new one', nonce: code }),
  ).toMatchObject({
    reason: 'reauthentication_not_valid',
  })
  expect(
    await changeUser(await configured(variables), changer, { password: 'and another one' }),
  ).toMatchObject({
    ok: true,
  })
})

test('guesses at the current password are counted before anything is hashed', async () => {
  const { changer } = await signedIn()
  const ctx = await configured({ AUTH_CURRENT_PASSWORD_FOR_CHANGE: 'true' })
  const guess = () => changeUser(ctx, changer, { password: 'brand new one' })
  for (let i = 0; i < 10; i += 1) await guess()
  expect(await guess()).toEqual({ ok: false, reason: 'too_many_tries' })
})

test('a new address changes the account only when both the old and the new one have said yes, in either order', async () => {
  for (const first of ['current', 'new'] as const) {
    const { world, ana, changer, sessionId } = await signedIn()
    const ctx = await configured()
    const email = freshEmail()
    expect(await changeUser(ctx, changer, { email })).toMatchObject({
      account: { email: ana.email, newEmail: email },
    })
    const secrets = {
      current: await newestMessageTo(world, ana.email),
      new: await newestMessageTo(world, email),
    }
    const second = first === 'new' ? 'current' : 'new'
    const verify = (half: 'current' | 'new') =>
      verifyOneTimeSecret(ctx, { type: 'email_change', proof: { token: secrets[half].token } })

    expect(await verify(first)).toMatchObject({ ok: true, kind: 'first_half' })
    expect(await verify(first)).toMatchObject({ ok: false })
    expect((await changerOf(ana, sessionId)).account.email).toBe(ana.email)
    const half = second === 'new' ? email : ana.email
    const done = await verifyOneTimeSecret(ctx, {
      type: 'email_change',
      proof: { email: half, code: secrets[second].code },
    })
    expect(done).toMatchObject({ kind: 'signed_in', value: { account: { email, newEmail: null } } })
    const { account, parts } = await changerOf(ana, sessionId)
    expect(account).toMatchObject({ email, newEmail: null, emailChangeHalf: null })
    expect(parts.identities).toMatchObject([{ identityData: { email, email_verified: true } }])
  }
})

test('both halves pressed at once make the change', async () => {
  const { world, ana, changer, sessionId } = await signedIn()
  const ctx = await configured()
  const email = freshEmail()
  await changeUser(ctx, changer, { email })
  const tokens = [await newestMessageTo(world, ana.email), await newestMessageTo(world, email)].map(
    ({ token }) => token,
  )

  await Promise.all(
    tokens.map((token) => verifyOneTimeSecret(ctx, { type: 'email_change', proof: { token } })),
  )

  expect((await changerOf(ana, sessionId)).account.email).toBe(email)
})

test('without the secure change the new address alone decides', async () => {
  const { world, ana, changer } = await signedIn()
  const ctx = await configured({ AUTH_SECURE_EMAIL_CHANGE: 'false' })
  const email = freshEmail()
  await changeUser(ctx, changer, { email })
  expect(await messagesTo(world, ana.email)).toEqual([])
  const { token } = await newestMessageTo(world, email)
  expect(await verifyOneTimeSecret(ctx, { type: 'email_change', proof: { token } })).toMatchObject({
    kind: 'signed_in',
  })
})

test('an address that someone else has, or takes before it is confirmed, is refused', async () => {
  const { world, changer } = await signedIn()
  const ben = await mintAccount(world)
  const ctx = await configured({ AUTH_SECURE_EMAIL_CHANGE: 'false' })
  expect(await changeUser(ctx, changer, { email: ben.email })).toEqual({
    ok: false,
    reason: 'email_exists',
  })

  const email = freshEmail()
  await changeUser(ctx, changer, { email })
  const { token } = await newestMessageTo(world, email)
  await mintAccount(world, { email })
  expect(await verifyOneTimeSecret(ctx, { type: 'email_change', proof: { token } })).toEqual({
    ok: false,
    reason: 'address_taken',
  })
})

test('a phone number is added by its code, can be sent again, and then signs in', async () => {
  const { world, ana, changer, sessionId } = await signedIn()
  const at = Date.now()
  const ctx = await configured({}, at)
  const phone = freshPhone()
  expect(await changeUser(ctx, changer, { phone })).toMatchObject({
    account: { phone: null, newPhone: phone },
  })
  expect(await changeUser(ctx, changer, { phone })).toMatchObject({ reason: 'sms_too_soon' })
  const later = await configured({}, at + 60_000)
  expect(await resendSecret(later, { phone, pending: 'change' })).toEqual({ ok: true })
  const [older, newer] = await messagesTo(world, phone)

  const prove = (code = '') =>
    verifyOneTimeSecret(later, { type: 'phone_change', proof: { phone, code } })
  if (older?.code !== newer?.code) expect(await prove(older?.code)).toMatchObject({ ok: false })
  expect(await prove(newer?.code)).toMatchObject({ kind: 'signed_in' })
  const { account, parts } = await changerOf(ana, sessionId)
  expect(account).toMatchObject({ phone, newPhone: null })
  expect(parts.identities.map(({ provider }) => provider)).toEqual(['email', 'phone'])
  expect(await signInWithPassword(later, { phone, password: demoPassword })).toMatchObject({
    ok: true,
  })
  const other = await signedIn()
  expect(await changeUser(later, other.changer, { phone })).toEqual({
    ok: false,
    reason: 'phone_exists',
  })
})

test('with a second factor a session of one step changes nothing sensitive', async () => {
  const { world, ana, sessionId } = await signedIn()
  await world.directory.run(sql`
    INSERT INTO auth_factors (id, user_id, factor_type, status, created_at, updated_at)
    VALUES (${crypto.randomUUID()}, ${ana.userId}, 'totp', 'verified', '2026-01-01T00:00:00Z',
      '2026-01-01T00:00:00Z')`)
  const ctx = await configured()
  const changer = await changerOf(ana, sessionId)
  for (const change of [
    { email: freshEmail() },
    { phone: freshPhone() },
    { password: 'brand new one' },
  ]) {
    expect(await changeUser(ctx, changer, change)).toEqual({
      ok: false,
      reason: 'insufficient_aal',
    })
  }
  expect(await changeUser(ctx, changer, { metadata: { a: 1 } })).toMatchObject({ ok: true })
  const elevated = { ...changer, session: { ...changer.session, aal: 'aal2' as const } }
  expect(await changeUser(ctx, elevated, { password: 'brand new one' })).toMatchObject({ ok: true })
})

test('an anonymous account becomes permanent with a verified address, and has no password before', async () => {
  const world = await databases()
  const ctx = await configured({ AUTH_ANONYMOUS: 'true' })
  const made = await signInAnonymously(ctx, { metadata: { colour: 'red' } })
  if (!made.ok) throw new Error(made.reason)
  const { account, session } = made.value
  expect(account).toMatchObject({ isAnonymous: true, email: null })
  const person = { userId: account.id }
  const changer = await changerOf(person, session.id)
  expect(await changeUser(ctx, changer, { password: 'brand new one' })).toEqual({
    ok: false,
    reason: 'needs_address',
  })
  expect(await reauthenticate(ctx, account)).toEqual({ ok: false, reason: 'needs_address' })

  const email = freshEmail()
  await changeUser(ctx, changer, { email })
  const { token } = await newestMessageTo(world, email)
  const verified = await verifyOneTimeSecret(ctx, { type: 'email_change', proof: { token } })

  expect(verified).toMatchObject({
    kind: 'signed_in',
    value: { account: { id: account.id, isAnonymous: false, email } },
  })
  const now = await changerOf(person, session.id)
  expect(now.account).toMatchObject({
    isAnonymous: false,
    appMetadata: { provider: 'email', providers: ['email'] },
    userMetadata: { colour: 'red' },
  })
  expect(now.parts.identities).toMatchObject([{ provider: 'email' }])
})

test('anonymous accounts are off unless they are switched on, and limited for one network address', async () => {
  const off = await configured()
  expect(await signInAnonymously(off)).toEqual({ ok: false, reason: 'anonymous_disabled' })
  const on = {
    ...(await configured({ AUTH_ANONYMOUS: 'true' })),
    caller: { ip: '198.51.100.7', userAgent: '' },
  }
  for (let i = 0; i < 30; i += 1) expect(await signInAnonymously(on)).toMatchObject({ ok: true })
  expect(await signInAnonymously(on)).toEqual({ ok: false, reason: 'too_many_tries' })
})

test('sending again answers the same whether or not something waits', async () => {
  const { world, ana } = await signedIn()
  const ctx = await configured()
  for (const pending of ['confirmation', 'change'] as const) {
    for (const email of [ana.email, freshEmail()]) {
      expect(await resendSecret(ctx, { email, pending })).toEqual({ ok: true })
      expect(await resendSecret(ctx, { email, pending })).toMatchObject({ reason: 'mail_too_soon' })
    }
  }
  expect(await messagesTo(world, ana.email)).toEqual([])
})
