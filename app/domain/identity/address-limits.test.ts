import { expect, test } from 'vitest'
import {
  identityFor,
  mintAccount,
  mintSession,
  testSecrets,
} from '../../../tests/support/accounts.ts'
import { databases } from '../../../tests/support/databases.ts'
import { findBearer } from './accounts/account-queries.server.ts'
import { changeUser } from './accounts/change-user.server.ts'
import { signInAnonymously } from './accounts/sign-in-anonymously.server.ts'
import { signUp } from './accounts/sign-up.server.ts'
import type { IdentityContext } from './identity-context.ts'
import { requestOneTimeCode } from './secrets/request-one-time-code.server.ts'
import { requestPasswordRecovery } from './secrets/request-password-recovery.server.ts'
import { resendSecret } from './secrets/resend-secret.server.ts'
import { verifyOneTimeSecret } from './secrets/verify-one-time-secret.server.ts'
import { exchangeCode } from './sessions/exchange-code.server.ts'
import { refreshForProgram } from './sessions/refresh-session.server.ts'
import { signInWithPassword } from './sessions/sign-in-with-password.server.ts'

const email = 'busy@example.test'
const password = 'a long password'

const doors: [bucket: string, ask: (ctx: IdentityContext) => Promise<unknown>][] = [
  ['sign-up', (ctx) => signUp(ctx, { email, password, name: '', acceptsTerms: false })],
  ['sign-in', (ctx) => signInWithPassword(ctx, { email, password })],
  ['otp', (ctx) => requestOneTimeCode(ctx, { email })],
  ['recover', (ctx) => requestPasswordRecovery(ctx, { email })],
  ['resend', (ctx) => resendSecret(ctx, { email, pending: 'confirmation' })],
  ['verify', (ctx) => verifyOneTimeSecret(ctx, { type: 'email', proof: { token: 'x' } })],
  ['token', (ctx) => exchangeCode(ctx, { code: 'x', verifier: 'y' })],
  ['token', (ctx) => refreshForProgram(ctx, 'x')],
  ['anonymous', (ctx) => signInAnonymously(ctx)],
  ['user', async (ctx) => changeUser(ctx, await changer(), { metadata: { a: 1 } })],
]

async function changer() {
  const world = await databases()
  const { userId } = await mintAccount(world)
  const { sessionId } = await mintSession(world, { userId })
  const { account, session, ...parts } = await findBearer(world.directory, { userId, sessionId })
  return { account: account!, session: session!, parts }
}

test.each(doors)(
  'a network address that asked too often is stopped at %s before any work',
  async (bucket, ask) => {
    const world = await databases()
    const asked: string[] = []
    const ctx: IdentityContext = {
      ...identityFor(world, { variables: { ...testSecrets, AUTH_ANONYMOUS: 'true' } }),
      addressMay: async (what) => {
        asked.push(what)
        return false
      },
    }
    expect(await ask(ctx)).toMatchObject({ ok: false, reason: 'too_many_tries' })
    expect(asked).toEqual([bucket])
  },
)
