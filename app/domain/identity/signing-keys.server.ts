import { importJWK, type JWK } from 'jose'

/** One key that signs access tokens and all keys that may have signed one, by their id. */
export type SigningKeys = { signing: JWK & { kid: string }; byId: ReadonlyMap<string, JWK & { kid: string }> }

/** The only algorithm: a token can never choose how a public key is used. */
export const signingAlgorithm = 'ES256'

/**
 * Reads JWT_KEYS, a JSON array of ES256 JSON Web Keys, exactly one of them with `sign` in key_ops. Throws an error that
 * names what is wrong, since nothing can be signed without it.
 */
export function parseSigningKeys(text: string | undefined, _legacySecret?: string): SigningKeys {
  if (!text) throw new Error('JWT_KEYS is missing: a JSON array of ES256 JSON Web Keys')
  let keys: unknown
  try {
    keys = JSON.parse(text)
  } catch {
    throw new Error('JWT_KEYS is not JSON')
  }
  if (!Array.isArray(keys)) throw new Error('JWT_KEYS is not an array of keys')
  const byId = new Map<string, JWK & { kid: string }>()
  for (const key of keys as JWK[]) {
    const usable = key?.kty === 'EC' && key.crv === 'P-256' && key.x && key.y && key.kid
    if (!usable) throw new Error('JWT_KEYS has a key that is not EC P-256 with a kid')
    byId.set(key.kid as string, key as JWK & { kid: string })
  }
  const signing = [...byId.values()].filter((key) => key.key_ops?.includes('sign'))
  if (signing.length !== 1) throw new Error(`JWT_KEYS must have exactly one key that signs, not ${signing.length}`)
  if (!signing[0]?.d) throw new Error('JWT_KEYS has a signing key without its private part')
  return { signing: signing[0], byId }
}

/** The public half of a key, as the JWKS endpoint shows it. */
export function publicKey({ kty, crv, x, y, kid }: JWK): JWK {
  return { kty, crv, x, y, kid, alg: signingAlgorithm, use: 'sig', key_ops: ['verify'] }
}

type ImportedKey = Awaited<ReturnType<typeof importJWK>>

// Importing a key costs more than a signature; the memo is a pure function of the key.
const imported = new WeakMap<JWK, { sign?: Promise<ImportedKey>; verify?: Promise<ImportedKey> }>()

function importOnce(key: JWK, use: 'sign' | 'verify'): Promise<ImportedKey> {
  const entry = imported.get(key) ?? {}
  imported.set(key, entry)
  entry[use] ??= importJWK(use === 'sign' ? { ...key, key_ops: ['sign'] } : publicKey(key), signingAlgorithm)
  return entry[use]
}

export const signingKeyOf = (keys: SigningKeys) => importOnce(keys.signing, 'sign')

/** The key to check a signature with; null for an id that is not ours. */
export function verificationKeyOf(keys: SigningKeys, kid: string | undefined): Promise<ImportedKey> | null {
  const key = kid === undefined ? undefined : keys.byId.get(kid)
  return key ? importOnce(key, 'verify') : null
}
