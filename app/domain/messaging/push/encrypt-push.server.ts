/**
 * Push messages as RFC 8291 has them: encrypted for one browser, so that the push service between
 * carries what it cannot read. WebCrypto alone.
 */

/** What a browser gave when it was subscribed, in base64url: its point, and 16 bytes of its own. */
export type PushReader = { publicKey: string; secret: string }

/** The size of a record; a message of ours is one. */
const recordSize = 4_096

const curve = { name: 'ECDH', namedCurve: 'P-256' } as const
const text = (words: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(new TextEncoder().encode(words))
const bytes = (written: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(Buffer.from(written, 'base64url'))

/** The types of the Worker call the other side's point `$public`; it reads `public` as browsers do. */
const withPoint = (point: CryptoKey) =>
  ({ name: 'ECDH', public: point }) as unknown as Parameters<SubtleCrypto['deriveBits']>[0]

/** Whether these are a point of P-256 and a secret of 16 bytes. */
export async function isPushReader({ publicKey, secret }: PushReader): Promise<boolean> {
  try {
    await crypto.subtle.importKey('raw', bytes(publicKey), curve, false, [])
    return bytes(secret).length === 16
  } catch {
    return false
  }
}

/**
 * The body of a push message (`Content-Encoding: aes128gcm`). `own` and `salt` are made for this
 * message alone and given only by tests of the RFC's own figures.
 */
export async function encryptPush(
  reader: PushReader,
  message: string,
  own?: CryptoKeyPair,
  salt: Uint8Array<ArrayBuffer> = crypto.getRandomValues(new Uint8Array(16)),
): Promise<Uint8Array<ArrayBuffer>> {
  const pair =
    own ?? ((await crypto.subtle.generateKey(curve, true, ['deriveBits'])) as CryptoKeyPair)
  const theirs = bytes(reader.publicKey)
  const ours = new Uint8Array((await crypto.subtle.exportKey('raw', pair.publicKey)) as ArrayBuffer)
  const point = await crypto.subtle.importKey('raw', theirs, curve, false, [])
  const shared = await crypto.subtle.deriveBits(withPoint(point), pair.privateKey, 256)
  const info = joined(text('WebPush: info\0'), theirs, ours)
  const keyMaterial = await derived(new Uint8Array(shared), bytes(reader.secret), info, 32)
  const key = await derived(keyMaterial, salt, text('Content-Encoding: aes128gcm\0'), 16)
  const nonce = await derived(keyMaterial, salt, text('Content-Encoding: nonce\0'), 12)
  const sealed = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv: nonce },
    await crypto.subtle.importKey('raw', key, 'AES-GCM', false, ['encrypt']),
    // 2 says that no record follows.
    joined(text(message), new Uint8Array([2])),
  )
  const head = new Uint8Array(5)
  new DataView(head.buffer).setUint32(0, recordSize)
  head[4] = ours.length
  return joined(salt, head, ours, new Uint8Array(sealed))
}

async function derived(
  from: Uint8Array<ArrayBuffer>,
  salt: Uint8Array<ArrayBuffer>,
  info: Uint8Array<ArrayBuffer>,
  length: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const key = await crypto.subtle.importKey('raw', from, 'HKDF', false, ['deriveBits'])
  const bits = { name: 'HKDF', hash: 'SHA-256', salt, info }
  return new Uint8Array(await crypto.subtle.deriveBits(bits, key, length * 8))
}

function joined(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
