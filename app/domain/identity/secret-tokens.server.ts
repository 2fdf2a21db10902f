import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'

/** 32 random bytes as 43 URL-safe characters: refresh tokens and mailed links. */
export function newSecretToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What is kept of a secret token. A plain hash is enough: the token has 256 random bits, so nobody can guess it. */
export function hashSecretToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

const sealingKey = (token: string) => createHash('sha256').update('successor of ').update(token).digest()

/**
 * Seals the token that replaced `token`, so that only who still holds `token` can read it. Who reads the database finds
 * no token in it.
 */
export function sealSuccessor(token: string, successor: string): string {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', sealingKey(token), iv)
  const sealed = Buffer.concat([iv, cipher.update(successor, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return sealed.toString('base64url')
}

/** The token sealed by `sealSuccessor`; throws when `token` is not the one it was sealed with. */
export function openSuccessor(token: string, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', sealingKey(token), bytes.subarray(0, 12))
  decipher.setAuthTag(bytes.subarray(-16))
  return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString('utf8')
}
