import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { databases } from '../../../tests/support/databases.ts'
import { beforeEvent, givenEvent, hold, statesOf } from '../../../tests/support/events.ts'
import { type World, world } from '../../../tests/support/world.ts'
import { confirmOrder } from './confirm-order.server.ts'
import { eventDeskPage } from './event-desk-pages.server.ts'
import { guestMayOrder, type Orderer } from './order-limits.server.ts'
import { releaseHeldOrder } from './release-held-order.server.ts'

const guest = { pays: 'door', personId: null } as const
const stranger = { ownAddress: false } as const

const letters = ({ db, studio }: World, to: string) =>
  db.all<{ kind: string; text: string }>(sql`
    SELECT kind, text FROM outbox WHERE studio_id = ${studio.id} AND recipient = ${to}
    ORDER BY rowid`)

const mailedToken = async (w: World, to: string) => {
  const text = (await letters(w, to)).at(-1)?.text ?? ''
  return /\/tickets\/(\w{24})/.exec(text)?.[1] ?? ''
}

test('tickets for an unconfirmed address are held for ten minutes, and only the email leads to the confirmation', async () => {
  const w = await world()
  const event = await givenEvent(w, { capacity: 20, holdMinutes: 60 })
  const held = await hold(w, event, { ...stranger, count: 2, key: 'strangerkey1' })
  expect(held).toEqual({ ok: true, token: null })
  // The same form again is the same order, tells no secret and mails nothing more.
  expect(await hold(w, event, { ...stranger, count: 2, key: 'strangerkey1' })).toEqual({
    ok: true,
    token: null,
    again: true,
  })
  const mails = await letters(w, 'vera.guest@example.test')
  expect(mails.map(({ kind }) => kind)).toEqual(['tickets-held'])
  expect(mails[0]?.text).toContain('10:10')

  const token = await mailedToken(w, 'vera.guest@example.test')
  expect(await confirmOrder(w.at('2026-12-01T10:09:59Z'), token, guest)).toEqual({ ok: true })
  expect(await statesOf(w, event.id)).toEqual({ valid: 2 })

  await hold(w, event, { ...stranger, name: 'Slow Guest' })
  const late = await mailedToken(w, 'slow.guest@example.test')
  expect(await confirmOrder(w.at('2026-12-01T10:10:00Z'), late, guest)).toEqual({
    ok: false,
    reason: 'lapsed',
  })
})

test('someone who is signed in, or comes by the link in the mail, has the whole time of the event', async () => {
  const w = await world()
  const event = await givenEvent(w, { capacity: 20, holdMinutes: 60 })
  for (const who of [{ person: w.ana }, { name: 'Own Address', ownAddress: true }]) {
    const held = await hold(w, event, who)
    if (!held.ok || held.token === null) throw new Error('It was to be told at once')
    expect(await confirmOrder(w.at('2026-12-01T10:59:59Z'), held.token, guest)).toEqual({
      ok: true,
    })
  }
  await hold(w, event, stranger)
  const instead = await mailedToken(w, 'vera.guest@example.test')
  const changed = await hold(w, event, { ...stranger, count: 3, instead })
  if (!changed.ok || changed.token === null) throw new Error('The link is the proof')
  expect(await confirmOrder(w.at('2026-12-01T10:59:59Z'), changed.token, guest)).toEqual({
    ok: true,
  })
  // The link of one address proves no other.
  await hold(w, event, stranger)
  const other = await hold(w, event, {
    ...stranger,
    name: 'Other Guest',
    instead: await mailedToken(w, 'vera.guest@example.test'),
  })
  expect(other).toEqual({ ok: true, token: null })
})

test('strangers hold at most half of what is left, of the event and of each ticket; anyone who is known still orders', async () => {
  const w = await world()
  const whole = await givenEvent(w, { capacity: 40 })
  const early = await givenEvent(w, {
    localStart: '2026-12-13T19:00',
    capacity: 40,
    types: [{ capacity: 20 }],
  })
  for (const [event, most] of [
    [whole, 5],
    [early, 2],
  ] as const) {
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        hold(w, event, { ...stranger, name: `Stranger ${i}`, count: 4 }),
      ),
    )
    expect(results.filter(({ ok }) => ok)).toHaveLength(most)
    expect(results.find(({ ok }) => !ok)).toEqual({ ok: false, reason: 'others_confirming' })
    expect(await hold(w, event, { person: w.ana, count: 6 })).toMatchObject({ ok: true })
  }
  // What was confirmed is nobody's hold any more: half of the rest is free to strangers again.
  const small = await givenEvent(w, { localStart: '2026-12-14T19:00', capacity: 6 })
  expect(await hold(w, small, { ...stranger, name: 'A Family', count: 6 })).toMatchObject({
    ok: true,
  })
})

test('orders are limited by network, browser and address, an IPv6 network by its first 64 bits', async () => {
  const { directory } = await databases()
  const asks = (who: Partial<Orderer>, tickets: number, nowMs = 1_700_000_000_000, scale = 1) =>
    guestMayOrder(
      { directory, nowMs },
      { network: '203.0.113.7', device: '', email: `${crypto.randomUUID()}@x.test`, ...who },
      { studioId: 'northside', tickets, scale },
    )
  expect(await asks({}, 20)).toBe(true)
  expect(await asks({}, 1)).toBe(false)
  expect(await asks({}, 1, 1_700_000_600_000)).toBe(true)
  expect(await asks({ network: '2001:db8:1:2::1' }, 20)).toBe(true)
  expect(await asks({ network: '2001:db8:1:2:ffff::9' }, 1)).toBe(false)
  expect(await asks({ network: '2001:db8:1:3::1' }, 1)).toBe(true)
  // One browser through several networks, and one address through several browsers.
  expect(await asks({ network: '203.0.113.20', device: 'browser1' }, 12)).toBe(true)
  expect(await asks({ network: '203.0.113.21', device: 'browser1' }, 1)).toBe(false)
  const network = (i: number) => `198.51.100.${i}`
  for (const i of [1, 2, 3])
    expect(await asks({ network: network(i), email: 'Vera@x.test' }, 1)).toBe(true)
  expect(await asks({ network: network(4), email: 'vera@x.test' }, 1)).toBe(false)
  // LIMIT_SCALE multiplies what a network may, not what an address may.
  expect(await asks({ network: '203.0.113.50' }, 40, 1_700_000_000_000, 2)).toBe(true)
  expect(await asks({ network: network(5), email: 'vera@x.test' }, 1, 1_700_000_000_000, 50)).toBe(
    false,
  )
})

test('the desk reads what is held, by whom and whether the address is confirmed, and releases it once, with a line', async () => {
  const w = await world()
  const event = await givenEvent(w, { capacity: 6 })
  await hold(w, event, { ...stranger, name: 'Stranger One', count: 6 })
  const read = async (now = beforeEvent) =>
    (await eventDeskPage(w.at(now), event.id, { q: '', view: null }))?.held
  const rows = (await read())!
  expect(rows).toEqual([
    {
      id: expect.any(String),
      name: 'Stranger One',
      email: 'stranger.one@example.test',
      tickets: '6 × Adult',
      heldUntil: '2026-12-01T10:10:00Z',
      proven: false,
    },
  ])
  const other = await world()
  const id = rows[0]!.id
  expect(await releaseHeldOrder(other.asDesk(beforeEvent), event.id, id)).toBe(false)
  expect(await hold(w, event, { person: w.ana })).toMatchObject({ ok: false })
  expect(await releaseHeldOrder(w.asDesk(beforeEvent), event.id, id)).toBe(true)
  expect(await releaseHeldOrder(w.asDesk(beforeEvent), event.id, id)).toBe(true)
  expect(await read()).toEqual([])
  expect(await statesOf(w, event.id)).toEqual({ lapsed: 6 })
  expect(await hold(w, event, { person: w.ana })).toMatchObject({ ok: true })
  const lines = await w.db.all<{ n: number }>(sql`SELECT count(*) AS n FROM audit_entries
    WHERE studio_id = ${w.studio.id} AND action = 'tickets.hold_released'`)
  expect(lines).toEqual([{ n: 1 }])
  // What was confirmed is no hold: it stays.
  const held = await hold(w, event, { name: 'Sure Guest', ownAddress: true })
  const own = (await read())!.find(({ name }) => name === 'Sure Guest')!
  await confirmOrder(w.at(beforeEvent), (held as { token: string }).token, guest)
  expect(await releaseHeldOrder(w.asDesk(beforeEvent), event.id, own.id)).toBe(false)
  expect((await statesOf(w, event.id)).valid).toBe(1)
})
