import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { addMinutes } from '#app/values/instant.ts'
import { demoServer } from '../support/demo-server.ts'

const { origin, databases, now, clock } = await demoServer()

type Answer = { job: string; done: number; failed: number }

async function run(name: string): Promise<Answer> {
  const answer = await fetch(`${origin}/dev/jobs/${name}`, { method: 'POST' })
  return (await answer.json()) as Answer
}

const inDays = (days: number) => addMinutes(now, days * 24 * 60)

test('the demo world leaves the jobs nothing to repair', async () => {
  for (const name of [
    'finish-provisioning',
    'expire-lots',
    'close-waitlists',
    'reconcile-classes',
    'promote-waitlists',
  ]) {
    expect(await run(name)).toEqual({ job: name, done: 0, failed: 0 })
  }
})

test('series grow to eight weeks ahead, once', async () => {
  const [first, second] = [await run('expand-series'), await run('expand-series')]

  expect(first.done).toBeGreaterThan(100)
  expect(first.failed).toBe(0)
  expect(second).toEqual({ job: 'expand-series', done: 0, failed: 0 })
})

test('a place that a crash left between the databases is finished', async () => {
  const { directory, shard } = databases
  await directory.run(sql`
    INSERT INTO affiliations (user_id, studio_id, role_id, person_id, state, created_at)
    SELECT account.id, studio.id, 'member', 'half-made', 'provisioning', '2026-01-01T00:00:00Z'
    FROM auth_users AS account, studios AS studio
    WHERE account.email = 'ana@northside.test' AND studio.slug = 'southside'`)

  expect(await run('finish-provisioning')).toMatchObject({ done: 1, failed: 0 })
  expect(await run('finish-provisioning')).toMatchObject({ done: 0, failed: 0 })

  const [place] = await directory.all<{ state: string }>(
    sql`SELECT state FROM affiliations WHERE person_id = 'half-made'`,
  )
  const [person] = await shard(1).all<{ name: string }>(
    sql`SELECT name FROM people WHERE id = 'half-made'`,
  )
  expect([place, person]).toEqual([{ state: 'active' }, { name: 'Ana Reyes' }])
})

test('two weeks on, every class is settled once, however many runs there are at a time', async () => {
  await clock(inDays(14))
  const runs = await Promise.all(
    ['reconcile-classes', 'reconcile-classes', 'close-waitlists', 'promote-waitlists'].map(run),
  )
  expect(runs.every(({ failed }) => failed === 0)).toBe(true)
  for (let i = 0; i < 20 && (await run('reconcile-classes')).done > 0; i += 1);
  await run('close-waitlists')
  // The demo's appointment that someone holds is in these two weeks on most days of a week.
  await run('lapse-holds')

  for (const n of [0, 1] as const) {
    const [left] = await databases.shard(n).all<Record<string, number>>(sql`
      SELECT
        (SELECT count(*) FROM occurrences WHERE state = 'scheduled' AND ends_at < ${inDays(13.8)}) AS unsettled,
        (SELECT count(*) FROM bookings AS b JOIN occurrences AS o ON o.id = b.occurrence_id
          WHERE o.ends_at < ${inDays(13.8)} AND b.state IN ('booked', 'checked_in', 'waitlisted')) AS open,
        (SELECT count(*) FROM (SELECT lot_id FROM entries GROUP BY lot_id HAVING sum(amount) < 0)) AS overdrawn`)
    expect(left).toEqual({ unsettled: 0, open: 0, overdrawn: 0 })
  }
  await clock(now)
})
