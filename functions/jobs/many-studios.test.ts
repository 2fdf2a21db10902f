import { sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { Meter } from '#app/db/meter.server.ts'
import { cancelOccurrence } from '#app/domain/bookings/cancelling/cancel-occurrence.server.ts'
import type { Env } from '#app/http/environment.ts'
import { testSecrets } from '../../tests/support/accounts.ts'
import { databases } from '../../tests/support/databases.ts'
import { plansOf, remembering } from '../../tests/support/query-plans.ts'
import { type World, world } from '../../tests/support/world.ts'
import { findDue } from './find-due.ts'
import { type Job, type JobContext, jobContext } from './job.ts'
import { type JobMessage, portionsOf } from './messages.ts'
import { jobs } from './registry.ts'
import { queue, scheduled } from './scheduled.ts'
import { workOn } from './work-on.ts'

const now = '2026-10-12T09:00:00Z'
const later = '2026-10-13T21:00:00Z'

/** Adds the studio to the directory, where jobs find it. */
const open = ({ directory, studio }: World) =>
  directory.run(sql`
    INSERT INTO studios (id, slug, name, shard, state, listed, time_zone, currency, created_at)
    VALUES (${studio.id}, ${studio.slug}, ${studio.name}, ${studio.shard}, 'open', 1,
      ${studio.timeZone}, ${studio.currency}, ${now})`)

/** Studios with a timetable of next week in which nobody is booked. */
async function openIdle(studios: number) {
  const model = await world()
  const occurrence = await model.givenClass({ localStart: '2026-10-20T18:30' })
  const numbers = JSON.stringify(Array.from({ length: studios }, (_, i) => i))
  await model.directory.run(sql`
    INSERT INTO studios (id, slug, name, shard, state, listed, time_zone, currency, created_at)
    SELECT 'idle-' || value, 'idle-' || value, 'Idle', ${model.shard}, 'open', 1, 'Europe/London',
      'GBP', ${now} FROM json_each(${numbers})`)
  const columns = (
    await model.db.all<{ name: string }>(sql`SELECT name FROM pragma_table_info('occurrences')`)
  ).map(({ name }) => name)
  const values: Record<string, string> = {
    id: "o.id || '-' || value",
    studio_id: "'idle-' || value",
  }
  await model.db.run(sql`
    INSERT INTO occurrences (${sql.raw(columns.join(', '))})
    SELECT ${sql.raw(columns.map((name) => values[name] ?? `o.${name}`).join(', '))}
    FROM json_each(${numbers}) CROSS JOIN occurrences AS o WHERE o.id = ${occurrence}`)
}

/** A studio that has just cancelled a class of 130 and has three others to settle. */
async function openBusy() {
  const w = await world()
  await open(w)
  const off = await w.givenClass({ localStart: '2026-10-16T18:30', capacity: 300 })
  const over = await w.givenSeries({
    localStart: '2026-10-10T10:00',
    rrule: 'FREQ=DAILY;COUNT=3',
    capacity: 300,
    at: '2026-10-09T09:00:00Z',
  })
  const people = JSON.stringify(Array.from({ length: 130 }, (_, i) => i))
  await w.db.run(sql`
    INSERT INTO people (id, studio_id, name, email, joined_on, created_at)
    SELECT ${w.studio.id} || '-' || value, ${w.studio.id}, 'Pat ' || value,
      'pat' || value || '@example.test', '2026-01-01', ${now} FROM json_each(${people})`)
  await w.db.run(sql`
    INSERT INTO bookings (id, studio_id, occurrence_id, person_id, state, policy_id, created_at)
    SELECT class.value || '-' || person.value, ${w.studio.id}, class.value,
      ${w.studio.id} || '-' || person.value, 'booked', ${w.ids.policyId}, ${now}
    FROM json_each(${JSON.stringify([off, ...over])}) AS class, json_each(${people}) AS person`)
  await cancelOccurrence(w.asDesk(now), off, { reason: 'Flood' })
  return w
}

async function contextOf(meter: Meter, at = later): Promise<JobContext> {
  const { env } = await databases()
  const context = await jobContext({ ...env, ...testSecrets } as unknown as Env, meter)
  return { ...context, now: at, clock: () => Date.parse(at) }
}

test('with 500 idle and 5 busy studios no invocation comes near 1,000 queries, and all work is done', async () => {
  await openIdle(500)
  const busy = await Promise.all(Array.from({ length: 5 }, openBusy))

  const look = new Meter()
  const context = await contextOf(look)
  const { messages, failed } = await findDue(context, jobs)
  expect(failed).toBe(0)
  // However many studios there are: one statement a job and database, and two that ask the
  // directory which studios are open and which are in the finder's index.
  const shards = context.shards.length
  const jobsOf = (of: Job['of']) => jobs.filter((job) => job.of === of).length
  const statements = jobsOf('studios') * shards + jobsOf('databases') * (shards + 1)
  expect(look.queries).toBeLessThanOrEqual(statements + 2)
  expect(look.trips).toBeLessThan(8)

  // An idle studio is only in the shared messages of the finder's index.
  const idle = messages.filter(({ studios }) => studios?.some((id) => id.startsWith('idle-')))
  expect(new Set(idle.map(({ job }) => job))).toEqual(new Set(['refresh-public-classes']))
  expect(idle).toHaveLength(10)
  const own = new Set(busy.map(({ studio }) => studio.id))
  for (const name of ['tell-people', 'reconcile-classes'])
    expect(
      new Set(messages.filter(({ job }) => job === name).flatMap(({ studios }) => studios)),
    ).toEqual(own)
  expect(messages.length).toBeLessThan(80)

  for (const message of messages.filter(({ job }) => job !== 'sweep-files')) {
    const meter = new Meter()
    const context = await contextOf(meter)
    expect(await workOn(context, message), JSON.stringify(message)).toMatchObject({ broken: 0 })
    expect(meter.queries, JSON.stringify(message)).toBeLessThan(800)
  }
  for (const { db, studio } of busy) {
    const [left] = await db.all<Record<string, number>>(sql`
      SELECT (SELECT count(*) FROM happenings
          WHERE studio_id = ${studio.id} AND told_until IS NOT NULL) AS untold,
        (SELECT count(*) FROM occurrences WHERE studio_id = ${studio.id}
          AND state = 'scheduled' AND ends_at < ${now}) AS unsettled,
        (SELECT count(*) FROM outbox
          WHERE studio_id = ${studio.id} AND kind = 'class-cancelled') AS letters`)
    expect(left).toEqual({ untold: 0, unsettled: 0, letters: 130 })
  }
}, 120_000)

test('past 700 queries of an invocation no step is begun, and the next invocation takes the rest', async () => {
  const w = await openBusy()
  const message: JobMessage = { job: 'tell-people', studios: [w.studio.id], sentMs: 0 }
  const letters = async () =>
    (
      await w.db.all<{ n: number }>(sql`SELECT count(*) AS n FROM outbox
        WHERE studio_id = ${w.studio.id} AND kind = 'class-cancelled'`)
    )[0]?.n
  const before = await letters()
  const spent = new Meter()
  spent.queries = 700
  expect(await workOn(await contextOf(spent), message)).toMatchObject({ broken: 0 })
  expect(await letters()).toBe(before)
  // What asked whether there is something to do, and no more.
  expect(spent.queries).toBeLessThan(720)
  const { messages } = await findDue(await contextOf(new Meter()), jobs)
  expect(
    messages.some(({ job, studios }) => job === 'tell-people' && studios?.includes(w.studio.id)),
  ).toBe(true)

  const meter = new Meter()
  meter.queries = 690
  expect(await workOn(await contextOf(meter), message)).toMatchObject({ broken: 0 })
  expect(await letters()).toBeGreaterThan(before ?? 0)
  expect(meter.queries).toBeLessThan(1_000)
})

test('a look asks in the order of jobs, so that every studio has its turn before any has two', async () => {
  const { messages } = await findDue(await contextOf(new Meter()), jobs)
  const order = messages.map(({ job }) => jobs.findIndex(({ name }) => name === job))
  expect(order).toEqual([...order].sort((a, b) => a - b))
})

test('the look at a shard scans no table that grows', async () => {
  const w = await world()
  await open(w)
  const { sent, remember } = remembering(w)
  const context = await contextOf(new Meter())
  const { db } = remember(w.at(later))
  await findDue({ ...context, shards: [{ number: w.shard, db }] }, jobs)
  expect(sent.size).toBeGreaterThan(15)
  expect(await plansOf(w, sent)).toEqual([])
  for (const params of sent.values()) expect(params.length).toBeLessThanOrEqual(100)
})

test('a send holds at most 100 messages and 256 KB', () => {
  const message = (size: number): JobMessage => ({ job: 'x'.repeat(size), sentMs: 0 })
  expect(portionsOf([])).toEqual([])
  expect(portionsOf(Array.from({ length: 250 }, () => message(10))).map((p) => p.length)).toEqual([
    100, 100, 50,
  ])
  const large = portionsOf(Array.from({ length: 10 }, () => message(60_000)))
  expect(large.map((portion) => portion.length)).toEqual([3, 3, 3, 1])
})

test('a lost message is found again, a failed one tried later, and an old one left to the next look', async () => {
  const { env } = await databases()
  const w = await openBusy()
  const sent: JobMessage[] = []
  const worker = {
    ...env,
    ...testSecrets,
    SITE_URL: 'https://cadence.test',
    JOBS: {
      sendBatch: async (batch: { body: JobMessage }[]) => sent.push(...batch.map((m) => m.body)),
    },
  } as unknown as Env
  const tick = async () => {
    sent.length = 0
    await scheduled({ scheduledTime: Date.now() } as never, worker, {} as never)
    return sent.filter(
      ({ job, studios }) => job === 'tell-people' && studios?.includes(w.studio.id),
    )
  }
  const work = async (body: JobMessage, with_: Env = worker) => {
    const message = { body, attempts: 1, ack: vi.fn(), retry: vi.fn() }
    await queue({ messages: [message] } as never, with_, {} as never)
    return message
  }
  expect(await tick()).toHaveLength(1)
  // Lost: nobody worked on it.
  const [found] = await tick()
  const old = await work({ ...found!, sentMs: Date.now() - 6 * 60_000 })
  expect(old.ack).toHaveBeenCalled()
  expect(await tick()).toHaveLength(1)

  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  const broken = Object.fromEntries(
    Object.entries(worker).filter(([name]) => name !== `STUDIOS_${w.shard}`),
  ) as unknown as Env
  const retried = await work(found!, broken)
  expect(retried.retry).toHaveBeenCalledWith({ delaySeconds: 20 })
  expect(retried.ack).not.toHaveBeenCalled()
  log.mockRestore()

  expect((await work(found!)).ack).toHaveBeenCalled()
  expect(await tick()).toEqual([])
})
