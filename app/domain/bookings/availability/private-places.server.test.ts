import { expect, test } from 'vitest'
import { cancelAtDesk } from '#app/domain/appointments/cancel-at-desk.server.ts'
import {
  givenAppointment,
  givenAppointments,
  stateOf,
} from '../../../../tests/support/appointments.ts'
import { bookingOf, rosterOf } from '../../../../tests/support/bookings.ts'
import { world } from '../../../../tests/support/world.ts'
import { bookClass } from '../booking/book-class.server.ts'
import { cancelForPerson } from '../cancelling/cancel-for-person.server.ts'
import { cancelOccurrence } from '../cancelling/cancel-occurrence.server.ts'
import { restoreOccurrence } from '../cancelling/restore-occurrence.server.ts'
import { addWalkIn } from '../roster/add-walk-in.server.ts'
import { moveBooking } from '../roster/move-booking.server.ts'
import { joinWish } from '../waitlist/join-wish.server.ts'

const monday = '2026-10-12T09:00:00Z'

test('an appointment for two is no class: nobody books into it, and its places are not acted on one by one', async () => {
  const w = await world()
  const typeId = await givenAppointments(w)
  const id = await givenAppointment(w, typeId, w.ana, '2026-10-13T08:00:00Z', monday)
  const later = await givenAppointment(w, typeId, w.ana, '2026-10-13T10:00:00Z', monday)
  const notFound = { ok: false, reason: 'not_found' }

  expect(await bookClass(w.asMember(w.ben, monday), id)).toMatchObject(notFound)
  expect(await addWalkIn(w.asDesk(monday), id, { personId: w.ben.id })).toMatchObject(notFound)
  expect(
    await joinWish(w.asMember(w.ben, monday), id, { key: 'wish-private', also: [] }),
  ).toMatchObject({ ok: false })
  const own = (await bookingOf(w, id, w.ana))!.id
  expect(
    await cancelForPerson(w.asDesk(monday), id, own, { as: 'on_time', reason: '' }),
  ).toMatchObject(notFound)
  expect(await moveBooking(w.asDesk(monday), id, own, { to: later, reason: '' })).toMatchObject(
    notFound,
  )

  expect(await rosterOf(w, id)).toEqual({ booked: 1 })
  expect(await stateOf(w, id)).toBe('confirmed, scheduled')
})

test('an appointment that the studio cancelled is not restored as a class', async () => {
  const w = await world()
  const id = await givenAppointment(
    w,
    await givenAppointments(w),
    w.ana,
    '2026-10-13T08:00:00Z',
    monday,
  )
  await cancelAtDesk(w.asDesk(monday), id, { by: 'studio', reason: 'The coach is ill' })

  expect(await restoreOccurrence(w.asDesk(monday), id)).toEqual({ ok: false, reason: 'not_found' })
  expect(await stateOf(w, id)).toBe('studio_cancelled, cancelled')
})

test('an appointment is cancelled as one, with its own row, and not as a class', async () => {
  const w = await world()
  const id = await givenAppointment(
    w,
    await givenAppointments(w),
    w.ana,
    '2026-10-13T08:00:00Z',
    monday,
  )

  expect(await cancelOccurrence(w.asDesk(monday), id, { reason: 'ill' })).toEqual({
    ok: false,
    reason: 'not_found',
  })
  expect(await stateOf(w, id)).toBe('confirmed, scheduled')
  expect(await cancelAtDesk(w.asDesk(monday), id, { by: 'studio', reason: 'ill' })).toEqual({
    ok: true,
  })
})
