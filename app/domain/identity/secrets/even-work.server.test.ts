/**
 * What is asked of the directory tells nobody whether there is an account: as many trips, as many
 * statements in each, and a write in the same ones, since D1 answers a write later than a read. How
 * long it takes on the running product: tests/long/identity-load.test.ts.
 */
import { expect, test } from 'vitest'
import { newId } from '#app/values/id.ts'
import {
  demoPassword,
  demoPasswordHash,
  identityFor,
  mintAccount,
} from '../../../../tests/support/accounts.ts'
import { databases } from '../../../../tests/support/databases.ts'
import { mailMyStudios } from '../../studios/mail-my-studios.server.ts'
import { signUp } from '../accounts/sign-up.server.ts'
import type { IdentityContext } from '../identity-context.ts'
import { signInWithPassword } from '../sessions/sign-in-with-password.server.ts'
import { requestOneTimeCode } from './request-one-time-code.server.ts'
import { requestPasswordRecovery } from './request-password-recovery.server.ts'
import { resetPassword } from './reset-password.server.ts'
import { sendConfirmation } from './send-confirmation.server.ts'
import { verifyOneTimeSecret } from './verify-one-time-secret.server.ts'

const password = 'no such password'
const code = '000000'

const doors: Record<string, (ctx: IdentityContext, email: string) => Promise<unknown>> = {
  'a password': (ctx, email) => signInWithPassword(ctx, { email, password }),
  'a sign-up': (ctx, email) =>
    signUp(ctx, { email, password: demoPassword, name: 'Gia', acceptsTerms: true }),
  'a recovery': (ctx, email) => requestPasswordRecovery(ctx, { email }),
  'a code to sign in': (ctx, email) => requestOneTimeCode(ctx, { email, createUser: 'quietly' }),
  "a program's code": (ctx, email) => requestOneTimeCode(ctx, { email }),
  'a confirmation again': (ctx, email) => sendConfirmation(ctx, { email }),
  'my studios': (ctx, email) => mailMyStudios(ctx, email),
  'a wrong code': (ctx, email) =>
    verifyOneTimeSecret(ctx, { type: 'email', proof: { email, code } }),
  'a wrong code of a recovery': (ctx, email) => resetPassword(ctx, { email, code, password }),
}

/** Each trip as `statements`, with a `w` where it wrote. */
async function tripsOf(press: (ctx: IdentityContext) => Promise<unknown>): Promise<string[]> {
  const world = await databases()
  const trips: string[] = []
  const client = world.directory.$client
  const watched = new Proxy(client, {
    get: (target, name) =>
      name === 'batch'
        ? async (statements: D1PreparedStatement[]) => {
            const results = await target.batch(statements)
            const wrote = results.some(({ meta }) => meta.changes > 0)
            trips.push(`${statements.length}${wrote ? 'w' : ''}`)
            return results
          }
        : target[name as keyof D1Database],
  })
  const directory = Object.assign(Object.create(world.directory), { $client: watched })
  await press(identityFor({ directory }))
  return trips
}

test.each(Object.entries(doors))(
  '%s asks as much of the directory, and writes as often, for each kind of address',
  async (door, press) => {
    const world = await databases()
    const known = await mintAccount(world, { passwordHash: demoPasswordHash })
    const waiting = await mintAccount(world, { passwordHash: demoPasswordHash, confirmed: false })
    // A code that waits to be typed, as anybody can have one sent.
    for (const { email } of [known, waiting])
      if (door.startsWith('a wrong code')) {
        await requestOneTimeCode(identityFor(world), { email, createUser: 'quietly' })
      }
    const trips: Record<string, string[]> = {}
    for (const [kind, email] of Object.entries({
      unknown: `${newId().toLowerCase()}@example.test`,
      known: known.email,
      waiting: waiting.email,
    }))
      trips[kind] = await tripsOf((ctx) => press(ctx, email))
    expect(trips.unknown?.length).toBeGreaterThan(0)
    expect(trips).toEqual({ unknown: trips.unknown, known: trips.unknown, waiting: trips.unknown })
  },
)
