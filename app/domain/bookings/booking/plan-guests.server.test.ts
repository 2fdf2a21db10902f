import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { feesOf } from '../../../../tests/support/bookings.ts'
import { type World, world } from '../../../../tests/support/world.ts'
import { cancelBooking } from '../cancelling/cancel-booking.server.ts'
import { bookClass } from './book-class.server.ts'
import { bookGuest } from './book-guest.server.ts'

const now = '2026-10-12T09:00:00Z'
const zoe = { name: 'Zoe Guest', email: '', pay: 'plan' as const }

/** Ana, whose plan has guest places, with a place in a class. */
async function host(w: World, localStart = '2026-10-15T18:30') {
  const booked = await bookClass(w.asMember(w.ana, now), await w.givenClass({ localStart }))
  if (!booked.ok) throw new Error(booked.reason)
  return booked.booking.id
}

async function withGuests(places: number) {
  const w = await world({ policy: { guestLimit: 5 } })
  await w.db.run(sql`UPDATE plans SET guest_places = ${places} WHERE studio_id = ${w.studio.id}`)
  return w
}

const keyOf = (w: World, name: string) => `${w.studio.id}-${name}`

const bring = (w: World, hostId: string, name: string) =>
  bookGuest(w.asMember(w.ana, now), hostId, { ...zoe, name, key: keyOf(w, name) })

test('a plan pays for so many guests in its month, over all classes, and then for none', async () => {
  const w = await withGuests(2)
  const [thursday, friday] = [await host(w), await host(w, '2026-10-16T18:30')]
  expect(await bring(w, thursday, 'Zoe')).toMatchObject({ ok: true })
  expect(await bring(w, thursday, 'Zoe')).toMatchObject({ ok: true, again: true })
  expect(await bring(w, friday, 'Max')).toMatchObject({ ok: true, facts: { plan: { left: 0 } } })
  expect(await bring(w, friday, 'Mia')).toMatchObject({ ok: false })
  const november = await host(w, '2026-11-03T18:30')
  expect(await bring(w, november, 'Mia')).toMatchObject({ ok: true })
  const [owed] = await w.db.all<{ n: number }>(
    sql`SELECT count(*) AS n FROM open_items WHERE person_id = ${w.ana.id} AND kind = 'drop_in'`,
  )
  expect(owed?.n).toBe(0)
})

test('of many guests brought at the same moment only as many come free as the plan has places', async () => {
  const w = await withGuests(2)
  const hosts = [await host(w), await host(w, '2026-10-16T18:30')]
  const names = ['Zoe', 'Max', 'Mia', 'Leo', 'Ida', 'Tom']
  const results = await Promise.all(names.map((name, i) => bring(w, hosts[i % 2]!, name)))
  expect(results.filter(({ ok }) => ok)).toHaveLength(2)
})

test('a guest takes none of the member’s own classes', async () => {
  const w = await withGuests(3)
  const person = await w.givenPerson('Two A Week')
  await w.giveMembership(person, { weekly: true })
  const as = w.asMember(person, now)
  const first = await bookClass(as, await w.givenClass({ localStart: '2026-10-15T18:30' }))
  if (!first.ok) throw new Error(first.reason)
  for (const name of ['Zoe', 'Max']) {
    const key = keyOf(w, name)
    expect(await bookGuest(as, first.booking.id, { ...zoe, name, key })).toMatchObject({ ok: true })
  }
  const second = await w.givenClass({ localStart: '2026-10-16T18:30' })
  expect(await bookClass(as, second)).toMatchObject({ outcome: 'booked' })
})

test('the place of a guest comes back when it is given up in time, and is used when it is late', async () => {
  const w = await withGuests(1)
  const hostId = await host(w)
  await bring(w, hostId, 'Zoe')
  await cancelBooking(w.asMember(w.ana, now), keyOf(w, 'Zoe'))
  expect(await bring(w, hostId, 'Max')).toMatchObject({ ok: true })
  await cancelBooking(w.asMember(w.ana, '2026-10-15T16:00:00Z'), keyOf(w, 'Max'))
  expect(await feesOf(w, w.ana)).toEqual([])
  const friday = await host(w, '2026-10-16T18:30')
  expect(await bring(w, friday, 'Mia')).toMatchObject({ ok: false })
})
