import { generateKeyPair, UnsecuredJWT } from 'jose'
import { expect, test } from 'vitest'
import { atHashOf, startTokenIssuer } from '../../../../tests/support/servers/token-issuer.ts'
import type { ActiveProvider } from './active-providers.server.ts'
import { checkIdToken, hashedNonce } from './id-tokens.server.ts'

const origin = 'http://127.0.0.1:1'

async function world() {
  const issuer = await startTokenIssuer()
  const provider: ActiveProvider = {
    name: 'oidc',
    issuer: issuer.issuer,
    clientIds: [issuer.clientId, 'native-app'],
    clientSecret: issuer.clientSecret,
    label: 'Test',
    domains: null,
  }
  const check = (
    idToken: string,
    {
      nonce = null,
      accessToken = null,
      nowMs = Date.now(),
    }: { nonce?: string | null; accessToken?: string | null; nowMs?: number } = {},
  ) => checkIdToken({ origin, nowMs }, provider, { idToken, nonce, accessToken })
  return { issuer, provider, check }
}

const bad = { ok: false, reason: 'bad_id_token' }

test('a token of the issuer for any of our clients is right', async () => {
  const { issuer, check } = await world()
  expect(await check(await issuer.idToken({ sub: 'ana' }))).toMatchObject({
    ok: true,
    claims: { sub: 'ana' },
  })
  expect(await check(await issuer.idToken({ aud: 'native-app' }))).toMatchObject({ ok: true })
})

test('the algorithm of a token never chooses how a public key is used', async () => {
  const { issuer, check } = await world()
  for (const secret of [issuer.publicPem, issuer.publicPem.trim(), issuer.publicKeyText]) {
    const key = new TextEncoder().encode(secret)
    expect(await check(await issuer.idToken({}, { header: { alg: 'HS256' }, key }))).toEqual(bad)
    expect(await check(await issuer.idToken({}, { header: { alg: 'HS512' }, key }))).toEqual(bad)
  }
  const clientSecret = new TextEncoder().encode(issuer.clientSecret)
  expect(
    await check(await issuer.idToken({}, { header: { alg: 'HS256' }, key: clientSecret })),
  ).toEqual(bad)
  const now = Math.floor(Date.now() / 1000)
  const claims = { iss: issuer.issuer, aud: issuer.clientId, sub: 'ana', iat: now, exp: now + 60 }
  expect(await check(new UnsecuredJWT(claims).encode())).toEqual(bad)
})

test('a key of someone else is no key, whether it comes with the token or pretends to be known', async () => {
  const { issuer, check } = await world()
  const mine = await generateKeyPair('RS256', { extractable: true })
  expect(await check(await issuer.idToken({}, { key: mine.privateKey }))).toEqual(bad)
  expect(
    await check(await issuer.idToken({}, { key: mine.privateKey, header: { kid: 'unknown' } })),
  ).toEqual(bad)
  const jku = { kid: 'unknown', jku: `${issuer.issuer}/keys` }
  expect(await check(await issuer.idToken({}, { key: mine.privateKey, header: jku }))).toEqual(bad)
  expect(await check('')).toEqual(bad)
  expect(await check('a.b.c')).toEqual(bad)
  expect(await check('x'.repeat(100_000))).toEqual(bad)
})

test('issuer, age and kind must be those of an id token', async () => {
  const { issuer, check } = await world()
  const now = Math.floor(Date.now() / 1000)
  expect(await check(await issuer.idToken({ iss: 'https://accounts.google.com' }))).toEqual(bad)
  expect(await check(await issuer.idToken({ exp: now - 60 }))).toEqual(bad)
  const lasting: { exp?: number } = { exp: undefined as unknown as number }
  expect(await check(await issuer.idToken(lasting))).toEqual(bad)
  expect(await check(await issuer.idToken({}, { header: { typ: 'at+jwt' } }))).toEqual(bad)
  expect(await check(await issuer.idToken({ sub: '' }))).toEqual(bad)
})

test('a token for another client is refused, also one that was asked for by another client', async () => {
  const { issuer, check } = await world()
  const refusal = { ok: false, reason: 'unknown_audience' }
  expect(await check(await issuer.idToken({ aud: 'another' }))).toEqual(refusal)
  expect(await check(await issuer.idToken({ aud: [issuer.clientId, 'another'] }))).toEqual(refusal)
  expect(
    await check(await issuer.idToken({ aud: [issuer.clientId, 'another'], azp: 'another' })),
  ).toEqual(refusal)
  expect(
    await check(await issuer.idToken({ aud: [issuer.clientId, 'x'], azp: issuer.clientId })),
  ).toMatchObject({
    ok: true,
  })
})

test('a nonce is there on both sides or on neither, and fits', async () => {
  const { issuer, check } = await world()
  const nonce = hashedNonce('made by the client')
  expect(nonce).toMatch(/^[0-9a-f]{64}$/)
  expect(await check(await issuer.idToken({ nonce }), { nonce })).toMatchObject({ ok: true })
  expect(await check(await issuer.idToken({ nonce }))).toEqual({
    ok: false,
    reason: 'nonce_missing',
  })
  expect(await check(await issuer.idToken(), { nonce })).toEqual({
    ok: false,
    reason: 'nonce_missing',
  })
  expect(await check(await issuer.idToken({ nonce: 'other' }), { nonce })).toEqual({
    ok: false,
    reason: 'wrong_nonce',
  })
})

test('an access token beside it must be the one that was hashed into it', async () => {
  const { issuer, check } = await world()
  const idToken = await issuer.idToken({ at_hash: atHashOf('the access token') })
  expect(await check(idToken, { accessToken: 'the access token' })).toMatchObject({ ok: true })
  expect(await check(idToken, { accessToken: 'another' })).toEqual(bad)
})

test('a new key of the provider is found, and made-up keys do not make us ask again and again', async () => {
  const { issuer, check } = await world()
  const at = Date.now()
  expect(await check(await issuer.idToken(), { nowMs: at })).toMatchObject({ ok: true })
  await issuer.rotate()
  expect(await check(await issuer.idToken(), { nowMs: at + 11_000 })).toMatchObject({ ok: true })
  expect(issuer.keysAsked).toBe(2)
  for (let i = 0; i < 5; i += 1) {
    expect(
      await check(await issuer.idToken({}, { header: { kid: `made up ${i}` } }), {
        nowMs: at + 12_000,
      }),
    ).toEqual(bad)
  }
  expect(issuer.keysAsked).toBe(2)
})

test('a provider that speaks for another, or cannot be asked, is named', async () => {
  const { issuer, provider } = await world()
  issuer.metadata = { issuer: 'https://accounts.google.com' }
  const input = { idToken: await issuer.idToken(), nonce: null }
  expect(await checkIdToken({ origin, nowMs: Date.now() }, provider, input)).toMatchObject({
    ok: false,
    reason: 'provider_unreachable',
    detail: expect.stringContaining('speaks for https://accounts.google.com'),
  })
  const nobody = { ...provider, issuer: 'http://127.0.0.1:9' }
  expect(await checkIdToken({ origin, nowMs: Date.now() }, nobody, input)).toMatchObject({
    reason: 'provider_unreachable',
    detail: expect.stringContaining('http://127.0.0.1:9/'),
  })
  // On the internet nothing is asked without TLS, this machine least of all.
  const unasked = { ...provider, issuer: (await startTokenIssuer()).issuer }
  expect(
    await checkIdToken({ origin: 'https://cadence.test', nowMs: Date.now() }, unasked, input),
  ).toMatchObject({
    detail: expect.stringContaining('no https address'),
  })
})
