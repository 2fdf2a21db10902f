import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#app/values/id.ts'
import {
  call,
  newestMessageTo,
  type OwnServer,
  outcomeOf,
  startAuthServer,
} from '../support/auth-wire.ts'
import { supabaseClient } from '../support/supabase.ts'

let server: OwnServer
beforeAll(async () => {
  server = await startAuthServer({ AUTH_ANONYMOUS: 'true' })
})
afterAll(() => server.close())

test('anonymous sign-ins are off unless they are switched on', async () => {
  const { auth } = await supabaseClient()
  expect((await auth.signInAnonymously()).error).toMatchObject({
    status: 422,
    code: 'anonymous_provider_disabled',
  })
  expect((await call('/settings')).json.external.anonymous_users).toBe(false)
  expect((await call('/settings', { server })).json.external.anonymous_users).toBe(true)
})

test('an anonymous person is authenticated, distinguished by is_anonymous, and permanent once an address is verified', async () => {
  const { auth } = await supabaseClient({ server })
  const made = await auth.signInAnonymously({ options: { data: { colour: 'red' } } })
  expect(made.error).toBeNull()
  expect(made.data.user).toMatchObject({
    is_anonymous: true,
    email: '',
    phone: '',
    role: 'authenticated',
    identities: [],
  })
  const claims = (await auth.getClaims()).data?.claims
  expect(claims).toMatchObject({
    is_anonymous: true,
    role: 'authenticated',
    amr: [{ method: 'anonymous' }],
  })

  const early = await auth.updateUser({ password: 'a long password' })
  expect(early.error).toMatchObject({ status: 422, code: 'validation_failed' })
  const email = `${newId().toLowerCase()}@example.test`
  const asked = await auth.updateUser({ email })
  expect(asked.data.user).toMatchObject({ is_anonymous: true, email: '', new_email: email })
  const { code } = await newestMessageTo(email, server)
  const verified = await auth.verifyOtp({ type: 'email_change', email, token: code })

  expect(verified.error).toBeNull()
  expect(verified.data.user).toMatchObject({
    id: made.data.user?.id,
    is_anonymous: false,
    email,
    user_metadata: { colour: 'red' },
    app_metadata: { provider: 'email', providers: ['email'] },
    identities: [{ provider: 'email' }],
  })
  expect((await auth.updateUser({ password: 'a long password' })).error).toBeNull()
  expect((await auth.signInWithPassword({ email, password: 'a long password' })).error).toBeNull()
})

test('a phone number makes it permanent as well', async () => {
  const { auth } = await supabaseClient({ server })
  await auth.signInAnonymously()
  const phone = '+447700900777'
  expect((await auth.updateUser({ phone })).data.user).toMatchObject({ new_phone: '447700900777' })
  const { code } = await newestMessageTo('447700900777', server)
  const verified = await auth.verifyOtp({ type: 'phone_change', phone, token: code })
  expect(verified.data.user).toMatchObject({ is_anonymous: false, phone: '447700900777' })
})

test('thirty an hour from one network address, and no more', async () => {
  const from = (ip: string) =>
    call('/signup', { body: {}, headers: { 'CF-Connecting-IP': ip }, server })
  for (let i = 0; i < 30; i += 1) expect(outcomeOf(await from('203.0.113.1'))).toBe('200')
  expect(outcomeOf(await from('203.0.113.1'))).toBe('429 over_request_rate_limit')
  expect(outcomeOf(await from('203.0.113.2'))).toBe('200')
})
