import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { type World, world } from '../../../../tests/support/world.ts'
import { refusalWords } from '../availability/refusal-words.ts'
import { paysSql } from '../availability/seat-guards.server.ts'
import { addWalkIn } from '../roster/add-walk-in.server.ts'
import { moveBooking } from '../roster/move-booking.server.ts'
import { bookClass } from './book-class.server.ts'

const now = '2026-10-12T08:00:00Z'
const formats = { timeZone: 'Europe/London', locale: 'en-GB', currency: 'GBP', today: '2026-10-12' }

/** A studio with peak hours in the evening, where Ana's plan is for off-peak alone. */
async function withPeakHours() {
  const w = await world()
  w.studio.peakHours = '12345 17:00-20:00'
  await w.db.run(sql`UPDATE plans SET off_peak = 1 WHERE studio_id = ${w.studio.id}`)
  return w
}

/** A class on Thursday that begins at a time. */
const at = (w: World, time: string) => w.givenClass({ localStart: `2026-10-15T${time}` })

test('an off-peak plan pays up to the first minute of peak hours and from their last', async () => {
  const w = await withPeakHours()
  for (const time of ['12:00', '20:00']) {
    expect(await bookClass(w.asMember(w.ana, now), await at(w, time))).toMatchObject({
      outcome: 'booked',
    })
  }
  const refused = await bookClass(w.asMember(w.ana, now), await at(w, '17:00'))
  expect(refused).toMatchObject({ ok: false, reason: 'no_entitlement' })
  if (refused.ok) throw new Error('Booked in peak hours')
  expect(refusalWords(refused as Parameters<typeof refusalWords>[0], formats)).toEqual({
    sentence:
      'Your Unlimited doesn’t pay for classes in peak hours: Monday to Friday, 17:00 to 20:00.',
    action: { kind: 'see_prices', label: 'See prices' },
  })
})

test('in peak hours a pack pays instead, and nothing is asked of the plan', async () => {
  const w = await withPeakHours()
  await w.givePack(w.ana)
  expect(await bookClass(w.asMember(w.ana, now), await at(w, '18:30'))).toMatchObject({
    booking: { membershipId: null },
  })
})

test('nobody gets in by the desk: a walk-in is refused, and a place isn’t moved there', async () => {
  const w = await withPeakHours()
  const peak = await at(w, '18:30')
  expect(await addWalkIn(w.asDesk(now), peak, { personId: w.ana.id })).toMatchObject({
    ok: false,
    reason: 'no_entitlement',
  })
  const noon = await at(w, '12:00')
  const booked = await bookClass(w.asMember(w.ana, now), noon)
  if (!booked.ok) throw new Error('Not booked')
  expect(
    await moveBooking(w.asDesk(now), noon, booked.booking.id, { to: peak, reason: 'She asked' }),
  ).toMatchObject({ ok: false, reason: 'does_not_pay' })
})

test('the guard of a booking asks again when and where the class is', async () => {
  const w = await withPeakHours()
  const id = await at(w, '16:30')
  const [room] = await w.db.all<{ locationId: string }>(
    sql`SELECT location_id AS locationId FROM rooms WHERE studio_id = ${w.studio.id}`,
  )
  const read = { localStart: '2026-10-15T16:30', locationId: room!.locationId }
  const { id: membershipId } = (
    await w.db.all<{ id: string }>(sql`SELECT id FROM memberships WHERE person_id = ${w.ana.id}`)
  )[0]!
  const plan = { kind: 'membership', id: membershipId, name: '', limit: null, used: 0 } as const
  const pays = async (bound: boolean, here = read) => {
    const chosen = { ...plan, ...(bound ? { bound: true as const } : {}) }
    const [row] = await w.db.all<{ n: number }>(sql`
      SELECT count(*) AS n FROM occurrences AS o
      WHERE o.id = ${id} AND ${paysSql(w.at(now), w.ana.id, here, chosen)}`)
    return row!.n === 1
  }
  expect(await pays(true)).toBe(true)
  expect(await pays(true, { ...read, locationId: 'another-location' })).toBe(false)
  await w.db.run(sql`UPDATE occurrences SET local_start = '2026-10-15T17:30' WHERE id = ${id}`)
  expect(await pays(true)).toBe(false)
  expect(await pays(false)).toBe(true)
})

test('a plan for one location pays there and nowhere else', async () => {
  const w = await world()
  const id = await at(w, '18:30')
  const only = (location: string) =>
    w.db.run(sql`UPDATE plans SET locations = ${location} WHERE studio_id = ${w.studio.id}`)
  await only('another-location')
  const refused = await bookClass(w.asMember(w.ana, now), id)
  if (refused.ok) throw new Error('Booked elsewhere')
  expect(refusalWords(refused as Parameters<typeof refusalWords>[0], formats).sentence).toBe(
    'Your Unlimited doesn’t pay at this location.',
  )
  const [room] = await w.db.all<{ locationId: string }>(
    sql`SELECT location_id AS locationId FROM rooms WHERE studio_id = ${w.studio.id}`,
  )
  await only(`another-location,${room?.locationId}`)
  expect(await bookClass(w.asMember(w.ana, now), id)).toMatchObject({ outcome: 'booked' })
})
