import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  countSessions,
  identityFor,
  mintAccount,
  mintSession,
  testSecrets,
} from '../../../../tests/support/accounts.ts'
import { databases } from '../../../../tests/support/databases.ts'
import { hashSecretToken } from '../secrets/secret-tokens.server.ts'
import { verifyToken } from './access-tokens.server.ts'
import { refreshSession } from './refresh-session.server.ts'
import { endSessionsStatements } from './sessions.server.ts'

const began = Date.parse('2026-11-20T10:00:00Z')

/** A signed-in account and a way to refresh `seconds` later. */
async function signedIn() {
  const world = await databases()
  const account = await mintAccount(world)
  const session = await mintSession(world, account, { nowMs: began })
  const refresh = async (token: string, seconds: number) => {
    const result = await refreshSession(
      identityFor(world, { nowMs: began + seconds * 1000 }),
      token,
    )
    return result.ok ? result.value.refreshToken : result.reason
  }
  return { world, account, session, first: session.refreshToken, refresh }
}

test('a refresh answers a new token of the same session and an access token that is valid for an hour', async () => {
  const { world, account, session, first } = await signedIn()
  const ctx = identityFor(world, { nowMs: began + 1000 })

  const result = await refreshSession(ctx, first)

  if (!result.ok) throw new Error(result.reason)
  expect(result.value.refreshToken).not.toBe(first)
  expect(result.value.session.id).toBe(session.sessionId)
  const checked = await verifyToken(ctx.configuration, result.value.access.token, ctx.nowMs)
  expect(checked).toEqual({
    ok: true,
    claims: {
      role: 'authenticated',
      sub: account.userId,
      sessionId: session.sessionId,
      aal: 'aal1',
      expiresAt: began / 1000 + 3601,
    },
  })
})

test('the direct parent gets the active token again at any time, since its answer may have been lost', async () => {
  const { first, refresh } = await signedIn()
  const second = await refresh(first, 0)

  expect(await refresh(first, 3_000)).toBe(second)
  expect(await refresh(first, 90_000)).toBe(second)
})

test('an older token within ten seconds gets the active token', async () => {
  const { first, refresh } = await signedIn()
  const second = await refresh(first, 0)
  const third = await refresh(second, 5)

  expect(await refresh(first, 10)).toBe(third)
})

test('an older token after ten seconds ends the session, and the newest token dies with it', async () => {
  const { world, account, first, refresh } = await signedIn()
  const second = await refresh(first, 0)
  const third = await refresh(second, 5)

  expect(await refresh(first, 10.001)).toBe('refresh_token_already_used')
  expect(await refresh(third, 11)).toBe('refresh_token_not_found')
  expect(await countSessions(world, account.userId)).toBe(0)
})

test('a made-up token, one of a session that ended, and one of a banned account are refused', async () => {
  const { world, account, session, first, refresh } = await signedIn()

  expect(await refresh('made-up', 0)).toBe('refresh_token_not_found')
  await world.directory.run(
    sql`UPDATE auth_users SET banned_until = '2999-01-01T00:00:00Z' WHERE id = ${account.userId}`,
  )
  expect(await refresh(first, 0)).toBe('user_banned')
  await world.directory.run(
    sql`UPDATE auth_users SET banned_until = NULL WHERE id = ${account.userId}`,
  )
  await world.directory.run(sql`DELETE FROM auth_sessions WHERE id = ${session.sessionId}`)
  expect(await refresh(first, 0)).toBe('session_not_found')
})

test('parallel refreshes with one token all end with one token', async () => {
  for (let trial = 0; trial < 6; trial += 1) {
    const { world, session, first, refresh } = await signedIn()

    const tokens = await Promise.all(Array.from({ length: 6 }, () => refresh(first, 1)))

    expect(new Set(tokens).size).toBe(1)
    const active = await world.directory.all<{ hash: string }>(
      sql`SELECT hash FROM auth_refresh_tokens
        WHERE session_id = ${session.sessionId} AND revoked_at_ms IS NULL`,
    )
    expect(active).toEqual([{ hash: hashSecretToken(tokens[0] ?? '') }])
  }
})

test('refreshes that overtake each other converge on the token that is active at last', async () => {
  for (let trial = 0; trial < 3; trial += 1) {
    const { first, refresh } = await signedIn()
    // Each of four devices of one session refreshes three times, with whatever it was last given.
    const device = async () => {
      let token = first
      for (let i = 0; i < 3; i += 1) token = await refresh(token, 1)
      return token
    }
    const ended = await Promise.all([device(), device(), device(), device()])

    const settled = await Promise.all(ended.map((token) => refresh(token, 2)))
    const once = new Set(await Promise.all(settled.map((token) => refresh(token, 9))))
    expect([...once].every((token) => token.length === 43)).toBe(true)
  }
})

test('signing out and refreshing at once never leave a token that works', async () => {
  for (let trial = 0; trial < 6; trial += 1) {
    const { world, account, session, first, refresh } = await signedIn()
    const end = async () => {
      const which = {
        userId: account.userId,
        sessionId: session.sessionId,
        scope: 'global',
      } as const
      const { refreshTokens, sessions } = endSessionsStatements(world.directory, which)
      await refreshTokens
      await sessions
    }

    const [token] = await Promise.all([refresh(first, 1), end()])

    expect(await refresh(token, 2)).not.toMatch(/^[\w-]{43}$/)
  }
})

test('whatever is presented when, a session has at most one active token and only known tokens live', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ which: fc.nat(5), wait: fc.integer({ min: 0, max: 15 }) }), {
        minLength: 1,
        maxLength: 8,
      }),
      async (steps) => {
        const { world, session, first, refresh } = await signedIn()
        const seen = [first]
        let at = 0
        for (const { which, wait } of steps) {
          at += wait
          const token = seen[which % seen.length] as string
          const answer = await refresh(token, at)
          const newest = seen.at(-1)
          if (answer.length === 43 && !seen.includes(answer)) {
            // A new token is only ever made for the newest one.
            expect(token).toBe(newest)
            seen.push(answer)
          } else if (answer.length === 43) {
            expect(answer).toBe(newest)
          } else {
            expect(['refresh_token_already_used', 'refresh_token_not_found']).toContain(answer)
            return
          }
        }
        const [row] = await world.directory.all<{ n: number }>(
          sql`SELECT count(*) AS n FROM auth_refresh_tokens
            WHERE session_id = ${session.sessionId} AND revoked_at_ms IS NULL`,
        )
        expect(row?.n).toBe(1)
      },
    ),
    { numRuns: 15 },
  )
})

test('the database holds nothing that can be presented', async () => {
  const { world, session, first, refresh } = await signedIn()
  const second = await refresh(first, 0)
  const rows = await world.directory.all(
    sql`SELECT * FROM auth_refresh_tokens WHERE session_id = ${session.sessionId}`,
  )
  const kept = JSON.stringify(rows)

  expect(kept).not.toContain(first)
  expect(kept).not.toContain(second)
})

test.each([
  ['AUTH_SESSION_TIMEBOX_SECONDS', '3600', [1_000, 1_000, 1_000, 599], 1_000],
  ['AUTH_SESSION_INACTIVITY_SECONDS', '600', [599, 599, 599, 599], 600],
])('with %s of %s seconds a session ends at its refresh', async (name, value, pauses, last) => {
  const { world, account, first } = await signedIn()
  const variables = { ...testSecrets, [name]: value }
  const refresh = async (token: string, seconds: number) => {
    const result = await refreshSession(
      identityFor(world, { nowMs: began + seconds * 1000, variables }),
      token,
    )
    return result.ok ? result.value.refreshToken : result.reason
  }
  let [token, at] = [first, 0]
  for (const pause of pauses) {
    at += pause
    token = await refresh(token, at)
    expect(token).not.toBe('session_expired')
  }
  expect(await refresh(token, at + last)).toBe('session_expired')
  // The same without the variable: nothing ends.
  const free = await refreshSession(
    identityFor(world, { nowMs: began + (at + last) * 1000 }),
    token,
  )
  expect(free.ok).toBe(true)
  expect(await countSessions(world, account.userId)).toBe(1)
})
