/** The secrets of a local installation: made once, kept in `.dev.vars`, never overwritten. */
import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
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
 * development tools on. In a file that is there, such as a copy of `.dev.vars.example`, a secret that
 * nothing can be served without is filled in where it is missing, empty or the example's; every other
 * line stays as it is.
 */
export function ensureDevVars(path = join(root, '.dev.vars')): Record<string, string> {
  // `npm start` sets this automatically; without it `wrangler dev` would ask for a SITE_URL.
  const variables = { ...freshDevVars(), DEV_TOOLS: 'true' }
  try {
    // `wx` fails where the file exists, so that two starts at once keep one set of keys.
    writeFileSync(path, linesOf(variables), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const kept = readDevVars(path)
  const blank = (name: string) => !kept[name] || kept[name].includes('…')
  const missing = Object.entries(variables).filter(
    ([name]) =>
      (name === 'COOKIE_SECRET' && blank(name)) ||
      (name === 'JWT_KEYS' && blank(name) && !kept.JWT_SECRET),
  )
  if (missing.length === 0) return kept
  const filled = missing.map(([name]) => name)
  const others = readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => !filled.some((name) => line.trim().startsWith(`${name}=`)))
  const text = `${others.join('\n').trimEnd()}\n${linesOf(Object.fromEntries(missing))}`
  writeFileSync(`${path}.new`, text, { mode: 0o600 })
  renameSync(`${path}.new`, path)
  console.error(`.dev.vars had no ${filled.join(' and no ')}: made fresh.`)
  return readDevVars(path)
}

const linesOf = (variables: Record<string, string>): string =>
  Object.entries(variables)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('')
