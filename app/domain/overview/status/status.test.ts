import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { noteJobLook } from '#app/domain/studios/job-look.server.ts'
import { databases } from '../../../../tests/support/databases.ts'
import { type StatusFacts, statusOf } from './status.ts'
import { statusFacts } from './status-page.server.ts'

const now = Date.parse('2026-11-26T20:00:00Z')
const minutes = (n: number) => n * 60_000

const well: StatusFacts = {
  lookedAtMs: now - minutes(1),
  oldestMessageMs: null,
  sends: true,
  oldestPaymentMs: null,
  takesCards: true,
}

test('all is well while jobs ran a moment ago and nothing waits for long', () => {
  expect(statusOf(well, now).well).toBe(true)
  expect(statusOf({ ...well, lookedAtMs: now - minutes(5) }, now).well).toBe(true)
  expect(statusOf({ ...well, oldestMessageMs: now - minutes(20) }, now).well).toBe(true)
})

test('a cron that stopped, mail that does not leave and a silent provider are each late', () => {
  const stopped = statusOf({ ...well, lookedAtMs: now - minutes(6) }, now)
  expect(stopped.well).toBe(false)
  expect(stopped.parts[0]).toMatchObject({
    state: 'late',
    says: 'Stopped: nothing has run for 6 minutes.',
  })
  expect(statusOf({ ...well, oldestMessageMs: now - minutes(180) }, now).parts[1]).toMatchObject({
    state: 'late',
    says: 'The oldest has waited for 3 hours.',
  })
  expect(statusOf({ ...well, oldestPaymentMs: now - minutes(21) }, now).well).toBe(false)
})

test('an installation that sends no mail or takes no cards is not late for it', () => {
  const facts = { ...well, sends: false, takesCards: false, oldestMessageMs: 0, oldestPaymentMs: 0 }
  const { well: fine, parts } = statusOf(facts, now)
  expect(fine).toBe(true)
  expect(parts.map(({ state }) => state)).toEqual(['working', 'off', 'off'])
})

test('the oldest of every database counts, and a look is noted once over another', async () => {
  const { directory, shard } = await databases()
  const shards = [shard(0), shard(1)]
  expect(await statusFacts(directory, shards)).toEqual({
    lookedAtMs: null,
    oldestMessageMs: null,
    oldestPaymentMs: null,
  })

  await noteJobLook(directory, now - minutes(3))
  await noteJobLook(directory, now)
  for (const [db, age] of [
    [shard(0), 5],
    [shard(1), 40],
    [directory, 10],
  ] as const)
    await db.run(sql`INSERT INTO outbox (id, dedupe_key, channel, recipient, kind, subject, text,
        html, state, next_attempt_at_ms, created_at_ms)
      VALUES (${`m${age}`}, ${`m${age}`}, 'email', 'ana@example.test', 'booking-booked', 's', 't',
        'h', 'queued', 0, ${now - minutes(age)})`)
  await shard(
    0,
  ).run(sql`INSERT INTO payment_attempts (id, studio_id, person_id, purpose, subject_id,
      what, amount_minor, currency, state, channel, created_at, created_by, expires_at)
    VALUES ('a', 's', 'p', 'invoice', 'i', 'Pack', 1200, 'GBP', 'requires_action', 'page',
      '2026-11-26T19:00:00Z', 'p', '2026-11-26T19:30:00Z')`)

  expect(await statusFacts(directory, shards)).toEqual({
    lookedAtMs: now,
    oldestMessageMs: now - minutes(40),
    oldestPaymentMs: now - minutes(30),
  })
})

test('mail to one address that is not taken makes nothing late; a second address does', async () => {
  const { directory, shard } = await databases()
  const db = shard(0)
  const tried = (id: string, recipient: string, age: number) =>
    db.run(sql`INSERT INTO outbox (id, dedupe_key, channel, recipient, kind, subject, text, html,
        state, attempts, next_attempt_at_ms, created_at_ms)
      VALUES (${id}, ${id}, 'email', ${recipient}, 'booking-booked', 's', 't', 'h', 'queued', 3, 0,
        ${now - minutes(age)})`)
  await db.run(sql`DELETE FROM outbox`)
  await shard(1).run(sql`DELETE FROM outbox`)
  await directory.run(sql`DELETE FROM outbox`)
  await tried('first', 'gone@example.test', 90)
  await tried('again', 'gone@example.test', 60)
  const oldest = async () => (await statusFacts(directory, [db, shard(1)])).oldestMessageMs
  expect(await oldest()).toBe(null)
  await tried('second', 'bo@example.test', 30)
  expect(await oldest()).toBe(now - minutes(30))
})
