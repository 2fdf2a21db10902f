import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'

/** 32 random bytes as 43 URL-safe characters: refresh tokens and mailed links. */
export function newSecretToken(): string {
  return randomBytes(32).toString('base64url')
}

/**
 * What is kept of a secret token. A plain hash is enough: the token has 256 random bits, so nobody
 * can guess it.
 */
export function hashSecretToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

const sealingKey = (token: string) =>
  createHash('sha256').update('successor of ').update(token).digest()

const restingKey = (secret: string) =>
  createHash('sha256').update('secrets at rest of ').update(secret).digest()

/**
 * Seals the token that replaced `token`, so that only who still holds `token` can read it. Who
 * reads the database finds no token in it.
 */
export function sealSuccessor(token: string, successor: string): string {
  return seal(sealingKey(token), successor)
}

/** The token sealed by `sealSuccessor`; throws when `token` is not the one it was sealed with. */
export function openSuccessor(token: string, sealed: string): string {
  return open(sealingKey(token), sealed)
}

/**
 * Seals what must be read again later, such as the secret of a second factor, with the server's
 * secret.
 */
export function sealAtRest({ secret }: { secret: string }, text: string): string {
  return seal(restingKey(secret), text)
}

/** What `sealAtRest` sealed; throws when the server's secret is another. */
export function openAtRest({ secret }: { secret: string }, sealed: string): string {
  return open(restingKey(secret), sealed)
}

function seal(key: Buffer, text: string): string {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  return Buffer.concat([
    iv,
    cipher.update(text, 'utf8'),
    cipher.final(),
    cipher.getAuthTag(),
  ]).toString('base64url')
}

function open(key: Buffer, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
  decipher.setAuthTag(bytes.subarray(-16))
  return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString(
    'utf8',
  )
}
