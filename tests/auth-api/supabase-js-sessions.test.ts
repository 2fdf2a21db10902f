import { expect, test } from 'vitest'
import { newId } from '#app/values/id.ts'
import { demoPassword, demoPasswordHash, mintAccount } from '../support/accounts.ts'
import { call, outcomeOf } from '../support/auth-wire.ts'
import { builtDatabases } from '../support/built-databases.ts'
import { signedIn } from '../support/signed-in.ts'
import { supabaseClient } from '../support/supabase.ts'

const world = builtDatabases()

/** A client that keeps its session in a storage which the test may look into. */
async function keepingClient() {
  const kept = new Map<string, string>()
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
  const client = await supabaseClient({
    auth: { persistSession: true, storage, storageKey: 'kept' },
  })
  const change = (values: object) =>
    kept.set('kept', JSON.stringify({ ...JSON.parse(kept.get('kept') ?? ''), ...values }))
  return { auth: client.auth, change }
}

test('a client is handed a session by its two tokens, and neither token alone will do', async () => {
  const { session, email } = await signedIn()
  const { auth } = await supabaseClient()
  const { access_token, refresh_token } = session
  const handed = await auth.setSession({ access_token, refresh_token })
  expect(handed.error).toBeNull()
  expect(handed.data.user?.email).toBe(email)
  expect(
    (await auth.updateUser({ data: { colour: 'red' } })).data.user?.user_metadata,
  ).toMatchObject({ colour: 'red' })

  const [head, body] = access_token.split('.')
  const stranger = (await supabaseClient()).auth
  expect(
    (await stranger.setSession({ access_token: `${head}.${body}.forged`, refresh_token })).error,
  ).toMatchObject({
    status: 403,
    code: 'bad_jwt',
  })
  const past = Buffer.from(JSON.stringify({ exp: 1, sub: '1' })).toString('base64url')
  const expired = `${head}.${past}.${body}`
  expect(
    (await stranger.setSession({ access_token: expired, refresh_token: 'made-up' })).error,
  ).toMatchObject({
    status: 400,
    code: 'refresh_token_not_found',
  })
  expect(
    (await stranger.setSession({ access_token: expired, refresh_token })).data.session?.user.email,
  ).toBe(email)
})

test('a client whose token has run out refreshes it when it is asked for the session or its claims, once for all who ask', async () => {
  const { email } = await mintAccount(world, { passwordHash: demoPasswordHash })
  const { auth, change } = await keepingClient()
  const first = (await auth.signInWithPassword({ email, password: demoPassword })).data.session
  change({ expires_at: Math.floor(Date.now() / 1_000) - 10 })
  const sessions = await Promise.all([1, 2, 3, 4].map(() => auth.getSession()))
  const tokens = new Set(sessions.map(({ data }) => data.session?.refresh_token))
  expect(tokens.size).toBe(1)
  expect(tokens).not.toContain(first?.refresh_token)

  change({ expires_at: Math.floor(Date.now() / 1_000) - 10 })
  expect((await auth.getClaims()).data?.claims.email).toBe(email)
  expect(tokens).not.toContain((await auth.getSession()).data.session?.refresh_token)
})

test('a client whose session is gone is signed out by its next refresh', async () => {
  const { email } = await mintAccount(world, { passwordHash: demoPasswordHash })
  const { auth, change } = await keepingClient()
  await auth.signInWithPassword({ email, password: demoPassword })
  change({ expires_at: Math.floor(Date.now() / 1_000) - 10, refresh_token: 'made-up' })
  const { data, error } = await auth.getSession()
  expect(data.session).toBeNull()
  expect(error).toMatchObject({ code: 'refresh_token_not_found' })
  expect((await auth.getUser()).error).toMatchObject({ name: 'AuthSessionMissingError' })
})

test('an administrator signs someone out by their token; a token that is none is told so', async () => {
  const { session, auth } = await signedIn()
  const admin = (await supabaseClient({ role: 'service_role' })).auth.admin
  expect((await admin.signOut('this-is-no-token')).error?.message).toMatch(/^invalid JWT/)
  expect((await admin.signOut(session.access_token)).error).toBeNull()
  expect((await auth.getUser(session.access_token)).error).toMatchObject({
    name: 'AuthSessionMissingError',
  })
})

test('signing up twice never says that the address is taken, where it must be confirmed', async () => {
  const { email } = await mintAccount(world, {})
  const { auth } = await supabaseClient()
  const { data, error } = await auth.signUp({ email, password: 'a long password' })
  expect(error).toBeNull()
  expect(data.session).toBeNull()
  expect(data.user?.email).toBe(email)
})

test('numbers that are none, and codes for a number nobody has, are refused in the words clients look for', async () => {
  const { auth } = await supabaseClient()
  const wrong = (phone: string) => auth.verifyOtp({ phone, token: '123456', type: 'sms' })
  expect((await wrong('447700900999')).error).toMatchObject({
    status: 403,
    message: 'Token has expired or is invalid',
  })
  expect((await wrong('4477-invalid')).error?.message).toBe(
    'Invalid phone number format (E.164 required)',
  )
  expect(
    (await auth.signInWithPassword({ phone: '447700900999', password: 'wrong' })).error?.message,
  ).toBe('Invalid login credentials')
})

test('unsupported operations answer with their error code', async () => {
  const { auth, session } = await signedIn()
  expect(
    (await auth.mfa.enroll({ factorType: 'webauthn', friendlyName: 'key' } as never)).error,
  ).toMatchObject({
    status: 422,
    code: 'mfa_webauthn_enroll_not_enabled',
  })
  expect(
    (await auth.signInWithSSO({ domain: `${newId().toLowerCase()}.example` })).error,
  ).toMatchObject({
    status: 404,
    code: 'saml_provider_disabled',
  })
  const headers = { Authorization: `Bearer ${session.access_token}` }
  expect(outcomeOf(await call('/token?grant_type=web3', { body: {} }))).toBe(
    '422 web3_provider_disabled',
  )
  expect(outcomeOf(await call('/passkeys/authentication/options', { body: {}, headers }))).toBe(
    '404 passkey_disabled',
  )
  expect(outcomeOf(await call('/admin/oauth/clients', { headers }))).toBe('404 feature_disabled')
})
