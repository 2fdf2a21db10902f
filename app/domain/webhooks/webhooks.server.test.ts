import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { batch } from '#app/db/batch.server.ts'
import type { HappeningKind } from '#app/domain/happenings/happening-kinds.ts'
import { recordedStatement } from '#app/domain/happenings/happenings.server.ts'
import {
  type PersonHappening,
  peopleNewsStatement,
  personHappenedStatement,
  toPeopleNews,
} from '#app/domain/happenings/person-happenings.server.ts'
import { erasePerson } from '#app/domain/person-records/erase-person.server.ts'
import { mergePeople } from '#app/domain/person-records/merge-people.server.ts'
import { systemActor } from '#app/domain/scope/contexts.ts'
import { newId } from '#app/values/id.ts'
import { addMinutes } from '#app/values/instant.ts'
import {
  signedWith,
  startWebhookReceiver,
  type WebhookReceiver,
} from '../../../tests/support/servers/webhook-receiver.ts'
import { type Person, type World, world } from '../../../tests/support/world.ts'
import { sendWebhooks } from './deliver-webhooks.server.ts'
import type { PostOptions } from './post-webhook.server.ts'
import { longestBody } from './webhook-body.ts'
import { type WebhookKind, webhookKindNames } from './webhook-kinds.ts'
import { listWebhooks, webhookPage } from './webhook-pages.server.ts'
import {
  changeWebhook,
  deleteWebhook,
  makeWebhook,
  mostWebhooks,
  pauseWebhook,
  renewWebhook,
  resumeWebhook,
  sendAgain,
  sendAllAgain,
  testWebhook,
} from './webhook-targets.server.ts'
import { holdMs, nextTry, retryMinutes } from './webhook-tries.ts'

const now = '2026-10-12T09:00:00Z'
const day = 24 * 60

let receiver: WebhookReceiver
let w: World
beforeAll(async () => {
  receiver = await startWebhookReceiver()
})
afterAll(() => receiver.close())
beforeEach(async () => {
  w = await world()
  receiver.received.length = 0
  receiver.answer = (response) => void response.writeHead(204).end()
})

const development = { development: true } satisfies PostOptions

/** A webhook of the studio at the receiver, with its secret. */
async function given(kinds: WebhookKind[] = webhookKindNames, name = 'Accounts') {
  const key = newId()
  const form = { key, name, address: receiver.address(name), kinds }
  const { secret } = await makeWebhook(w.asDesk(now), form, development)
  return { id: key, secret: secret ?? '' }
}

const happened = (what: PersonHappening, person: Person, at = now) =>
  batch(w.db, {
    news: personHappenedStatement({ ...w.at(at), actor: systemActor }, what, person.id, sql`1`),
  })

const recorded = (kind: HappeningKind, subjectId: string, detail: unknown) =>
  batch(w.db, {
    news: recordedStatement(
      { ...w.at(now), actor: systemActor },
      { kind, subjectId, detail: detail as never },
      sql`1`,
    ),
  })

function send(at = now, more: PostOptions & { most?: number } = {}) {
  const { most = 10_000, ...options } = more
  const clock = () => Date.now()
  const time = { clock, realClock: clock, untilMs: Date.now() + most }
  return sendWebhooks(w.at(at), time, { ...development, ...options })
}

const deliveries = async (id: string) => (await webhookPage(w.at(now), id, false))!.deliveries
const status = (code: number, headers: Record<string, string> = {}) => {
  receiver.answer = (response) => void response.writeHead(code, headers).end()
}

test('what happens is posted once, signed by Standard Webhooks, with its id, name and email and nothing else', async () => {
  const { id, secret } = await given(['person.joined'])
  await happened('joined', w.ana)
  await happened('changed', w.ana)
  expect(await send()).toMatchObject({ done: 1, failed: 0, more: false })
  expect(await send()).toMatchObject({ done: 0 })
  const [post] = receiver.received
  expect(receiver.received).toHaveLength(1)
  expect(signedWith(secret, post!)).toBe(true)
  expect(signedWith(`whsec_${Buffer.alloc(32).toString('base64')}`, post!)).toBe(false)
  expect(post!.body).toEqual({
    type: 'person.joined',
    timestamp: now,
    data: {
      studio_id: w.studio.id,
      person: { id: w.ana.id, name: 'Ana Reyes', email: w.ana.email },
    },
  })
  expect(await deliveries(id)).toMatchObject([{ state: 'sent', tries: 1, status: 204 }])
})

test('of a child, someone looked after or someone erased no more than the id is posted', async () => {
  await given(['person.added', 'person.erased'])
  await w.db.run(sql`UPDATE people SET birth_date = '2014-01-01' WHERE id = ${w.ben.id}`)
  await w.db.run(sql`
    INSERT INTO guardians (studio_id, guardian_id, dependant_id, created_at)
    VALUES (${w.studio.id}, ${w.ana.id}, ${w.cleo.id}, ${now})`)
  for (const person of [w.ben, w.cleo]) await happened('added', person)
  await happened('erased', w.ana)
  await send()
  expect(receiver.received.map(({ body }) => body.data.person)).toEqual([
    { id: w.ben.id },
    { id: w.cleo.id },
    { id: w.ana.id },
  ])
})

test('of two records that are merged both ids are posted, and when they are erased each is', async () => {
  await given(['person.merged', 'person.erased'])
  const [kept, gone] = [await w.givenPerson('Mara Lind'), await w.givenPerson('Mara Linde')]
  const desk = { ...w.asDesk(now), directory: w.directory }
  await w.db.run(sql`UPDATE people SET user_id = NULL WHERE id = ${gone.id}`)
  const versions = await w.db.all<{ id: string; version: number }>(sql`
    SELECT id, version FROM people WHERE studio_id = ${w.studio.id}`)
  const seen = (id: string) => versions.find((one) => one.id === id)!.version
  const pair = { keptId: kept.id, goneId: gone.id }
  const merge = () => mergePeople(desk, pair, { kept: seen(kept.id), gone: seen(gone.id) })
  expect(await merge()).toEqual({ ok: true })
  expect(await merge()).toEqual({ ok: true, again: true })
  await send()
  expect(receiver.received.map(({ body }) => body.data)).toEqual([
    expect.objectContaining({
      person: expect.objectContaining({ id: kept.id }),
      merged: { id: gone.id },
    }),
  ])
  const media = { delete: async () => {}, list: async () => ({ objects: [], truncated: false }) }
  const erasing = { ...desk, media: media as unknown as R2Bucket }
  expect(await erasePerson(erasing, kept.id)).toEqual({ ok: true })
  await send()
  const erased = receiver.received.filter(({ body }) => body.type === 'person.erased')
  expect(erased.map(({ body }) => (body.data.person as { id: string }).id).sort()).toEqual(
    [kept.id, gone.id].sort(),
  )
  // Staff are told of one human.
  const { rows } = await batch(w.db, {
    rows: peopleNewsStatement(w.at(now), '2026-10-01T00:00:00Z', 'somebody else'),
  })
  expect(toPeopleNews(rows).find(({ what }) => what === 'erased')).toMatchObject({ n: 1 })
})

test('a cancelled class is posted with its times and without the reason, and what staff wrote is not', async () => {
  await given()
  const classId = await w.givenClass({ localStart: '2026-10-20T18:30' })
  await recorded('class.cancelled', classId, { why: 'Flood', localStart: '2026-10-20T18:30' })
  await recorded('roster.written_to', classId, { to: 'booked', text: 'Hello', mail: true })
  const classes = Array.from({ length: 400 }, (_, i) => ({
    ...{ id: `class-${i}-${newId()}`, was: '2026-10-20T18:30', localStart: '2026-10-20T19:30' },
    ...{ coachName: 'Dee Coach', roomName: 'Room 1' },
  }))
  await recorded('classes.changed', 'series', { classes })
  await send()
  const [cancelled, changed, ...others] = receiver.received
  expect(others).toEqual([])
  expect(cancelled!.body.data.class).toMatchObject({
    ...{ id: classId, starts_at: '2026-10-20T17:30:00Z' },
  })
  expect(cancelled!.text).not.toContain('Flood')
  expect(changed!.body.data).toMatchObject({ more: true })
  expect(Buffer.byteLength(changed!.text)).toBeLessThan(longestBody)
})

test('four workers at once post each event to each webhook once', async () => {
  await given(['person.joined'], 'first')
  await given(['person.joined'], 'second')
  for (let i = 0; i < 12; i += 1) await happened('joined', w.ana)
  await Promise.all([send(), send(), send(), send()])
  expect(receiver.received).toHaveLength(24)
  expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(24)
})

test('what fails is tried again under the same id, later each time, until it is taken', async () => {
  const { id } = await given()
  await happened('joined', w.ana)
  status(500)
  expect(await send()).toMatchObject({ done: 0, failed: 1 })
  expect(await send(addMinutes(now, 0))).toMatchObject({ failed: 0 })
  status(404)
  expect(await send(addMinutes(now, 1))).toMatchObject({ failed: 1 })
  expect(await send(addMinutes(now, 5))).toMatchObject({ failed: 0 })
  expect(await deliveries(id)).toMatchObject([{ state: 'waiting', tries: 2, status: 404 }])
  status(200)
  expect(await send(addMinutes(now, 6))).toMatchObject({ done: 1 })
  expect(new Set(receiver.received.map((post) => post.id)).size).toBe(1)
  expect((await listWebhooks(w.at(now)))[0]).toMatchObject({ failingSince: null })
})

test('an answer that takes too long, and none at all, are failed tries', async () => {
  const { id } = await given()
  await happened('joined', w.ana)
  receiver.answer = () => {}
  await send(now, { waitMs: 100 })
  expect(await deliveries(id)).toMatchObject([{ state: 'waiting', error: 'timeout' }])
  receiver.answer = (response) => void response.destroy()
  await send(addMinutes(now, 1))
  expect(await deliveries(id)).toMatchObject([{ state: 'waiting', error: 'unreachable' }])
})

test('a redirect is not followed, wherever it leads', async () => {
  const { id } = await given()
  await happened('joined', w.ana)
  const inside = receiver.address('inside')
  receiver.answer = (response, { path }) =>
    void response.writeHead(path === '/inside' ? 200 : 307, { Location: inside }).end()
  await send()
  expect(receiver.received.map(({ path }) => path)).toEqual(['/Accounts'])
  expect(await deliveries(id)).toMatchObject([{ state: 'waiting', status: 307 }])
})

test('429 with Retry-After leaves the whole webhook alone for as long as it asks', async () => {
  const { id } = await given()
  for (const person of [w.ana, w.ben]) await happened('joined', person)
  status(429, { 'Retry-After': '600' })
  expect(await send()).toMatchObject({ failed: 1 })
  status(204)
  expect(await send(addMinutes(now, 9))).toMatchObject({ done: 0, failed: 0 })
  expect(await send(addMinutes(now, 10))).toMatchObject({ done: 2 })
  expect(await deliveries(id)).toMatchObject([{ state: 'sent' }, { state: 'sent' }])
})

test('a private address is refused when it is added or changed, by its name and by its DNS', async () => {
  const form = { name: 'Inside', kinds: webhookKindNames }
  const add = (address: string, lookUp = async () => ['93.184.215.14']) =>
    makeWebhook(w.asDesk(now), { ...form, key: newId(), address }, { lookUp })
  for (const address of [
    ...['http://hooks.example.com/a', 'https://127.0.0.1/a', 'https://router.local/a'],
    ...['https://10.0.0.8/', 'https://a:b@hooks.example.com/', receiver.address('a'), 'words'],
  ])
    expect(await add(address)).toEqual({ secret: null, reason: 'address' })
  const inside = async () => ['93.184.215.14', '10.0.0.8']
  expect(await add('https://hooks.example.com/a', inside)).toMatchObject({ reason: 'address' })
  expect(await add('https://hooks.example.com/a')).toMatchObject({ secret: expect.any(String) })
  const { id } = await given()
  const edit = { ...form, address: 'https://192.168.0.1/', version: 1 }
  expect(await changeWebhook(w.asDesk(now), id, edit)).toMatchObject({ reason: 'address' })
})

test('a name that leads to a private network by the time of a post is not asked', async () => {
  const key = newId()
  const form = {
    key,
    name: 'Turned',
    address: 'https://hooks.example.com/a',
    kinds: webhookKindNames,
  }
  await makeWebhook(w.asDesk(now), form, { lookUp: async () => ['93.184.215.14'] })
  await happened('joined', w.ana)
  await send(now, { development: false, lookUp: async () => ['169.254.169.254'] })
  expect(await deliveries(key)).toMatchObject([
    { state: 'waiting', status: null, error: 'private' },
  ])
})

test('for 24 hours after a new secret events are signed with both, then with the new one alone', async () => {
  const { id, secret } = await given()
  const renewed = await renewWebhook(w.asDesk(now), id, 1)
  expect(await renewWebhook(w.asDesk(now), id, 1)).toBe(null)
  const check = async (at: string) => {
    await happened('joined', w.ana, at)
    await send(at)
    const post = receiver.received.at(-1)!
    return [signedWith(secret, post), signedWith(renewed!.secret, post)]
  }
  expect(await check(addMinutes(now, day - 1))).toEqual([true, true])
  expect(await check(addMinutes(now, day))).toEqual([false, true])
})

test('what happens while a webhook is paused is posted when it resumes, up to 30 days back', async () => {
  const { id } = await given()
  await pauseWebhook(w.asDesk(now), id)
  await happened('joined', w.ana, now)
  await happened('joined', w.ben, addMinutes(now, 20 * day))
  expect(await send(addMinutes(now, 20 * day))).toMatchObject({ done: 0, failed: 0 })
  const late = addMinutes(now, 40 * day)
  await resumeWebhook(w.asDesk(late), id)
  await send(late)
  expect(receiver.received.map(({ body }) => body.data.person)).toMatchObject([{ id: w.ben.id }])
})

test('three days of nothing but failures pause a webhook with a task, and resuming goes on where it stopped', async () => {
  const { id } = await given()
  await happened('joined', w.ana)
  status(503)
  let at = now
  for (const minutes of retryMinutes) {
    await send(at)
    at = addMinutes(at, minutes)
  }
  await send(at)
  const [webhook] = await listWebhooks(w.at(now))
  expect(webhook).toMatchObject({ paused: 'failing', failed: 1 })
  const tasks = () =>
    w.db.all<{ state: string }>(sql`SELECT state FROM tasks
      WHERE studio_id = ${w.studio.id} AND cause_kind = 'webhook_paused'`)
  expect(await tasks()).toEqual([{ state: 'open' }])
  await happened('joined', w.ben, at)
  status(204)
  expect(await send(addMinutes(at, day))).toMatchObject({ done: 0, failed: 0 })
  await resumeWebhook(w.asDesk(at), id)
  expect(await tasks()).toEqual([{ state: 'over' }])
  expect(await send(at)).toMatchObject({ done: 1 })
  expect(await sendAllAgain(w.asDesk(at), id)).toBe(1)
  expect(await send(at)).toMatchObject({ done: 1 })
})

test('an address that says it is gone pauses its webhook at once', async () => {
  await given()
  await happened('joined', w.ana)
  status(410)
  await send()
  expect((await listWebhooks(w.at(now)))[0]).toMatchObject({ paused: 'gone' })
})

test('a delivery is sent again under its id, once however often it is pressed', async () => {
  const { id } = await given()
  await happened('joined', w.ana)
  await send()
  const [delivery] = await deliveries(id)
  const again = { delivery: delivery!.id, tries: 1 }
  const pressed = await Promise.all([1, 2, 3].map(() => sendAgain(w.asDesk(now), id, again)))
  expect(pressed.filter(Boolean)).toHaveLength(1)
  await send()
  expect(await sendAgain(w.asDesk(now), id, again)).toBe(false)
  expect(receiver.received.map((post) => post.id)).toEqual([delivery!.id, delivery!.id])
})

test('a test event is sent once a key, names nobody, and goes to no paused webhook', async () => {
  const { id } = await given()
  const key = newId()
  for (let i = 0; i < 2; i += 1) await testWebhook(w.asDesk(now), id, key)
  await send()
  expect(receiver.received).toMatchObject([
    { body: { type: 'webhook.test', data: { studio_id: w.studio.id, test: true } } },
  ])
  await pauseWebhook(w.asDesk(now), id)
  await testWebhook(w.asDesk(now), id, newId())
  expect(await deliveries(id)).toHaveLength(1)
})

test('erasing somebody deletes what names them, waiting or sent, and then tells of the erasure by id', async () => {
  const { id } = await given()
  await happened('joined', w.cleo)
  await send()
  await happened('changed', w.cleo)
  status(500)
  await send()
  const media = { delete: async () => {}, list: async () => ({ objects: [], truncated: false }) }
  await w.db.run(sql`DELETE FROM bookings WHERE person_id = ${w.cleo.id}`)
  expect(
    await erasePerson(
      { ...w.asDesk(now), directory: w.directory, media: media as unknown as R2Bucket },
      w.cleo.id,
    ),
  ).toEqual({ ok: true })
  expect(await deliveries(id)).toEqual([])
  status(204)
  receiver.received.length = 0
  await send(addMinutes(now, 60))
  const last = receiver.received.at(-1)!
  expect(last.body).toMatchObject({ type: 'person.erased' })
  expect(receiver.received.map(({ text }) => text).join()).not.toContain('Cleo')
})

test('deliveries are deleted after 30 days, and with their webhook', async () => {
  const { id } = await given()
  await happened('joined', w.ana)
  await send()
  expect(await deliveries(id)).toHaveLength(1)
  await send(addMinutes(now, 30 * day + 1))
  expect(await deliveries(id)).toHaveLength(0)
  await happened('joined', w.ana)
  await deleteWebhook(w.asDesk(now), id)
  expect(await webhookPage(w.at(now), id, false)).toBe(null)
  expect(await send()).toMatchObject({ done: 0, failed: 0 })
})

test('one that was cut off is taken again when its claim is over, and goes on where it stopped', async () => {
  await given()
  for (let i = 0; i < 3; i += 1) await happened('joined', w.ana)
  // Over before the first post: the rows are there for the next run.
  await send(now, { most: 0 })
  expect(receiver.received).toHaveLength(0)
  await send()
  await w.db.run(sql`UPDATE webhook_deliveries SET state = 'waiting', claim = 'crashed',
    next_at = ${addMinutes(now, 2)} WHERE studio_id = ${w.studio.id}`)
  expect(await send()).toMatchObject({ done: 0 })
  expect(await send(addMinutes(now, 2))).toMatchObject({ done: 3 })
})

test('another studio neither is told nor sees a webhook', async () => {
  const { id } = await given()
  const other = await world()
  await batch(other.db, {
    news: personHappenedStatement(
      { ...other.at(now), actor: systemActor },
      'joined',
      other.ana.id,
      sql`1`,
    ),
  })
  await send()
  expect(receiver.received).toEqual([])
  expect(await webhookPage(other.at(now), id, false)).toBe(null)
  await deleteWebhook(other.asDesk(now), id)
  await pauseWebhook(other.asDesk(now), id)
  expect(await listWebhooks(w.at(now))).toMatchObject([{ id, paused: '' }])
})

test('a webhook is added once a form, and a studio has ten at most', async () => {
  const form = {
    name: 'Same',
    address: receiver.address('a'),
    kinds: webhookKindNames,
    key: newId(),
  }
  const add = (key: string) => makeWebhook(w.asDesk(now), { ...form, key }, development)
  await add(form.key)
  expect(await add(form.key)).toEqual({ secret: null, reason: 'made_before' })
  await Promise.all(Array.from({ length: 12 }, () => add(newId())))
  expect(await listWebhooks(w.at(now))).toHaveLength(mostWebhooks)
  expect(await add(newId())).toEqual({ secret: null, reason: 'too_many' })
})

test('tries grow from a minute to a day, and no server asks for more than a day of peace', () => {
  expect(nextTry(now, 1, 0)).toBe(addMinutes(now, 1))
  expect(nextTry(now, 1, 600_000)).toBe(addMinutes(now, 10))
  expect(nextTry(now, retryMinutes.length, 0)).toBe(addMinutes(now, day))
  expect(nextTry(now, retryMinutes.length + 1, 0)).toBe(null)
  const at = Date.parse(now)
  expect(holdMs('30', at)).toBe(30_000)
  expect(holdMs('Mon, 12 Oct 2026 09:01:00 GMT', at)).toBe(60_000)
  expect(holdMs('999999999', at)).toBe(day * 60_000)
  expect([holdMs(null, at), holdMs('soon', at), holdMs('-5', at)]).toEqual([0, 0, 0])
})
