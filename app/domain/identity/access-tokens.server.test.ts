import { SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { freshDevVars } from '../../../scripts/dev-vars.ts'
import { signProjectKey, verifyToken } from './access-tokens.server.ts'
import { readConfiguration } from './configuration.server.ts'
import { publicKey, signingKeyOf } from './signing-keys.server.ts'

const variables = freshDevVars()
const configuration = readConfiguration(variables)
const { keys } = configuration
const nowMs = Date.parse('2026-11-20T10:00:00Z')
const person = { sub: crypto.randomUUID(), session_id: crypto.randomUUID(), role: 'authenticated' }

const token = async (claims: Record<string, unknown>, header: { alg: string; kid?: string }) =>
  new SignJWT(claims).setProtectedHeader(header).sign(await signingKeyOf(keys))

const verdict = async (text: string) => {
  const checked = await verifyToken(configuration, text, nowMs)
  return checked.ok ? 'ok' : checked.reason
}

test('a token of our key is good until its second', async () => {
  const header = { alg: 'ES256', kid: keys.signing.kid }
  expect(await verdict(await token({ ...person, exp: nowMs / 1000 + 1 }, header))).toBe('ok')
  expect(await verdict(await token({ ...person, exp: nowMs / 1000 }, header))).toBe('expired')
})

test('a token that chooses its own algorithm, has no key id or a foreign one is refused', async () => {
  const exp = nowMs / 1000 + 60
  const [, body] = (await token({ ...person, exp }, { alg: 'ES256', kid: keys.signing.kid })).split('.')
  const none = `${Buffer.from(JSON.stringify({ alg: 'none', kid: keys.signing.kid })).toString('base64url')}.${body}.`
  const secret = new TextEncoder().encode(JSON.stringify(publicKey(keys.signing)))
  const hmac = await new SignJWT({ ...person, exp })
    .setProtectedHeader({ alg: 'HS256', kid: keys.signing.kid })
    .sign(secret)

  expect(await verdict(none)).toBe('invalid')
  expect(await verdict(hmac)).toBe('invalid')
  expect(await verdict(await token({ ...person, exp }, { alg: 'ES256' }))).toBe('invalid')
  expect(await verdict(await token({ ...person, exp }, { alg: 'ES256', kid: 'other' }))).toBe('invalid')
  const stranger = readConfiguration(freshDevVars())
  expect(await verdict(await signProjectKey(stranger, 'service_role'))).toBe('invalid')
})

test('a token of a person needs an expiry and a session; the keys of the project have neither', async () => {
  const header = { alg: 'ES256', kid: keys.signing.kid }
  expect(await verdict(await token(person, header))).toBe('invalid')
  expect(await verdict(await token({ sub: person.sub, exp: nowMs / 1000 + 60 }, header))).toBe('invalid')
  expect(await verdict(await signProjectKey(configuration, 'anon'))).toBe('ok')
})

test.each([
  [undefined, 'JWT_KEYS is missing'],
  ['{', 'JWT_KEYS is not JSON'],
  ['{}', 'JWT_KEYS is not an array'],
  ['[]', 'exactly one key that signs'],
  ['[{"kty":"oct","k":"c2VjcmV0"}]', 'not EC P-256 with a kid'],
])('JWT_KEYS %j is refused by name', (text, message) => {
  expect(() => readConfiguration({ JWT_KEYS: text })).toThrow(message)
})

test('a variable that cannot be read is refused by name', () => {
  expect(() => readConfiguration({ ...variables, AUTH_SIGN_UP: 'maybe' })).toThrow('AUTH_SIGN_UP')
  expect(() => readConfiguration({ ...variables, AUTH_PASSWORD_MIN_LENGTH: '4' })).toThrow('AUTH_PASSWORD_MIN_LENGTH')
})

test('the public half of a key holds nothing secret', () => {
  expect(Object.keys(publicKey(keys.signing))).not.toContain('d')
})
