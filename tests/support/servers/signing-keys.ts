/** Keys as an installation may be given them, for tests of what signs and what is trusted. */
import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto'
import { importJWK, type JWK, SignJWT } from 'jose'

export type TestKey = JWK & { kid: string; alg: 'ES256' | 'RS256' | 'HS256' }

/** A fresh key; `ops` says whether it signs. */
export function newKey(
  alg: TestKey['alg'],
  ops: ('sign' | 'verify')[] = ['sign', 'verify'],
): TestKey {
  return { ...secretHalf(alg), kid: randomUUID(), alg, key_ops: ops } as TestKey
}

function secretHalf(alg: TestKey['alg']) {
  switch (alg) {
    case 'ES256':
      return generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' })
    case 'RS256':
      return generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({
        format: 'jwk',
      })
    case 'HS256':
      return { kty: 'oct', k: randomBytes(32).toString('base64url') }
  }
}

/** The public half of a key of two. */
export function publicHalf({ kty, crv, x, y, n, e, kid, alg }: TestKey): TestKey {
  return {
    ...(kty === 'EC' ? { crv, x, y } : { n, e }),
    kty,
    kid,
    alg,
    key_ops: ['verify'],
  } as TestKey
}

/** Signs claims with a key, and may lie about it in the header. */
export async function signAs(
  key: JWK & { alg?: string },
  claims: Record<string, unknown>,
  header: { alg?: string; kid?: string | undefined } = {},
): Promise<string> {
  const { key_ops: _, ...bare } = key
  const alg = header.alg ?? key.alg ?? ''
  const kid = 'kid' in header ? header.kid : key.kid
  return new SignJWT(claims)
    .setProtectedHeader({ alg, ...(kid ? { kid } : {}) })
    .sign(await importJWK({ ...bare, alg }, alg))
}
