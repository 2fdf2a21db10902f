import { expect, test } from 'vitest'
import { bookClass } from '#app/domain/bookings/booking/book-class.server.ts'
import { cancelBooking } from '#app/domain/bookings/cancelling/cancel-booking.server.ts'
import { balanceOf, bookingOf, mailTo } from '../../../../tests/support/bookings.ts'
import { type World, world } from '../../../../tests/support/world.ts'
import { moveOccurrence } from './move-occurrence.server.ts'
import { movePage } from './move-page.server.ts'
import { moveView } from './move-view.ts'

// Cancelling is free until 12 hours before.
const now = '2026-10-14T09:00:00Z'

const letterTo = async (w: World) =>
  (await mailTo(w, w.ben)).filter(({ kind }) => kind === 'class-changed').map(({ text }) => text)

test('moved past the limit of a free cancel, a place can be given up free, and the letter says so', async () => {
  const w = await world({ now: '2026-10-01T09:00:00Z' })
  const id = await w.givenClass({ localStart: '2026-10-16T18:30' })
  await bookClass(w.asMember(w.ben, now), id)
  const move = { date: '2026-10-14', time: '19:00', version: 1, anyway: false }
  expect(await moveOccurrence(w.asDesk(now), id, move)).toMatchObject({ ok: true, notified: 1 })
  expect(await letterTo(w)).toEqual([
    expect.stringContaining('You can cancel it free until it starts.'),
  ])
  const booking = await bookingOf(w, id, w.ben)
  await cancelBooking(w.asMember(w.ben, '2026-10-14T17:55:00Z'), booking!.id)
  expect((await bookingOf(w, id, w.ben))?.state).toBe('cancelled_on_time')
  expect(await balanceOf(w, w.benLot)).toBe(10)
})

test('moved within the limit, nothing is promised and late stays late', async () => {
  const w = await world({ now: '2026-10-01T09:00:00Z' })
  const id = await w.givenClass({ localStart: '2026-10-16T18:30' })
  await bookClass(w.asMember(w.ben, now), id)
  const move = { date: '2026-10-17', time: '19:00', version: 1, anyway: false }
  expect(await moveOccurrence(w.asDesk(now), id, move)).toMatchObject({ ok: true })
  expect((await letterTo(w))[0]).not.toContain('free')
  const booking = await bookingOf(w, id, w.ben)
  await cancelBooking(w.asMember(w.ben, '2026-10-17T16:00:00Z'), booking!.id)
  expect((await bookingOf(w, id, w.ben))?.state).toBe('late_cancelled')
})

test('a class is not put onto another that its people hold without being asked, and then leaves them free', async () => {
  const w = await world({ now: '2026-10-01T09:00:00Z' })
  const yoga = await w.givenClass({ localStart: '2026-10-20T18:00', discipline: 'yoga' })
  const id = await w.givenClass({ localStart: '2026-10-16T18:30' })
  for (const one of [yoga, id]) await bookClass(w.asMember(w.ben, now), one)
  const move = { date: '2026-10-20', time: '18:30', version: 1 }
  const words = 'Ben Okoro is also booked in Yin yoga then, Tue 20 Oct, 18:00'
  expect((await movePage(w.asDesk(now), id, move))?.conflicts).toContain(words)
  expect(await moveOccurrence(w.asDesk(now), id, { ...move, anyway: false })).toMatchObject({
    reason: 'taken',
    facts: { taken: expect.arrayContaining([words]) },
  })
  expect(await moveOccurrence(w.asDesk(now), id, { ...move, anyway: true })).toMatchObject({
    ok: true,
  })
  expect(await letterTo(w)).toEqual([
    expect.stringContaining('It’s at the same time as Yin yoga, which you’ve also booked.'),
  ])
  const booking = await bookingOf(w, id, w.ben)
  await cancelBooking(w.asMember(w.ben, '2026-10-20T17:00:00Z'), booking!.id)
  expect((await bookingOf(w, id, w.ben))?.state).toBe('cancelled_on_time')
})

test('the page of a move names who is told, before anything is changed on it too', async () => {
  const w = await world({ now: '2026-10-01T09:00:00Z' })
  const id = await w.givenClass({ localStart: '2026-10-16T18:30' })
  await bookClass(w.asMember(w.ben, now), id)
  await bookClass(w.asMember(w.ana, now), id)
  const page = await movePage(w.asDesk(now), id, {})
  const view = { path: '', view: 'week', by: 'room', locale: 'en-GB', minutes: 60 }
  expect(moveView(page!, view).effect).toBe(
    '2 people are booked or waiting: we tell each of them once, and nobody loses their place. ' +
      'Ana Reyes, Ben Okoro.',
  )
})
