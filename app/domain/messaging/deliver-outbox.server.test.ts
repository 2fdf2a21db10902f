import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { batch } from '#app/db/batch.server.ts'
import type { StudioDb } from '#app/db/connection.server.ts'
import { databases } from '../../../tests/support/databases.ts'
import { claimLeaseMs, deliverOutbox, retryMinutes, triesAtMost } from './deliver-outbox.server.ts'
import type { Dispatch } from './dispatch.ts'
import { queueStatement } from './outbox.server.ts'
import type { Transports } from './transports.server.ts'

const start = Date.parse('2026-11-20T10:00:00Z')

let db: StudioDb

beforeEach(async () => {
  db = (await databases()).shard(0)
  await db.run(sql`DELETE FROM outbox`)
})

function recording(answer: (dispatch: Dispatch) => Promise<void> = async () => {}) {
  const seen: Dispatch[] = []
  const transports: Transports = {
    email: {
      send: async (dispatch) => {
        seen.push(dispatch)
        await answer(dispatch)
      },
    },
    sms: null,
  }
  return { seen, transports }
}

async function givenMessages(n: number, channel: 'email' | 'sms' = 'email') {
  for (let i = 0; i < n; i += 1) {
    const letter = { subject: `Message ${i}`, text: 'text', html: '<p>html</p>' }
    const message = {
      studioId: 's',
      dedupeKey: `${channel}-${i}`,
      channel,
      to: `a${i}@x.test`,
      kind: 'test',
      letter,
    }
    await batch(db, { queued: queueStatement(db, message, start + i) })
  }
}

const states = () =>
  db.all<{ state: string; attempts: number; next: number; error: string | null }>(
    sql`SELECT state, attempts, next_attempt_at_ms AS next, last_error AS error FROM outbox
      ORDER BY created_at_ms`,
  )

const at = (ms: number) => () => start + ms

test('messages go out once, oldest first, and a second run finds nothing', async () => {
  await givenMessages(3)
  const { seen, transports } = recording()

  expect(await deliverOutbox({ db, transports, clock: at(100) })).toEqual({
    sent: 3,
    kept: 0,
    failed: 0,
  })
  expect(await deliverOutbox({ db, transports, clock: at(claimLeaseMs * 2) })).toEqual({
    sent: 0,
    kept: 0,
    failed: 0,
  })
  expect(seen.map((dispatch) => dispatch.subject)).toEqual(['Message 0', 'Message 1', 'Message 2'])
})

test('deliverers at the same time never send the same message twice', async () => {
  await givenMessages(12)
  const { seen, transports } = recording()

  await Promise.all(
    Array.from({ length: 6 }, () => deliverOutbox({ db, transports, clock: at(100) })),
  )

  expect(seen.map((dispatch) => dispatch.to).sort()).toEqual(
    Array.from({ length: 12 }, (_, i) => `a${i}@x.test`).sort(),
  )
})

test('without a transport messages are kept', async () => {
  await givenMessages(2)
  await givenMessages(1, 'sms')

  expect(
    await deliverOutbox({ db, transports: { email: null, sms: null }, clock: at(100) }),
  ).toEqual({
    sent: 0,
    kept: 3,
    failed: 0,
  })
  expect((await states()).map((row) => row.state)).toEqual(['kept', 'kept', 'kept'])
})

test('a refused message waits longer after each try and is given up after the last, with the reason', async () => {
  await givenMessages(1)
  const { seen, transports } = recording(async () => {
    throw new Error('554 no\r\nthank you')
  })

  let ms = 100
  for (const minutes of retryMinutes) {
    await deliverOutbox({ db, transports, clock: at(ms) })
    expect(await states()).toMatchObject([{ state: 'queued', next: start + ms + minutes * 60_000 }])
    await deliverOutbox({ db, transports, clock: at(ms + minutes * 60_000 - 1) })
    ms += minutes * 60_000
  }
  await deliverOutbox({ db, transports, clock: at(ms) })

  expect(seen).toHaveLength(triesAtMost)
  expect(await states()).toMatchObject([
    { state: 'failed', attempts: triesAtMost, error: '554 no thank you' },
  ])
})

test('a claim left by a crash is taken again after its lease, under the same Message-ID', async () => {
  await givenMessages(1)
  const { seen, transports } = recording()
  const crashing: Transports = {
    ...transports,
    email: {
      send: async (dispatch) => {
        seen.push(dispatch)
        // The process dies between the server's yes and the mark: nothing after this line runs.
        await new Promise<never>(() => {})
      },
    },
  }
  void deliverOutbox({ db, transports: crashing, clock: at(100) })
  await expect.poll(() => seen.length).toBe(1)

  await deliverOutbox({ db, transports, clock: at(100 + claimLeaseMs - 1) })
  expect(seen).toHaveLength(1)
  await deliverOutbox({ db, transports, clock: at(100 + claimLeaseMs) })
  await deliverOutbox({ db, transports, clock: at(100 + claimLeaseMs * 3) })

  expect(seen).toHaveLength(2)
  expect(seen[1]!.messageId).toBe(seen[0]!.messageId)
  expect(await states()).toMatchObject([{ state: 'sent' }])
})

test('a message whose claimer dies each time is given up', async () => {
  await givenMessages(1)
  await db.run(sql`UPDATE outbox SET state = 'sending', claim = 'gone', attempts = ${triesAtMost}`)
  const { seen, transports } = recording()

  await deliverOutbox({ db, transports, clock: at(claimLeaseMs) })

  expect(seen).toHaveLength(0)
  expect(await states()).toMatchObject([{ state: 'failed' }])
})

test('three failures in a row end the run, so that an absent server does not cost a try of every message', async () => {
  await givenMessages(5)
  const { seen, transports } = recording(async () => {
    throw new Error('connection refused')
  })

  expect(await deliverOutbox({ db, transports, clock: at(100) })).toMatchObject({
    sent: 0,
    failed: 3,
  })
  expect(seen).toHaveLength(3)
})

test('push messages that fail hold back no letter, and are given up after three tries', async () => {
  await givenMessages(1)
  for (let i = 0; i < 9; i += 1)
    await db.run(sql`
      INSERT INTO outbox (id, studio_id, dedupe_key, channel, recipient, kind, subject, text, html,
        state, next_attempt_at_ms, created_at_ms)
      VALUES (${`push-${i}`}, 's', ${`push-${i}`}, 'push', ${`device-${i}`}, 'test', '', 'words', '',
        'queued', ${start - 1_000}, ${start - 1_000})`)
  const { seen, transports } = recording()
  const push = {
    send: async () => {
      throw new Error('The push service answered 500')
    },
  }
  const both = { ...transports, push }

  expect(await deliverOutbox({ db, transports: both, clock: at(100) })).toMatchObject({
    sent: 1,
    failed: 3,
  })
  expect(seen).toHaveLength(1)
  for (let minute = 1; minute <= 40; minute += 1)
    await deliverOutbox({ db, transports: both, clock: at(100 + minute * 60_000) })
  const pushes = await db.all(sql`
    SELECT DISTINCT state, attempts, text FROM outbox WHERE channel = 'push'`)
  expect(pushes).toEqual([{ state: 'failed', attempts: 3, text: '' }])
})
