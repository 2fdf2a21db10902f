import { errors, importJWK, type JWK, type JWTHeaderParameters, type SignJWT } from 'jose'

/** Algorithms a key may be configured for. A token can never choose how a key is used. */
export type SigningAlgorithm = 'ES256' | 'RS256' | 'HS256'

/** A configured key with the one algorithm it is good for. */
export type SigningKey = { kid: string; alg: SigningAlgorithm; jwk: JWK }

export type SigningKeys = {
  /** What signs new tokens; a key without a `kid` is the shared secret. */
  signing: Omit<SigningKey, 'kid'> & { kid?: string }
  /** Every key that may have signed a token, by its id. */
  byId: ReadonlyMap<string, SigningKey>
  /** The shared secret of older installations, for HS256 tokens whose `kid` is none of ours. */
  shared: JWK | null
}

/** A shared secret shorter than its hash would be weaker than it. */
const secretMinBytes = 32

/** RFC 7518 asks for 2048 bits. */
const modulusMinBytes = 256

/**
 * Reads JWT_KEYS, a JSON array (or a JWK set) of keys of which exactly one has `sign` in `key_ops`,
 * and JWT_SECRET, the shared secret of HS256, which signs where there are no keys. Throws an error
 * that names what is wrong, since nothing can be signed without them.
 */
export function parseSigningKeys(
  text: string | undefined,
  secret: string | undefined,
): SigningKeys {
  const keys = parseKeys(text)
  const shared = secret ? sharedKey(secret) : null
  if (keys.length === 0) {
    if (!shared)
      throw new Error(
        'JWT_KEYS is missing: a JSON array of JSON Web Keys (or JWT_SECRET, a shared secret)',
      )
    return { signing: { alg: 'HS256', jwk: shared }, byId: new Map(), shared }
  }
  const byId = new Map(keys.map((key) => [key.kid, key]))
  if (byId.size !== keys.length) throw new Error('JWT_KEYS has two keys with the same kid')
  const signing = keys.filter(({ jwk }) => jwk.key_ops?.includes('sign'))
  if (signing.length !== 1)
    throw new Error(`JWT_KEYS must have exactly one key that signs, not ${signing.length}`)
  const [key] = signing as [SigningKey]
  if (key.alg !== 'HS256' && !key.jwk.d)
    throw new Error('JWT_KEYS has a signing key without its private part')
  return { signing: key, byId, shared }
}

function parseKeys(text: string | undefined): SigningKey[] {
  if (!text) return []
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new Error('JWT_KEYS is not JSON')
  }
  const keys = Array.isArray(value) ? value : (value as { keys?: unknown } | null)?.keys
  if (!Array.isArray(keys)) throw new Error('JWT_KEYS is not an array of keys')
  return (keys as JWK[]).map((jwk) => {
    const alg = algorithmOf(jwk)
    if (!alg || !jwk.kid)
      throw new Error('JWT_KEYS has a key that is not EC P-256, RSA or oct with a kid')
    if (jwk.alg && jwk.alg !== alg)
      throw new Error(`JWT_KEYS has a key with alg ${jwk.alg}, which is not ${alg}`)
    return { kid: jwk.kid, alg, jwk }
  })
}

/**
 * The one algorithm a key is for; null for a key that is none of the three kinds, or too short to
 * be safe.
 */
function algorithmOf(jwk: JWK | null): SigningAlgorithm | null {
  if (jwk?.kty === 'EC' && jwk.crv === 'P-256' && jwk.x && jwk.y) return 'ES256'
  if (jwk?.kty === 'RSA' && jwk.e && bytesOf(jwk.n) >= modulusMinBytes) return 'RS256'
  if (jwk?.kty === 'oct' && bytesOf(jwk.k) >= secretMinBytes) return 'HS256'
  return null
}

const bytesOf = (text: string | undefined) => Buffer.from(text ?? '', 'base64url').length

function sharedKey(secret: string): JWK {
  const bytes = Buffer.from(secret)
  if (bytes.length < secretMinBytes)
    throw new Error(`JWT_SECRET must have at least ${secretMinBytes} characters`)
  return { kty: 'oct', k: bytes.toString('base64url') }
}

/** The public half of a key, as the JWKS endpoint shows it. */
function publicKey({ kid, alg, jwk: { kty, crv, x, y, n, e } }: SigningKey): JWK {
  const numbers = kty === 'EC' ? { crv, x, y } : { n, e }
  return { kty, ...numbers, kid, alg, use: 'sig', key_ops: ['verify'] }
}

/** The public halves of all keys. A shared secret has none. */
export function publicKeys({ byId }: SigningKeys): JWK[] {
  return [...byId.values()].filter(({ alg }) => alg !== 'HS256').map(publicKey)
}

type ImportedKey = Awaited<ReturnType<typeof importJWK>>

// Importing a key costs more than a signature; the memo is a pure function of the key.
const imported = new WeakMap<JWK, { sign?: Promise<ImportedKey>; verify?: Promise<ImportedKey> }>()

function importOnce(key: Omit<SigningKey, 'kid'>, use: 'sign' | 'verify'): Promise<ImportedKey> {
  const entry = imported.get(key.jwk) ?? {}
  imported.set(key.jwk, entry)
  // The private part stays out of what verifies, and `use` and `key_ops` of the file do not matter
  // any more.
  const { use: _, key_ops: __, ...bare } = key.jwk
  const half = use === 'sign' || key.alg === 'HS256' ? bare : publicKey({ ...key, kid: '' })
  entry[use] ??= importJWK({ ...half, key_ops: [use] }, key.alg)
  return entry[use]
}

/** Signs a token with the key that signs, and says which that was. */
export async function signWith({ signing }: SigningKeys, jwt: SignJWT): Promise<string> {
  const { alg, kid } = signing
  return jwt
    .setProtectedHeader({ alg, ...(kid ? { kid } : {}), typ: 'JWT' })
    .sign(await importOnce(signing, 'sign'))
}

/** Algorithms that some configured key is for. */
export function algorithmsOf({ byId, shared }: SigningKeys): SigningAlgorithm[] {
  return [
    ...new Set([
      ...[...byId.values()].map(({ alg }) => alg),
      ...(shared ? (['HS256'] as const) : []),
    ]),
  ]
}

/**
 * The key to check a signature with. Throws for a `kid` that is not ours and for an algorithm that
 * the key is not configured for; only an HS256 token without a `kid` of ours is checked with the
 * shared secret (auth-api.md §1).
 */
export function verificationKeyOf(
  { byId, shared }: SigningKeys,
  { kid, alg }: Pick<JWTHeaderParameters, 'kid' | 'alg'>,
): Promise<ImportedKey> {
  const key = kid === undefined ? undefined : byId.get(kid)
  if (key ? key.alg !== alg : alg !== 'HS256' || !shared) throw new errors.JWKSNoMatchingKey()
  return importOnce(key ?? { alg: 'HS256', jwk: shared as JWK }, 'verify')
}
