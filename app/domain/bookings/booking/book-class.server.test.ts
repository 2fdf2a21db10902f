import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { balanceOf, bookingOf, mailTo, rosterOf } from '../../../../tests/support/bookings.ts'
import { type World, world } from '../../../../tests/support/world.ts'
import { cancelBooking } from '../cancelling/cancel-booking.server.ts'
import { bookClass } from './book-class.server.ts'

const now = '2026-10-12T09:00:00Z'

async function fill(w: World, occurrence: string, n: number) {
  const people = await w.givenPeople(Array.from({ length: n }, (_, i) => `Filler ${i}`))
  for (const person of people) {
    await w.giveMembership(person)
    await bookClass(w.asMember(person, now), occurrence)
  }
  return people
}

test('a membership books without a credit, a pack for one, and the mail says until when it is free', async () => {
  const w = await world()
  const occurrence = await w.givenClass()

  expect(await bookClass(w.asMember(w.ana, now), occurrence)).toMatchObject({
    ok: true,
    outcome: 'booked',
    position: null,
    booking: { state: 'booked', membershipId: w.anaMembership, lotId: null },
  })
  expect(await bookClass(w.asMember(w.ben, now), occurrence)).toMatchObject({
    booking: { lotId: w.benLot },
  })
  expect(await balanceOf(w, w.benLot)).toBe(9)
  const [mail] = await mailTo(w, w.ben)
  expect(mail!.subject).toBe('Booked: Pole 2: spins, Thu 18:30')
  expect(mail!.text).toContain('Free to cancel until Thu 15 Oct 06:30, then 1 credit and £5.00.')
  expect(mail!.text).toContain('1 credit of your 10-class pack was used. 9 left.')
  expect(mail!.text).toContain(`https://cadence.test/${w.studio.slug}/bookings/`)
})

test('two trips book a class', async () => {
  const w = await world()
  const occurrence = await w.givenClass()
  const before = w.meter.trips

  await bookClass(w.asMember(w.ben, now), occurrence)

  expect(w.meter.trips - before).toBe(2)
})

test('a person without credits is refused and told so', async () => {
  const w = await world()
  const occurrence = await w.givenClass()

  expect(await bookClass(w.asMember(w.cleo, now), occurrence)).toEqual({
    ok: false,
    reason: 'no_entitlement',
    facts: {},
  })
  expect(await rosterOf(w, occurrence)).toEqual({})
})

test('the same request twice at once is one booking, one credit and one mail', async () => {
  const w = await world()
  const occurrence = await w.givenClass()

  const results = await Promise.all(
    Array.from({ length: 5 }, () => bookClass(w.asMember(w.ben, now), occurrence)),
  )

  expect(new Set(results.map((r) => r.ok && r.booking.id)).size).toBe(1)
  expect(results.filter((r) => r.ok && r.again)).toHaveLength(4)
  expect(await balanceOf(w, w.benLot)).toBe(9)
  expect(await mailTo(w, w.ben)).toHaveLength(1)
})

test('the last credit pays for one of two classes booked at once', async () => {
  const w = await world()
  const dan = await w.givenPerson('Dan Last')
  const lot = await w.givePack(dan, { credits: 1 })
  const [one, two] = [
    await w.givenClass({ localStart: '2026-10-15T18:30' }),
    await w.givenClass({ localStart: '2026-10-16T18:30' }),
  ]

  const results = await Promise.all([one, two].map((id) => bookClass(w.asMember(dan, now), id)))

  expect(results.filter((r) => r.ok)).toHaveLength(1)
  expect(results.find((r) => !r.ok)).toEqual({
    ok: false,
    reason: 'no_entitlement',
    facts: { usedUp: '10-class pack' },
  })
  expect(await balanceOf(w, lot)).toBe(0)
})

test('of two classes at the same time booked at once one is refused', async () => {
  const w = await world()
  const [one, two] = [
    await w.givenClass({ localStart: '2026-10-15T18:30' }),
    await w.givenClass({ localStart: '2026-10-15T19:00', discipline: 'yoga' }),
  ]

  const results = await Promise.all([one, two].map((id) => bookClass(w.asMember(w.ana, now), id)))

  expect(results.filter((r) => r.ok)).toHaveLength(1)
  expect(results.find((r) => !r.ok)).toMatchObject({ reason: 'overlaps' })
})

test('a weekly limit holds against two bookings at once and counts class dates from Monday', async () => {
  const w = await world()
  const eve = await w.givenPerson('Eve Weekly')
  await w.giveMembership(eve, { weekly: true })
  const days = ['2026-10-12', '2026-10-14', '2026-10-18', '2026-10-19']
  const [mon, wed, sun, nextMon] = await Promise.all(
    days.map((d) => w.givenClass({ localStart: `${d}T18:30` })),
  )
  await bookClass(w.asMember(eve, now), mon!)

  const race = await Promise.all([wed!, sun!].map((id) => bookClass(w.asMember(eve, now), id)))
  expect(race.filter((r) => r.ok)).toHaveLength(1)
  expect(await bookClass(w.asMember(eve, now), race[0]!.ok ? sun! : wed!)).toEqual({
    ok: false,
    reason: 'weekly_limit',
    facts: { name: 'Two a week', limit: 2, per: 'week', again: '2026-10-19' },
  })
  expect(await bookClass(w.asMember(eve, now), nextMon!)).toMatchObject({ ok: true })
})

test('a full class puts the person on the waitlist, unless they want only a place', async () => {
  const w = await world()
  const occurrence = await w.givenClass({ capacity: 1 })
  await fill(w, occurrence, 1)

  expect(await bookClass(w.asMember(w.ben, now), occurrence, { waitlist: false })).toEqual({
    ok: false,
    reason: 'class_full',
    facts: { capacity: 1 },
  })
  expect(await bookClass(w.asMember(w.ben, now), occurrence)).toMatchObject({
    outcome: 'waitlisted',
    position: 1,
  })
  expect(await balanceOf(w, w.benLot)).toBe(10)
  expect((await mailTo(w, w.ben)).map((m) => m.kind)).toEqual(['booking-waitlisted'])
})

test('a studio without waitlists says that the class is full', async () => {
  const w = await world({ policy: { waitlistLimit: 0 } })
  const occurrence = await w.givenClass({ capacity: 1 })
  await fill(w, occurrence, 1)

  expect(await bookClass(w.asMember(w.ben, now), occurrence)).toMatchObject({
    ok: false,
    reason: 'class_full',
  })
})

test('a member chooses what pays among the entitlements that can pay, and no other', async () => {
  const w = await world()
  const extra = await w.givePack(w.ana)
  const occurrence = await w.givenClass()

  expect(
    await bookClass(w.asMember(w.ana, now), occurrence, { pay: { kind: 'lot', id: w.benLot } }),
  ).toMatchObject({
    ok: false,
    reason: 'no_entitlement',
  })
  expect(await balanceOf(w, w.benLot)).toBe(10)
  expect(
    await bookClass(w.asMember(w.ana, now), occurrence, { pay: { kind: 'lot', id: extra } }),
  ).toMatchObject({
    ok: true,
    booking: { lotId: extra },
  })
})

test("another studio's class is not found, nor is one that does not exist", async () => {
  const [w, other] = [await world(), await world()]
  const third = await world()
  const [elsewhere, sameShard] = [await other.givenClass(), await third.givenClass()]
  expect(third.shard).toBe(w.shard)

  for (const id of [elsewhere, sameShard, 'nothing', '']) {
    expect(await bookClass(w.asMember(w.ana, now), id)).toEqual({
      ok: false,
      reason: 'not_found',
      facts: {},
    })
  }
  expect(await rosterOf(third, sameShard)).toEqual({})
})

test('someone who cancelled can book again and pays again', async () => {
  const w = await world()
  const occurrence = await w.givenClass()
  await bookClass(w.asMember(w.ben, now), occurrence)
  await cancelBooking(w.asMember(w.ben, now), (await bookingOf(w, occurrence, w.ben))!.id)

  expect(await bookClass(w.asMember(w.ben, now), occurrence)).toMatchObject({
    ok: true,
    outcome: 'booked',
  })
  expect(await balanceOf(w, w.benLot)).toBe(9)
})

test('after the list has closed a free place goes to who comes first, also to one who waited', async () => {
  const w = await world()
  const occurrence = await w.givenClass({ capacity: 1 })
  const [filler] = await fill(w, occurrence, 1)
  await bookClass(w.asMember(w.ben, now), occurrence)
  await bookClass(w.asMember(w.ana, now), occurrence)
  const late = '2026-10-15T15:30:01Z'

  await cancelBooking(w.asMember(filler!, late), (await bookingOf(w, occurrence, filler!))!.id)
  expect(await rosterOf(w, occurrence)).toEqual({ late_cancelled: 1, waitlisted: 2 })

  expect(await bookClass(w.asMember(w.ana, late), occurrence)).toMatchObject({
    ok: true,
    outcome: 'booked',
  })
  expect(await bookClass(w.asMember(w.ben, late), occurrence)).toMatchObject({
    ok: true,
    outcome: 'waitlisted',
    again: true,
  })
  expect(await rosterOf(w, occurrence)).toEqual({ late_cancelled: 1, booked: 1, waitlisted: 1 })
})

test('a booking keeps the policy it was made under and takes a small row', async () => {
  const w = await world()
  const occurrence = await w.givenClass()
  await bookClass(w.asMember(w.ana, now), occurrence)

  const [row] = await w.db.all<Record<string, unknown>>(sql`
    SELECT * FROM bookings WHERE studio_id = ${w.studio.id} AND occurrence_id = ${occurrence}`)
  expect(row!.policy_id).toBe(w.ids.policyId)
  // Values plus a byte or so a column; the three indexes repeat at most 32 bytes each (design
  // decision 7: 150).
  const bytes = Object.values(row!).reduce<number>(
    (n, value) => n + (value === null ? 1 : String(value).length + 1),
    0,
  )
  expect(bytes).toBeLessThan(136)
})
