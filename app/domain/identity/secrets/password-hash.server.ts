import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { verifyImported } from './imported-hash.server.ts'

/**
 * scrypt, about 90 ms and 16 MiB (design decision 12). Production Workers refuse PBKDF2 above
 * 100,000 iterations and have 128 MB an isolate, so these stay where they are; a test asserts them.
 */
export const passwordCost = { N: 2 ** 14, r: 8, p: 5, keyBytes: 32, saltBytes: 16 } as const

const maxMemory = 64 * 1024 * 1024

type Parameters = { N: number; r: number; p: number }

function derive(
  password: string,
  salt: Buffer,
  { N, r, p }: Parameters,
  keyBytes: number,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password, salt, keyBytes, { N, r, p, maxmem: maxMemory }, (error, key) =>
      error ? reject(error) : resolve(key),
    )
  })
}

/** Hashes a password into text that says how: `$scrypt$ln=14,r=8,p=5$<salt>$<key>`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(passwordCost.saltBytes)
  const key = await derive(password, salt, passwordCost, passwordCost.keyBytes)
  const { N, r, p } = passwordCost
  return [
    `$scrypt$ln=${Math.log2(N)},r=${r},p=${p}`,
    salt.toString('base64url'),
    key.toString('base64url'),
  ].join('$')
}

/**
 * A hash that no password has, of the same cost: what is checked for an account that is not there.
 */
const nobody = [
  '$scrypt$ln=14,r=8,p=5',
  Buffer.alloc(16).toString('base64url'),
  Buffer.alloc(32).toString('base64url'),
].join('$')

const ownForm = /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([\w-]+)\$([\w-]+)$/

/**
 * Whether `password` is the one that was hashed. Takes as long where there is no hash, so that time
 * does not tell whether an account exists (auth-api.md §5, 8).
 */
export async function verifyPassword(password: string, hash: string | null): Promise<boolean> {
  const own = ownForm.exec(hash ?? nobody)
  if (!own) return verifyImported(password, hash ?? '')
  const [, ln = '', r = '', p = '', salt = '', key = ''] = own
  const expected = Buffer.from(key, 'base64url')
  const parameters = { N: 2 ** Number(ln), r: Number(r), p: Number(p) }
  const given = await derive(password, Buffer.from(salt, 'base64url'), parameters, expected.length)
  return timingSafeEqual(given, expected) && hash !== null
}

/** Whether a hash is of our making; others are replaced at the next right sign-in. */
export const isOwnHash = (hash: string) => ownForm.test(hash)
