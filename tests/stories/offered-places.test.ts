/**
 * A policy that offers an open place instead of booking it: one count of who waits wherever it is
 * told, true sentences for who gives a place up, and no way around the place that is kept.
 */
import { expect, test } from 'vitest'
import { bookClass } from '#app/domain/bookings/booking/book-class.server.ts'
import { bookGuest } from '#app/domain/bookings/booking/book-guest.server.ts'
import { cancelBooking } from '#app/domain/bookings/cancelling/cancel-booking.server.ts'
import { cancelEffectWords } from '#app/domain/bookings/cancelling/cancel-effect-words.ts'
import { cancellationPage } from '#app/domain/bookings/cancelling/cancellation-page.server.ts'
import { classCancellationPage } from '#app/domain/bookings/cancelling/class-cancellation-page.server.ts'
import { cancellationWords } from '#app/domain/bookings/cancelling/giving-up-words.ts'
import { addWalkIn } from '#app/domain/bookings/roster/add-walk-in.server.ts'
import { moveBooking } from '#app/domain/bookings/roster/move-booking.server.ts'
import { rosterMessagePage } from '#app/domain/bookings/roster/notify-roster.server.ts'
import { rosterPage } from '#app/domain/bookings/roster/roster-page.server.ts'
import { giveStandingPlace } from '#app/domain/bookings/standing-places/give-standing-place.server.ts'
import { acceptOffer } from '#app/domain/bookings/waitlist/accept-offer.server.ts'
import { todayPage } from '#app/domain/overview/today-page.server.ts'
import { previewClosure } from '#app/domain/planning/preview-closure.server.ts'
import { walkInAtDesk } from '#app/domain/reception/walk-in-at-desk.server.ts'
import { classesPage } from '#app/domain/scheduling/series/classes-page.server.ts'
import { calendarFilters } from '#app/domain/timetable/desk-calendar/calendar-filters.ts'
import { calendarPage } from '#app/domain/timetable/desk-calendar/calendar-page.server.ts'
import { newId } from '#app/values/id.ts'
import { balanceOf, bookingOf, mailTo, rosterOf } from '../support/bookings.ts'
import { type Person, type World, world } from '../support/world.ts'

// Thursday 15 October 2026, 18:30 in London; the list gives places out until 16:30.
const monday = '2026-10-12T09:00:00Z'
const noon = '2026-10-15T11:10:00Z'
const formats = { timeZone: 'Europe/London', locale: 'en-GB', currency: 'GBP' }

const idOf = async (w: World, occurrence: string, person: Person) =>
  (await bookingOf(w, occurrence, person))!.id

/** Two places, Ana's and Fay's; Ben and Dan wait in this order. */
async function fullClass(policy = {}) {
  const w = await world({ policy: { offerMinutes: 30, guestLimit: 1, ...policy } })
  const occurrence = await w.givenClass({ localStart: '2026-10-15T18:30', capacity: 2 })
  const [fay, dan] = (await w.givenPeople(['Fay Stays', 'Dan Waits'])) as [Person, Person]
  for (const person of [fay, dan]) await w.givePack(person)
  for (const person of [w.ana, fay, w.ben, dan])
    await bookClass(w.asMember(person, monday), occurrence)
  return { w, occurrence, fay, dan }
}

/** Ana has given her place up: it is offered to Ben. */
async function opened() {
  const all = await fullClass()
  const { w, occurrence } = all
  await cancelBooking(w.asMember(w.ana, noon), await idOf(w, occurrence, w.ana))
  return all
}

test('someone who is offered a place is counted among the taken places and not among who waits, wherever it is told', async () => {
  const { w, occurrence } = await opened()
  const ctx = w.at(noon)
  const day = { from: '2026-10-15', until: '2026-10-15', locationId: null, extendsPacks: false }
  const viewer = { personId: w.coach.id, role: 'owner' as const }
  const only = { coach: '', room: '', discipline: '', from: '2026-10-12' }
  const told = {
    roster: (await rosterPage(ctx, occurrence, ''))?.occurrence,
    classes: (await classesPage(ctx, only)).classes[0],
    calendar: (await calendarPage(ctx, calendarFilters.parse({ on: '2026-10-15' }))).items[0],
    today: (await todayPage(ctx, viewer)).classes[0],
  }
  for (const [where, one] of Object.entries(told))
    expect([where, one?.booked, one?.capacity, one?.waiting]).toEqual([where, 2, 2, 1])

  // Those who are told of a change are all of them, each as what they are.
  const { rows } = await previewClosure(ctx, day)
  expect(rows).toMatchObject([{ booked: 1, offered: 1, waiting: 1 }])
  const { effects } = (await classCancellationPage(ctx, occurrence))!
  expect(cancelEffectWords(effects, formats)[0]?.what).toBe(
    '3 people are notified by email and in the app: 1 booked, 1 offered a place, 1 waiting.',
  )
  expect(await rosterMessagePage(ctx, occurrence)).toMatchObject({
    reach: { waiting: { people: 2 } },
    offered: 1,
  })
})

test('someone who gives a place up reads that it is offered, or that it is booked for the next, as the policy has it', async () => {
  const says = async (policy: object) => {
    const { w, occurrence, dan } = await fullClass(policy)
    const viewer = { personId: w.ana.id, name: w.ana.name, email: w.ana.email }
    const page = await cancellationPage(
      w.asMember(w.ana, noon),
      viewer,
      await idOf(w, occurrence, w.ana),
    )
    const words = cancellationWords(page!.cancellation!, page!.booking, { ...formats, now: noon })
    const letter = (await mailTo(w, dan)).find(({ kind }) => kind === 'booking-waitlisted')
    return [words.effects.map(({ what }) => what), letter?.text] as const
  }
  const [offers, offersLetter] = await says({})
  expect(offers).toContain('Your place is offered to the first of 2 people on the waitlist.')
  expect(offersLetter).toContain('it is offered to the next person on the waitlist')
  const [books, booksLetter] = await says({ offerMinutes: null })
  expect(books).toContain('Your place goes to the first of 2 people on the waitlist.')
  expect(booksLetter).toContain('it goes to the next person on the waitlist')
})

test('no way of booking takes the place that is kept for an offer, at once with the person who takes it', async () => {
  for (let round = 0; round < 3; round += 1) {
    const { w, occurrence, fay } = await opened()
    const [gus, hal, ivy] = (await w.givenPeople(['Gus', 'Hal', 'Ivy'])) as [Person, Person, Person]
    for (const person of [gus, hal, ivy]) await w.givePack(person)
    const desk = w.asDesk(noon)
    const elsewhere = await w.givenClass({ localStart: '2026-10-16T18:30', capacity: 5 })
    await bookClass(w.asMember(ivy, monday), elsewhere)
    const [ivys, fays, bens] = [
      await idOf(w, elsewhere, ivy),
      await idOf(w, occurrence, fay),
      await idOf(w, occurrence, w.ben),
    ]
    const [seriesId] = await w.db.all<{ id: string }>(
      `SELECT series_id AS id FROM occurrences WHERE id = '${occurrence}'`,
    )
    const results = await Promise.all([
      walkInAtDesk(desk, {
        occurrenceId: occurrence,
        personId: gus.id,
        pay: 'rule',
        reason: '',
        override: '',
        mayOverride: true,
      }),
      addWalkIn(desk, occurrence, {
        personId: w.cleo.id,
        pay: { kind: 'drop_in', method: 'cash' },
      }),
      moveBooking(desk, elsewhere, ivys, { to: occurrence, reason: '' }),
      bookGuest(w.asMember(fay, noon), fays, {
        key: newId(),
        guestId: '',
        name: 'Guest',
        email: '',
        pay: 'credit',
      }),
      bookClass(w.asMember(hal, noon), occurrence, { waitlist: false }),
      giveStandingPlace(desk, hal.id, {
        id: newId(),
        seriesId: seriesId!.id,
        from: '2026-10-12',
        until: null,
      }),
      ...(round > 0 ? [acceptOffer(w.asMember(w.ben, noon), bens)] : []),
    ])
    expect(results.slice(0, 5).map(({ ok }) => ok)).toEqual([false, false, false, false, false])
    expect(await bookingOf(w, occurrence, w.ben)).toMatchObject({
      state: round > 0 ? 'booked' : 'waitlisted',
    })
    expect((await rosterOf(w, occurrence)).booked).toBe(round > 0 ? 2 : 1)
    expect(await balanceOf(w, w.benLot)).toBe(round > 0 ? 9 : 10)
    if (round === 0)
      expect(await acceptOffer(w.asMember(w.ben, noon), bens)).toMatchObject({ ok: true })
  }
})
