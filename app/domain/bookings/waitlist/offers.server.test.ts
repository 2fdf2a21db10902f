import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { batch } from '#app/db/batch.server.ts'
import {
  balanceOf,
  bookingOf,
  feesOf,
  mailTo,
  noticesOf,
  rosterOf,
} from '../../../../tests/support/bookings.ts'
import { type Person, type World, world } from '../../../../tests/support/world.ts'
import { availabilityOf } from '../availability/availability.ts'
import { availabilityWords } from '../availability/availability-words.ts'
import { bookingFactStatements, toFacts } from '../availability/booking-facts.server.ts'
import { bookClass } from '../booking/book-class.server.ts'
import { cancelBooking } from '../cancelling/cancel-booking.server.ts'
import { cancelOccurrence } from '../cancelling/cancel-occurrence.server.ts'
import { addWalkIn } from '../roster/add-walk-in.server.ts'
import { acceptOffer, offerPage } from './accept-offer.server.ts'
import { changeCapacity } from './change-capacity.server.ts'
import { closeWaitlists } from './close-waitlists.server.ts'
import { declineOffer } from './decline-offer.server.ts'
import { lapseOffers } from './lapse-offers.server.ts'
import { promoteOpenPlaces } from './promote-open-places.server.ts'

// Thursday 15 October 2026, 18:30 in London (17:30Z); the list gives places out until 16:30.
const monday = '2026-10-12T09:00:00Z'
const noon = '2026-10-15T11:10:00Z'
const until = '2026-10-15T11:40:00Z'
const justAfter = '2026-10-15T11:40:01Z'

/** One place that Ana holds; Ben (pack), Dan (pack) and Eve (pack) wait, in this order. */
async function fullClass(policy = {}) {
  const w = await world({ policy: { offerMinutes: 30, lateFeeMinor: 500, ...policy } })
  const occurrence = await w.givenClass({ localStart: '2026-10-15T18:30', capacity: 1 })
  const [dan, eve] = (await w.givenPeople(['Dan Waits', 'Eve Waits'])) as [Person, Person]
  const lots = [await w.givePack(dan), await w.givePack(eve)] as const
  for (const person of [w.ana, w.ben, dan, eve])
    await bookClass(w.asMember(person, monday), occurrence)
  return { w, occurrence, dan, eve, lots }
}

const idOf = async (w: World, occurrence: string, person: Person) =>
  (await bookingOf(w, occurrence, person))!.id

async function opened(policy = {}, at = noon) {
  const all = await fullClass(policy)
  const { w, occurrence } = all
  await cancelBooking(w.asMember(w.ana, at), await idOf(w, occurrence, w.ana))
  return { ...all, offer: await idOf(w, occurrence, w.ben) }
}

const untilOf = async ({ db }: World, id: string) =>
  (
    await db.all<{ until: string | null; state: string }>(
      sql`SELECT offered_until AS until, state FROM bookings WHERE id = ${id}`,
    )
  )[0]

test('the first person on the waitlist is offered an open place, with a deadline and no charge', async () => {
  const { w, occurrence, dan, offer } = await opened()

  expect(await untilOf(w, offer)).toEqual({ until, state: 'waitlisted' })
  const letter = (await mailTo(w, w.ben)).at(-1)!
  expect(letter.subject).toBe('A place is offered to you: Pole 2: spins, Thu 18:30')
  expect(letter.text).toContain('It is kept for you until Thu 15 Oct 12:40.')
  expect(letter.text).toContain(
    'you’re not charged and we offer it to the next person on the waitlist',
  )
  expect((await noticesOf(w, w.ben)).at(-1)!.text).toBe(
    'A place opened in Pole 2: spins, Thu 18:30. It is offered to you until Thu 15 Oct 12:40.',
  )
  expect(await balanceOf(w, w.benLot)).toBe(10)
  // Nobody else has it: not somebody new, not the next who waits, not the job.
  const fay = await w.givenPerson('Fay New')
  await w.givePack(fay)
  expect(await bookClass(w.asMember(fay, noon), occurrence)).toMatchObject({
    outcome: 'waitlisted',
    position: 3,
  })
  expect(await bookClass(w.asMember(dan, noon), occurrence)).toMatchObject({ position: 1 })
  expect(await promoteOpenPlaces(w.at(noon))).toBe(0)
})

test('an offer is accepted at its last instant, charged once, and refused one second later', async () => {
  const first = await opened()
  const accept = (now: string) => acceptOffer(first.w.asMember(first.w.ben, now), first.offer)
  expect(await accept(until)).toMatchObject({ ok: true, terms: { stage: 'late' } })
  // Pressed a second time it says the same: what a cancel costs now, the credit among it.
  const again = await accept(until)
  expect(again).toMatchObject({ ok: true, again: true, terms: { stage: 'late' } })
  expect(again.ok && again.terms.now).toMatchObject({ losesCredit: true, feeMinor: 500 })
  expect(await bookingOf(first.w, first.occurrence, first.w.ben)).toMatchObject({
    state: 'booked',
    lotId: first.w.benLot,
    declineUntil: null,
  })
  expect(await balanceOf(first.w, first.w.benLot)).toBe(9)
  expect(
    (await mailTo(first.w, first.w.ben)).filter((m) => m.kind === 'booking-booked'),
  ).toHaveLength(1)

  const second = await opened()
  expect(await acceptOffer(second.w.asMember(second.w.ben, justAfter), second.offer)).toEqual({
    ok: false,
    reason: 'offer_over',
  })
  expect(await balanceOf(second.w, second.w.benLot)).toBe(10)
})

test('declined it costs nothing and goes to the next at once, twice is once', async () => {
  const { w, occurrence, dan, offer } = await opened()
  expect(await declineOffer(w.asMember(w.ben, noon), offer)).toEqual({ ok: true })
  expect(await declineOffer(w.asMember(w.ben, noon), offer)).toEqual({ ok: true, again: true })
  expect(await untilOf(w, offer)).toMatchObject({ state: 'declined' })
  expect([await balanceOf(w, w.benLot), await feesOf(w, w.ben)]).toEqual([10, []])
  expect(await untilOf(w, await idOf(w, occurrence, dan))).toEqual({ until, state: 'waitlisted' })
  expect(await acceptOffer(w.asMember(w.ben, noon), offer)).toMatchObject({ reason: 'offer_over' })
})

test('a stale decline never gives up the place that was taken meanwhile', async () => {
  const { w, occurrence, offer } = await opened()
  await acceptOffer(w.asMember(w.ben, noon), offer)
  expect(await declineOffer(w.asMember(w.ben, noon), offer)).toEqual({
    ok: false,
    reason: 'offer_over',
  })
  expect(await bookingOf(w, occurrence, w.ben)).toMatchObject({ state: 'booked' })
})

test('an offer that nobody answers ends by the job: free, told, and offered to the next', async () => {
  const { w, occurrence, dan, eve, offer } = await opened()
  expect(await lapseOffers(w.at(until))).toBe(0)
  expect(await lapseOffers(w.at(justAfter))).toBe(1)
  expect(await lapseOffers(w.at(justAfter))).toBe(0)
  expect(await untilOf(w, offer)).toMatchObject({ state: 'offer_lapsed' })
  expect([await balanceOf(w, w.benLot), await feesOf(w, w.ben)]).toEqual([10, []])
  expect((await noticesOf(w, w.ben)).at(-1)!.text).toContain('Nothing was charged.')
  expect(await untilOf(w, await idOf(w, occurrence, dan))).toMatchObject({
    until: '2026-10-15T12:10:01Z',
  })
  expect(await untilOf(w, await idOf(w, occurrence, eve))).toMatchObject({ until: null })
  // Ben may wait again, at the end.
  expect(await bookClass(w.asMember(w.ben, justAfter), occurrence)).toMatchObject({ position: 2 })
})

test('someone who takes it at the very instant it ends meets the job, and one of them has it, never both', async () => {
  for (let i = 0; i < 6; i += 1) {
    const { w, occurrence, offer } = await opened()
    const [accepted] = await Promise.all([
      acceptOffer(w.asMember(w.ben, until), offer),
      lapseOffers(w.at(justAfter)),
      acceptOffer(w.asMember(w.ben, until), offer),
      declineOffer(w.asMember(w.ben, until), offer),
    ])
    const taken = await rosterOf(w, occurrence)
    const [counts] = await w.db.all<{ n: number }>(sql`
      SELECT count(*) AS n FROM bookings WHERE occurrence_id = ${occurrence}
        AND (state = 'booked' OR state = 'waitlisted' AND offered_until IS NOT NULL)`)
    expect(counts).toEqual({ n: 1 })
    const ben = await bookingOf(w, occurrence, w.ben)
    expect([ben!.state, await balanceOf(w, w.benLot)]).toEqual(
      ben!.state === 'booked' ? ['booked', 9] : [ben!.state, 10],
    )
    expect(accepted.ok ? taken.booked : 1).toBe(1)
  }
})

test('two places that open at once are offered to two people, each one place', async () => {
  const { w, occurrence, dan, eve } = await fullClass()
  expect(await changeCapacity(w.asDesk(noon), occurrence, 3)).toEqual({ ok: true, promoted: 2 })
  await Promise.all(Array.from({ length: 4 }, () => promoteOpenPlaces(w.at(noon))))
  const offers = [w.ben, dan, eve].map(
    async (p) => (await untilOf(w, await idOf(w, occurrence, p)))?.until,
  )
  expect(await Promise.all(offers)).toEqual([until, until, null])
  const taken = await Promise.all(
    [w.ben, dan].map(async (p) => acceptOffer(w.asMember(p, noon), await idOf(w, occurrence, p))),
  )
  expect(taken.map(({ ok }) => ok)).toEqual([true, true])
  expect(await rosterOf(w, occurrence)).toEqual({ booked: 3, waitlisted: 1 })
})

test('the desk cannot put a walk-in onto an offered place, but can give it to the person it is offered to', async () => {
  const { w, occurrence } = await opened()
  const fay = await w.givenPerson('Fay New')
  await w.givePack(fay)
  const desk = w.asDesk(noon)
  const race = await Promise.all([
    addWalkIn(desk, occurrence, { personId: fay.id }),
    addWalkIn(desk, occurrence, { personId: w.cleo.id, pay: { kind: 'drop_in', method: 'cash' } }),
    addWalkIn(desk, occurrence, { personId: w.ben.id }),
  ])
  expect(race.map(({ ok }) => ok)).toEqual([false, false, true])
  expect(race[0]).toMatchObject({ reason: 'class_full' })
  expect(await rosterOf(w, occurrence)).toMatchObject({ booked: 1, waitlisted: 2 })
  expect(await changeCapacity(desk, occurrence, 1)).toMatchObject({ ok: true })
})

test('offered places count against fewer places: the capacity cannot go below them', async () => {
  const { w, occurrence } = await fullClass()
  await changeCapacity(w.asDesk(noon), occurrence, 2)
  expect(await changeCapacity(w.asDesk(noon), occurrence, 1)).toEqual({
    ok: false,
    reason: 'below_booked',
    facts: { booked: 2 },
  })
})

test('offers are made until the list closes and end at the start at the latest; after the close the place is first come, first served', async () => {
  const late = await opened({ waitlistClosesMinutes: 10, offerMinutes: 60 }, '2026-10-15T17:15:00Z')
  expect(await untilOf(late.w, late.offer)).toMatchObject({ until: '2026-10-15T17:30:00Z' })
  expect(await closeWaitlists(late.w.at('2026-10-15T17:30:00Z'))).toBe(2)
  expect(await lapseOffers(late.w.at('2026-10-15T17:30:01Z'))).toBe(1)
  expect(await rosterOf(late.w, late.occurrence)).toEqual({
    late_cancelled: 1,
    not_promoted: 2,
    offer_lapsed: 1,
  })

  const { w, occurrence, offer, dan } = await opened({}, '2026-10-15T15:20:00Z')
  expect(await untilOf(w, offer)).toMatchObject({ until: '2026-10-15T15:50:00Z' })
  const after = '2026-10-15T15:50:01Z'
  expect(await lapseOffers(w.at(after))).toBe(1)
  expect(await untilOf(w, await idOf(w, occurrence, dan))).toMatchObject({ until: null })
  expect(await bookClass(w.asMember(dan, after), occurrence)).toMatchObject({ outcome: 'booked' })
})

test('an offer made in the night stands until the morning', async () => {
  const { w, offer } = await opened(
    { blackoutFrom: '22:00', blackoutUntil: '07:00', cancelMinutes: 60 },
    '2026-10-14T21:30:00Z',
  )
  // 22:30 in London, until 07:00.
  expect(await untilOf(w, offer)).toMatchObject({ until: '2026-10-15T06:00:00Z' })
})

test('only the person offered a place can answer, and if they can no longer pay they see why', async () => {
  const { w, dan, offer } = await opened()
  expect(await acceptOffer(w.asMember(dan, noon), offer)).toEqual({
    ok: false,
    reason: 'offer_not_found',
  })
  expect(await declineOffer(w.asMember(dan, noon), offer)).toMatchObject({
    reason: 'offer_not_found',
  })
  await world()
  const other = await world()
  expect(await acceptOffer(other.asMember({ ...w.ben }, noon), offer)).toMatchObject({ ok: false })
  await w.db.run(sql`UPDATE lots SET expires_on = '2026-10-14' WHERE id = ${w.benLot}`)
  expect(await acceptOffer(w.asMember(w.ben, noon), offer)).toMatchObject({
    reason: 'refused',
    why: { facts: {} },
  })
  expect(await untilOf(w, offer)).toMatchObject({ until, state: 'waitlisted' })
})

test('taking it leaves the lists of classes at the same time, and a cancelled class ends it free', async () => {
  const { w, occurrence, offer } = await opened()
  const other = await w.givenClass({
    localStart: '2026-10-15T19:00',
    capacity: 1,
    discipline: 'yoga',
  })
  const fay = await w.givenPerson('Fay New')
  await w.givePack(fay)
  await bookClass(w.asMember(fay, noon), other)
  await bookClass(w.asMember(w.ben, noon), other)
  await acceptOffer(w.asMember(w.ben, noon), offer)
  expect(await bookingOf(w, other, w.ben)).toMatchObject({ state: 'left' })

  const second = await opened()
  await cancelOccurrence(second.w.asDesk(noon), second.occurrence, { reason: 'Flood' })
  expect(await untilOf(second.w, second.offer)).toMatchObject({ state: 'not_promoted' })
  expect(await acceptOffer(second.w.asMember(second.w.ben, noon), second.offer)).toMatchObject({
    ok: false,
  })
  expect(occurrence).not.toBe(second.occurrence)
})

test('the page of an offer says until when, what pays and what each answer does', async () => {
  const { w, offer } = await opened()
  const viewer = { personId: w.ben.id, name: w.ben.name, email: w.ben.email }
  const page = await offerPage(w.asMember(w.ben, noon), viewer, offer)
  expect(page?.offer).toMatchObject({ until, pays: { kind: 'lot' } })
  expect((await offerPage(w.asMember(w.ben, justAfter), viewer, offer))?.offer).toBeNull()
  expect(await offerPage(w.asMember(w.ana, noon), viewer, offer)).toBeNull()
})

test('people joining or on the waitlist read that places are offered, not given', async () => {
  const { w, occurrence, dan } = await fullClass()
  const facts = await batch(w.db, bookingFactStatements(w.at(noon), dan.id, occurrence))
  const availability = availabilityOf(toFacts(w.at(noon), dan.id, facts)!)
  const formats = {
    timeZone: 'Europe/London',
    locale: 'en-GB',
    currency: 'GBP',
    today: '2026-10-15',
  }
  expect(availabilityWords(availability, '2026-10-15T18:30', formats).sentence).toBe(
    '2nd of 3 on the waitlist. A place that opens before 16:30 is offered to the next person. ' +
      'You pay only if you take it.',
  )
})
