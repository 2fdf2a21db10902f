import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { newId } from '#app/values/id.ts'
import { mintAccount, mintSession } from '../support/accounts.ts'
import { bearer, call, messagesTo, outcomeOf } from '../support/auth-wire.ts'
import { builtDatabases } from '../support/built-databases.ts'
import { sharedServer } from '../support/supabase.ts'

const world = builtDatabases()
const { variables } = sharedServer()
const posts = [
  '/signup',
  '/otp',
  '/recover',
  '/resend',
  '/verify',
  '/token?grant_type=password',
  '/token?grant_type=refresh_token',
  '/token?grant_type=pkce',
]
const huge = 'x'.repeat(100_000)

const signedIn = async () => {
  const ana = await mintAccount(world)
  return { ana, headers: bearer((await mintSession(world, ana, { variables })).accessToken) }
}

test.each(posts)('POST %s refuses what is no JSON, another type, or over 1 MiB', async (path) => {
  for (const raw of [
    '',
    '{',
    '[]',
    '"text"',
    'null',
    '7',
    '\u0000',
    '{"email":{"$ne":""},"type":[],"refresh_token":1,"auth_code":1}',
  ]) {
    expect(outcomeOf(await call(path, { raw })), raw).toBe('400 bad_json')
  }
  expect(outcomeOf(await call(path, { raw: `{"email":"${'ü'.repeat(600_000)}"}` }))).toBe(
    '413 request_entity_too_large',
  )
})

test('PUT /user refuses the same of who is signed in', async () => {
  const { headers } = await signedIn()
  const put = (raw: string) => call('/user', { method: 'PUT', raw, headers })
  expect(outcomeOf(await put('{"data":[1]}'))).toBe('400 bad_json')
  expect(outcomeOf(await put('{"email":{}}'))).toBe('400 bad_json')
  expect(outcomeOf(await put(`{"data":{"a":"${'a'.repeat(1_100_000)}"}}`))).toBe(
    '413 request_entity_too_large',
  )
  expect(outcomeOf(await put(`{"data":{"a":"${'a'.repeat(9_000)}"}}`))).toBe(
    '400 validation_failed',
  )
})

test('tokens of 100 kB are none', async () => {
  expect(
    outcomeOf(await call('/token?grant_type=refresh_token', { body: { refresh_token: huge } })),
  ).toBe('400 refresh_token_not_found')
  const pkce = { auth_code: huge, code_verifier: huge }
  expect(outcomeOf(await call('/token?grant_type=pkce', { body: pkce }))).toBe(
    '404 flow_state_not_found',
  )
  expect(outcomeOf(await call('/verify', { body: { type: 'email', token_hash: huge } }))).toBe(
    '403 otp_expired',
  )
  const code = { type: 'email', email: 'a@b.example', token: huge }
  expect(outcomeOf(await call('/verify', { body: code }))).toBe('403 otp_expired')
  expect(outcomeOf(await call('/signup', { body: { email: 'a@b.example', password: huge } }))).toBe(
    '400 validation_failed',
  )
  expect(
    (await call(`/verify?type=email&token=${'x'.repeat(10_000)}`, { apikey: null })).status,
  ).toBe(303)
})

test.each([
  "ana'--@example.test",
  `ana"; DROP TABLE auth_users; --@example.test`,
  'ana@example.test\r\nBcc: ben@example.test',
  'ana@example.test\u0000',
  'ana@example.test, ben@example.test',
  '<ana@example.test>',
  'änä@example.test',
  'ana@exämple.test',
  'ana@localhost',
  'ana@@example.test',
  'ana＠example.test',
  'ａna@example.test',
  `${'a'.repeat(65)}@example.test`,
  `a@${'b.'.repeat(130)}test`,
])('%j is no address: nothing is made and nothing sent', async (email) => {
  const before = await world.directory.all(sql`SELECT count(*) AS n FROM outbox`)
  const answers = [
    await call('/otp', { body: { email } }),
    await call('/recover', { body: { email } }),
    await call('/resend', { body: { email, type: 'signup' } }),
    await call('/signup', { body: { email, password: 'a long password' } }),
  ]
  // A quote is a letter of a local part like any other.
  const expected = email.startsWith("ana'--") ? '200' : '400 validation_failed'
  expect(answers.slice(0, 1).map(outcomeOf)).toEqual([expected])
  if (expected === '200') return
  expect(new Set(answers.map(outcomeOf))).toEqual(new Set([expected]))
  expect(await world.directory.all(sql`SELECT count(*) AS n FROM outbox`)).toEqual(before)
})

test('SQL and markup in names, metadata and codes are text', async () => {
  const email = `${newId().toLowerCase()}@example.test`
  const name = `Robert'); DROP TABLE auth_users;-- <script>alert(1)</script>`
  expect(
    outcomeOf(
      await call('/signup', { body: { email, password: `a' OR '1'='1 long`, data: { name } } }),
    ),
  ).toBe('200')
  const [mail] = await messagesTo(email)
  expect(mail?.text).not.toContain('<script>')
  expect(
    outcomeOf(await call('/verify', { body: { type: 'signup', email, token: `' OR 1=1 --` } })),
  ).toBe('403 otp_expired')
  const { json } = await call('/verify', { body: { type: 'signup', email, token: mail?.code } })
  expect(json.user.user_metadata.name).toBe(name)
})

test.each([
  '447700900',
  '+44 (0) 7700 900123 ext 5',
  '0',
  '+0447700900123',
  'phone',
  '４４７７００９００１２３',
  `4${'1'.repeat(15)}`,
])('%j: a phone is a number with its country', async (phone) => {
  const answer = outcomeOf(await call('/otp', { body: { phone } }))
  expect(answer).toBe(phone === '447700900' ? '200' : '400 validation_failed')
})

test('errors carry the headers that other origins need, and never a trace', async () => {
  for (const path of posts) {
    const answer = await call(path, { raw: '{', headers: { Origin: 'https://app.example' } })
    expect(answer.headers.get('Access-Control-Allow-Origin')).toBe('*')
    expect(answer.headers.get('x-sb-error-code')).toBe('bad_json')
    expect(answer.text).not.toMatch(/at [\w.]+ \(|SQLITE|D1_ERROR/)
  }
})
