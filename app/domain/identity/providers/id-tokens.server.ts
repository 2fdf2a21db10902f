import { createHash, timingSafeEqual } from 'node:crypto'
import { decodeProtectedHeader, errors, type JWTPayload, jwtVerify } from 'jose'
import type { ActiveProvider } from './active-providers.server.ts'
import {
  discover,
  type ProviderFailure,
  type ProviderMetadata,
  providerKeys,
} from './openid-discovery.server.ts'

/** Signatures with a key pair: what is checked with a public key must not be signable with it. */
const algorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
]

/** Clocks of two servers may differ by so much. */
const clockToleranceSeconds = 5

/** What a checked id token says. */
export type IdTokenClaims = JWTPayload & {
  sub: string
  nonce?: unknown
  email?: unknown
  email_verified?: unknown
}

export type CheckIdTokenResult =
  | { ok: true; claims: IdTokenClaims }
  | {
      ok: false
      /** Signature, issuer, age, form or `at_hash`. */
      reason: 'bad_id_token' | 'unknown_audience' | 'nonce_missing' | 'wrong_nonce'
    }
  | ProviderFailure

/**
 * Checks an id token: signed by a key of its issuer with an algorithm of key pairs, by the very
 * provider, not expired, and for one of our clients. `nonce` is what must be in it (null:
 * nothing may). `accessToken` must fit `at_hash` where both be there.
 */
export async function checkIdToken(
  asking: { origin: string; nowMs: number },
  provider: ActiveProvider,
  {
    idToken,
    nonce,
    accessToken,
  }: { idToken: string; nonce: string | null; accessToken?: string | null },
): Promise<CheckIdTokenResult> {
  if (!isToken(idToken)) return { ok: false, reason: 'bad_id_token' }
  const metadata = await discover(asking, provider.issuer)
  if (!metadata.ok) return metadata
  const checked = await verifySignature(asking, metadata.value, provider, idToken)
  if (!checked.ok) return checked

  const { payload, alg } = checked
  const audience = [payload.aud ?? []].flat()
  const known = audience.some((id) => provider.clientIds.includes(id))
  // Where a token has several audiences, it must have been asked for by one of our clients.
  const asker = payload.azp ?? (audience.length > 1 ? null : audience[0])
  if (
    !known ||
    typeof asker !== 'string' ||
    (audience.length > 1 && !provider.clientIds.includes(asker))
  ) {
    return { ok: false, reason: 'unknown_audience' }
  }
  if (typeof payload.sub !== 'string' || payload.sub === '' || payload.sub.length > 255) {
    return { ok: false, reason: 'bad_id_token' }
  }
  if ((payload.nonce === undefined) !== (nonce === null))
    return { ok: false, reason: 'nonce_missing' }
  if (nonce !== null && !equal(String(payload.nonce), nonce))
    return { ok: false, reason: 'wrong_nonce' }
  if (
    accessToken &&
    typeof payload.at_hash === 'string' &&
    !equal(payload.at_hash, halfHash(alg, accessToken))
  ) {
    return { ok: false, reason: 'bad_id_token' }
  }
  return { ok: true, claims: { ...payload, sub: payload.sub } }
}

/** What is in an id token for a nonce that its holder keeps: hex of its SHA-256. */
export const hashedNonce = (nonce: string): string =>
  createHash('sha256').update(nonce).digest('hex')

async function verifySignature(
  asking: { origin: string; nowMs: number },
  metadata: ProviderMetadata,
  { issuer }: ActiveProvider,
  token: string,
): Promise<
  { ok: true; payload: JWTPayload; alg: string } | Extract<CheckIdTokenResult, { ok: false }>
> {
  // Google writes its name in both ways.
  const issuers = [
    ...new Set([
      metadata.issuer,
      issuer,
      ...(/accounts\.google\.com$/.test(issuer) ? ['accounts.google.com'] : []),
    ]),
  ]
  for (const again of [false, true]) {
    const keys = await providerKeys(asking, metadata, again)
    if (!keys.ok) return keys
    try {
      const { payload, protectedHeader } = await jwtVerify(token, keys.value, {
        algorithms,
        issuer: issuers,
        requiredClaims: ['exp', 'iat', 'sub', 'aud'],
        currentDate: new Date(asking.nowMs),
        clockTolerance: clockToleranceSeconds,
      })
      // An access token of the same provider says its kind.
      const kind = decodeProtectedHeader(token).typ ?? 'JWT'
      if (kind.toUpperCase() !== 'JWT') return { ok: false, reason: 'bad_id_token' }
      return { ok: true, payload, alg: protectedHeader.alg }
    } catch (error) {
      // A provider may have a new key since its keys were read.
      if (!(error instanceof errors.JWKSNoMatchingKey)) return { ok: false, reason: 'bad_id_token' }
    }
  }
  return { ok: false, reason: 'bad_id_token' }
}

/** OpenID Connect Core §3.1.3.6: the left half of the hash that the token's algorithm uses. */
function halfHash(alg: string, accessToken: string): string {
  const size = alg === 'EdDSA' ? '512' : alg.slice(-3)
  const hash = createHash(`sha${size}`).update(accessToken).digest()
  return hash.subarray(0, hash.length / 2).toString('base64url')
}

function equal(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** What is no token at all needs no asking of its provider. */
function isToken(text: string): boolean {
  try {
    return typeof decodeProtectedHeader(text).alg === 'string'
  } catch {
    return false
  }
}
