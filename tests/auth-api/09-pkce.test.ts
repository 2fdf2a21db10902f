import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { mintAccount } from '../support/accounts.ts'
import { call, newestMessageTo, outcomeOf } from '../support/auth-wire.ts'
import { builtDatabases } from '../support/built-databases.ts'
import { newestMailTo, newVisitor, textOf } from '../support/visitor.ts'

const world = builtDatabases()

function newPair() {
  const verifier = randomBytes(40).toString('base64url')
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  return { verifier, pair: { code_challenge: challenge, code_challenge_method: 's256' } }
}

/** A person whose mailed link of a PKCE flow has just been opened. */
async function opened() {
  const ana = await mintAccount(world)
  const { verifier, pair } = newPair()
  await call('/otp', { body: { email: ana.email, ...pair } })
  const { token } = await newestMessageTo(ana.email)
  const query = new URLSearchParams({
    token,
    type: 'magiclink',
    redirect_to: 'https://app.example/cb',
  })
  const link = await call(`/verify?${query}`, { apikey: null })
  return {
    ana,
    verifier,
    token,
    query,
    link,
    code: new URL(link.location).searchParams.get('code') ?? '',
  }
}

const exchange = (auth_code: string, code_verifier: string) =>
  call('/token?grant_type=pkce', { body: { auth_code, code_verifier } })

test('a link of a PKCE flow brings a code and no token, and the code a session, once', async () => {
  const { ana, verifier, link, code } = await opened()
  expect(link.status).toBe(303)
  expect(link.location).toMatch(/^https:\/\/app\.example\/cb\?code=[0-9a-f-]{36}$/)

  const [first, second] = await Promise.all([exchange(code, verifier), exchange(code, verifier)])

  const answers = [first, second].sort((a, b) => a.status - b.status)
  expect(answers.map(outcomeOf)).toEqual(['200', '404 flow_state_not_found'])
  const session = answers[0]?.json
  expect(session.user.id).toBe(ana.userId)
  const claims = JSON.parse(Buffer.from(session.access_token.split('.')[1], 'base64url').toString())
  expect(claims.amr).toMatchObject([{ method: 'magiclink' }])
})

test('another verifier, the challenge itself and a code of another flow bring nothing, and the right one still works', async () => {
  const { verifier, code } = await opened()
  const other = await opened()
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  expect(outcomeOf(await exchange(code, other.verifier))).toBe('400 bad_code_verifier')
  expect(outcomeOf(await exchange(code, challenge))).toBe('400 bad_code_verifier')
  expect(outcomeOf(await exchange(crypto.randomUUID(), verifier))).toBe('404 flow_state_not_found')
  expect(outcomeOf(await exchange(code, verifier))).toBe('200')
})

test('a code lives five minutes, and only its hash is kept', async () => {
  const { ana, verifier, code } = await opened()
  const rows = await world.directory.all(
    sql`SELECT * FROM auth_flow_states WHERE user_id = ${ana.userId}`,
  )
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toContain(code)
  await world.directory.run(
    sql`UPDATE auth_flow_states SET auth_code_at_ms = auth_code_at_ms - 300000 WHERE user_id = ${ana.userId}`,
  )
  expect(outcomeOf(await exchange(code, verifier))).toBe('422 flow_state_expired')
})

test('a used link fails in the fragment and in the query', async () => {
  const { query } = await opened()
  const again = new URL((await call(`/verify?${query}`, { apikey: null })).location)
  expect(again.searchParams.get('error_code')).toBe('otp_expired')
  expect(new URLSearchParams(again.hash.slice(1)).get('error')).toBe('access_denied')
})

test.each([
  [{ code_challenge: 'a'.repeat(43) }],
  [{ code_challenge_method: 's256' }],
  [{ code_challenge: 'a'.repeat(42), code_challenge_method: 's256' }],
  [{ code_challenge: 'a'.repeat(129), code_challenge_method: 's256' }],
  [{ code_challenge: `${'a'.repeat(43)}!`, code_challenge_method: 's256' }],
  [{ code_challenge: 'a'.repeat(43), code_challenge_method: 's512' }],
  [{ code_challenge: 'a'.repeat(43), code_challenge_method: 'plain' }],
])('half a pair, an odd challenge and any method but S256 are refused: %j', async (pair) => {
  const email = 'pkce@example.test'
  for (const [path, body] of [
    ['/signup', { email, password: 'a long password' }],
    ['/otp', { email }],
    ['/recover', { email }],
    ['/resend', { email, type: 'signup' }],
  ] as const) {
    expect(outcomeOf(await call(path, { body: { ...body, ...pair } }))).toBe(
      '400 validation_failed',
    )
  }
})

test('a phone has no PKCE flow', async () => {
  const body = { phone: '447700900321', password: 'a long password', ...newPair().pair }
  expect(outcomeOf(await call('/signup', { body }))).toBe('400 validation_failed')
})

test('someone who opens the mail of a program’s sign-up on another device chooses a password there', async () => {
  const { pair } = newPair()
  const email = `elsewhere-${randomBytes(6).toString('hex')}@example.test`
  const redirect = encodeURIComponent('https://app.example/cb')
  const signedUp = await call(`/signup?redirect_to=${redirect}`, {
    body: { email, password: 'set in the program', ...pair },
  })
  expect(outcomeOf(signedUp)).toBe('200')
  const phone = newVisitor()
  const page = await phone.get((await newestMailTo(email)).link)
  expect(textOf(page.html)).toContain('Signed up on another device? Choose your password here')
  const choose = /href="([^"]*choose=1)"/.exec(page.html)?.[1]?.replaceAll('&amp;', '&') ?? ''
  const form = await phone.get(choose)
  const done = await phone.submit(form, { password: 'mine and mine alone' })
  // The program gets no session that it did not prove to be its own.
  expect(done.status).toBe(303)
  expect(done.location).toMatch(/^https:\/\/app\.example\/cb#message=/)
  expect(done.location).not.toMatch(/token|code=/)
  for (const [password, outcome] of [
    ['set in the program', '400 invalid_credentials'],
    ['mine and mine alone', '200'],
  ])
    expect(outcomeOf(await call('/token?grant_type=password', { body: { email, password } }))).toBe(
      outcome,
    )
})
