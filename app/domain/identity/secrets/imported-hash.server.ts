import { createCipheriv, scrypt, timingSafeEqual } from 'node:crypto'
import { compare } from 'bcryptjs'

/**
 * Hashes that people bring from elsewhere: bcrypt, and Firebase's scrypt in the form of the wire,
 * `$fbscrypt$v=1,n=14,r=8,p=1,ss=<separator>,sk=<signer key>$<salt>$<hash>` in base64. They are
 * replaced by ours at the next right sign-in. Argon2 is refused: nothing that is well kept computes
 * it on Workers.
 */
const bcryptForm = /^\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{53}$/
const firebaseForm =
  /^\$fbscrypt\$v=1,n=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2}),ss=([A-Za-z0-9+/=]+),sk=([A-Za-z0-9+/=]+)\$([A-Za-z0-9+/=]+)\$([A-Za-z0-9+/=]+)$/

/** A check must stay within what a Worker has: 2^12 rounds of bcrypt take a second there. */
const bcryptMostCost = 12
const firebaseMostBytes = 32 * 1024 * 1024

/** Why a hash cannot be imported; null for one that `verifyImported` can check. */
export function importedHashProblem(hash: string): 'unknown_form' | 'too_costly' | null {
  const bcrypt = bcryptForm.exec(hash)
  if (bcrypt) return Number(bcrypt[1]) <= bcryptMostCost ? null : 'too_costly'
  const firebase = readFirebase(hash)
  if (!firebase) return 'unknown_form'
  return firebase.N * firebase.r * 128 <= firebaseMostBytes && firebase.p <= 5 ? null : 'too_costly'
}

/**
 * Whether `password` is the one behind an imported hash; throws for a form that cannot have been
 * imported.
 */
export async function verifyImported(password: string, hash: string): Promise<boolean> {
  if (bcryptForm.test(hash)) return compare(password, hash)
  const firebase = readFirebase(hash)
  if (!firebase) throw new Error('A stored password hash has an unknown form')
  const { N, r, p, salt, signerKey, expected } = firebase
  const key = await new Promise<Buffer>((resolve, reject) => {
    scrypt(password, salt, 32, { N, r, p, maxmem: 2 * firebaseMostBytes }, (error, derived) =>
      error ? reject(error) : resolve(derived),
    )
  })
  const given = createCipheriv('aes-256-ctr', key, Buffer.alloc(16)).update(signerKey)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

function readFirebase(hash: string) {
  const [, n, r, p, separator = '', signerKey = '', salt = '', expected = ''] =
    firebaseForm.exec(hash) ?? []
  if (!n) return null
  const bytes = (text: string) => Buffer.from(text, 'base64')
  return {
    N: 2 ** Number(n),
    r: Number(r),
    p: Number(p),
    salt: Buffer.concat([bytes(salt), bytes(separator)]),
    signerKey: bytes(signerKey),
    expected: bytes(expected),
  }
}
