import { jwtVerify } from 'jose'
import { expect, test } from 'vitest'
import { freshPushKey } from '../../../../scripts/dev-vars.ts'
import { decryptPush, pushBrowser } from '../../../../tests/support/servers/push-service.ts'
import { encryptPush, isPushReader } from './encrypt-push.server.ts'
import { readPushKey } from './push-key.server.ts'

/** Appendix A of RFC 8291. */
const rfc = {
  message: 'When I grow up, I want to be a watermelon',
  secret: 'BTBZMqHH6r4Tts7J_aSIgg',
  publicKey:
    'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  senderPublic:
    'BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8',
  senderPrivate: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  salt: 'DGv6ra1nlYgDCS1FRnbzlw',
  body: 'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
}

test('a message is encrypted to the byte as RFC 8291 shows it', async () => {
  const point = Buffer.from(rfc.senderPublic, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) =>
    half.toString('base64url'),
  ) as [string, string]
  const jwk = { kty: 'EC', crv: 'P-256', x, y }
  const curve = { name: 'ECDH', namedCurve: 'P-256' }
  const pair = {
    publicKey: await crypto.subtle.importKey('jwk', jwk, curve, true, []),
    privateKey: await crypto.subtle.importKey(
      'jwk',
      { ...jwk, d: rfc.senderPrivate },
      curve,
      true,
      ['deriveBits'],
    ),
  }
  const salt = Uint8Array.from(Buffer.from(rfc.salt, 'base64url'))
  const body = await encryptPush(rfc, rfc.message, pair, salt)
  expect(Buffer.from(body).toString('base64url')).toBe(rfc.body)
})

test('only the browser it is for reads a message, and no two are alike', async () => {
  const browser = pushBrowser()
  const [one, two] = await Promise.all([
    encryptPush(browser.reader, 'Zoë, your place is ready'),
    encryptPush(browser.reader, 'Zoë, your place is ready'),
  ])
  expect(decryptPush(browser, Buffer.from(one))).toBe('Zoë, your place is ready')
  expect(Buffer.from(one).equals(Buffer.from(two))).toBe(false)
  expect(() => decryptPush(pushBrowser(), Buffer.from(one))).toThrow()
})

test('a device without a point of the curve or a secret of 16 bytes is refused', async () => {
  const { reader } = pushBrowser()
  expect(await isPushReader(reader)).toBe(true)
  expect(await isPushReader({ ...reader, secret: 'c2hvcnQ' })).toBe(false)
  expect(await isPushReader({ ...reader, publicKey: 'BAAA' })).toBe(false)
  expect(await isPushReader({ ...reader, publicKey: '' })).toBe(false)
})

test('the header proves the installation’s key to the push service alone, for half a day', async () => {
  const value = freshPushKey()
  const key = readPushKey(value, 'https://cadence.test')!
  const nowMs = Date.now()
  const header = await key.authorize('https://push.example.com/send/abc', nowMs)
  const [, token, shown] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(header)!
  expect(shown).toBe(key.publicKey)
  const { d: _, ...open } = JSON.parse(value)
  const { payload } = await jwtVerify(token!, open, { audience: 'https://push.example.com' })
  expect(payload.sub).toBe('https://cadence.test')
  expect(payload.exp! - nowMs / 1_000).toBeLessThanOrEqual(12 * 60 * 60)
})

test('without a key push is off, and a key that is none is refused without being shown', () => {
  expect(readPushKey('', 'https://cadence.test')).toBeNull()
  expect(readPushKey(undefined, 'https://cadence.test')).toBeNull()
  for (const wrong of ['secret', '{}', '{"kty":"EC","crv":"P-384","x":"a","y":"b","d":"secret"}'])
    expect(() => readPushKey(wrong, 'https://cadence.test')).toThrow(/^PUSH_KEY must be/)
})
