import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { rosterOf } from '../../../../tests/support/bookings.ts'
import { type World, world } from '../../../../tests/support/world.ts'
import { spotMapOf } from '../availability/spot-map.ts'
import { cancelBooking } from '../cancelling/cancel-booking.server.ts'
import { bookClass } from './book-class.server.ts'
import { chooseSpot } from './choose-spot.server.ts'

const now = '2026-10-12T09:00:00Z'

async function mapped(w: World) {
  await w.db.run(
    sql`UPDATE rooms SET spots = '1,2,A3', spot_columns = 2 WHERE studio_id = ${w.studio.id}`,
  )
  return w.givenClass()
}
const idOf = (result: Awaited<ReturnType<typeof bookClass>>) => (result.ok ? result.booking.id : '')

test('a place of the room is booked with the class, and one that is taken does not cost the class', async () => {
  const w = await world()
  const occurrence = await mapped(w)

  const both = await Promise.all(
    [w.ana, w.ben].map((p) => bookClass(w.asMember(p, now), occurrence, { spot: 'A3' })),
  )

  expect(await rosterOf(w, occurrence)).toEqual({ booked: 2 })
  expect(both.map((r) => r.ok && r.booking.spot).sort()).toEqual(['', 'A3'])
})

test('of two who take the same place later one is told that it is taken and keeps what they had', async () => {
  const w = await world()
  const occurrence = await mapped(w)
  const ana = idOf(await bookClass(w.asMember(w.ana, now), occurrence, { spot: '1' }))
  const ben = idOf(await bookClass(w.asMember(w.ben, now), occurrence))

  const race = await Promise.all([
    chooseSpot(w.asMember(w.ana, now), ana, '2'),
    chooseSpot(w.asMember(w.ben, now), ben, '2'),
  ])
  expect(race.filter((r) => r.ok)).toHaveLength(1)
  expect(race.find((r) => !r.ok)).toEqual({ ok: false, reason: 'spot_taken' })

  expect(await chooseSpot(w.asMember(w.ben, now), ana, 'A3')).toEqual({
    ok: false,
    reason: 'not_found',
  })
  expect(await chooseSpot(w.asMember(w.ben, now), ben, '9')).toEqual({
    ok: false,
    reason: 'spot_taken',
  })
  expect(await chooseSpot(w.asMember(w.ben, now), ben, '1,2')).toEqual({
    ok: false,
    reason: 'spot_taken',
  })
  expect(await chooseSpot(w.asMember(w.ben, '2026-10-15T18:00:00Z'), ben, 'A3')).toEqual({
    ok: false,
    reason: 'over',
  })

  // Who gives up the class gives up the place in the room.
  expect(await chooseSpot(w.asMember(w.ana, now), ana, 'A3')).toMatchObject({ ok: true })
  await cancelBooking(w.asMember(w.ana, now), ana)
  expect(await chooseSpot(w.asMember(w.ben, now), ben, 'A3')).toMatchObject({
    ok: true,
    spot: 'A3',
  })
})

test('the map has rows of the room’s width and says what is taken without one’s own', () => {
  expect(spotMapOf({ spots: '1, 2,3', columns: 2 }, ['1', '3'], '3')).toEqual({
    rows: [['1', '2'], ['3']],
    taken: ['1'],
    mine: '3',
  })
  expect(spotMapOf({ spots: '', columns: 4 }, [])).toBeNull()
})
