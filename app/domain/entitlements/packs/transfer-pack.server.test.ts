import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { newId } from '#app/values/id.ts'
import { balanceOf, bookingOf, entriesOf, mailTo } from '../../../../tests/support/bookings.ts'
import { type World, world } from '../../../../tests/support/world.ts'
import { bookClass } from '../../bookings/booking/book-class.server.ts'
import { cancelBooking } from '../../bookings/cancelling/cancel-booking.server.ts'
import { transferPack } from './transfer-pack.server.ts'

const now = '2026-10-12T09:00:00Z'

const transfer = (w: World, more: { toId?: string; left?: number; key?: string } = {}) =>
  transferPack(w.asDesk(now), w.ben.id, {
    lotId: w.benLot,
    toId: w.cleo.id,
    left: 10,
    key: newId(),
    reason: 'Moves away',
    ...more,
  })

test('the rest of a pack is transferred once; both people are told, and bookings stay', async () => {
  const w = await world()
  const booked = await w.givenClass({ localStart: '2026-10-20T18:30' })
  await bookClass(w.asMember(w.ben, now), booked)
  expect(await transfer(w)).toEqual({ ok: false, reason: 'changed_meanwhile' })
  const key = newId()
  const pressed = await Promise.all([1, 2].map(() => transfer(w, { left: 9, key })))
  expect(pressed).toEqual([1, 2].map(() => ({ ok: true, name: '10-class pack', credits: 9 })))
  expect([await balanceOf(w, w.benLot), await balanceOf(w, key)]).toEqual([0, 9])
  expect(await entriesOf(w, w.cleo)).toEqual(['transfer 9'])
  for (const person of [w.ben, w.cleo])
    expect(
      (await mailTo(w, person)).filter(({ kind }) => kind === 'pack-transferred'),
    ).toHaveLength(1)
  const place = await bookingOf(w, booked, w.ben)
  expect(place?.state).toBe('booked')
  await cancelBooking(w.asMember(w.ben, now), place!.id)
  expect([await balanceOf(w, w.benLot), await balanceOf(w, key)]).toEqual([1, 9])
  const next = await w.givenClass({ localStart: '2026-10-21T18:30' })
  expect(await bookClass(w.asMember(w.cleo, now), next)).toMatchObject({
    ok: true,
    booking: { lotId: key },
  })
})

test('a pack that is transferred while it is booked loses no credit and has none twice', async () => {
  const w = await world()
  const classes = await Promise.all(
    [20, 21, 22].map((day) => w.givenClass({ localStart: `2026-10-${day}T18:30` })),
  )
  const key = newId()
  await Promise.all([
    ...classes.map((id) => bookClass(w.asMember(w.ben, now), id)),
    transfer(w, { key }),
  ])
  const [old, fresh] = [await balanceOf(w, w.benLot), await balanceOf(w, key)]
  const taken = (await Promise.all(classes.map((id) => bookingOf(w, id, w.ben)))).filter(
    (row) => row?.state === 'booked',
  ).length
  expect(Math.min(old, fresh)).toBeGreaterThanOrEqual(0)
  expect(old + fresh + taken).toBe(10)
})

test('a pack that isn’t paid or is frozen is not transferred', async () => {
  const w = await world()
  await w.db.run(sql`UPDATE lots SET unpaid = 1 WHERE id = ${w.benLot}`)
  expect(await transfer(w)).toMatchObject({ reason: 'unpaid' })
  await w.db.run(sql`
    UPDATE lots SET unpaid = 0, frozen_from = '2026-10-01' WHERE id = ${w.benLot}`)
  expect(await transfer(w)).toMatchObject({ reason: 'frozen' })
  await w.db.run(sql`UPDATE lots SET frozen_until = '2026-10-11' WHERE id = ${w.benLot}`)
  expect(await transfer(w)).toMatchObject({ ok: true })
})

test('no transfer of an intro offer, to the same or an archived person, or to another studio', async () => {
  const w = await world()
  const other = await world()
  expect(await transfer(w, { toId: w.ben.id })).toMatchObject({ reason: 'same_person' })
  expect(await transfer(w, { toId: other.cleo.id })).toMatchObject({ reason: 'recipient_gone' })
  await w.db.run(sql`UPDATE people SET archived_at = ${now} WHERE id = ${w.cleo.id}`)
  expect(await transfer(w)).toMatchObject({ reason: 'recipient_gone' })
  await w.db.run(sql`UPDATE packages SET once_per_person = 1 WHERE studio_id = ${w.studio.id}`)
  expect(await transfer(w, { toId: w.ana.id })).toMatchObject({ reason: 'intro' })
  expect(await balanceOf(w, w.benLot)).toBe(10)
})
