import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { findJob } from '#functions/jobs/registry.ts'
import { runJob } from '#functions/jobs/work-on.ts'
import {
  identityFor,
  mintAccount,
  mintSession,
  testSecrets,
} from '../../../../tests/support/accounts.ts'
import { databases } from '../../../../tests/support/databases.ts'
import { requestPasswordRecovery } from '../secrets/request-password-recovery.server.ts'
import { beginFlowStatement } from './flow-states.server.ts'
import { forgetOldAuthRows } from './forget-old-auth-rows.server.ts'
import { refreshSession } from './refresh-session.server.ts'

const world = await databases()
const { directory } = world
const began = Date.parse('2026-11-20T10:00:00Z')
const hour = 3_600_000
const at = (ms: number, variables = testSecrets) =>
  identityFor(world, { nowMs: began + ms, variables })
const count = async (table: string) =>
  (await directory.all<{ n: number }>(sql`SELECT count(*) AS n FROM ${sql.raw(table)}`))[0]?.n

test('used rows are deleted once they are old, usable ones stay, and a second run finds nothing', async () => {
  const { userId, email } = await mintAccount(world)
  const { refreshToken } = await mintSession(world, { userId }, { nowMs: began })
  await requestPasswordRecovery(at(0), { email })
  await beginFlowStatement(at(0), { id: crypto.randomUUID(), method: 'oauth' })
  await directory.run(sql`
    INSERT INTO auth_factors (id, user_id, friendly_name, factor_type, status,
      created_at, updated_at)
    VALUES ('new', ${userId}, '', 'totp', 'unverified', ${at(0).now}, ${at(0).now}),
      ('done', ${userId}, 'mine', 'totp', 'verified', ${at(0).now}, ${at(0).now})`)
  await directory.run(sql`
    INSERT INTO auth_challenges (id, factor_id, ip, created_at_ms)
    VALUES ('asked', 'done', '192.0.2.1', ${began})`)
  const tables = [
    'limit_counters',
    'auth_one_time_tokens',
    'auth_flow_states',
    'auth_challenges',
    'auth_factors',
  ]
  const counts = () => Promise.all(tables.map(count))

  await forgetOldAuthRows(at(hour / 2))
  expect(await counts()).toEqual([4, 1, 1, 1, 2])

  expect(await forgetOldAuthRows(at(25 * hour))).toBe(8)
  expect(await counts()).toEqual([0, 0, 0, 0, 1])
  expect(await forgetOldAuthRows(at(25 * hour))).toBe(0)
  expect((await refreshSession(at(26 * hour), refreshToken)).ok).toBe(true)
})

test('a replaced token is forgotten after 30 days, but never the parent of the active one', async () => {
  const { userId } = await mintAccount(world)
  const { refreshToken: first, sessionId } = await mintSession(world, { userId }, { nowMs: began })
  const second = await refreshSession(at(0), first)
  if (!second.ok) throw new Error(second.reason)
  const third = await refreshSession(at(hour), second.value.refreshToken)
  if (!third.ok) throw new Error(third.reason)
  const known = () =>
    directory.all<{ n: number }>(
      sql`SELECT count(*) AS n FROM auth_refresh_tokens WHERE session_id = ${sessionId}`,
    )

  await forgetOldAuthRows(at(29 * 24 * hour))
  expect(await known()).toEqual([{ n: 3 }])
  await forgetOldAuthRows(at(31 * 24 * hour))
  expect(await known()).toEqual([{ n: 2 }])

  expect(await refreshSession(at(32 * 24 * hour), second.value.refreshToken)).toMatchObject({
    ok: true,
    value: { refreshToken: third.value.refreshToken },
  })
  expect(await refreshSession(at(32 * 24 * hour), first)).toEqual({
    ok: false,
    reason: 'refresh_token_not_found',
  })
})

test('a session past the end that the installation sets goes a day later, with its tokens', async () => {
  const { userId } = await mintAccount(world)
  const { sessionId } = await mintSession(world, { userId }, { nowMs: began })
  const variables = { ...testSecrets, AUTH_SESSION_TIMEBOX_SECONDS: '3600' }
  const left = () =>
    directory.all(sql`
    SELECT id FROM auth_sessions WHERE id = ${sessionId}
    UNION ALL SELECT session_id FROM auth_refresh_tokens WHERE session_id = ${sessionId}`)

  await forgetOldAuthRows(at(24 * hour, variables))
  expect(await left()).toHaveLength(2)
  await forgetOldAuthRows(at(25 * hour, variables))
  expect(await left()).toEqual([])
})

test('the job runs by its name, twice', async () => {
  const job = findJob('forget-old-auth-rows')!
  const context = {
    env: testSecrets as never,
    directory,
    shards: [],
    now: at(0).now,
    clock: () => began + 99 * 24 * hour,
  }
  expect((await runJob(context, job)).failed).toBe(0)
  expect(await runJob(context, job)).toEqual({ done: 0, failed: 0 })
})
