import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newId } from '#app/values/id.ts'
import { demoPassword, demoPasswordHash } from '../support/accounts.ts'
import { call, type OwnServer, outcomeOf, startAuthServer } from '../support/auth-wire.ts'
import { supabaseClient } from '../support/supabase.ts'

const secret = Buffer.from('the secret of the hooks').toString('base64')
const names = {
  BEFORE_USER_CREATED: 'before',
  AFTER_USER_CREATED: 'after',
  CUSTOM_ACCESS_TOKEN: 'token',
  SEND_EMAIL: 'email',
  PASSWORD_VERIFICATION_ATTEMPT: 'password',
}

type Json = Record<string, unknown>
let calls: { hook: string; headers: IncomingHttpHeaders; body: string }[] = []
let answers: Record<string, (sent: Json) => Json> = {}

const hooks = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk) => chunks.push(chunk))
  request.on('end', () => {
    const body = Buffer.concat(chunks).toString()
    const hook = request.url?.slice(1) ?? ''
    calls.push({ hook, headers: request.headers, body })
    response.writeHead(200, { 'Content-Type': 'application/json' })
    response.end(JSON.stringify(answers[hook]?.(JSON.parse(body)) ?? {}))
  })
})

let server: OwnServer
beforeAll(async () => {
  await new Promise<void>((resolve) => hooks.listen(0, '127.0.0.1', resolve))
  const { port } = hooks.address() as AddressInfo
  server = await startAuthServer({
    AUTH_EMAIL_CONFIRMATION: 'true',
    ...Object.fromEntries(
      Object.entries(names).flatMap(([name, path]) => [
        [`AUTH_HOOK_${name}_URL`, `http://127.0.0.1:${port}/${path}`],
        [`AUTH_HOOK_${name}_SECRET`, `v1,whsec_${secret}`],
      ]),
    ),
  })
})
afterAll(async () => {
  await server.close()
  await new Promise((resolve) => hooks.close(resolve))
})
beforeEach(() => {
  calls = []
  answers = { token: ({ claims }) => ({ claims }) }
})

const callsOf = (hook: string) =>
  calls.filter((call) => call.hook === hook).map(({ body }) => JSON.parse(body))

test('every call carries a signature that the secret proves', async () => {
  await call('/otp', { body: { email: `${newId().toLowerCase()}@example.test` }, server })
  expect(calls.length).toBeGreaterThan(1)
  for (const { headers, body } of calls) {
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
    const hmac = createHmac('sha256', Buffer.from(secret, 'base64')).update(signed).digest('base64')
    expect(headers['webhook-signature']).toBe(`v1,${hmac}`)
  }
})

test('the house may refuse an account in its own words, on the wire and for administrators', async () => {
  answers.before = () => ({ error: { http_code: 403, message: 'Only for people of the house' } })
  const email = `${newId().toLowerCase()}@example.test`
  const { auth } = await supabaseClient({ server })
  const refused = await auth.signUp({ email, password: 'a long password' })
  expect(refused.error).toMatchObject({ status: 403, message: 'Only for people of the house' })
  const admin = (await supabaseClient({ server, role: 'service_role' })).auth.admin
  expect((await admin.createUser({ email })).error).toMatchObject({ status: 403 })
  expect(callsOf('after')).toEqual([])
})

test('a sign-up tells the house, and its link goes out by the hook', async () => {
  const email = `${newId().toLowerCase()}@example.test`
  const { auth } = await supabaseClient({ server })
  expect((await auth.signUp({ email, password: 'a long password' })).error).toBeNull()
  expect(callsOf('after')).toMatchObject([{ user: { email } }])
  await expect
    .poll(() => callsOf('email'))
    .toMatchObject([{ user: { email }, email_data: { email_action_type: 'signup' } }])
  const { token } = callsOf('email')[0].email_data
  expect((await auth.verifyOtp({ email, token, type: 'email' })).error).toBeNull()
})

test('the house adds a claim to access tokens, and cannot take one away', async () => {
  const email = await server.insertAccount(demoPasswordHash)
  const { auth } = await supabaseClient({ server })
  answers.token = ({ claims }) => ({ claims: { ...(claims as Json), plan: 'gold' } })
  expect((await auth.signInWithPassword({ email, password: demoPassword })).error).toBeNull()
  expect((await auth.getClaims()).data?.claims).toMatchObject({ plan: 'gold', email, aal: 'aal1' })
  answers.token = ({ claims }) => ({ claims: { ...(claims as Json), sub: undefined } })
  const grant = await call('/token?grant_type=password', {
    body: { email, password: demoPassword },
    server,
  })
  expect(outcomeOf(grant)).toBe('500 unexpected_failure')
})

test('a tried password is told, and may be refused although it is right; a page says so without a 5xx', async () => {
  const email = await server.insertAccount(demoPasswordHash)
  const grant = (password: string) =>
    call('/token?grant_type=password', { body: { email, password }, server })
  expect(outcomeOf(await grant('wrong'))).toBe('400 invalid_credentials')
  answers.password = () => ({ decision: 'reject', message: 'Come back tomorrow' })
  const refused = await grant(demoPassword)
  expect([refused.status, refused.json.msg]).toEqual([403, 'Come back tomorrow'])
  expect(callsOf('password').map(({ valid }) => valid)).toEqual([false, true])

  const page = await fetch(`${server.origin}/sign-in`, {
    method: 'POST',
    headers: { Origin: server.origin, 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ email, password: demoPassword }),
    redirect: 'manual',
  })
  expect(page.status).toBe(422)
  expect(await page.text()).toContain('Come back tomorrow')
})
