import { expect, test } from 'vitest'
import { repeatPage } from '#app/domain/timetable/repeat-page.server.ts'
import { wishPage } from '#app/domain/timetable/wish-page.server.ts'
import { bookingOf } from '../../../../tests/support/bookings.ts'
import { plansOf, remembering } from '../../../../tests/support/query-plans.ts'
import { world } from '../../../../tests/support/world.ts'
import { bookClass } from '../booking/book-class.server.ts'
import { bookGuest } from '../booking/book-guest.server.ts'
import { chooseSpot, spotPage } from '../booking/choose-spot.server.ts'
import { guestsPage } from '../booking/guests-page.server.ts'
import { cancelBooking } from '../cancelling/cancel-booking.server.ts'
import { bookRepeating } from '../standing-places/book-repeating.server.ts'
import { bookStandingPlaces } from '../standing-places/book-standing-places.server.ts'
import { giveStandingPlace } from '../standing-places/give-standing-place.server.ts'
import { standingPlacesPage } from '../standing-places/standing-places-page.server.ts'
import { closeWaitlists } from './close-waitlists.server.ts'
import { joinWish } from './join-wish.server.ts'
import { leaveWish } from './leave-wish.server.ts'

const now = '2026-10-12T09:00:00Z'

test('no statement of wishes, standing places, guests or spots scans a table that grows, and each page is one trip', async () => {
  const w = await world({ policy: { guestLimit: 2 } })
  const { sent, remember } = remembering(w)
  const [one, two] = [
    await w.givenClass({ capacity: 1 }),
    await w.givenClass({ capacity: 1, localStart: '2026-10-16T18:30' }),
  ]
  const weekly = await w.givenSeries({
    localStart: '2026-10-17T10:00',
    rrule: 'FREQ=WEEKLY;BYDAY=SA',
    at: now,
  })
  for (const id of [one, two]) await bookClass(w.asMember(w.ana, now), id)
  const ben = remember(w.asMember(w.ben, now))
  const viewer = { personId: w.ben.id, name: w.ben.name, email: w.ben.email }
  const trips = async (page: () => Promise<unknown>) => {
    const before = w.meter.trips
    expect(await page()).not.toBeNull()
    return w.meter.trips - before
  }

  expect(await trips(() => wishPage(ben, viewer, one))).toBe(1)
  await joinWish(ben, one, { key: 'plans-wish', also: [two] })
  await cancelBooking(remember(w.asMember(w.ana, now)), (await bookingOf(w, one, w.ana))!.id)
  await leaveWish(ben, 'plans-wish')
  expect(await trips(() => repeatPage(ben, viewer, weekly[0]!))).toBe(1)
  await bookRepeating(ben, weekly[0]!, { dates: [weekly[0]!], goOn: true, key: 'plans-repeat' })
  await giveStandingPlace(remember(w.asDesk(now)), w.ana.id, {
    id: 'plans-standing',
    seriesId: 'none',
    from: '2026-10-12',
    until: null,
  })
  await bookStandingPlaces(remember(w.at(now)))
  expect(await trips(() => standingPlacesPage(remember(w.at(now)), w.ben.id))).toBe(1)
  const own = (await bookingOf(w, weekly[0]!, w.ben))!.id
  expect(await trips(() => guestsPage(ben, viewer, own))).toBe(1)
  await bookGuest(ben, own, { key: 'plans-guest', name: 'Zoe', email: '', pay: 'credit' })
  expect(await trips(() => spotPage(ben, viewer, own))).toBe(1)
  await chooseSpot(ben, own, '1')
  await cancelBooking(ben, own)

  expect(sent.size).toBeGreaterThan(40)
  expect(await plansOf(w, sent)).toEqual([])
  for (const params of sent.values()) expect(params.length).toBeLessThanOrEqual(100)
})

test('the jobs find dates of standing places by their series, and wishes by their people', async () => {
  const w = await world()
  const { sent, remember } = remembering(w)
  const id = await w.givenClass({ capacity: 1 })
  for (const person of [w.ana, w.ben]) await bookClass(w.asMember(person, now), id)
  await bookStandingPlaces(remember(w.at(now)))
  await closeWaitlists(remember(w.at('2026-10-15T17:30:00Z')))

  const plans: string[] = []
  for (const [query, params] of sent) {
    const { results } = await w.db.$client
      .prepare(`EXPLAIN QUERY PLAN ${query}`)
      .bind(...params)
      .all<{ detail: string }>()
    plans.push(...results.map(({ detail }) => detail))
  }
  expect(plans).toContain(
    'SEARCH o USING INDEX occurrences_one_per_recurrence (studio_id=? AND series_id=? AND recurrence_key>?)',
  )
  expect(plans.filter((plan) => plan.includes('wishes_by_person'))).toEqual([
    'SEARCH wishes USING INDEX wishes_by_person (studio_id=? AND person_id=? AND state=?)',
  ])
})
