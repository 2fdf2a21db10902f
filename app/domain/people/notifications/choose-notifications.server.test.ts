import { expect, test } from 'vitest'
import { batch } from '#app/db/batch.server.ts'
import { bookClass } from '#app/domain/bookings/booking/book-class.server.ts'
import { cancelBooking } from '#app/domain/bookings/cancelling/cancel-booking.server.ts'
import { cancelOccurrence } from '#app/domain/bookings/cancelling/cancel-occurrence.server.ts'
import { notifyRoster } from '#app/domain/bookings/roster/notify-roster.server.ts'
import { switchedOffStatement } from '#app/domain/messaging/notification-choices.server.ts'
import {
  type NotificationKey,
  notificationKinds,
} from '#app/domain/messaging/notification-kinds.ts'
import { newId } from '#app/values/id.ts'
import { bookingOf, mailTo, noticesOf } from '../../../../tests/support/bookings.ts'
import { type Person, type World, world } from '../../../../tests/support/world.ts'
import { chooseNotifications } from './choose-notifications.server.ts'

const now = '2026-10-12T09:00:00Z'
const usual = { way: 'mail', minutes: 1440 } as const

const without = (w: World, person: Person, ...off: NotificationKey[]) =>
  chooseNotifications(w.asMember(person, now), {
    ...usual,
    on: notificationKinds.map(({ key }) => key).filter((key) => !off.includes(key)),
  })

const kindsTo = async (w: World, person: Person) =>
  (await mailTo(w, person)).map(({ kind }) => kind)

test('a confirmation that is switched off is not mailed, and what they need comes all the same', async () => {
  const w = await world()
  const id = await w.givenClass()
  await without(w, w.ana, 'bookings')
  for (const person of [w.ana, w.ben]) await bookClass(w.asMember(person, now), id)
  expect(await kindsTo(w, w.ana)).toEqual([])
  expect(await kindsTo(w, w.ben)).toEqual(['booking-booked'])
  await cancelBooking(w.asMember(w.ana, now), (await bookingOf(w, id, w.ana))!.id)
  expect(await kindsTo(w, w.ana)).toEqual(['booking-cancelled'])
})

test('a place from the waitlist is under the notices where its email is off', async () => {
  const w = await world()
  const id = await w.givenClass({ capacity: 1 })
  await without(w, w.ben, 'waitlist')
  for (const person of [w.ana, w.ben]) await bookClass(w.asMember(person, now), id)
  await cancelBooking(w.asMember(w.ana, now), (await bookingOf(w, id, w.ana))!.id)
  expect((await bookingOf(w, id, w.ben))?.state).toBe('booked')
  expect(await kindsTo(w, w.ben)).toEqual(['booking-waitlisted'])
  expect((await noticesOf(w, w.ben)).map(({ kind }) => kind)).toContain('booking-promoted')
})

test('of everybody in a class only those who want it get what the studio writes, and all hear that it is off', async () => {
  const w = await world()
  const id = await w.givenClass()
  await without(w, w.ana, 'messages', 'bookings')
  await without(w, w.ben, 'bookings')
  for (const person of [w.ana, w.ben]) await bookClass(w.asMember(person, now), id)
  await notifyRoster(w.asDesk(now), id, {
    key: newId(),
    to: 'booked',
    text: 'Bring socks',
    mail: 'on',
  })
  await cancelOccurrence(w.asDesk(now), id, { reason: 'Dee is ill' })
  expect(await kindsTo(w, w.ana)).toEqual(['class-cancelled'])
  expect(await kindsTo(w, w.ben)).toEqual(['class-message', 'class-cancelled'])
})

test('an address of two people is written to while one of them wants it', async () => {
  const w = await world()
  const twin = await w.givenPerson('Ana Reyes')
  expect(twin.email).toBe(w.ana.email)
  await without(w, w.ana, 'bookings')
  await bookClass(w.asMember(w.ana, now), await w.givenClass())
  expect(await kindsTo(w, w.ana)).toEqual(['booking-booked'])
  await without(w, twin, 'bookings')
  await bookClass(w.asMember(w.ana, now), await w.givenClass({ localStart: '2026-10-16T18:30' }))
  expect(await kindsTo(w, w.ana)).toEqual(['booking-booked'])
})

test('a kind of email that was switched off can be switched on, also by two windows at once', async () => {
  const w = await world()
  const off = async () =>
    (await batch(w.db, { off: switchedOffStatement(w.at(now), w.ana.id) })).off
      .map(({ kind }) => kind)
      .sort()
  await without(w, w.ana, 'bookings', 'courses')
  expect(await off()).toEqual(['bookings', 'courses'])
  await Promise.all([without(w, w.ana, 'courses'), without(w, w.ana, 'courses')])
  expect(await off()).toEqual(['courses'])
  await without(w, w.ana)
  expect(await off()).toEqual([])
})
