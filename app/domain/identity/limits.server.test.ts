import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { identityFor, testSecrets } from '../../../tests/support/accounts.ts'
import { databases } from '../../../tests/support/databases.ts'
import { readConfiguration } from './configuration.server.ts'
import { countTryStatement } from './limits.server.ts'

const counters = async (directory: Awaited<ReturnType<typeof databases>>['directory']) => {
  const [row] = await directory.all<{ n: number }>(sql`SELECT count(*) AS n FROM limit_counters`)
  return row?.n ?? 0
}

test('counters that someone makes up by the thousand go as fast as new ones come', async () => {
  const world = await databases()
  const begun = Date.now()
  await world.directory.run(sql`DELETE FROM limit_counters`)
  await world.directory.run(sql`
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300)
    INSERT INTO limit_counters (key, window_start_ms, count)
    SELECT 'signIn:made-up-' || i || '@example.test', ${begun}, 1 FROM n`)
  const later = identityFor(world, { nowMs: begun + 3 * 60 * 60_000 })
  for (let i = 0; i < 100; i += 1)
    await countTryStatement(later, 'signIn', `somebody-${i}@example.test`)
  expect(await counters(world.directory)).toBe(100)
})

test('a counter whose window still runs is not pruned', async () => {
  const world = await databases()
  const begun = Date.now()
  await world.directory.run(sql`DELETE FROM limit_counters`)
  await countTryStatement(identityFor(world, { nowMs: begun }), 'signIn', 'ana@example.test')
  const later = identityFor(world, { nowMs: begun + 60 * 60_000 })
  for (let i = 0; i < 10; i += 1)
    await countTryStatement(later, 'signIn', `somebody-${i}@example.test`)
  expect(await counters(world.directory)).toBe(11)
})

test('mails are limited by default, and where limits are scaled so are they', () => {
  expect(readConfiguration({ ...testSecrets })).toMatchObject({
    mailsPerHour: 5_000,
    smsPerHour: 1_000,
  })
  expect(readConfiguration({ ...testSecrets, LIMIT_SCALE: '50' })).toMatchObject({
    mailsPerHour: 250_000,
  })
  for (const [variables, mailsPerHour] of [
    [{ DEV_TOOLS: 'true' }, 250_000],
    [{ DEV_TOOLS: 'true', LIMIT_SCALE: '2' }, 10_000],
    [{ DEV_TOOLS: 'false' }, 5_000],
  ] as const)
    expect(readConfiguration({ ...testSecrets, ...variables })).toMatchObject({ mailsPerHour })
  expect(
    readConfiguration({ ...testSecrets, LIMIT_SCALE: '50', AUTH_MAILS_PER_HOUR: '30' }),
  ).toMatchObject({ mailsPerHour: 30 })
})

test.each([
  [{ COOKIE_SECRET: '' }, 'COOKIE_SECRET is missing'],
  [{ COOKIE_SECRET: 'x'.repeat(31) }, 'COOKIE_SECRET is too short'],
  [{ AUTH_SECRET: 'short' }, 'AUTH_SECRET is too short'],
  [{ AUTH_SECRET: 'x'.repeat(40), COOKIE_SECRET: 'short' }, 'COOKIE_SECRET is too short'],
])('a secret that can be guessed is refused: %j', (variables, message) => {
  expect(() => readConfiguration({ ...testSecrets, ...variables })).toThrow(message)
})
