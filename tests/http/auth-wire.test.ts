import { sql } from 'drizzle-orm'
import { expect, inject, test } from 'vitest'
import { readConfiguration } from '#app/domain/identity/configuration.server.ts'
import { signProjectKey } from '#app/domain/identity/sessions/access-tokens.server.ts'
import { newId } from '#app/values/id.ts'
import { demoPassword, demoPasswordHash, mintAccount, mintSession } from '../support/accounts.ts'
import { bearer, call, messagesTo, outcomeOf } from '../support/auth-wire.ts'
import { builtDatabases } from '../support/built-databases.ts'
import { workerOrigin } from '../support/worker-origin.ts'

const world = builtDatabases()
const variables = inject('variables')
const configuration = readConfiguration(variables)
const version = { 'X-Supabase-Api-Version': '2024-01-01' }

test('without one of the project’s keys nothing is answered but health and the public keys', async () => {
  const stranger = await signProjectKey(configuration, 'authenticated')
  for (const apikey of [null, 'made-up', stranger]) {
    expect((await call('/settings', { apikey })).status).toBe(401)
    expect((await call('/token?grant_type=password', { apikey, body: {} })).status).toBe(401)
  }
  expect((await call('/health', { apikey: null })).json).toMatchObject({ name: 'Cadence Auth' })
  const jwks = await call('/.well-known/jwks.json', { apikey: null })
  expect(jwks.headers.get('Cache-Control')).toBe('public, max-age=600')
  expect(jwks.json.keys).toHaveLength(1)
  expect(jwks.json.keys[0]).toMatchObject({ alg: 'ES256', use: 'sig', key_ops: ['verify'] })
  expect(jwks.text).not.toContain('"d"')
})

test('an error has the body of the version that was asked for, and says which', async () => {
  const old = await call('/token?grant_type=magic', { body: {} })
  const coded = await call('/token?grant_type=magic', { body: {}, headers: version })

  expect([old.status, old.json]).toEqual([
    400,
    { code: 400, error_code: 'invalid_credentials', msg: 'unsupported_grant_type' },
  ])
  expect([coded.status, coded.json]).toEqual([
    400,
    { code: 'invalid_credentials', message: 'unsupported_grant_type' },
  ])
  expect(coded.headers.get('X-Supabase-Api-Version')).toBe('2024-01-01')
  expect(old.headers.get('X-Supabase-Api-Version')).toBeNull()
  for (const undated of ['2024-99-99', '2025-02-30', '2024-1-1', 'latest']) {
    const headers = { 'X-Supabase-Api-Version': undated }
    const answer = await call('/token?grant_type=magic', { body: {}, headers })
    expect(answer.json, undated).toEqual(old.json)
  }
})

test('other origins may call, also when the answer is an error', async () => {
  const origin = { Origin: 'https://app.example' }
  const preflight = await call('/token', {
    method: 'OPTIONS',
    apikey: null,
    headers: {
      ...origin,
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'apikey,x-my-app',
    },
  })
  const refused = await call('/token?grant_type=password', { body: {}, headers: origin })

  expect(preflight.status).toBe(204)
  expect(preflight.headers.get('Access-Control-Allow-Headers')).toMatch(/apikey,\s*x-my-app/)
  expect(refused.status).toBe(400)
  expect(refused.headers.get('Access-Control-Allow-Origin')).toBe('*')
  expect(refused.headers.get('Access-Control-Expose-Headers')).toContain('X-Supabase-Api-Version')
})

test.each(['/auth/v1//token', '/auth/v1/%ff', `/auth/v1${'/a'.repeat(20)}`, '/auth/v1/%2F%2Fx'])(
  '%s is refused as JSON that other origins may read',
  async (path) => {
    const answer = await call(path.slice('/auth/v1'.length))
    expect([answer.status, answer.json?.error_code]).toEqual([404, 'feature_disabled'])
    expect(answer.headers.get('Access-Control-Allow-Origin')).toBe('*')
  },
)

test.each(['/rest/v1/%ff', '/rest/v1//x', `/rest/v1${'/a'.repeat(20)}`])(
  '%s is refused as JSON that other origins may read',
  async (path) => {
    const answer = await fetch(workerOrigin + path, { headers: { Origin: 'https://app.example' } })
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.status).toBeLessThan(500)
    expect(answer.headers.get('Content-Type')).toContain('json')
    expect(answer.headers.get('Access-Control-Allow-Origin')).toBe('*')
  },
)

test('where no studio has a provider of its own, /sso says so before it reads anything', async () => {
  for (const raw of ['{', '{}', '{"domain":7}', '{"domain":"x.test","code_challenge":"abc"}'])
    expect(outcomeOf(await call('/sso', { raw })), raw).toBe('404 saml_provider_disabled')
})

test('looking with HEAD sends no code', async () => {
  const ana = await mintAccount(world)
  const { accessToken } = await mintSession(world, ana, { variables })
  const headers = bearer(accessToken)
  expect((await call('/reauthenticate', { method: 'HEAD', headers })).status).toBe(200)
  expect(await messagesTo(ana.email)).toEqual([])
  expect((await call('/reauthenticate', { headers })).status).toBe(200)
  expect(await messagesTo(ana.email)).toHaveLength(1)
})

test.each([
  ['/signup', '{', 400, 'bad_json'],
  ['/signup', '[]', 400, 'bad_json'],
  ['/signup', '{"email":7,"password":"a long password"}', 400, 'bad_json'],
  ['/signup', '{"email":"a@b.example"}', 400, 'validation_failed'],
  [
    '/signup',
    '{"email":"a@b.example","phone":"1","password":"a long password"}',
    400,
    'validation_failed',
  ],
  ['/signup', '{"email":"a@b","password":"a long password"}', 400, 'validation_failed'],
  ['/signup', `{"email":"a@b.example","password":"${'x'.repeat(73)}"}`, 400, 'validation_failed'],
  ['/signup', '{"email":"a@b.example","password":"seven77"}', 422, 'weak_password'],
  ['/signup', '', 400, 'bad_json'],
  ['/signup', '{}', 422, 'anonymous_provider_disabled'],
  ['/signup', '{"phone":"12","password":"a long password"}', 400, 'validation_failed'],
  [
    '/signup',
    '{"phone":"+447700900123","password":"a long password","channel":"whatsapp"}',
    400,
    'validation_failed',
  ],
  ['/token?grant_type=password', '{}', 400, 'validation_failed'],
  [
    '/token?grant_type=password',
    '{"email":"a@b.example","phone":"1","password":"x"}',
    400,
    'validation_failed',
  ],
  ['/token?grant_type=password', '{"email":"a@b.example","password":{}}', 400, 'bad_json'],
  [
    '/token?grant_type=password',
    '{"email":"no address","password":"x"}',
    400,
    'invalid_credentials',
  ],
  ['/token?grant_type=refresh_token', '{}', 400, 'validation_failed'],
  ['/token?grant_type=refresh_token', '{"refresh_token":["x"]}', 400, 'bad_json'],
  ['/token', '{}', 400, 'invalid_credentials'],
  ['/token?grant_type=pkce', '{}', 400, 'validation_failed'],
  ['/token?grant_type=pkce', '{"auth_code":"x","code_verifier":"y"}', 404, 'flow_state_not_found'],
  ['/otp', '{}', 400, 'validation_failed'],
  ['/otp', '{"email":"a@b.example","phone":"447700900123"}', 400, 'validation_failed'],
  ['/otp', '{"email":"a@b.example","channel":"sms"}', 400, 'validation_failed'],
  ['/otp', '{"email":"nobody@b.example","create_user":false}', 422, 'otp_disabled'],
  ['/otp', '{"email":"a@b.example","create_user":"yes"}', 400, 'bad_json'],
  ['/recover', '{}', 400, 'validation_failed'],
  ['/recover', '{"email":"no address"}', 400, 'validation_failed'],
  ['/resend', '{"email":"a@b.example"}', 400, 'validation_failed'],
  ['/resend', '{"type":"recovery","email":"a@b.example"}', 400, 'validation_failed'],
  ['/resend', '{"type":"sms","email":"a@b.example"}', 400, 'validation_failed'],
  ['/resend', '{"type":"signup"}', 400, 'validation_failed'],
  ['/verify', '{}', 400, 'validation_failed'],
  ['/verify', '{"type":"email"}', 400, 'validation_failed'],
  ['/verify', '{"type":"email","token":"123456"}', 400, 'validation_failed'],
  ['/verify', '{"type":"email","token":"123456","token_hash":"x"}', 400, 'validation_failed'],
  ['/verify', '{"type":"email","token_hash":"x","email":"a@b.example"}', 400, 'validation_failed'],
  [
    '/verify',
    '{"type":"email","token_hash":"x","redirect_to":"https://x.example"}',
    400,
    'validation_failed',
  ],
  ['/verify', '{"type":"nonsense","token_hash":"x"}', 400, 'validation_failed'],
  ['/verify', '{"type":"sms","token":"123456","phone":"12"}', 400, 'validation_failed'],
  ['/verify', '{"type":"email","token":"123456","email":"no address"}', 422, 'validation_failed'],
  ['/verify', '{"type":"email","token":"123456","email":"a@b.example"}', 403, 'otp_expired'],
  ['/verify', '{"type":"email","token_hash":"made-up"}', 403, 'otp_expired'],
  ['/verify', '{"type":"sms","token":"123456","phone":"447700900999"}', 403, 'otp_expired'],
])('POST %s with %s answers %i %s', async (path, raw, status, code) => {
  const answer = await call(path, { raw, method: 'POST' })
  expect([answer.status, answer.json.error_code]).toEqual([status, code])
})

test('a body over 1 MiB is refused', async () => {
  const answer = await call('/signup', { raw: `{"email":"${'a'.repeat(1_100_000)}"}` })
  expect([answer.status, answer.json.error_code]).toEqual([413, 'request_entity_too_large'])
})

test('GET /user refuses by its own code a caller it cannot tell', async () => {
  const ana = await mintAccount(world)
  const live = await mintSession(world, ana, { variables })
  const old = await mintSession(world, ana, { variables, nowMs: Date.now() - 3_700_000 })
  const banned = await mintAccount(world, { bannedUntil: '2999-01-01T00:00:00Z' })
  const bannedSession = await mintSession(world, banned, { variables })
  const deleted = await mintAccount(world)
  const deletedSession = await mintSession(world, deleted, { variables })
  await world.directory.run(sql`DELETE FROM auth_users WHERE id = ${deleted.userId}`)
  const ended = await mintSession(world, ana, { variables })
  await world.directory.run(sql`DELETE FROM auth_sessions WHERE id = ${ended.sessionId}`)
  const asked = async (headers: Record<string, string>) => {
    const { status, json } = await call('/user', { headers })
    return `${status} ${json.error_code ?? json.email}`
  }

  expect(await asked(bearer(live.accessToken))).toBe(`200 ${ana.email}`)
  expect(await asked({})).toBe('401 no_authorization')
  expect(await asked({ Authorization: 'Basic eA==' })).toBe('401 no_authorization')
  expect(await asked(bearer('not.a.token'))).toBe('403 bad_jwt')
  expect(await asked(bearer(old.accessToken))).toBe('403 bad_jwt')
  expect(await asked(bearer(await signProjectKey(configuration, 'anon')))).toBe('403 bad_jwt')
  expect(await asked(bearer(deletedSession.accessToken))).toBe('403 user_not_found')
  expect(await asked(bearer(ended.accessToken))).toBe('403 session_not_found')
  expect(await asked(bearer(bannedSession.accessToken))).toBe('403 user_banned')
})

test('logging out ends what its scope says, at once also for access tokens', async () => {
  const ana = await mintAccount(world)
  const [here, there] = [
    await mintSession(world, ana, { variables }),
    await mintSession(world, ana, { variables }),
  ]
  const lives = async (token: string) =>
    (await call('/user', { headers: bearer(token) })).status === 200
  const logout = (query: string) =>
    call(`/logout${query}`, { method: 'POST', headers: bearer(here.accessToken) })

  expect((await logout('?scope=everything')).json.error_code).toBe('validation_failed')
  expect((await logout('?scope=others')).status).toBe(204)
  expect([await lives(here.accessToken), await lives(there.accessToken)]).toEqual([true, false])
  const out = await logout('')
  expect([out.status, out.text]).toEqual([204, ''])
  expect(await lives(here.accessToken)).toBe(false)
  expect((await logout('')).json.error_code).toBe('session_not_found')
})

test('an empty scope logs out everywhere, as a missing one does', async () => {
  const ana = await mintAccount(world)
  const { accessToken } = await mintSession(world, ana, { variables })
  const there = await mintSession(world, ana, { variables })
  const headers = bearer(accessToken)
  expect((await call('/logout?scope=', { method: 'POST', headers })).status).toBe(204)
  expect((await call('/user', { headers: bearer(there.accessToken) })).status).toBe(403)
})

test('the owner of an address is told by mail that someone signed up with it', async () => {
  const known = await mintAccount(world)
  const body = { email: known.email, password: 'a long password' }
  expect((await call('/signup', { body })).status).toBe(200)
  expect((await messagesTo(known.email)).map(({ subject }) => subject)).toEqual([
    'You already have an account',
  ])
})

test('sign-up answers a known, a waiting and a new address alike', async () => {
  const known = await mintAccount(world)
  const waiting = await mintAccount(world, { confirmed: false })
  const shapes = await Promise.all(
    [known.email, waiting.email, `${newId().toLowerCase()}@example.test`].map(async (email) => {
      const { status, json } = await call('/signup', {
        body: { email, password: 'a long password', data: { a: 1 } },
      })
      const shape = JSON.stringify(json)
        .replaceAll(email, 'address')
        .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'uuid')
        .replaceAll(/\d{4}-\d{2}-\d{2}T[\d:]+Z/g, 'instant')
      return `${status} ${shape}`
    }),
  )
  expect(new Set(shapes).size).toBe(1)
  const again = await Promise.all(
    [known.email, waiting.email].map((email) =>
      call('/signup', { body: { email, password: 'a long password' } }),
    ),
  )
  expect(again.map(({ status, json }) => `${status} ${json.error_code}`)).toEqual(
    Array(2).fill('429 over_email_send_rate_limit'),
  )
})

test('a used refresh token outside the interval ends its session; parallel refreshes end with one token', async () => {
  const ana = await mintAccount(world, { passwordHash: demoPasswordHash })
  const session = (
    await call('/token?grant_type=password', { body: { email: ana.email, password: demoPassword } })
  ).json
  const refresh = (token: string) =>
    call('/token?grant_type=refresh_token', { body: { refresh_token: token } })

  const tokens = await Promise.all([1, 2, 3, 4].map(() => refresh(session.refresh_token)))
  expect(new Set(tokens.map(({ json }) => json.refresh_token)).size).toBe(1)
  const third = (await refresh(tokens[0]?.json.refresh_token)).json
  expect(third.user.id).toBe(ana.userId)

  await world.directory.run(
    sql`UPDATE auth_refresh_tokens SET revoked_at_ms = revoked_at_ms - 11000 WHERE user_id = ${ana.userId} AND revoked_at_ms IS NOT NULL`,
  )
  expect((await refresh(session.refresh_token)).json.error_code).toBe('refresh_token_already_used')
  expect((await refresh(third.refresh_token)).json.error_code).toBe('refresh_token_not_found')
  expect((await call('/user', { headers: bearer(third.access_token) })).json.error_code).toBe(
    'session_not_found',
  )
})
