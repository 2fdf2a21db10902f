/** The secrets of a local installation: made once, kept in `.dev.vars`, never overwritten. */
import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readDevVars, root } from './local-server.ts'

/** A fresh key of push messages, as `PUSH_KEY` takes it. */
export const freshPushKey = (): string =>
  JSON.stringify(
    generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' }),
  )

/**
 * Fresh secrets: an ES256 key that signs access tokens, the secret of the flash cookie, and the key
 * of push messages.
 */
export function freshDevVars(): { JWT_KEYS: string; COOKIE_SECRET: string; PUSH_KEY: string } {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const key = {
    ...privateKey.export({ format: 'jwk' }),
    kid: randomUUID(),
    alg: 'ES256',
    key_ops: ['sign', 'verify'],
  }
  return {
    JWT_KEYS: JSON.stringify([key]),
    COOKIE_SECRET: randomBytes(32).toString('base64url'),
    PUSH_KEY: freshPushKey(),
  }
}

/**
 * The variables of `.dev.vars`; writes the file when there is none, with fresh secrets and the
 * development tools on.
 */
export function ensureDevVars(path = join(root, '.dev.vars')): Record<string, string> {
  // `npm start` sets this by itself; without it `wrangler dev` would ask for a SITE_URL.
  const variables = { ...freshDevVars(), DEV_TOOLS: 'true' }
  const lines = Object.entries(variables).map(([name, value]) => `${name}=${value}\n`)
  try {
    // `wx` fails where the file exists, so that two starts at once keep one set of keys.
    writeFileSync(path, lines.join(''), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return readDevVars(path)
}
