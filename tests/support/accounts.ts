/** Accounts and sessions made by inserting their rows: no hashing, no mail, no waiting. */
import { createECDH, createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { affiliations, users } from '#app/db/directory.ts'
import { authIdentities, authUsers } from '#app/db/directory-auth.ts'
import { people } from '#app/db/studio/people.ts'
import { accountByIdStatement } from '#app/domain/identity/accounts/account-queries.server.ts'
import { readConfiguration } from '#app/domain/identity/configuration.server.ts'
import type { IdentityContext } from '#app/domain/identity/identity-context.ts'
import { signAccessToken } from '#app/domain/identity/sessions/access-tokens.server.ts'
import {
  newSession,
  startSessionStatements,
} from '#app/domain/identity/sessions/sessions.server.ts'
import type { Role } from '#app/domain/scope/permissions.ts'
import type { Studio } from '#app/domain/scope/studio.ts'
import { newId } from '#app/values/id.ts'
import { instantFromMs } from '#app/values/instant.ts'
import type { TestDatabases } from './databases.ts'

/**
 * `studio-demo-1`, hashed once at the real cost, so that tests can sign in without waiting for a
 * hash of their own.
 */
export const demoPassword = 'studio-demo-1'
export const demoPasswordHash =
  '$scrypt$ln=14,r=8,p=5$2mBdb0uJDmYv9YNGx-YaNQ$pZpK-6vTBw6Ax8LycERXZKmsXo31STbv8zkD7VucBts'

export type MintedAccount = { userId: string; email: string; name: string; personId: string | null }

/**
 * Inserts an account that can be used at once. `confirmed: false` leaves the address to be
 * confirmed; `userRow: false` leaves out the row of `users`; with `studio` it gets a place and a
 * person there.
 */
export async function mintAccount(
  { directory, shard }: Pick<TestDatabases, 'directory' | 'shard'>,
  {
    email = `${newId().toLowerCase()}@example.test`,
    name = 'Ana Reyes',
    passwordHash = null,
    confirmed = true,
    setupComplete = true,
    userRow = true,
    bannedUntil = null,
    studio = null,
    role = 'member',
    personId = newId(),
  }: {
    email?: string
    name?: string
    passwordHash?: string | null
    confirmed?: boolean
    setupComplete?: boolean
    userRow?: boolean
    bannedUntil?: string | null
    studio?: Pick<Studio, 'id' | 'shard'> | null
    role?: Role
    personId?: string
  } = {},
): Promise<MintedAccount> {
  const at = instantFromMs(Date.now())
  const id = crypto.randomUUID()
  await batch(directory, {
    account: directory.insert(authUsers).values({
      id,
      email,
      passwordHash,
      emailConfirmedAt: confirmed ? at : null,
      bannedUntil,
      createdAt: at,
      updatedAt: at,
    }),
    identity: directory.insert(authIdentities).values({
      identityId: crypto.randomUUID(),
      providerId: id,
      provider: 'email',
      userId: id,
      identityData: { sub: id, email },
      createdAt: at,
      updatedAt: at,
    }),
    user: userRow
      ? directory.insert(users).values({
          authId: id,
          name,
          setupComplete,
          studioId: studio?.id ?? null,
          roleId: role,
          createdAt: at,
        })
      : null,
    place: studio
      ? directory.insert(affiliations).values({
          userId: id,
          studioId: studio.id,
          roleId: role,
          personId,
          state: 'active',
          createdAt: at,
        })
      : null,
  })
  if (studio) {
    await shard(studio.shard as 0 | 1)
      .insert(people)
      .values({
        id: personId,
        studioId: studio.id,
        userId: id,
        name,
        email,
        isStaff: role !== 'member',
        joinedOn: at.slice(0, 10),
        createdAt: at,
      })
  }
  return { userId: id, email, name, personId: studio ? personId : null }
}

/**
 * Secrets for tests that do not run against the built Worker of their process. The same in each
 * process: what one has signed and sealed into a kept world is read by the others.
 */
export const testSecrets: Record<string, string> = secretsOf('the tests')

function secretsOf(seed: string) {
  const digest = (of: string) => createHash('sha256').update(`${of} of ${seed}`).digest()
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(digest('key'))
  const point = pair.getPublicKey()
  const key = {
    kty: 'EC',
    crv: 'P-256',
    alg: 'ES256',
    kid: 'tests',
    key_ops: ['sign', 'verify'],
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
    d: digest('key').toString('base64url'),
  }
  return {
    JWT_KEYS: JSON.stringify([key]),
    COOKIE_SECRET: digest('cookie secret').toString('base64url'),
  }
}

/**
 * What the use cases of accounts are given in a test; `variables` are those of the built Worker,
 * where there is one.
 */
export function identityFor(
  { directory }: Pick<TestDatabases, 'directory'>,
  {
    nowMs = Date.now(),
    variables = testSecrets,
    ip = '192.0.2.1',
    device = null,
  }: {
    nowMs?: number
    variables?: Record<string, string>
    ip?: string
    device?: string | null
  } = {},
): IdentityContext {
  return {
    directory,
    now: instantFromMs(nowMs),
    nowMs,
    configuration: readConfiguration(variables),
    origin: 'https://cadence.test',
    caller: { ip, userAgent: 'Test', device },
    addressMay: async () => true,
    refusedByHook: (refusal) => {
      throw refusal
    },
  }
}

export type MintedSession = {
  sessionId: string
  accessToken: string
  refreshToken: string
  cookie: string
}

/**
 * Inserts a session and answers its tokens, and both as a `Cookie` header for http. For the built
 * Worker pass `variables: inject('variables')`, whose keys it knows.
 */
export async function mintSession(
  databases: Pick<TestDatabases, 'directory'>,
  { userId }: { userId: string },
  options: { nowMs?: number; variables?: Record<string, string> } = {},
): Promise<MintedSession> {
  const ctx = identityFor(databases, options)
  const session = newSession('password', ctx.nowMs)
  const { account } = await batch(ctx.directory, {
    ...startSessionStatements(ctx, userId, session),
    account: accountByIdStatement(ctx.directory, userId),
  })
  if (!account[0]) throw new Error(`No account ${userId}`)
  const { token } = await signAccessToken(ctx, account[0], session, { withoutMetadata: true })
  return {
    sessionId: session.id,
    accessToken: token,
    refreshToken: session.refreshToken,
    cookie: `cadence-access=${token}; cadence-refresh=${session.refreshToken}`,
  }
}

/** How many sessions an account has. */
export async function countSessions(
  { directory }: Pick<TestDatabases, 'directory'>,
  userId: string,
): Promise<number> {
  const [row] = await directory.all<{ n: number }>(
    sql`SELECT count(*) AS n FROM auth_sessions WHERE user_id = ${userId}`,
  )
  return row?.n ?? 0
}
