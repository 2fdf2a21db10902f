import { createCipheriv, scryptSync } from 'node:crypto'
import { hashSync } from 'bcryptjs'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { authUsers } from '#app/db/directory-auth.ts'
import { identityFor, mintAccount } from '../../../../tests/support/accounts.ts'
import { databases } from '../../../../tests/support/databases.ts'
import { signInWithPassword } from '../sessions/sign-in-with-password.server.ts'
import { importedHashProblem } from './imported-hash.server.ts'
import { verifyPassword } from './password-hash.server.ts'

const world = await databases()

/** Firebase's own way, with made-up parameters of its usual size. */
function firebaseHash(password: string, { n = 14, r = 8 } = {}) {
  const [salt, separator, signer] = ['salt of one', ';', 'the key of the whole project'].map(
    (text) => Buffer.from(text),
  )
  const key = scryptSync(password, Buffer.concat([salt!, separator!]), 32, {
    N: 2 ** n,
    r,
    p: 1,
    maxmem: 2 ** 26,
  })
  const hash = createCipheriv('aes-256-ctr', key, Buffer.alloc(16)).update(signer!)
  const [ss, sk, s, h] = [separator!, signer!, salt!, hash].map((bytes) => bytes.toString('base64'))
  return `$fbscrypt$v=1,n=${n},r=${r},p=1,ss=${ss},sk=${sk}$${s}$${h}`
}

// From the documentation of the algorithm.
const published =
  '$fbscrypt$v=1,n=14,r=8,p=1,ss=Bw==,sk=jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uii' +
  'TvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==$42xEC+ixf3L2lw==$lSrfV15cpx95/' +
  'sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ=='

test.each([
  ['bcrypt', hashSync('user1password', 4)],
  ['bcrypt of other makers', hashSync('user1password', 4).replace('$2b$', '$2y$')],
  ['Firebase, as published', published],
  ['Firebase', firebaseHash('user1password')],
])('a hash of %s fits its own password only', async (_, hash) => {
  expect(importedHashProblem(hash)).toBeNull()
  expect(await verifyPassword('user1password', hash)).toBe(true)
  expect(await verifyPassword('user2password', hash)).toBe(false)
})

test.each([
  ['$argon2id$v=19$m=65536,t=3,p=4$c2FsdA$aGFzaA', 'unknown_form'],
  ['$2b$31$abcdefghijklmnopqrstuuABCDEFGHIJKLMNOPQRSTUVWXYZ01234', 'too_costly'],
  [published.replace('n=14', 'n=20'), 'too_costly'],
  [published.replace('v=1', 'v=2'), 'unknown_form'],
  ['plain text', 'unknown_form'],
  ['', 'unknown_form'],
])('the hash %s cannot be imported: %s', (hash, problem) => {
  expect(importedHashProblem(hash)).toBe(problem)
})

test('the next right sign-in replaces an imported hash by ours, and a wrong one does not', async () => {
  const imported = hashSync('brought along', 4)
  const { email, userId } = await mintAccount(world, { passwordHash: imported })
  const kept = async () =>
    (
      await world.directory
        .select({ hash: authUsers.passwordHash })
        .from(authUsers)
        .where(eq(authUsers.id, userId))
    )[0]

  expect(await signInWithPassword(identityFor(world), { email, password: 'wrong' })).toMatchObject({
    ok: false,
  })
  expect((await kept())?.hash).toBe(imported)
  expect(
    await signInWithPassword(identityFor(world), { email, password: 'brought along' }),
  ).toMatchObject({ ok: true })
  expect((await kept())?.hash).toMatch(/^\$scrypt\$ln=14/)
  expect(
    await signInWithPassword(identityFor(world), { email, password: 'brought along' }),
  ).toMatchObject({ ok: true })
})
