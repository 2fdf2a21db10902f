import type { AuthChangeEvent } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#app/values/id.ts'
import { demoPassword, demoPasswordHash, mintAccount, mintSession } from '../support/accounts.ts'
import {
  bearer,
  call,
  newestMessageTo,
  type OwnServer,
  outcomeOf,
  startAuthServer,
} from '../support/auth-wire.ts'
import { builtDatabases } from '../support/built-databases.ts'
import { sharedServer, supabaseClient } from '../support/supabase.ts'

const world = builtDatabases()
const { variables } = sharedServer()
const password = 'a long password'
const address = () => `${newId().toLowerCase()}@example.test`

/**
 * Nothing is asked before the first sign-in, sign-ins are short, and a change of the password asks
 * for the present one.
 */
let open: OwnServer
beforeAll(async () => {
  open = await startAuthServer({
    AUTH_EMAIL_CONFIRMATION: 'false',
    AUTH_PHONE_CONFIRMATION: 'false',
    AUTH_ACCESS_TOKEN_SECONDS: '80',
    AUTH_CURRENT_PASSWORD_FOR_CHANGE: 'true',
    AUTH_MAILS_PER_HOUR: '2',
    AUTH_TEST_CODES: '{"447700900555":"246810"}',
  })
})
afterAll(() => open.close())

async function signedIn() {
  const ana = await mintAccount(world, { passwordHash: demoPasswordHash })
  const client = await supabaseClient()
  await client.auth.signInWithPassword({ email: ana.email, password: demoPassword })
  return { ana, auth: client.auth }
}

test('metadata is merged by its keys, null takes one away, and nobody makes themselves more than they are', async () => {
  const { auth } = await signedIn()
  await auth.updateUser({ data: { colour: 'red', deep: { a: 1, b: 2 } } })
  const changed = await auth.updateUser({
    data: { deep: { c: null }, colour: null, email_verified: 'yes' },
  })
  expect(changed.data.user?.user_metadata).toEqual({ deep: { c: null } })

  const token = (await auth.getSession()).data.session?.access_token ?? ''
  const forged = {
    role: 'service_role',
    aud: 'admin',
    email_confirmed_at: 'x',
    banned_until: null,
    is_anonymous: true,
  }
  const answer = await call('/user', {
    method: 'PUT',
    body: { ...forged, data: { a: 1 } },
    headers: bearer(token),
  })
  expect(answer.json).toMatchObject({
    role: 'authenticated',
    aud: 'authenticated',
    is_anonymous: false,
  })
  const admin = await call('/user', {
    method: 'PUT',
    body: { app_metadata: { role: 'x' } },
    headers: bearer(token),
  })
  expect(outcomeOf(admin)).toBe('403 not_admin')
})

test('a new e-mail address stands once both addresses have confirmed it', async () => {
  const { ana, auth } = await signedIn()
  const next = address()
  const asked = await auth.updateUser({ email: next.toUpperCase() })
  expect(asked.data.user).toMatchObject({ email: ana.email, new_email: next })

  const first = await newestMessageTo(ana.email)
  const half = await auth.verifyOtp({ token_hash: first.token, type: 'email_change' })
  expect([half.error, half.data.session]).toEqual([null, null])
  expect((await auth.getUser()).data.user?.email).toBe(ana.email)
  const { code } = await newestMessageTo(next)
  const done = await auth.verifyOtp({ email: next, token: code, type: 'email_change' })

  expect(done.data.user).toMatchObject({ email: next })
  expect(done.data.user?.new_email).toBeUndefined()
  const taken = await signedIn()
  expect((await taken.auth.updateUser({ email: next })).error).toMatchObject({
    status: 422,
    code: 'email_exists',
  })
})

test('the link of the first half leads on with words, that of the second with a session', async () => {
  const { ana, auth } = await signedIn()
  const next = address()
  await auth.updateUser({ email: next })
  const open = async (to: string) => {
    const query = new URLSearchParams({
      token: (await newestMessageTo(to)).token,
      type: 'email_change',
    })
    return new URLSearchParams(
      new URL((await call(`/verify?${query}`, { apikey: null })).location).hash.slice(1),
    )
  }
  expect((await open(next)).get('message')).toMatch(/other email/)
  expect((await open(ana.email)).get('access_token')).toBeTruthy()
})

test('a new phone number stands once its code was given', async () => {
  const { auth } = await signedIn()
  const phone = `4477004${String(Date.now()).slice(-5)}`
  expect((await auth.updateUser({ phone: `+${phone}` })).data.user).toMatchObject({
    phone: '',
    new_phone: phone,
  })
  const { code } = await newestMessageTo(phone)
  const done = await auth.verifyOtp({ phone, token: code, type: 'phone_change' })
  expect(done.data.user).toMatchObject({ phone, app_metadata: { providers: ['phone'] } })
  const taken = await signedIn()
  expect((await taken.auth.updateUser({ phone })).error).toMatchObject({
    status: 422,
    code: 'phone_exists',
  })
  expect((await taken.auth.updateUser({ phone: '12' })).error).toMatchObject({
    code: 'validation_failed',
  })
})

test('reauthenticating sends a code; without a session it is refused', async () => {
  const { ana, auth } = await signedIn()
  expect((await auth.reauthenticate()).error).toBeNull()
  expect((await newestMessageTo(ana.email)).code).toMatch(/^\d{6}$/)
  expect((await auth.reauthenticate()).error).toMatchObject({
    status: 429,
    code: 'over_email_send_rate_limit',
  })
  expect(outcomeOf(await call('/reauthenticate'))).toBe('401 no_authorization')
})

test('two Authorization headers, another audience, and anyone who is nobody are refused', async () => {
  const ana = await mintAccount(world)
  const { accessToken } = await mintSession(world, ana, { variables })
  const twice: [string, string][] = [
    ['Authorization', `Bearer ${accessToken}`],
    ['Authorization', `Bearer ${accessToken}`],
  ]
  expect(outcomeOf(await call('/user', { headers: twice }))).toBe('401 no_authorization')
  const audience = { ...bearer(accessToken), 'X-JWT-AUD': 'elsewhere' }
  expect(outcomeOf(await call('/user', { headers: audience }))).toBe('400 validation_failed')
  expect(outcomeOf(await call('/user', { method: 'PUT', body: {} }))).toBe('401 no_authorization')
  expect(outcomeOf(await call('/user', { headers: bearer('x'.repeat(6_000)) }))).toBe('403 bad_jwt')
})

test('the client is told of what happens to its session', async () => {
  const ana = await mintAccount(world, { passwordHash: demoPasswordHash })
  const { auth } = await supabaseClient()
  const events: AuthChangeEvent[] = []
  const { data } = auth.onAuthStateChange((event) => void events.push(event))
  await expect.poll(() => events).toEqual(['INITIAL_SESSION'])

  await auth.signInWithPassword({ email: ana.email, password: demoPassword })
  await auth.refreshSession()
  await auth.updateUser({ data: { a: 1 } })
  await auth.signOut()
  await auth.resetPasswordForEmail(ana.email)
  const { code } = await newestMessageTo(ana.email)
  await auth.verifyOtp({ email: ana.email, token: code, type: 'recovery' })

  expect(events).toEqual([
    'INITIAL_SESSION',
    'SIGNED_IN',
    'TOKEN_REFRESHED',
    'USER_UPDATED',
    'SIGNED_OUT',
    'PASSWORD_RECOVERY',
  ])
  data.subscription.unsubscribe()
})

test('a client that refreshes automatically does so when three ticks or fewer are left', async () => {
  const { auth } = await supabaseClient({ server: open, auth: { autoRefreshToken: true } })
  const events: AuthChangeEvent[] = []
  auth.onAuthStateChange((event) => void events.push(event))
  const made = await auth.signUp({ email: address(), password })
  const first = made.data.session
  expect(first?.expires_in).toBe(80)
  await auth.startAutoRefresh()
  await expect.poll(() => events, { timeout: 10_000 }).toContain('TOKEN_REFRESHED')
  await auth.stopAutoRefresh()
  const now = (await auth.getSession()).data.session
  expect(now?.refresh_token).not.toBe(first?.refresh_token)
  expect(now?.user.id).toBe(first?.user.id)
})

test('without confirmation, signing up signs in at once, and a taken address gets a sentence', async () => {
  const { auth } = await supabaseClient({ server: open })
  const email = address()
  expect((await auth.signUp({ email, password })).data.session?.user.email).toBe(email)
  expect((await auth.signUp({ email, password })).error).toMatchObject({
    status: 422,
    code: 'user_already_exists',
  })
  const phone = '447700900111'
  const byPhone = await auth.signUp({ phone, password })
  expect(byPhone.data.user).toMatchObject({ phone })
  expect(byPhone.data.session).toBeTruthy()
  expect((await auth.signUp({ phone, password })).error).toMatchObject({
    code: 'user_already_exists',
  })
  const settings = (await call('/settings', { server: open })).json
  expect(settings).toMatchObject({
    mailer_autoconfirm: true,
    phone_autoconfirm: true,
    external: { phone: true },
  })

  const changed = await auth.updateUser({ phone: '447700900112' })
  expect(changed.data.user).toMatchObject({ phone: '447700900112' })
})

test('an installation that asks for the present password takes a change only with it', async () => {
  const { auth } = await supabaseClient({ server: open })
  await auth.signUp({ email: address(), password })
  const change = async (current_password?: string) => {
    const { data } = await auth.getSession()
    const body = { password: 'brand new one', ...(current_password ? { current_password } : {}) }
    const headers = bearer(data.session?.access_token ?? '')
    return outcomeOf(await call('/user', { method: 'PUT', body, headers, server: open }))
  }
  expect(await change()).toBe('400 current_password_required')
  expect(await change('wrong')).toBe('400 current_password_invalid')
  expect(await change(password)).toBe('200')
})

test('a test number takes its fixed code, and the installation sends no more mails than it may', async () => {
  const { auth } = await supabaseClient({ server: open })
  const phone = '447700900555'
  await auth.signInWithOtp({ phone })
  expect((await auth.verifyOtp({ phone, token: '246810', type: 'sms' })).data.user?.phone).toBe(
    phone,
  )
  const mail = async () =>
    outcomeOf(await call('/recover', { body: { email: address() }, server: open }))
  expect([await mail(), await mail(), await mail()]).toEqual([
    '200',
    '200',
    '429 over_email_send_rate_limit',
  ])
})
