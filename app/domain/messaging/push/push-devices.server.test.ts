import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { batch } from '#app/db/batch.server.ts'
import { deliverOutbox, retryMinutes } from '#app/domain/messaging/deliver-outbox.server.ts'
import { noticeStatement } from '#app/domain/messaging/notices.server.ts'
import { freshPushKey } from '../../../../scripts/dev-vars.ts'
import {
  decryptPush,
  type PushService,
  pushBrowser,
  startPushService,
} from '../../../../tests/support/servers/push-service.ts'
import { type Person, type World, world } from '../../../../tests/support/world.ts'
import { choosePush, mostDevices, turnOffPush, turnOnPush } from './push-devices.server.ts'
import { readPushKey } from './push-key.server.ts'
import { pushTransport } from './push-transport.server.ts'

const now = '2026-10-12T09:00:00Z'
let service: PushService
beforeAll(async () => {
  service = await startPushService()
})
afterAll(() => service.close())
/** A studio whose database has no messages and devices of other tests. */
async function emptyWorld(): Promise<World> {
  const w = await world()
  for (const table of ['outbox', 'push_devices']) await w.db.run(sql`DELETE FROM ${sql.raw(table)}`)
  return w
}

/** A device of a person, with the keys that read what comes to it. */
async function deviceOf(w: World, person: Person, name: string, sessionId = name) {
  const browser = pushBrowser()
  const device = { ...browser.reader, endpoint: service.endpoint(name), name, sessionId }
  expect(await turnOnPush(w.asMember(person, now), device, true)).toEqual({ ok: true })
  return browser
}

const tell = (w: World, person: Person, kind: string, text = kind) =>
  batch(w.db, {
    notice: noticeStatement(w.at(now), {
      ...{ personId: person.id, dedupeKey: `${person.id} ${text}`, kind, text },
      path: '/northside/portal',
    }),
  })

const queued = async (w: World) =>
  (
    await w.db.all<{ text: string }>(
      sql`SELECT text FROM outbox WHERE channel = 'push' AND state = 'queued' ORDER BY rowid`,
    )
  ).map(({ text }) => text)

const devices = (w: World) =>
  w.db.all<{ name: string }>(sql`SELECT name FROM push_devices ORDER BY name`)

const deliver = (w: World, isSignedIn = true, atMs = Date.now() + 1_000) =>
  deliverOutbox({
    db: w.db,
    clock: () => atMs,
    transports: {
      email: null,
      sms: null,
      push: pushTransport(readPushKey(freshPushKey(), 'https://cadence.test')!, {
        findStudio: async () => ({ name: 'Northside', slug: 'northside', db: w.db }),
        isSignedIn: async () => isSignedIn,
        clock: () => atMs,
      }),
    },
  })

test('a notice goes to each of a person’s devices once, readable there alone', async () => {
  const w = await emptyWorld()
  service.received = []
  const [phone, laptop] = [await deviceOf(w, w.ana, 'phone'), await deviceOf(w, w.ana, 'laptop')]
  await deviceOf(w, w.ben, 'other')
  await tell(w, w.ana, 'class-cancelled', 'Pole 2 on Thursday is cancelled')
  await tell(w, w.ana, 'class-cancelled', 'Pole 2 on Thursday is cancelled')
  expect((await deliver(w)).sent).toBe(2)
  expect(service.received.map(({ name }) => name).sort()).toEqual(['laptop', 'phone'])
  for (const { name, headers, body } of service.received) {
    const browser = name === 'phone' ? phone : laptop
    expect(JSON.parse(decryptPush(browser, body))).toMatchObject({
      title: 'Northside',
      body: 'Pole 2 on Thursday is cancelled',
      url: '/northside/portal',
    })
    expect(headers['content-encoding']).toBe('aes128gcm')
    expect(headers.authorization).toMatch(/^vapid t=/)
    expect(body.toString()).not.toContain('Thursday')
  }
  expect((await deliver(w)).sent).toBe(0)
})

test('kinds that are left out do not come to devices, and changes always do', async () => {
  const w = await emptyWorld()
  await deviceOf(w, w.ana, 'phone')
  await choosePush(w.asMember(w.ana, now), ['reminders'])
  const kinds = ['booking-reminder', 'booking-promoted', 'conversation', 'class-cancelled']
  for (const kind of kinds) await tell(w, w.ana, kind)
  expect(await queued(w)).toEqual(['booking-reminder', 'class-cancelled'])
})

test.each([401, 403, 404, 410])(
  'a push service that answers %i ends the device',
  async (status) => {
    const w = await emptyWorld()
    await deviceOf(w, w.ana, 'phone')
    await tell(w, w.ana, 'class-cancelled')
    service.answerWith = status
    expect((await deliver(w)).sent).toBe(1)
    service.answerWith = 201
    expect(await devices(w)).toEqual([])
    await tell(w, w.ana, 'class-changed')
    expect(await queued(w)).toEqual([])
  },
)

test('a push service that is away is tried again, and the device stays', async () => {
  const w = await emptyWorld()
  await deviceOf(w, w.ana, 'phone')
  await tell(w, w.ana, 'class-cancelled')
  const atMs = Date.now() + 1_000
  service.answerWith = 503
  expect((await deliver(w, true, atMs)).failed).toBe(1)
  service.answerWith = 201
  expect(await devices(w)).toHaveLength(1)
  expect((await deliver(w, true, atMs + retryMinutes[0]! * 60_000)).sent).toBe(1)
})

test('a device is removed and gets no more messages once its session has ended', async () => {
  const w = await emptyWorld()
  service.received = []
  await deviceOf(w, w.ana, 'phone')
  await tell(w, w.ana, 'class-cancelled')
  await deliver(w, false)
  expect(service.received).toEqual([])
  expect(await devices(w)).toEqual([])
})

test('a device is turned off by its owner alone, and turned on twice it is one', async () => {
  const w = await emptyWorld()
  await deviceOf(w, w.ana, 'phone')
  await deviceOf(w, w.ana, 'phone')
  const [row] = await w.db.all<{ id: string }>(sql`SELECT id FROM push_devices`)
  await turnOffPush(w.asMember(w.ben, now), row!.id)
  expect(await devices(w)).toHaveLength(1)
  await turnOffPush(w.asMember(w.ana, now), row!.id)
  await turnOffPush(w.asMember(w.ana, now), row!.id)
  expect(await devices(w)).toEqual([])
})

test('an address on a private network, keys that are none and an eleventh device are refused', async () => {
  const w = await emptyWorld()
  const { reader } = pushBrowser()
  const on = (more: object, development = false) =>
    turnOnPush(
      w.asMember(w.ana, now),
      {
        ...{ ...reader, name: 'phone', sessionId: 's', endpoint: 'https://push.example.com/1' },
        ...more,
      },
      development,
    )
  const refused = { ok: false, reason: 'not_a_device' }
  for (const endpoint of ['https://10.0.0.1/a', 'https://localhost/a', 'http://127.0.0.1:1/a', ''])
    expect(await on({ endpoint })).toEqual(refused)
  expect(await on({ endpoint: 'https://192.168.0.1/' }, true)).toEqual(refused)
  expect(await on({ secret: 'c2hvcnQ' })).toEqual(refused)
  expect(await on({ publicKey: 'nothing' })).toEqual(refused)
  for (let n = 0; n < mostDevices; n += 1)
    expect(await on({ endpoint: `https://push.example.com/${n}`, sessionId: `${n}` })).toEqual({
      ok: true,
    })
  expect(await on({ endpoint: 'https://push.example.com/more' })).toEqual({
    ok: false,
    reason: 'too_many',
  })
})

test('a browser that lost its subscription is turned on again in one press, even with ten devices', async () => {
  const w = await emptyWorld()
  for (let n = 0; n < mostDevices; n += 1) await deviceOf(w, w.ana, `device ${n}`)
  await deviceOf(w, w.ana, 'device 3 again', 'device 3')
  const names = (await devices(w)).map(({ name }) => name)
  expect(names).toHaveLength(mostDevices)
  expect(names).toContain('device 3 again')
  expect(names).not.toContain('device 3')
})

test('a browser that another person turns on shows the first one’s notices no more', async () => {
  const w = await emptyWorld()
  const { reader } = pushBrowser()
  const device = { ...reader, name: 'tablet', sessionId: 's', endpoint: service.endpoint('tablet') }
  for (const person of [w.ana, w.ben])
    expect(await turnOnPush(w.asMember(person, now), device, true)).toEqual({ ok: true })
  await tell(w, w.ana, 'class-cancelled', 'to Ana')
  await tell(w, w.ben, 'class-cancelled', 'to Ben')
  expect(await queued(w)).toEqual(['to Ben'])
})
