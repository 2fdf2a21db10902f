/** The installation's key for push messages, and the header that proves it (VAPID, RFC 8292). */
import { importJWK, type JWK, SignJWT } from 'jose'

export type PushKey = {
  /** The public half as browsers take it: the point, uncompressed, in base64url. */
  publicKey: string
  /** Signs as a push service checks it. */
  authorize(endpoint: string, nowMs: number): Promise<string>
}

/** Twelve hours, in seconds: a push service refuses more than a day. */
const goodFor = 12 * 60 * 60

/**
 * The key that `PUSH_KEY` has, a JSON Web Key of P-256; null where it is not set, and push is off.
 * `contact` is who a push service may write to: the public address of the site. Throws for a value
 * that is no such key.
 */
export function readPushKey(value: string | undefined, contact: string): PushKey | null {
  if (!value) return null
  const key = parsed(value)
  return {
    publicKey: pointOf(key),
    async authorize(endpoint, nowMs) {
      const at = Math.floor(nowMs / 1_000)
      const token = await new SignJWT({ sub: contact })
        .setProtectedHeader({ typ: 'JWT', alg: 'ES256' })
        .setAudience(new URL(endpoint).origin)
        .setExpirationTime(at + goodFor)
        .sign(
          await importJWK({ kty: key.kty, crv: key.crv, x: key.x, y: key.y, d: key.d }, 'ES256'),
        )
      return `vapid t=${token}, k=${pointOf(key)}`
    },
  }
}

type PrivateKey = JWK & { x: string; y: string; d: string }

function parsed(value: string): PrivateKey {
  try {
    const key = JSON.parse(value) as JWK
    if (key.kty === 'EC' && key.crv === 'P-256' && key.x && key.y && key.d) return key as PrivateKey
  } catch {
    // Said below, without the value: it is a secret.
  }
  throw new Error('PUSH_KEY must be one JSON Web Key of P-256 with its private part')
}

const pointOf = ({ x, y }: PrivateKey): string =>
  Buffer.concat([
    Buffer.from([4]),
    Buffer.from(x, 'base64url'),
    Buffer.from(y, 'base64url'),
  ]).toString('base64url')
