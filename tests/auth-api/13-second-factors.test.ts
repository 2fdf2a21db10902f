import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { newId } from '#app/values/id.ts'
import { demoPassword, demoPasswordHash, mintAccount } from '../support/accounts.ts'
import { builtDatabases } from '../support/built-databases.ts'
import { codeOf, wrongCodeFor } from '../support/second-factors.ts'
import { projectKey, supabaseClient } from '../support/supabase.ts'
import { workerOrigin } from '../support/worker-origin.ts'

/** Someone new, signed in with the published client. */
async function signedIn() {
  const ana = await mintAccount(builtDatabases(), { passwordHash: demoPasswordHash })
  const again = async () => {
    const { auth } = await supabaseClient()
    const { data, error } = await auth.signInWithPassword({
      email: ana.email,
      password: demoPassword,
    })
    if (error) throw error
    return { auth, session: data.session }
  }
  return { ...ana, ...(await again()), again }
}

type SignedIn = Awaited<ReturnType<typeof signedIn>>

async function enrolled({ auth }: Pick<SignedIn, 'auth'>, friendlyName = 'App') {
  const { data, error } = await auth.mfa.enroll({
    factorType: 'totp',
    friendlyName,
    issuer: 'Northside',
  })
  if (error) throw error
  return { factorId: data.id, secret: data.totp.secret, totp: data.totp, data }
}

/** Bare calls, for what the client never sends. */
async function call(method: string, path: string, token: string, body?: unknown) {
  const answer = await fetch(`${workerOrigin}/auth/v1${path}`, {
    method,
    headers: {
      apikey: await projectKey(),
      Authorization: `Bearer ${token}`,
      'X-Supabase-Api-Version': '2024-01-01',
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

test('the published client enrols an app, verifies it and is at aal2; other sessions end, old tokens do not rise', async () => {
  const ana = await signedIn()
  const elsewhere = await ana.again()
  const events: string[] = []
  ana.auth.onAuthStateChange((event) => void events.push(event))
  expect((await ana.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
    currentLevel: 'aal1',
    nextLevel: 'aal1',
  })

  const { factorId, secret, totp, data } = await enrolled(ana)
  expect(data).toMatchObject({ type: 'totp', friendly_name: 'App' })
  expect(totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg /)
  expect(totp.uri).toContain('otpauth://totp/Northside:')
  const challenge = await ana.auth.mfa.challenge({ factorId })
  expect(challenge.data).toMatchObject({ type: 'totp', expires_at: expect.any(Number) })
  const challengeId = challenge.data?.id ?? ''
  const wrong = await ana.auth.mfa.verify({
    factorId,
    challengeId,
    code: wrongCodeFor(secret, Date.now()),
  })
  expect(wrong.error).toMatchObject({ status: 422, code: 'mfa_verification_failed' })
  expect(wrong.error?.message).toBe('Invalid TOTP code entered')
  const verified = await ana.auth.mfa.verify({
    factorId,
    challengeId,
    code: codeOf(secret, Date.now()),
  })

  expect(verified.error).toBeNull()
  expect(verified.data?.refresh_token).not.toBe(ana.session.refresh_token)
  expect(events).toContain('MFA_CHALLENGE_VERIFIED')
  expect((await ana.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
    currentLevel: 'aal2',
    nextLevel: 'aal2',
    currentAuthenticationMethods: [{ method: 'totp' }, { method: 'password' }],
  })
  const claims = (await ana.auth.getClaims()).data?.claims
  const before = JSON.parse(atob(ana.session.access_token.split('.')[1] ?? '')) as {
    session_id: string
  }
  expect(claims).toMatchObject({ aal: 'aal2', session_id: before.session_id })
  expect((await ana.auth.mfa.listFactors()).data).toMatchObject({
    all: [{ id: factorId }],
    totp: [{ status: 'verified' }],
  })
  expect((await elsewhere.auth.getUser()).error).toMatchObject({ name: 'AuthSessionMissingError' })

  const thief = await supabaseClient()
  const revived = await thief.auth.refreshSession({ refresh_token: ana.session.refresh_token })
  expect(revived.error).toMatchObject({ status: 400, code: 'refresh_token_not_found' })
  // The access token from before stays what it was: good for reading, not for what asks for the
  // second step.
  const change = await call('PUT', '/user', ana.session.access_token, {
    password: 'another password 1',
  })
  expect(change).toMatchObject({ status: 401, body: { code: 'insufficient_aal' } })
  // Metadata is not among what the contract asks it for; it opens nothing.
  const words = await call('PUT', '/user', ana.session.access_token, { data: { shoe_size: 42 } })
  expect(words).toMatchObject({ status: 200, body: { user_metadata: { shoe_size: 42 } } })
  const second = await call('POST', '/factors', ana.session.access_token, {
    factor_type: 'totp',
    friendly_name: 'Two',
  })
  expect(second).toMatchObject({ status: 403, body: { code: 'insufficient_aal' } })
  expect((await ana.auth.refreshSession()).data.session?.access_token).toBeTruthy()
  expect((await ana.auth.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel).toBe('aal2')
})

test('a later sign-in is asked for the second step, and taking the factor out brings the session back to aal1', async () => {
  const ana = await signedIn()
  const { factorId, secret } = await enrolled(ana)
  await ana.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret, Date.now()) })

  const later = await ana.again()
  expect((await later.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
    currentLevel: 'aal1',
    nextLevel: 'aal2',
  })
  expect((await later.auth.mfa.unenroll({ factorId })).error).toMatchObject({
    status: 422,
    code: 'insufficient_aal',
  })
  // The step of the enrolment was taken; the next one is near enough.
  const next = await later.auth.mfa.challengeAndVerify({
    factorId,
    code: codeOf(secret, Date.now(), 1),
  })
  expect(next.error).toBeNull()
  const removed = await later.auth.mfa.unenroll({ factorId })
  expect(removed.data).toEqual({ id: factorId })
  await later.auth.refreshSession()
  expect((await later.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
    currentLevel: 'aal1',
    nextLevel: 'aal1',
    currentAuthenticationMethods: [{ method: 'password' }],
  })
  expect((await later.auth.mfa.listFactors()).data?.all).toEqual([])
})

test('a phone factor is sent its code and lifts the session', async () => {
  const ana = await signedIn()
  const phone = `447${String(Date.now()).slice(-9)}`
  const begun = await ana.auth.mfa.enroll({
    factorType: 'phone',
    friendlyName: 'Phone',
    phone: `+${phone}`,
  })
  expect(begun.data).toMatchObject({ type: 'phone', friendly_name: 'Phone', phone })
  const factorId = begun.data?.id ?? ''
  const challenge = await ana.auth.mfa.challenge({ factorId, channel: 'sms' })
  expect((await ana.auth.mfa.challenge({ factorId, channel: 'sms' })).error).toMatchObject({
    status: 429,
    code: 'over_sms_send_rate_limit',
  })
  const [sent] = await builtDatabases().directory.all<{ text: string }>(
    sql`SELECT text FROM outbox WHERE recipient = ${phone} AND channel = 'sms'`,
  )
  const code = /\d{6}/.exec(sent?.text ?? '')?.[0] ?? ''
  const verified = await ana.auth.mfa.verify({
    factorId,
    challengeId: challenge.data?.id ?? '',
    code,
  })
  expect(verified.error).toBeNull()
  expect((await ana.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
    currentLevel: 'aal2',
    currentAuthenticationMethods: [{ method: 'mfa/phone' }, { method: 'password' }],
  })
})

test('each refusal has its status and code', async () => {
  const ana = await signedIn()
  const ben = await signedIn()
  const token = ana.session.access_token
  const { factorId } = await enrolled(ana)
  const hers = await ana.auth.mfa.challenge({ factorId })
  const his = await enrolled(ben)
  const nobody = crypto.randomUUID()
  const challenge_id = hers.data?.id
  const code = '123456'
  const cases: [string, string, unknown, number, string][] = [
    ['POST', '/factors', { factor_type: 'sms' }, 400, 'validation_failed'],
    ['POST', '/factors', {}, 400, 'validation_failed'],
    ['POST', '/factors', { factor_type: 7 }, 400, 'bad_json'],
    [
      'POST',
      '/factors',
      { factor_type: 'totp', friendly_name: 'x'.repeat(101) },
      400,
      'validation_failed',
    ],
    [
      'POST',
      '/factors',
      { factor_type: 'totp', friendly_name: 'App' },
      422,
      'mfa_factor_name_conflict',
    ],
    ['POST', '/factors', { factor_type: 'webauthn' }, 422, 'mfa_webauthn_enroll_not_enabled'],
    ['POST', '/factors', { factor_type: 'phone', phone: 'no number' }, 400, 'validation_failed'],
    ['POST', '/factors/not-a-uuid/challenge', {}, 404, 'validation_failed'],
    ['POST', `/factors/${nobody}/challenge`, {}, 404, 'mfa_factor_not_found'],
    ['POST', `/factors/${his.factorId}/challenge`, {}, 404, 'mfa_factor_not_found'],
    ['POST', `/factors/${factorId}/challenge`, { channel: 'pigeon' }, 400, 'validation_failed'],
    ['POST', `/factors/${factorId}/verify`, { challenge_id, code: '' }, 400, 'validation_failed'],
    [
      'POST',
      `/factors/${factorId}/verify`,
      { challenge_id: nobody, code },
      422,
      'mfa_factor_not_found',
    ],
    [
      'POST',
      `/factors/${factorId}/verify`,
      { challenge_id: "' OR 1=1", code },
      422,
      'mfa_factor_not_found',
    ],
    [
      'POST',
      `/factors/${factorId}/verify`,
      { challenge_id, code: '१२३४५६' },
      422,
      'mfa_verification_failed',
    ],
    [
      'POST',
      `/factors/${his.factorId}/verify`,
      { challenge_id, code },
      404,
      'mfa_factor_not_found',
    ],
    ['DELETE', `/factors/${his.factorId}`, undefined, 404, 'mfa_factor_not_found'],
    ['DELETE', '/factors/not-a-uuid', undefined, 404, 'validation_failed'],
  ]
  for (const [method, path, body, status, errorCode] of cases) {
    expect([method, path, body, await call(method, path, token, body)]).toMatchObject([
      method,
      path,
      body,
      { status, body: { code: errorCode } },
    ])
  }
  expect(await call('POST', '/factors', 'x.y.z', { factor_type: 'totp' })).toMatchObject({
    status: 403,
  })
})

test('an account without an address has no second factors', async () => {
  const world = builtDatabases()
  const ana = await signedIn()
  await world.directory.run(sql`UPDATE auth_users SET is_anonymous = 1 WHERE id = ${ana.userId}`)
  expect((await ana.auth.mfa.enroll({ factorType: 'totp' })).error).toMatchObject({
    status: 403,
    code: 'no_authorization',
  })
})

test('an eleventh factor is refused', async () => {
  const ana = await signedIn()
  for (let i = 0; i < 10; i += 1) await enrolled(ana, `App ${i}`)
  expect(
    (await ana.auth.mfa.enroll({ factorType: 'totp', friendlyName: newId() })).error,
  ).toMatchObject({
    status: 422,
    code: 'too_many_enrolled_mfa_factors',
  })
})
