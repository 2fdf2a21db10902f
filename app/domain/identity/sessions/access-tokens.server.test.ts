import { decodeProtectedHeader } from 'jose'
import { expect, test } from 'vitest'
import { freshDevVars } from '../../../../scripts/dev-vars.ts'
import { newKey, publicHalf, signAs } from '../../../../tests/support/servers/signing-keys.ts'
import { readConfiguration } from '../configuration.server.ts'
import { signProjectKey, verifyToken } from './access-tokens.server.ts'
import { publicKeys } from './signing-keys.server.ts'

const nowMs = Date.parse('2026-11-20T10:00:00Z')
const exp = nowMs / 1000 + 60
const person = { sub: crypto.randomUUID(), session_id: crypto.randomUUID(), role: 'authenticated' }
const secret = 'a shared secret of more than 32 bytes'
const sharedKey = { kty: 'oct', k: Buffer.from(secret).toString('base64url'), alg: 'HS256' }
const key = newKey('ES256')

const configured = (keys: object[] | null, JWT_SECRET?: string) =>
  readConfiguration({
    COOKIE_SECRET: 'c'.repeat(32),
    ...(keys ? { JWT_KEYS: JSON.stringify(keys) } : {}),
    ...(JWT_SECRET ? { JWT_SECRET } : {}),
  })

const verdict = async (token: string, configuration = configured([key])) => {
  const checked = await verifyToken(configuration, token, nowMs)
  return checked.ok ? 'ok' : checked.reason
}

test('a token of our key is good until its second', async () => {
  expect(await verdict(await signAs(key, { ...person, exp: nowMs / 1000 + 1 }))).toBe('ok')
  expect(await verdict(await signAs(key, { ...person, exp: nowMs / 1000 }))).toBe('expired')
})

test('a token without a signature, without a key id or with a foreign one is refused', async () => {
  const good = await signAs(key, { ...person, exp })
  const [, body] = good.split('.')
  const unsigned = Buffer.from(JSON.stringify({ alg: 'none', kid: key.kid })).toString('base64url')
  const none = `${unsigned}.${body}.`

  expect(await verdict(none)).toBe('invalid')
  expect(await verdict(await signAs(key, { ...person, exp }, { kid: undefined }))).toBe('invalid')
  expect(await verdict(await signAs(key, { ...person, exp }, { kid: 'other' }))).toBe('invalid')
  expect(
    await verdict(await signAs({ ...newKey('ES256'), kid: key.kid }, { ...person, exp })),
  ).toBe('invalid')
  expect(await verdict(`${good.slice(0, -4)}AAAA`)).toBe('invalid')
  expect(await verdict(await signProjectKey(configured([newKey('ES256')]), 'service_role'))).toBe(
    'invalid',
  )
})

test.each(['ES256', 'RS256'] as const)(
  'a public %s key is never used as a shared secret',
  async (alg) => {
    const signing = newKey(alg)
    const configuration = configured([signing], secret)
    const [shown] = publicKeys(configuration.keys)
    for (const text of [
      JSON.stringify(shown),
      JSON.stringify(publicHalf(signing)),
      shown?.x ?? shown?.n ?? '',
    ]) {
      const forged = { kty: 'oct', k: Buffer.from(text).toString('base64url'), alg: 'HS256' }
      for (const kid of [signing.kid, undefined, 'other']) {
        expect(
          await verdict(await signAs(forged, { ...person, exp }, { kid }), configuration),
        ).toBe('invalid')
      }
    }
  },
)

test('a key is good for its own algorithm only, whatever the token says', async () => {
  const [ec, rsa] = [newKey('ES256'), newKey('RS256', ['verify'])]
  const configuration = configured([ec, rsa], secret)

  expect(await verdict(await signAs(rsa, { ...person, exp }), configuration)).toBe('ok')
  expect(await verdict(await signAs(rsa, { ...person, exp }, { kid: ec.kid }), configuration)).toBe(
    'invalid',
  )
  expect(
    await verdict(await signAs(rsa, { ...person, exp }, { alg: 'PS256' }), configuration),
  ).toBe('invalid')
  expect(
    await verdict(await signAs(sharedKey, { ...person, exp }, { kid: ec.kid }), configuration),
  ).toBe('invalid')
})

test('while keys change, tokens of both are good, the new one signs, and the old one goes with its key', async () => {
  const [old, fresh] = [newKey('ES256'), newKey('RS256')]
  const ofOld = await signAs(old, { ...person, exp })
  const both = configured([fresh, publicHalf(old)])

  expect(await verdict(ofOld, both)).toBe('ok')
  const project = await signProjectKey(both, 'anon')
  expect(decodeProtectedHeader(project)).toMatchObject({ kid: fresh.kid, alg: 'RS256' })
  expect(publicKeys(both.keys).map(({ kid, alg }) => [kid, alg])).toEqual([
    [fresh.kid, 'RS256'],
    [old.kid, 'ES256'],
  ])
  expect(await verdict(ofOld, configured([fresh]))).toBe('invalid')
})

test('the shared secret of an older installation is trusted for tokens whose key is none of ours, and signs alone', async () => {
  const withKeys = configured([key], secret)
  const alone = configured(null, secret)
  const legacy = await signAs(sharedKey, { role: 'service_role', iat: 1 })

  for (const configuration of [withKeys, alone, configured([], secret)]) {
    expect(await verdict(legacy, configuration)).toBe('ok')
    expect(
      await verdict(await signAs(sharedKey, { ...person, exp }, { kid: 'theirs' }), configuration),
    ).toBe('ok')
  }
  expect(await verdict(legacy)).toBe('invalid')
  expect(decodeProtectedHeader(await signProjectKey(withKeys, 'anon'))).toMatchObject({
    alg: 'ES256',
    kid: key.kid,
  })
  expect(decodeProtectedHeader(await signProjectKey(alone, 'anon'))).toEqual({
    alg: 'HS256',
    typ: 'JWT',
  })
  expect(publicKeys(alone.keys)).toEqual([])
})

test('a symmetric key with an id may sign, and is never shown', async () => {
  const [oct, rsa] = [newKey('HS256'), newKey('RS256', ['verify'])]
  const configuration = configured([oct, rsa])

  expect(await verdict(await signProjectKey(configuration, 'service_role'), configuration)).toBe(
    'ok',
  )
  expect(publicKeys(configuration.keys).map(({ kid }) => kid)).toEqual([rsa.kid])
})

test('a token of a person needs an expiry and a session; the keys of the project have neither', async () => {
  expect(await verdict(await signAs(key, person))).toBe('invalid')
  expect(await verdict(await signAs(key, { sub: person.sub, exp }))).toBe('invalid')
  expect(await verdict(await signProjectKey(configured([key]), 'anon'))).toBe('ok')
  expect(await verdict(await signAs(key, { sub: '1234567890', role: 'supabase_admin' }))).toBe('ok')
})

test.each([
  [undefined, 'JWT_KEYS is missing'],
  ['{', 'JWT_KEYS is not JSON'],
  ['{}', 'JWT_KEYS is not an array'],
  ['[]', 'JWT_KEYS is missing'],
  ['[null]', 'not EC P-256, RSA or oct'],
  [JSON.stringify([{ ...key, kid: undefined }]), 'with a kid'],
  ['[{"kty":"oct","k":"c2VjcmV0","kid":"short"}]', 'not EC P-256, RSA or oct'],
  [JSON.stringify([{ ...key, alg: 'RS256' }]), 'alg RS256, which is not ES256'],
  [JSON.stringify([key, newKey('RS256')]), 'exactly one key that signs, not 2'],
  [JSON.stringify([publicHalf(key)]), 'exactly one key that signs, not 0'],
  [JSON.stringify([{ ...publicHalf(key), key_ops: ['sign'] }]), 'without its private part'],
  [JSON.stringify([key, publicHalf(key)]), 'two keys with the same kid'],
])('JWT_KEYS %# is refused by name', (text, message) => {
  expect(() => readConfiguration({ COOKIE_SECRET: 'c'.repeat(32), JWT_KEYS: text })).toThrow(
    message,
  )
})

test('a variable that cannot be read is refused by name', () => {
  const variables = freshDevVars()
  expect(() => readConfiguration({ ...variables, JWT_SECRET: 'short' })).toThrow('JWT_SECRET')
  expect(() => readConfiguration({ ...variables, AUTH_SIGN_UP: 'maybe' })).toThrow('AUTH_SIGN_UP')
  expect(() => readConfiguration({ ...variables, AUTH_PASSWORD_MIN_LENGTH: '4' })).toThrow(
    'AUTH_PASSWORD_MIN_LENGTH',
  )
})

test('a JWK set is read as an array of keys is, and the public half of a key holds nothing secret', async () => {
  const configuration = readConfiguration({
    COOKIE_SECRET: 'c'.repeat(32),
    JWT_KEYS: JSON.stringify({ keys: [newKey('RS256')] }),
  })
  const [shown] = publicKeys(configuration.keys)
  expect(Object.keys(shown ?? {}).sort()).toEqual(['alg', 'e', 'key_ops', 'kid', 'kty', 'n', 'use'])
  expect(await verdict(await signProjectKey(configuration, 'anon'), configuration)).toBe('ok')
})
