import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'drizzle-orm'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { deliverOutbox } from '#app/domain/messaging/deliver-outbox.server.ts'
import { newId } from '#app/values/id.ts'
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
import { signUp } from '../accounts/sign-up.server.ts'
import { readConfiguration } from '../configuration.server.ts'
import { requestPasswordRecovery } from '../secrets/request-password-recovery.server.ts'
import { refreshSession } from '../sessions/refresh-session.server.ts'
import { signInWithPassword } from '../sessions/sign-in-with-password.server.ts'
import { factorAttempted } from './attempt-hooks.server.ts'
import { callHook } from './call-hook.server.ts'
import { HookRefusal } from './hook-refusal.ts'
import { hookSender } from './hook-sender.server.ts'

const world = await databases()
const secrets = ['first secret of the hook, long', 'the one before'.padEnd(24, '.')].map((text) =>
  Buffer.from(text).toString('base64'),
)

type Call = { headers: IncomingMessage['headers']; body: string; json: Record<string, unknown> }
let calls: Call[] = []
let answer: (response: ServerResponse, call: Call) => void

const json =
  (value: unknown, status = 200, type = 'application/json') =>
  (response: ServerResponse) =>
    response.writeHead(status, { 'Content-Type': type }).end(JSON.stringify(value))

const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk) => chunks.push(chunk))
  request.on('end', () => {
    const body = Buffer.concat(chunks).toString()
    const call = { headers: request.headers, body, json: JSON.parse(body) }
    calls.push(call)
    answer(response, call)
  })
})
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
afterAll(() => new Promise((resolve) => server.close(resolve)))
beforeEach(() => {
  calls = []
  answer = json({})
})

/** An installation with one hook. */
function hooked(...names: string[]) {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  const variables = Object.fromEntries(
    names.flatMap((name) => [
      [`AUTH_HOOK_${name}_URL`, url],
      [`AUTH_HOOK_${name}_SECRET`, secrets.map((secret) => `v1,whsec_${secret}`).join('|')],
    ]),
  )
  return identityFor(world, { variables: { ...testSecrets, ...variables } })
}

const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (error) => (error instanceof HookRefusal ? [error.status, error.code, error.message] : error),
  )
const short = { allMs: 300, tries: 3, pauseMs: 10 }

test('a call is signed with every secret as Standard Webhooks have it', async () => {
  const ctx = hooked('BEFORE_USER_CREATED')
  expect(await callHook(ctx, 'before-user-created', { a: 1 })).toEqual({})
  const [{ headers, body } = {} as Call] = calls
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  const expected = secrets.map(
    (secret) =>
      `v1,${createHmac('sha256', Buffer.from(secret, 'base64')).update(signed).digest('base64')}`,
  )
  expect(headers['webhook-signature']).toBe(expected.join(' '))
  expect(headers['webhook-timestamp']).toBe(String(Math.floor(ctx.nowMs / 1_000)))
  expect(await callHook(ctx, 'send-sms', {})).toBeNull()
})

test.each([
  [
    'says no',
    json({ error: { http_code: 403, message: 'Not from here' } }),
    403,
    'unknown',
    'Not from here',
  ],
  ['says no without a code', json({ error: { message: 'No' } }), 500, 'unexpected_failure', 'No'],
  [
    'answers no JSON',
    json('{}', 200, 'text/html'),
    400,
    'hook_payload_invalid_content_type',
    'text/html',
  ],
  ['answers a list', json([]), 500, 'unexpected_failure', 'no JSON object'],
  ['answers 400', json({}, 400), 500, 'unexpected_failure', 'Invalid payload'],
  ['answers 302', json({}, 302), 500, 'unexpected_failure', 'Unexpected status code'],
  [
    'answers too much',
    json({ a: 'x'.repeat(210_000) }),
    422,
    'hook_payload_over_size_limit',
    '200 KB',
  ],
])('a hook that %s stops what was under way', async (_, hookAnswer, status, code, message) => {
  answer = hookAnswer
  const refusal = await refusalOf(
    callHook(hooked('BEFORE_USER_CREATED'), 'before-user-created', {}),
  )
  expect(refusal).toEqual([status, code, expect.stringContaining(message)])
})

test('a hook that is slow, or away, is given up on', async () => {
  const ctx = hooked('BEFORE_USER_CREATED')
  answer = () => undefined
  expect(await refusalOf(callHook(ctx, 'before-user-created', {}, short))).toEqual([
    422,
    'hook_timeout',
    expect.any(String),
  ])
  answer = (response) => response.writeHead(503, { 'Retry-After': '1' }).end()
  calls = []
  expect(await refusalOf(callHook(ctx, 'before-user-created', {}, short))).toEqual([
    422,
    'hook_timeout_after_retry',
    expect.any(String),
  ])
  expect(calls).toHaveLength(3)
  answer = (response) => {
    if (calls.length < 6) response.destroy()
    else json({ fine: true })(response)
  }
  expect(await callHook(ctx, 'before-user-created', {}, short)).toEqual({ fine: true })
})

test('an account that would be made is asked about before anything is written, and told afterwards', async () => {
  const ctx = hooked('BEFORE_USER_CREATED', 'AFTER_USER_CREATED')
  const email = `${newId().toLowerCase()}@example.test`
  const input = { email, password: 'a long password', name: '', acceptsTerms: false }
  answer = json({ error: { http_code: 400, message: 'Only people of the house' } })
  expect(await refusalOf(signUp(ctx, input))).toEqual([400, 'unknown', 'Only people of the house'])
  expect(await world.directory.all(sql`SELECT id FROM auth_users WHERE email = ${email}`)).toEqual(
    [],
  )

  calls = []
  answer = json({})
  expect((await signUp({ ...ctx, nowMs: ctx.nowMs + 61_000 }, input)).ok).toBe(true)
  expect(calls.map((call) => call.json)).toMatchObject([
    { metadata: { name: 'before-user-created' }, user: { email } },
    { metadata: { name: 'after-user-created' }, user: { email } },
  ])
  expect(JSON.stringify(calls)).not.toContain('scrypt')
})

test('claims are as the hook wants them, but whose token it is stays, and what each needs may not go', async () => {
  const ctx = hooked('CUSTOM_ACCESS_TOKEN')
  const { userId } = await mintAccount(world)
  let { refreshToken } = await mintSession(world, { userId })
  const refreshed = async () => {
    const result = await refreshSession(ctx, refreshToken)
    if (!result.ok) throw new Error(result.reason)
    refreshToken = result.value.refreshToken
    return decodeJwt(result.value.access.token)
  }
  answer = (response, { json: sent }) =>
    json({ claims: { ...(sent.claims as object), plan: 'gold', role: 'editor' } })(response)
  expect(await refreshed()).toMatchObject({
    sub: userId,
    plan: 'gold',
    role: 'editor',
    aal: 'aal1',
  })
  expect(calls[0]?.json).toMatchObject({ user_id: userId, authentication_method: 'password' })

  for (const change of [
    { sub: crypto.randomUUID() },
    { session_id: 'other' },
    { aal: undefined },
    { exp: 'never' },
  ]) {
    answer = (response, { json: sent }) =>
      json({ claims: { ...(sent.claims as object), ...change } })(response)
    expect(await refusalOf(refreshed())).toEqual([500, 'unexpected_failure', expect.any(String)])
  }
})

test('a tried password may be refused by the hook, and everyone signed out', async () => {
  const ctx = hooked('PASSWORD_VERIFICATION_ATTEMPT')
  const { userId, email } = await mintAccount(world, { passwordHash: demoPasswordHash })
  await mintSession(world, { userId })
  expect(await signInWithPassword(ctx, { email, password: 'wrong' })).toMatchObject({
    reason: 'invalid_credentials',
  })
  expect(calls.map((call) => call.json)).toEqual([{ user_id: userId, valid: false }])
  answer = json({ decision: 'reject', message: 'Too often', should_logout_user: true })
  expect(await refusalOf(signInWithPassword(ctx, { email, password: demoPassword }))).toEqual([
    403,
    'invalid_credentials',
    'Too often',
  ])
  expect(await countSessions(world, userId)).toBe(0)
})

test('a code of a second factor may be refused by the hook', async () => {
  const ctx = hooked('MFA_VERIFICATION_ATTEMPT')
  const factor = { id: 'f', userId: 'u', factorType: 'totp' as const }
  await factorAttempted(ctx, factor, true)
  expect(calls[0]?.json).toEqual({ factor_id: 'f', factor_type: 'totp', user_id: 'u', valid: true })
  answer = json({ decision: 'reject' })
  expect(await refusalOf(factorAttempted(ctx, factor, true))).toEqual([
    403,
    'mfa_verification_rejected',
    expect.any(String),
  ])
})

test('links and codes of accounts go to the hook that sends mail, everything else to the mail server', async () => {
  const ctx = hooked('SEND_EMAIL')
  const { email, userId } = await mintAccount(world)
  await requestPasswordRecovery(ctx, { email })
  await world.directory.run(sql`
    INSERT INTO outbox (id, dedupe_key, channel, recipient, kind, subject, text, html, state,
      next_attempt_at_ms, created_at_ms)
    VALUES ('other', 'other', 'email', ${email}, 'password-changed', '', '', '', 'queued', 0, 0)`)
  const other = hookSender({ ...ctx, clock: () => ctx.nowMs })
  if (!other) throw new Error('There is no hook')
  await deliverOutbox({
    db: world.directory,
    transports: { email: null, sms: null, other },
    clock: () => ctx.nowMs,
  })

  const states = await world.directory.all(
    sql`SELECT kind, state FROM outbox WHERE recipient = ${email} ORDER BY kind`,
  )
  expect(states).toEqual([
    { kind: 'password-changed', state: 'kept' },
    { kind: 'reset-password', state: 'sent' },
  ])
  expect(calls.find((call) => call.body.includes(email))?.json).toMatchObject({
    user: { id: userId, email },
    email_data: {
      token: expect.stringMatching(/^\d{6}$/),
      token_hash: expect.stringMatching(/^[\w-]{43}$/),
      email_action_type: 'recovery',
      site_url: ctx.origin,
    },
  })
})

test.each([
  [
    'AUTH_HOOK_SEND_SMS_URL',
    { AUTH_HOOK_SEND_SMS_URL: 'http://hooks.example/', AUTH_HOOK_SEND_SMS_SECRET: 'x' },
  ],
  ['AUTH_HOOK_SEND_SMS_SECRET', { AUTH_HOOK_SEND_SMS_URL: 'https://hooks.example/' }],
  [
    'AUTH_HOOK_SEND_SMS_SECRET',
    {
      AUTH_HOOK_SEND_SMS_URL: 'https://hooks.example/',
      AUTH_HOOK_SEND_SMS_SECRET: 'v1,whsec_short',
    },
  ],
])('a wrong %s is named', (name, variables) => {
  expect(() => readConfiguration({ ...testSecrets, ...variables })).toThrow(name)
})
