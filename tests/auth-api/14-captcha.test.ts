import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfiguration } from '#app/domain/identity/configuration.server.ts'
import { signProjectKey } from '#app/domain/identity/sessions/access-tokens.server.ts'
import { bearer, call, outcomeOf, startAuthServer } from '../support/auth-wire.ts'
import { projectKey, supabaseClient } from '../support/supabase.ts'

type Received = Record<string, string>
const received: Received[] = []
const service = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const form = Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString()))
  received.push(form)
  // Never answers, as a service that is overrun.
  if (form.response === 'slow') return
  response.end(
    JSON.stringify({
      success: form.response === 'solved',
      'error-codes': ['invalid-input-response'],
    }),
  )
})

let server: Awaited<ReturnType<typeof startAuthServer>>

beforeAll(async () => {
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  server = await startAuthServer({
    AUTH_CAPTCHA_PROVIDER: 'turnstile',
    AUTH_CAPTCHA_SECRET: 'the-secret',
    AUTH_CAPTCHA_URL: `http://127.0.0.1:${(service.address() as AddressInfo).port}/siteverify`,
  })
  // Without a provider of some studio /sso answers that there is none, and asks for nothing.
  await server.directory
    .prepare('INSERT INTO auth_sso_providers VALUES (?, ?, ?, ?, ?, 1, ?)')
    .bind('p', 's', 'https://idp.example', 'client', 'sealed', '2026-01-01T00:00:00Z')
    .run()
})
afterAll(async () => {
  await server.close()
  service.closeAllConnections()
  await new Promise((resolve) => service.close(resolve))
})

const email = 'captcha@example.test'
const solved = { gotrue_meta_security: { captcha_token: 'solved' } }
const ask = (path: string, body: object, headers = {}) => call(path, { body, headers, server })

const guarded: [path: string, body: object][] = [
  ['/signup', { email, password: 'a long password' }],
  ['/signup', {}],
  ['/otp', { email }],
  ['/recover', { email }],
  ['/resend', { email, type: 'signup' }],
  ['/token?grant_type=password', { email, password: 'wrong' }],
  ['/sso', { domain: 'nobody.example' }],
]

test.each(guarded)('POST %s %j asks for a solved captcha', async (path, body) => {
  expect(outcomeOf(await ask(path, body))).toBe('400 captcha_failed')
  const wrong = { gotrue_meta_security: { captcha_token: 'made-up' } }
  expect(outcomeOf(await ask(path, { ...body, ...wrong }))).toBe('400 captcha_failed')
  expect(outcomeOf(await ask(path, { ...body, ...solved }))).not.toBe('400 captcha_failed')
  expect(received.at(-1)).toMatchObject({ secret: 'the-secret', response: 'solved' })
})

test('someone who refreshes, exchanges or proves a code is not asked, nor is the service key', async () => {
  expect(outcomeOf(await ask('/token?grant_type=refresh_token', { refresh_token: 'x' }))).toBe(
    '400 refresh_token_not_found',
  )
  expect(
    outcomeOf(await ask('/token?grant_type=pkce', { auth_code: 'x', code_verifier: 'y' })),
  ).toBe('404 flow_state_not_found')
  expect(outcomeOf(await ask('/verify', { type: 'email', token_hash: 'x' }))).toBe(
    '403 otp_expired',
  )
  for (const role of ['service_role', 'supabase_admin']) {
    const key = await signProjectKey(readConfiguration(server.variables), role)
    const answer = await ask('/recover', { email: `${role}@example.test` }, bearer(key))
    expect(outcomeOf(answer)).toBe('200')
  }
  const anon = await projectKey('anon', server)
  expect(outcomeOf(await ask('/recover', { email: 'other@example.test' }, bearer(anon)))).toBe(
    '400 captcha_failed',
  )
})

test('the published client sends the token', async () => {
  const { auth } = await supabaseClient({ server })
  const person = { email: 'client@example.test', password: 'a long password' }
  expect((await auth.signUp(person)).error).toMatchObject({ code: 'captcha_failed' })
  expect((await auth.signUp({ ...person, options: { captchaToken: 'solved' } })).error).toBeNull()
})

test('a service that does not answer within ten seconds opens nothing', async () => {
  const slow = { gotrue_meta_security: { captcha_token: 'slow' } }
  const began = Date.now()
  const answer = await ask('/recover', { email, ...slow })
  expect(['400 captcha_failed', '504 request_timeout']).toContain(outcomeOf(answer))
  expect(Date.now() - began).toBeLessThan(12_000)
})
