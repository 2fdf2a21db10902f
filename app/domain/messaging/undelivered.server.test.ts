import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { type World, world } from '../../../tests/support/world.ts'
import { deliverOutbox, triesAtMost } from './deliver-outbox.server.ts'
import { queueStatement } from './outbox.server.ts'
import { retryUndelivered, undelivered } from './undelivered.server.ts'

const now = '2026-06-02T10:00:00Z'
const letter = {
  subject: 'Your place',
  text: 'You have a place.',
  html: '<p>You have a place.</p>',
}
const day = 86_400_000

const transports = (send: () => Promise<void>) => ({ email: { send }, sms: null })
const refuses = transports(async () => {
  throw new Error('550 5.1.1 No such mailbox')
})

/** Queues a letter a kind and has each try of it refused until it is given up. */
async function givenUp(w: World, kinds: readonly string[], unsubscribe?: string) {
  const start = w.at(now).nowMs - 3 * day
  for (const kind of kinds)
    await queueStatement(
      w.db,
      {
        studioId: w.studio.id,
        dedupeKey: `${w.studio.id} ${kind}`,
        to: 'ben@example.test',
        kind,
        letter,
        ...(unsubscribe ? { unsubscribe: sql`${unsubscribe}` } : {}),
      },
      start,
    )
  for (let i = 1; i <= triesAtMost; i += 1) {
    const clock = () => start + i * (day / 2.5)
    await deliverOutbox({ db: w.db, transports: refuses, clock })
  }
}

test('a letter that was refused at each try is listed with why, and goes out once when tried again', async () => {
  const w = await world()
  await givenUp(w, ['booking-booked'])
  const { messages, all, again } = await undelivered(w.at(now))
  expect({ all, again }).toEqual({ all: 1, again: 1 })
  expect(messages).toMatchObject([
    { to: 'ben@example.test', why: '550 5.1.1 No such mailbox', tries: triesAtMost, readable: 1 },
  ])
  const id = messages[0]!.id
  expect(await retryUndelivered(w.asDesk(now), id)).toEqual({ ok: true, tried: 1 })
  // Pressed twice, it is put back once.
  expect(await retryUndelivered(w.asDesk(now), id)).toEqual({ ok: true, tried: 0 })
  let sent = 0
  const counts = transports(async () => {
    sent += 1
  })
  const clock = () => w.at(now).nowMs + 1
  await deliverOutbox({ db: w.db, transports: counts, clock })
  await deliverOutbox({ db: w.db, transports: counts, clock })
  expect(sent).toBe(1)
  expect((await undelivered(w.at(now))).messages).toEqual([])
  expect(
    await w.db.all(sql`SELECT action FROM audit_entries WHERE studio_id = ${w.studio.id}
      AND action = 'letters.tried_again'`),
  ).toHaveLength(1)
})

test('failed letters with a link or a code, and news, are listed and not sent again', async () => {
  const w = await world()
  await givenUp(w, ['sign-in-link'])
  await givenUp(w, ['campaign'], 'https://cadence.test/u/1')
  const { messages, again } = await undelivered(w.at(now))
  expect(again).toBe(0)
  expect(messages.map(({ readable, news }) => ({ readable, news }))).toEqual(
    expect.arrayContaining([
      { readable: 0, news: 0 },
      { readable: 1, news: 1 },
    ]),
  )
  for (const { id } of messages)
    expect(await retryUndelivered(w.asDesk(now), id)).toEqual({ ok: false, reason: 'not_again' })
  expect(await retryUndelivered(w.asDesk(now), null)).toEqual({ ok: true, tried: 0 })
})

test('another studio neither reads nor sends it', async () => {
  const w = await world()
  await givenUp(w, ['booking-booked', 'booking-promoted'])
  const { messages } = await undelivered(w.at(now))
  const foreign = { ...w.asDesk(now), studio: { ...w.studio, id: 'another' } }
  expect(await undelivered(foreign)).toEqual({ messages: [], all: 0, again: 0 })
  expect(await retryUndelivered(foreign, messages[0]!.id)).toEqual({
    ok: false,
    reason: 'not_found',
  })
  expect(await retryUndelivered(foreign, null)).toEqual({ ok: true, tried: 0 })
  expect(await retryUndelivered(w.asDesk(now), null)).toEqual({ ok: true, tried: 2 })
})
