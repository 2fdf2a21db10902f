import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { hashedNonce } from '#app/domain/identity/providers/id-tokens.server.ts'
import { startLocalServer } from '../../scripts/local-server.ts'
import { atHashOf, startTokenIssuer, type TokenIssuer } from '../support/servers/token-issuer.ts'
import { type AuthServer, projectKey, supabaseClient } from '../support/supabase.ts'

let issuer: TokenIssuer
let server: AuthServer
let end: () => Promise<unknown>

beforeAll(async () => {
  issuer = await startTokenIssuer()
  const variables = { ...inject('variables'), ...issuer.variables }
  const { url, miniflare } = await startLocalServer({ variables })
  server = { origin: url, variables }
  end = () => miniflare.dispose()
})

afterAll(() => end())

const provider = 'oidc' as 'google'

test('signInWithIdToken signs in with what a program got from a provider, and knows the person the next time', async () => {
  const { auth } = await supabaseClient({ server })
  const sub = randomUUID()
  const email = `${sub}@example.test`
  const nonce = 'made by the program'
  const token = await issuer.idToken({
    sub,
    email,
    nonce: hashedNonce(nonce),
    at_hash: atHashOf('theirs'),
  })

  const first = await auth.signInWithIdToken({ provider, token, nonce, access_token: 'theirs' })
  expect(first.error).toBeNull()
  expect(first.data.user).toMatchObject({ email, identities: [{ provider: 'oidc', id: sub }] })
  const again = await auth.signInWithIdToken({
    provider,
    token: await issuer.idToken({ sub, email, aud: 'native-app' }),
  })
  expect(again.data.user?.id).toBe(first.data.user?.id)
  expect((await auth.getUser()).data.user?.id).toBe(first.data.user?.id)
})

test('each refusal has its status and words', async () => {
  const ask = async (body: Record<string, unknown>) => {
    const answer = await fetch(`${server.origin}/auth/v1/token?grant_type=id_token`, {
      method: 'POST',
      headers: { apikey: await projectKey('anon', server), 'X-Supabase-Api-Version': '2024-01-01' },
      body: JSON.stringify(body),
    })
    return { status: answer.status, body: await answer.json() }
  }
  const good = await issuer.idToken()
  const nonce = hashedNonce('mine')
  const oauth = (error: string) => ({
    status: 400,
    body: { error, error_description: expect.any(String) },
  })
  const coded = (status: number, code: string) => ({
    status,
    body: { code, message: expect.any(String) },
  })

  expect(await ask({ provider })).toEqual(oauth('invalid request'))
  expect(await ask({ id_token: good })).toEqual(oauth('invalid request'))
  expect(await ask({ provider, id_token: 'x.y.z' })).toEqual(oauth('invalid request'))
  expect(await ask({ provider, id_token: await issuer.idToken({ aud: 'another' }) })).toEqual(
    oauth('invalid request'),
  )
  expect(await ask({ provider, id_token: await issuer.idToken({ nonce }) })).toEqual(
    oauth('invalid request'),
  )
  expect(await ask({ provider, id_token: good, nonce: 'mine' })).toEqual(oauth('invalid request'))
  expect(
    await ask({ provider, id_token: await issuer.idToken({ nonce }), nonce: 'other' }),
  ).toEqual(oauth('invalid nonce'))
  expect(await ask({ provider: 'google', id_token: good })).toEqual({
    status: 400,
    body: {
      code: 'provider_disabled',
      message: 'Provider (issuer "https://accounts.google.com") is not enabled',
    },
  })
  expect(await ask({ provider: 'unheard of', id_token: good })).toEqual(
    coded(400, 'validation_failed'),
  )
  expect(await ask({ issuer: 'https://evil.example', client_id: 'x', id_token: good })).toEqual(
    coded(400, 'validation_failed'),
  )
  expect(await ask({ issuer: issuer.issuer, client_id: 'x', id_token: good })).toMatchObject({
    status: 200,
  })
  expect(
    await ask({ provider, id_token: await issuer.idToken({ email_verified: false }) }),
  ).toEqual(coded(422, 'provider_email_needs_verification'))
  expect(await ask({ provider, id_token: 7 })).toEqual(coded(400, 'bad_json'))
  expect(await ask({ provider, id_token: 'x'.repeat(100_000) })).toEqual(oauth('invalid request'))
  expect(await ask({ provider, id_token: good, link_identity: true })).toEqual(
    coded(401, 'no_authorization'),
  )
})

test('an id token that is signed with our own public knowledge, or not at all, signs nobody in', async () => {
  const { auth } = await supabaseClient({ server })
  const email = `${randomUUID()}@example.test`
  const secrets = [
    issuer.publicPem,
    issuer.publicKeyText,
    issuer.clientSecret,
    server.variables.JWT_KEYS ?? '',
  ]
  for (const secret of secrets) {
    for (const alg of ['HS256', 'HS384', 'HS512']) {
      const token = await issuer.idToken(
        { email },
        { header: { alg }, key: new TextEncoder().encode(secret) },
      )
      expect((await auth.signInWithIdToken({ provider, token })).error?.status).toBe(400)
    }
  }
  const [, claims = ''] = (await issuer.idToken({ email })).split('.')
  for (const alg of ['none', 'None', 'NONE']) {
    const header = Buffer.from(JSON.stringify({ alg, typ: 'JWT' })).toString('base64url')
    expect(
      (await auth.signInWithIdToken({ provider, token: `${header}.${claims}.` })).error?.status,
    ).toBe(400)
  }
  // Our own access tokens are no id tokens, no matter who they are for.
  const own = await projectKey('service_role', server)
  expect((await auth.signInWithIdToken({ provider, token: own })).error?.status).toBe(400)
  expect((await auth.getSession()).data.session).toBeNull()
})
