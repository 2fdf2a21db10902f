import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { bookingOf } from '../../../../tests/support/bookings.ts'
import { world } from '../../../../tests/support/world.ts'
import { bookClass } from '../booking/book-class.server.ts'
import { cancelBooking } from '../cancelling/cancel-booking.server.ts'
import { bookingAtDeskPage } from './booking-at-desk-page.server.ts'
import { giveSpot } from './give-spot.server.ts'

const now = '2026-10-12T09:00:00Z'
const over = '2026-10-15T19:00:00Z'

async function mapped() {
  const w = await world()
  await w.db.run(
    sql`UPDATE rooms SET spots = '1,2,A3', spot_columns = 2 WHERE studio_id = ${w.studio.id}`,
  )
  const occurrence = await w.givenClass()
  for (const [person, spot] of [
    [w.ana, '1'],
    [w.ben, ''],
  ] as const)
    await bookClass(w.asMember(person, now), occurrence, { spot })
  const [ana, ben] = [
    (await bookingOf(w, occurrence, w.ana))!.id,
    (await bookingOf(w, occurrence, w.ben))!.id,
  ]
  const give = (id: string, spot: string, at = now) => giveSpot(w.asDesk(at), occurrence, id, spot)
  const spots = async () =>
    (
      await w.db.all<{ spot: string }>(sql`SELECT spot FROM bookings
        WHERE studio_id = ${w.studio.id} AND occurrence_id = ${occurrence} ORDER BY seq`)
    ).map(({ spot }) => spot)
  return { w, occurrence, ana, ben, give, spots }
}

test('staff give another numbered place, twice is once, and the history of the place has one line', async () => {
  const { w, occurrence, ana, give, spots } = await mapped()
  expect(await give(ana, 'A3')).toEqual({ ok: true, spot: 'A3' })
  expect(await give(ana, 'A3')).toEqual({ ok: true, spot: 'A3' })
  expect(await spots()).toEqual(['A3', ''])
  const page = await bookingAtDeskPage(w.at(now), occurrence, ana)
  expect(page?.audit.map(({ action }) => action)).toEqual(['booking.spot_given'])
  expect(page?.map).toEqual({ rows: [['1', '2'], ['A3']], taken: [], mine: 'A3' })
  expect(await give(ana, '')).toEqual({ ok: true, spot: '' })
  expect(await spots()).toEqual(['', ''])
})

test('of two who are given the same place at the same moment one keeps what they had', async () => {
  const { ana, ben, give, spots } = await mapped()
  const given = await Promise.all([give(ana, '2'), give(ben, '2')])
  expect(given.filter(({ ok }) => ok)).toHaveLength(1)
  expect(given.find(({ ok }) => !ok)).toEqual({ ok: false, reason: 'spot_taken' })
  expect((await spots()).filter((spot) => spot === '2')).toHaveLength(1)
})

test('staff can’t give a place the room lacks, give one to somebody who left, or change one after class', async () => {
  const { w, occurrence, ana, ben, give, spots } = await mapped()
  expect(await give(ben, '9')).toEqual({ ok: false, reason: 'spot_taken' })
  expect(await give(ben, '1')).toEqual({ ok: false, reason: 'spot_taken' })
  expect(await give(ben, '2', over)).toEqual({ ok: false, reason: 'over' })
  await cancelBooking(w.asMember(w.ben, now), ben)
  expect(await give(ben, '2')).toEqual({ ok: false, reason: 'not_booked' })
  expect(await give('none', '2')).toEqual({ ok: false, reason: 'not_found' })
  const other = await w.givenClass({ localStart: '2026-10-22T18:30' })
  expect(await giveSpot(w.asDesk(now), other, ana, '2')).toEqual({ ok: false, reason: 'not_found' })
  expect(await spots()).toEqual(['1', ''])
  expect((await bookingAtDeskPage(w.at(now), occurrence, ana))?.map?.mine).toBe('1')
})
