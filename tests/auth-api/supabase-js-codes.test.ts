import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { newId } from '#app/values/id.ts'
import { demoPassword, demoPasswordHash, mintAccount } from '../support/accounts.ts'
import { call, messagesTo, newestMessageTo } from '../support/auth-wire.ts'
import { builtDatabases } from '../support/built-databases.ts'
import { supabaseClient } from '../support/supabase.ts'

const world = builtDatabases()
const password = 'a long password'
const address = () => `${newId().toLowerCase()}@example.test`
const number = () => `4477006${String(Math.floor(Math.random() * 90_000) + 10_000)}`

/** As if the minute between two messages had gone by. */
const aMinuteLater = (subject: string) =>
  world.directory.run(sql`DELETE FROM limit_counters WHERE key LIKE ${`mail:%${subject}`}`)

/** A store for the verifier that a PKCE client keeps between two pages. */
function memory() {
  const items = new Map<string, string>()
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  }
}

const pkceClient = () =>
  supabaseClient({ auth: { flowType: 'pkce', persistSession: true, storage: memory() } })

test('signing up with a mail: the code confirms and signs in', async () => {
  const { auth } = await supabaseClient()
  const email = address()
  const made = await auth.signUp({ email, password, options: { data: { colour: 'red' } } })
  expect([made.error, made.data.session]).toEqual([null, null])
  expect((await auth.signInWithPassword({ email, password })).error).toMatchObject({
    code: 'email_not_confirmed',
  })

  const { code } = await newestMessageTo(email)
  const verified = await auth.verifyOtp({ email, token: code, type: 'signup' })

  expect(verified.error).toBeNull()
  expect(verified.data.user).toMatchObject({
    id: made.data.user?.id,
    email,
    user_metadata: { colour: 'red', email, email_verified: true },
    identities: [{ provider: 'email', identity_data: { email_verified: true } }],
  })
  expect(verified.data.user?.email_confirmed_at).toBeTruthy()
  expect((await auth.getClaims()).data?.claims.amr).toMatchObject([{ method: 'otp' }])
})

test('signing up with a mail: the link’s token confirms and signs in', async () => {
  const { auth } = await supabaseClient()
  const email = address()
  await auth.signUp({ email, password })
  const { token } = await newestMessageTo(email)
  const verified = await auth.verifyOtp({ token_hash: token, type: 'email' })
  expect(verified.data.user?.email).toBe(email)
})

test('signing up with a phone: the code of the text message confirms and signs in, and so does the password then', async () => {
  const { auth } = await supabaseClient()
  const phone = number()
  const made = await auth.signUp({ phone: `+${phone}`, password })
  expect(made.error).toBeNull()
  expect(made.data.user).toMatchObject({ phone, email: '', identities: [{ provider: 'phone' }] })
  expect((await auth.signInWithPassword({ phone, password })).error).toMatchObject({
    code: 'phone_not_confirmed',
  })

  const { code } = await newestMessageTo(phone)
  const verified = await auth.verifyOtp({ phone: `+${phone}`, token: code, type: 'sms' })

  expect(verified.data.user).toMatchObject({
    phone,
    app_metadata: { provider: 'phone', providers: ['phone'] },
  })
  expect(verified.data.user?.phone_confirmed_at).toBeTruthy()
  expect((await auth.signInWithPassword({ phone: `+${phone}`, password })).data.user?.phone).toBe(
    phone,
  )
})

test('a code by email and by phone signs in people who are known and people who are not', async () => {
  const known = await mintAccount(world)
  for (const email of [known.email, address()]) {
    const { auth } = await supabaseClient()
    expect(await auth.signInWithOtp({ email })).toMatchObject({
      error: null,
      data: { user: null, session: null },
    })
    const { code } = await newestMessageTo(email)
    expect((await auth.verifyOtp({ email, token: code, type: 'email' })).data.user?.email).toBe(
      email,
    )
  }
  const { auth } = await supabaseClient()
  const phone = number()
  expect((await auth.signInWithOtp({ phone })).error).toBeNull()
  const { code } = await newestMessageTo(phone)
  expect((await auth.verifyOtp({ phone, token: code, type: 'sms' })).data.user?.phone).toBe(phone)
  const nobody = await auth.signInWithOtp({
    email: address(),
    options: { shouldCreateUser: false },
  })
  expect(nobody.error).toMatchObject({ status: 422, code: 'otp_disabled' })
})

test('PKCE: the mailed link brings a code that only the client which asked can exchange', async () => {
  for (const [begin, type, method] of [
    ['otp', 'magiclink', 'magiclink'],
    ['recover', 'recovery', 'recovery'],
    ['signup', 'signup', 'email/signup'],
  ] as const) {
    const { auth } = await pkceClient()
    const email = begin === 'signup' ? address() : (await mintAccount(world)).email
    const options = { redirectTo: 'https://app.example/cb' }
    if (begin === 'otp')
      await auth.signInWithOtp({ email, options: { emailRedirectTo: options.redirectTo } })
    if (begin === 'recover') await auth.resetPasswordForEmail(email, options)
    if (begin === 'signup')
      await auth.signUp({ email, password, options: { emailRedirectTo: options.redirectTo } })
    const { token } = await newestMessageTo(email)
    const query = new URLSearchParams({ token, type, redirect_to: options.redirectTo })
    const { location } = await call(`/verify?${query}`, { apikey: null })
    const code = new URL(location).searchParams.get('code') ?? ''

    const stranger = await (await pkceClient()).auth.exchangeCodeForSession(code)
    expect(stranger.error).not.toBeNull()
    const exchanged = await auth.exchangeCodeForSession(code)
    expect(exchanged.error).toBeNull()
    expect(exchanged.data.user?.email).toBe(email)
    expect((await auth.getClaims()).data?.claims.amr).toMatchObject([{ method }])
  }
})

test('a forgotten password: the code signs in, the new password stands, and other devices are out', async () => {
  const ana = await mintAccount(world, { passwordHash: demoPasswordHash })
  const elsewhere = await supabaseClient()
  await elsewhere.auth.signInWithPassword({ email: ana.email, password: demoPassword })
  const { auth } = await supabaseClient()
  expect((await auth.resetPasswordForEmail(ana.email)).error).toBeNull()
  const again = await auth.resetPasswordForEmail(ana.email)
  expect(again.error).toMatchObject({ status: 429, code: 'over_email_send_rate_limit' })
  expect(again.error?.message).toMatch(
    /^For security purposes, you can only request this after \d+ seconds\.$/,
  )

  const { code } = await newestMessageTo(ana.email)
  expect(
    (await auth.verifyOtp({ email: ana.email, token: code, type: 'recovery' })).error,
  ).toBeNull()
  expect((await auth.updateUser({ password: demoPassword })).error).toMatchObject({
    code: 'same_password',
  })
  expect((await auth.updateUser({ password: 'brand new one' })).error).toBeNull()

  expect((await elsewhere.auth.getUser()).error).toMatchObject({ name: 'AuthSessionMissingError' })
  expect((await auth.getUser()).data.user?.id).toBe(ana.userId)
  const fresh = await supabaseClient()
  const old = await fresh.auth.signInWithPassword({ email: ana.email, password: demoPassword })
  expect(old.error).toMatchObject({ code: 'invalid_credentials' })
})

test('a pending confirmation is sent again', async () => {
  const { auth } = await supabaseClient()
  const email = address()
  await auth.signUp({ email, password })
  await aMinuteLater(email)
  expect((await auth.resend({ type: 'signup', email })).error).toBeNull()
  const [newer, older] = await messagesTo(email)
  // Who asks again takes no link away; the first that is used ends the others.
  expect(
    (await auth.verifyOtp({ token_hash: older?.token ?? '', type: 'signup' })).error,
  ).toBeNull()
  expect(
    (await auth.verifyOtp({ token_hash: newer?.token ?? '', type: 'signup' })).error,
  ).toMatchObject({ status: 403, code: 'otp_expired' })

  const next = address()
  await auth.updateUser({ email: next })
  expect((await auth.resend({ type: 'email_change', email })).error).toBeNull()
  expect(await messagesTo(next)).toHaveLength(2)
  const phone = number()
  await auth.updateUser({ phone })
  expect((await auth.resend({ type: 'phone_change', phone })).error).toBeNull()
  expect(await messagesTo(phone)).toHaveLength(2)
})
