import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { batch } from '#app/db/batch.server.ts'
import { directoryDb, type StudioDb, studioDb } from '#app/db/connection.server.ts'
import { Meter } from '#app/db/meter.server.ts'
import * as tables from '#app/db/studio/schema.ts'
import { queueStatement } from '#app/domain/messaging/outbox.server.ts'
import { findFrozenClock } from '#app/domain/studios/business-clock.server.ts'
import { ensureDevVars, freshDevVars } from '../../scripts/dev-vars.ts'
import { databaseEnv, startLocalServer } from '../../scripts/local-server.ts'
import { workerOrigin as origin } from '../support/worker-origin.ts'

/** A built Worker whose databases the test can write to. */
async function serve(variables: Record<string, string>) {
  const { url, miniflare } = await startLocalServer({ variables })
  onTestFinished(() => miniflare.dispose())
  const env = await databaseEnv(miniflare)
  const meter = new Meter()
  return {
    url,
    directory: directoryDb(env, meter),
    shards: [studioDb(env, { shard: 0 }, meter), studioDb(env, { shard: 1 }, meter)] as const,
  }
}

const post = (url: string, body?: unknown, headers: Record<string, string> = {}) =>
  fetch(url, {
    method: 'POST',
    headers,
    body: body === undefined ? undefined : JSON.stringify(body),
  })

test('without DEV_TOOLS every development tool answers 404 and does nothing', async () => {
  // A developer has them on in `.dev.vars`, which is not read unless asked for.
  ensureDevVars()
  const { url, directory } = await serve({})

  for (const path of [
    '/dev',
    '/dev/outbox',
    '/dev/outbox.json',
    '/dev/jobs',
    '/dev/clock',
    '/dev/gallery',
    '/dev/gallery/plain',
    '/dev/anything',
  ]) {
    expect([path, (await fetch(url + path)).status]).toEqual([path, 404])
  }
  expect((await post(`${url}/dev/clock`, { now: '2026-10-15T06:30:00Z' })).status).toBe(404)
  expect((await post(`${url}/dev/jobs/deliver-outbox`)).status).toBe(404)
  expect(await findFrozenClock(directory)).toBeNull()
})

test('outside development nothing is served until the installation knows its own address', async () => {
  const { url } = await serve({ ...freshDevVars() })
  for (const path of ['/', '/sign-in', '/auth/v1/health', '/rest/v1/users', '/northside/home'])
    expect([path, (await fetch(url + path)).status]).toEqual([path, 503])
  const set = await serve({ ...freshDevVars(), SITE_URL: 'https://cadence.test' })
  expect((await fetch(`${set.url}/sign-in`)).status).toBe(200)
})

test('the outbox shows the messages of every database, newest first', async () => {
  const { url, directory, shards } = await serve({ DEV_TOOLS: 'true' })
  const start = Date.parse('2026-11-20T10:00:00.250Z')
  const queue = (db: StudioDb, n: number, text: string) => {
    const letter = { subject: `Message ${n}`, text, html: '<p><script>alert(1)</script></p>' }
    const message = {
      studioId: null,
      dedupeKey: `m${n}`,
      to: 'ana@northside.test',
      kind: 'test',
      letter,
    }
    return batch(db, { queued: queueStatement(db, message, start + n) })
  }
  await queue(shards[0], 2, 'second')
  await queue(directory as unknown as StudioDb, 1, 'first')
  await queue(shards[1], 3, 'Confirm: http://127.0.0.1/auth/confirm?token_hash=x&type=signup <b>')

  const list = (await (await fetch(`${url}/dev/outbox.json`)).json()) as Record<string, unknown>[]
  const page = await fetch(`${url}/dev/outbox`)
  const markup = await page.text()

  expect(list.map((message) => message.subject)).toEqual(['Message 3', 'Message 2', 'Message 1'])
  expect(list[2]).toEqual({
    id: expect.any(String),
    channel: 'email',
    to: 'ana@northside.test',
    subject: 'Message 1',
    text: 'first',
    html: '<p><script>alert(1)</script></p>',
    created_at: '2026-11-20T10:00:00.251Z',
  })
  expect(markup).toContain('<a href="http://127.0.0.1/auth/confirm?token_hash=x&amp;type=signup">')
  expect(markup).toContain('&lt;b&gt;')
  expect(markup).not.toContain('<script')
  expect(page.headers.get('Content-Security-Policy')).toMatch(
    /script-src 'none'; style-src 'sha256-/,
  )
})

test('the clock freezes at an instant in any form, and runs again', async () => {
  const { url, directory } = await serve({ DEV_TOOLS: 'true' })

  const frozen = await post(`${url}/dev/clock`, { now: '2026-10-15T08:30:00.5+02:00' })
  expect([frozen.status, await frozen.json()]).toEqual([200, { now: '2026-10-15T06:30:00Z' }])
  expect(await findFrozenClock(directory)).toBe('2026-10-15T06:30:00Z')

  const running = await post(`${url}/dev/clock`, { now: null })
  expect([running.status, await running.json()]).toEqual([200, { now: null }])
  expect(await findFrozenClock(directory)).toBeNull()
})

test.each([
  ['no instant', { now: 'tomorrow' }],
  ['a day that does not exist', { now: '2026-13-45T00:00:00Z' }],
  ['a date alone', { now: '2026-10-15' }],
  ['a number', { now: 0 }],
  ['nothing', {}],
  ['another field', { now: null, until: null }],
  ['no object', 'now'],
  ['no body', undefined],
])('the clock refuses %s with a sentence', async (_name, body) => {
  const answer = await post(`${origin}/dev/clock`, body)

  expect(answer.status).toBe(400)
  expect(await answer.json()).toEqual({ error: expect.stringContaining('{"now": null}') })
})

test('a page of another site can neither move the clock nor run a job', async () => {
  const foreign = { Origin: 'https://elsewhere.example' }

  expect((await post(`${origin}/dev/clock`, { now: null }, foreign)).status).toBe(403)
  expect((await post(`${origin}/dev/jobs/deliver-outbox`, undefined, foreign)).status).toBe(403)
})

test('jobs are listed and run by name; an unknown one is 404', async () => {
  const list = (await (await fetch(`${origin}/dev/jobs`)).json()) as {
    name: string
    description: string
  }[]
  expect(list.map((job) => job.name)).toContain('deliver-outbox')

  for (const { name } of list) {
    const answer = await post(`${origin}/dev/jobs/${name}`)
    expect([answer.status, await answer.json()]).toEqual([
      200,
      { job: name, done: expect.any(Number), failed: 0 },
    ])
  }
  expect((await post(`${origin}/dev/jobs/nothing`)).status).toBe(404)
})

test('a studio whose shard is missing does not stop the others', async () => {
  const { url, directory, shards } = await serve({ ...freshDevVars(), DEV_TOOLS: 'true' })
  for (const [slug, shard] of [
    ['lost', 9],
    ['found', 1],
  ] as const) {
    await directory.run(sql`
      INSERT INTO studios (id, slug, name, shard, state, time_zone, currency, created_at)
      VALUES (${slug}, ${slug}, ${slug}, ${shard}, 'open', 'Europe/London', 'GBP', '2026-01-01T00:00:00Z')`)
  }
  const found = { studioId: 'found' }
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
  const at = (time: string) => `${tomorrow.slice(0, 10)}T${time}`
  await shards[1].insert(tables.locations).values({ ...found, id: 'l', name: 'Hall' })
  await shards[1]
    .insert(tables.rooms)
    .values({ ...found, id: 'r', locationId: 'l', name: 'Room', capacity: 12 })
  await shards[1].insert(tables.disciplines).values({ ...found, id: 'd', name: 'Pole' })
  await shards[1]
    .insert(tables.people)
    .values({ ...found, id: 'c', name: 'Dee', joinedOn: '', createdAt: '' })
  await shards[1].insert(tables.classTypes).values({
    ...found,
    id: 't',
    name: 'Pole 1',
    shortName: 'Pole 1',
    disciplineId: 'd',
    minutes: 60,
  })
  await shards[1].insert(tables.occurrences).values({
    ...found,
    id: 'o',
    seriesId: 's',
    recurrenceKey: 'k',
    classTypeId: 't',
    roomId: 'r',
    coachId: 'c',
    policyId: 'p',
    startsAt: at('18:00:00Z'),
    endsAt: at('19:00:00Z'),
    timeZone: 'Europe/London',
    localStart: at('18:00'),
    capacity: 12,
    cutoffAt: '',
    opensAt: '',
    closesAt: '',
    waitlistClosesAt: '',
    waitlistLimit: 5,
    state: 'scheduled',
  })

  const answer = await post(`${url}/dev/jobs/refresh-public-classes`)

  expect(await answer.json()).toEqual({ job: 'refresh-public-classes', done: 2, failed: 1 })
  expect(await directory.all(sql`SELECT title, places FROM public_classes`)).toEqual([
    { title: 'Pole 1', places: 12 },
  ])
  expect(await (await post(`${url}/dev/jobs/refresh-public-classes`)).json()).toMatchObject({
    done: 0,
  })
})
