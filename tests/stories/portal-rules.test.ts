/** What a studio keeps to itself is refused by the server, whatever page it is asked from. */
import { expect, test } from 'vitest'
import { bookClass } from '#app/domain/bookings/booking/book-class.server.ts'
import { bookGuest } from '#app/domain/bookings/booking/book-guest.server.ts'
import { cancelBooking } from '#app/domain/bookings/cancelling/cancel-booking.server.ts'
import { cancelForPerson } from '#app/domain/bookings/cancelling/cancel-for-person.server.ts'
import { bookRepeating } from '#app/domain/bookings/standing-places/book-repeating.server.ts'
import { enrolPerson } from '#app/domain/courses/enrolments/enrol-person.server.ts'
import { holdPlace } from '#app/domain/courses/enrolments/hold-place.server.ts'
import { joinCourseWaitlist } from '#app/domain/courses/enrolments/join-course-waitlist.server.ts'
import { withdrawPerson } from '#app/domain/courses/enrolments/withdraw-person.server.ts'
import { exportPerson } from '#app/domain/exports/export-person.server.ts'
import { updateMyDetails } from '#app/domain/people/update-my-details.server.ts'
import type { PortalKey } from '#app/domain/scope/portal-rules.ts'
import { newId } from '#app/values/id.ts'
import { bookingOf } from '../support/bookings.ts'
import { givenCourse } from '../support/courses.ts'
import { type Person, type World, world } from '../support/world.ts'

const now = '2026-10-12T09:00:00Z'
const december = '2026-12-14T10:00:00Z'
const asks = { ok: false, reason: 'ask_studio' }

/** Somebody at the studio of `w` while one rule is turned round. */
const under = (w: World, rule: PortalKey, person: Person, at = now) => {
  const ctx = w.asMember(person, at)
  return { ...ctx, studio: { ...ctx.studio, portal: rule } }
}

test('where the studio cancels bookings itself, members cannot, staff can, and a waitlist is left all the same', async () => {
  const w = await world()
  const id = await w.givenClass({ capacity: 1 })
  await bookClass(w.asMember(w.ana, now), id)
  await bookClass(w.asMember(w.ben, now), id)
  const [mine, waiting] = [await bookingOf(w, id, w.ana), await bookingOf(w, id, w.ben)]
  expect(await cancelBooking(under(w, 'cancel_bookings', w.ana), mine!.id)).toEqual(asks)
  expect((await bookingOf(w, id, w.ana))?.state).toBe('booked')
  expect(await cancelBooking(under(w, 'cancel_bookings', w.ben), waiting!.id)).toMatchObject({
    ok: true,
    outcome: 'left',
  })
  const desk = { ...w.asDesk(now), studio: { ...w.studio, portal: 'cancel_bookings' } }
  await cancelForPerson(desk, id, mine!.id, { as: 'on_time', reason: 'They called' })
  expect((await bookingOf(w, id, w.ana))?.state).toBe('cancelled_on_time')
})

test('where the studio books guests and regular places itself, members are told to ask', async () => {
  const w = await world({ policy: { guestLimit: 2 } })
  const [id] = await w.givenSeries({ rrule: 'FREQ=WEEKLY;COUNT=4', at: now })
  await bookClass(w.asMember(w.ben, now), id!)
  const host = (await bookingOf(w, id!, w.ben))!.id
  const guest = { key: newId(), name: 'Gil', email: '', pay: 'credit' as const }
  expect(await bookGuest(under(w, 'guests', w.ben), host, guest)).toEqual(asks)
  expect(await bookGuest(w.asMember(w.ben, now), host, guest)).toMatchObject({ ok: true })
  const dates = { dates: [id!], goOn: false, key: newId() }
  expect(await bookRepeating(under(w, 'repeat', w.ana), id!, dates)).toEqual(asks)
})

test('where the studio enrols people itself, no door of the course lets a member in, and the desk does', async () => {
  const w = await world()
  const { id } = await givenCourse(w, { capacity: 1 })
  const ana = under(w, 'enrol', w.ana, december)
  expect(await holdPlace(ana, id, w.ana.id)).toMatchObject(asks)
  expect(await enrolPerson(ana, id, w.ana.id)).toMatchObject(asks)
  expect(await enrolPerson(ana, id, w.ana.id, { byHand: { reason: 'Asked' } })).toMatchObject({
    ok: true,
  })
  const ben = under(w, 'enrol', w.ben, december)
  expect(await joinCourseWaitlist(ben, id, w.ben.id)).toMatchObject(asks)
  expect(await joinCourseWaitlist(ben, id, w.ben.id, { byStaff: true })).toMatchObject({ ok: true })
  const leaving = under(w, 'cancel_bookings', w.ana, december)
  expect(await withdrawPerson(leaving, id, w.ana.id)).toEqual(asks)
})

test('where the studio keeps the details, a photo can still be changed, and the other way round', async () => {
  const w = await world()
  const details = under(w, 'edit_details', w.ana)
  expect(await updateMyDetails(details, { phone: '0113 496 0000' }, 1)).toEqual(asks)
  expect(await updateMyDetails(details, { photo: 'people/x.jpg' }, 1)).toMatchObject({ ok: true })
  const photo = under(w, 'change_photo', w.ben)
  expect(await updateMyDetails(photo, { photo: 'people/y.jpg' }, 1)).toEqual(asks)
  expect(await updateMyDetails(photo, { phone: '0113 496 0000' }, 1)).toMatchObject({ ok: true })
})

test('where the studio hands data out itself, no archive is made', async () => {
  const w = await world()
  expect(await exportPerson(under(w, 'download_data', w.ana), w.directory)).toEqual(asks)
})
