import { expect, test } from 'vitest'
import { balanceOf, bookingOf, noticesOf } from '../../../../tests/support/bookings.ts'
import { world } from '../../../../tests/support/world.ts'
import { bookClass } from '../booking/book-class.server.ts'
import { cancelBooking } from '../cancelling/cancel-booking.server.ts'
import { acceptOffer, offerPage } from './accept-offer.server.ts'
import { declineOffer } from './decline-offer.server.ts'
import { lapseOffers } from './lapse-offers.server.ts'

// Thursday 15 October 2026, 18:30 in London (17:30Z); the list gives places out until 16:30.
const monday = '2026-10-12T09:00:00Z'
const noon = '2026-10-15T11:10:00Z'
const justAfter = '2026-10-15T11:40:01Z'

/** A class of one place that Ana gave back; it is offered to Ben, and nobody else waits. */
async function opened() {
  const w = await world({ policy: { offerMinutes: 30, lateFeeMinor: 500 } })
  const occurrence = await w.givenClass({ localStart: '2026-10-15T18:30', capacity: 1 })
  for (const person of [w.ana, w.ben]) await bookClass(w.asMember(person, monday), occurrence)
  const held = (await bookingOf(w, occurrence, w.ana))!.id
  await cancelBooking(w.asMember(w.ana, noon), held)
  return { w, offer: (await bookingOf(w, occurrence, w.ben))!.id }
}

test('the page of an offer that was taken says so, and claims no free end', async () => {
  const { w, offer } = await opened()
  const viewer = { personId: w.ben.id, name: w.ben.name, email: w.ben.email }
  const ended = async () => (await offerPage(w.asMember(w.ben, noon), viewer, offer))?.ended
  await acceptOffer(w.asMember(w.ben, noon), offer)
  expect(await balanceOf(w, w.benLot)).toBe(9)
  expect(await ended()).toEqual({
    title: 'You have this place',
    sentence: 'You took the offer and are booked.',
  })
  await cancelBooking(w.asMember(w.ben, noon), offer)
  expect((await ended())?.sentence).toBe('This offer is over.')
})

test('the page of an offer that was declined says so', async () => {
  const { w, offer } = await opened()
  const viewer = { personId: w.ben.id, name: w.ben.name, email: w.ben.email }
  await declineOffer(w.asMember(w.ben, noon), offer)
  const page = await offerPage(w.asMember(w.ben, noon), viewer, offer)
  expect(page?.offer).toBe(null)
  expect(page?.ended).toEqual({ title: 'You’ve declined', sentence: 'Nothing was charged.' })
})

test('after an offer lapses, no next person is mentioned when nobody else is waiting', async () => {
  const { w } = await opened()
  await lapseOffers(w.at(justAfter))
  expect((await noticesOf(w, w.ben)).at(-1)!.text).toBe(
    'The offer of a place in Pole 2: spins, Thu 18:30, has ended. Nothing was charged. ' +
      'Open the class to see if you can still come.',
  )
})
