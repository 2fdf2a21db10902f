/** Requests between us and another program, signed as Standard Webhooks describe. */
import { createHmac, timingSafeEqual } from 'node:crypto'

/** A request further from now than this may be a replay, and is refused. */
const toleranceSeconds = 5 * 60

type Sent = { id: string; at: number; body: string }

/** The bytes of `whsec_` and base64; null where it is no secret. */
function secretBytes(secret: string): Buffer | null {
  const text = secret
    .trim()
    .replace(/^v1,/, '')
    .replace(/^whsec_/, '')
  return /^[A-Za-z0-9+/]{24,}={0,2}$/.test(text) ? Buffer.from(text, 'base64') : null
}

const signatureOf = (bytes: Buffer, { id, at, body }: Sent): string =>
  createHmac('sha256', bytes).update(`${id}.${at}.${body}`).digest('base64')

/**
 * Whether a post was signed with one of the secrets (several are separated by `|`), and lately. `header`
 * reads a header of it; `nowMs` is real time. Answers its id, null where it is not to be believed.
 */
export function readSigned(
  header: (name: string) => string | null | undefined,
  body: string,
  secrets: string,
  nowMs: number,
): { id: string } | null {
  const id = header('webhook-id') ?? ''
  const stamp = header('webhook-timestamp') ?? ''
  const given = header('webhook-signature') ?? ''
  if (!/^[\w.:-]{1,200}$/.test(id) || !/^\d{1,12}$/.test(stamp)) return null
  const at = Number(stamp)
  if (Math.abs(nowMs / 1_000 - at) > toleranceSeconds) return null
  for (const secret of secrets.split('|')) {
    const bytes = secretBytes(secret)
    if (!bytes) continue
    const own = Buffer.from(signatureOf(bytes, { id, at, body }))
    for (const one of given.split(' ')) {
      const theirs = Buffer.from(one.replace(/^v1,/, ''))
      if (theirs.length === own.length && timingSafeEqual(theirs, own)) return { id }
    }
  }
  return null
}

/** The headers of a post that we send, one signature a secret. `at` is in seconds. */
export function signedPost(secrets: readonly string[], sent: Sent): Record<string, string> {
  const signatures = secrets.flatMap((secret) => {
    const bytes = secretBytes(secret)
    return bytes ? [`v1,${signatureOf(bytes, sent)}`] : []
  })
  return {
    'webhook-id': sent.id,
    'webhook-timestamp': String(sent.at),
    'webhook-signature': signatures.join(' '),
  }
}
