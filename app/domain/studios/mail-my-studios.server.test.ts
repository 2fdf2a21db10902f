import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { IdentityContext } from '#app/domain/identity/identity-context.ts'
import { databases, type TestDatabases } from '../../../tests/support/databases.ts'
import { mailMyStudios } from './mail-my-studios.server.ts'

const minute = 60_000
const start = Date.parse('2026-10-13T12:00:00Z')

function contextFor({ directory }: TestDatabases, nowMs = start, addressMay = true) {
  return {
    directory,
    nowMs,
    now: '2026-10-13T12:00:00Z',
    origin: 'https://cadence.test',
    addressMay: async () => addressMay,
  } as unknown as IdentityContext
}

async function givenAccount(email: string, studioNames: string[]) {
  const { directory } = await databases()
  await directory.run(
    sql`INSERT INTO auth_users (id, email, created_at, updated_at)
      VALUES (${email}, ${email}, '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z')`,
  )
  for (const name of studioNames) {
    const id = `${name}-${email}`
    await directory.run(sql`
      INSERT INTO studios (id, slug, name, shard, state, listed, time_zone, currency,
        town, created_at)
      VALUES (${id}, ${id.toLowerCase()}, ${name}, 0, 'open', 1, 'Europe/London', 'GBP', 'Leeds',
        '2026-01-01T00:00:00Z')`)
    await directory.run(sql`
      INSERT INTO affiliations (user_id, studio_id, role_id, person_id, state, created_at)
      VALUES (${email}, ${id}, 'member', ${id}, 'active', '2026-01-01T00:00:00Z')`)
  }
}

async function mailsTo(email: string): Promise<{ text: string }[]> {
  const { directory } = await databases()
  return directory.all<{ text: string }>(sql`SELECT text FROM outbox WHERE recipient = ${email}`)
}

test('an address is mailed every studio that holds an account for it', async () => {
  await givenAccount('mo@example.test', ['Northside', 'Southside'])
  const result = await mailMyStudios(contextFor(await databases()), 'mo@example.test')

  const mails = await mailsTo('mo@example.test')
  expect(result).toEqual({ ok: true })
  expect(mails).toHaveLength(1)
  expect(mails[0]?.text).toContain('Northside, Leeds')
  expect(mails[0]?.text).toContain('Southside, Leeds')
})

test('an account without a studio is told so', async () => {
  await givenAccount('new@example.test', [])
  await mailMyStudios(contextFor(await databases()), 'new@example.test')

  expect((await mailsTo('new@example.test'))[0]?.text).toContain('you haven’t joined a studio yet')
})

test('an unknown address gets the same answer after as many trips, no mail, and leaves no row', async () => {
  const all = await databases()
  await givenAccount('known@example.test', ['Westside'])
  const before = all.meter.trips
  const known = await mailMyStudios(contextFor(all), 'known@example.test')
  const between = all.meter.trips
  const unknown = await mailMyStudios(contextFor(all), 'nobody@example.test')

  expect(unknown).toEqual(known)
  expect(all.meter.trips - between).toBe(between - before)
  expect(await mailsTo('nobody@example.test')).toEqual([])
  const [counters] = await all.directory.all<{ n: number }>(
    sql`SELECT count(*) AS n FROM limit_counters
      WHERE window_start_ms = ${start} AND key LIKE 'where:%'`,
  )
  const [accounts] = await all.directory.all<{ n: number }>(
    sql`SELECT count(*) AS n FROM auth_users`,
  )
  expect(counters?.n).toBe(accounts?.n)
})

test('an address is mailed at most once a minute, however many ask at once', async () => {
  await givenAccount('often@example.test', ['Eastside'])
  const all = await databases()
  await Promise.all(
    [0, 0, 1, 2, minute - 1].map((ms) =>
      mailMyStudios(contextFor(all, start + ms), 'often@example.test'),
    ),
  )
  expect(await mailsTo('often@example.test')).toHaveLength(1)

  await mailMyStudios(contextFor(all, start + 2 * minute), 'often@example.test')
  expect(await mailsTo('often@example.test')).toHaveLength(2)
})

test('a network address that asks too often is refused before any work', async () => {
  const all = await databases()
  const before = all.meter.trips
  expect(await mailMyStudios(contextFor(all, start, false), 'mo@example.test')).toEqual({
    ok: false,
    reason: 'over_request_rate_limit',
  })
  expect(all.meter.trips).toBe(before)
})
