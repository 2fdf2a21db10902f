import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoPassword, demoPasswordHash } from '../support/accounts.ts'
import { bearer, call, type OwnServer, outcomeOf, startAuthServer } from '../support/auth-wire.ts'
import { newKey, publicHalf, signAs } from '../support/servers/signing-keys.ts'
import { projectKey, supabaseClient } from '../support/supabase.ts'

const secret = 'a shared secret of more than 32 bytes'
const sharedKey = { kty: 'oct', k: Buffer.from(secret).toString('base64url'), alg: 'HS256' }
const [signing, former, stranger] = [newKey('RS256'), newKey('ES256'), newKey('RS256')]

/** Two keys of which the new RS256 one signs, beside the secret of an older installation. */
let server: OwnServer
/** Nothing but that secret. */
let legacy: OwnServer
beforeAll(async () => {
  server = await startAuthServer({
    JWT_KEYS: JSON.stringify([signing, publicHalf(former)]),
    JWT_SECRET: secret,
  })
  legacy = await startAuthServer({ JWT_KEYS: '[]', JWT_SECRET: secret })
})
afterAll(() => Promise.all([server.close(), legacy.close()]))

async function person(at: OwnServer) {
  const email = await at.insertAccount(demoPasswordHash)
  const { auth } = await supabaseClient({ server: at })
  const { data } = await auth.signInWithPassword({ email, password: demoPassword })
  const token = data.session?.access_token ?? ''
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
  return { auth, token, claims }
}

const asked = async (token: string, at = server) =>
  outcomeOf(await call('/user', { headers: bearer(token), server: at }))

test('tokens are signed by the one key that signs, and the client checks them by the public one', async () => {
  const { auth, token } = await person(server)
  expect(JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString())).toMatchObject({
    alg: 'RS256',
    kid: signing.kid,
  })
  const { data, error } = await auth.getClaims()
  expect(error).toBeNull()
  expect(data?.header.kid).toBe(signing.kid)
  const jwks = await call('/.well-known/jwks.json', { apikey: null, server })
  expect(jwks.json.keys.map(({ kid, alg }: { kid: string; alg: string }) => [kid, alg])).toEqual([
    [signing.kid, 'RS256'],
    [former.kid, 'ES256'],
  ])
  expect(jwks.text).not.toMatch(/"(d|p|q|k)"/)
})

test('while the keys change, the former key is still trusted, and each only for its own algorithm', async () => {
  const { claims, token } = await person(server)
  const [, body] = token.split('.')
  const none = `${Buffer.from(JSON.stringify({ alg: 'none', kid: signing.kid })).toString('base64url')}.${body}.`
  const shown = (await call('/.well-known/jwks.json', { apikey: null, server })).json.keys[0]
  const forged = (text: string) => ({
    kty: 'oct',
    k: Buffer.from(text).toString('base64url'),
    alg: 'HS256',
  })

  expect(await asked(await signAs(former, claims))).toBe('200')
  expect(await asked(await signAs(sharedKey, claims))).toBe('200')
  for (const token of [
    none,
    await signAs(forged(JSON.stringify(shown)), claims, { kid: signing.kid }),
    await signAs(forged(shown.n), claims, { kid: signing.kid }),
    await signAs(sharedKey, claims, { kid: signing.kid }),
    await signAs(signing, claims, { kid: undefined }),
    await signAs(signing, claims, { kid: former.kid }),
    await signAs(signing, claims, { alg: 'RS512' }),
    await signAs(stranger, claims),
    await signAs({ ...stranger, kid: signing.kid }, claims),
    await signAs(signing, { ...claims, exp: Math.floor(Date.now() / 1000) - 1 }),
    await signAs(signing, { ...claims, exp: undefined }),
  ]) {
    expect(await asked(token)).toBe('403 bad_jwt')
  }
})

test('keys of the project may be made from the trusted set by someone else, without an expiry', async () => {
  const anon = await signAs(signing, { iss: 'elsewhere', role: 'anon', iat: 1 })
  const admin = await signAs(signing, { sub: '1234567890', role: 'supabase_admin' })
  const other = await signAs(stranger, { role: 'anon' })
  expect(outcomeOf(await call('/settings', { apikey: anon, server }))).toBe('200')
  expect(
    outcomeOf(await call('/admin/users', { apikey: anon, headers: bearer(admin), server })),
  ).toBe('200')
  expect(outcomeOf(await call('/settings', { apikey: other, server }))).toBe('401 no_authorization')
})

test('with the shared secret alone everything works, there are no public keys, and the client asks for the user', async () => {
  const { auth, token, claims } = await person(legacy)
  expect(JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString())).toEqual({
    alg: 'HS256',
    typ: 'JWT',
  })
  expect((await auth.getClaims()).data?.claims.sub).toBe(claims.sub)
  expect((await call('/.well-known/jwks.json', { apikey: null, server: legacy })).json).toEqual({
    keys: [],
  })
  expect(await asked(await signAs(sharedKey, claims, { kid: 'another' }), legacy)).toBe('200')
  expect(await asked(await signAs(stranger, claims), legacy)).toBe('403 bad_jwt')
  expect(
    outcomeOf(
      await call('/admin/users', {
        headers: bearer(await projectKey('service_role', legacy)),
        server: legacy,
      }),
    ),
  ).toBe('200')
})
