import { errors, jwtVerify, SignJWT } from 'jose'
import type { AuthConfiguration } from '#app/domain/identity/configuration.server.ts'
import {
  algorithmsOf,
  signWith,
  verificationKeyOf,
} from '#app/domain/identity/sessions/signing-keys.server.ts'

/** What a link allows: reading a file, or putting one there. */
export type LinkPurpose = 'read' | 'upload'

type Link = { bucketId: string; path: string; purpose: LinkPurpose }

/**
 * What a link says beside the file: for uploads whose file it will be and whether it overwrites;
 * for pictures the size.
 */
type LinkTerms = {
  owner?: string | null
  upsert?: boolean
  transform?: Record<string, string>
  /** The file's `linkKey` at that time; left out while it is empty. */
  key?: string
}

/**
 * Only tokens of this audience are links, and nothing else is asked of them: they sign nobody in.
 */
const audience = 'storage'

/** The longest life of a link: a year. */
export const longestLinkSeconds = 366 * 86_400

/** A token that lets anyone who holds it read one file, or put one, for some seconds. */
export async function signLink(
  { configuration, nowMs }: { configuration: AuthConfiguration; nowMs: number },
  { bucketId, path, purpose, ...terms }: Link & LinkTerms,
  seconds: number,
): Promise<string> {
  const issuedAt = Math.floor(nowMs / 1000)
  const jwt = new SignJWT({ url: `${bucketId}/${path}`, purpose, ...terms })
    .setAudience(audience)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + seconds)
  return signWith(configuration.keys, jwt)
}

export type LinkCheck =
  | {
      ok: true
      owner: string | null
      upsert: boolean
      transform: Record<string, string> | null
      key: string
    }
  | { ok: false; reason: 'expired' | 'invalid' }

/** Checks a link's token against the file it is presented for. */
export async function checkLink(
  { configuration, nowMs }: { configuration: AuthConfiguration; nowMs: number },
  token: string,
  { bucketId, path, purpose }: Link,
): Promise<LinkCheck> {
  try {
    const { keys } = configuration
    const { payload } = await jwtVerify(token, (header) => verificationKeyOf(keys, header), {
      algorithms: algorithmsOf(keys),
      audience,
      currentDate: new Date(nowMs),
      requiredClaims: ['exp'],
    })
    if (payload.url !== `${bucketId}/${path}` || payload.purpose !== purpose)
      return { ok: false, reason: 'invalid' }
    const transform = (payload.transform ?? null) as Record<string, string> | null
    const owner = typeof payload.owner === 'string' ? payload.owner : null
    const key = typeof payload.key === 'string' ? payload.key : ''
    return { ok: true, owner, upsert: payload.upsert === true, transform, key }
  } catch (error) {
    return { ok: false, reason: error instanceof errors.JWTExpired ? 'expired' : 'invalid' }
  }
}
