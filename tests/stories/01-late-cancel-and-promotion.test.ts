import { expect, test } from 'vitest'
import { bookClass } from '#app/domain/bookings/booking/book-class.server.ts'
import { cancelBooking } from '#app/domain/bookings/cancelling/cancel-booking.server.ts'
import {
  balanceOf,
  bookingOf,
  entriesOf,
  feesOf,
  mailTo,
  noticesOf,
  rosterOf,
} from '../support/bookings.ts'
import { world } from '../support/world.ts'

// Thursday 15 October 2026, 18:30 in London is 17:30 UTC; the cut-off is 06:30 (05:30 UTC).
const monday = '2026-10-12T09:00:00Z'
const at1530 = '2026-10-15T14:30:00Z'

test('a late cancel keeps the credit, promotes the first who waits, and lets them decline free', async () => {
  const w = await world()
  const thursday = await w.givenClass({ localStart: '2026-10-15T18:30', capacity: 12 })
  const bea = await w.givenPerson('Bea Lind')
  const beaPack = await w.givePack(bea, { credits: 7 })
  const others = await w.givenPeople(Array.from({ length: 11 }, (_, i) => `Booker ${i}`))
  const [w1, w2] = (await w.givenPeople(['Wes One', 'Wyn Two'])) as [typeof bea, typeof bea]
  const w1Pack = await w.givePack(w1)
  await w.giveMembership(w2)
  for (const person of others) await w.giveMembership(person)

  const results = []
  for (const person of [bea, ...others, w1, w2])
    results.push(await bookClass(w.asMember(person, monday), thursday))
  expect(results.map((r) => r.ok && r.outcome)).toEqual([
    ...Array(12).fill('booked'),
    'waitlisted',
    'waitlisted',
  ])
  expect(results.slice(12).map((r) => r.ok && r.position)).toEqual([1, 2])
  expect(await balanceOf(w, beaPack)).toBe(6)
  const beaBooking = (await bookingOf(w, thursday, bea))!.id

  // Bea cancels at 15:30, nine hours late.
  const cancelled = await cancelBooking(w.asMember(bea, at1530), beaBooking)
  expect(cancelled).toMatchObject({ ok: true, outcome: 'late_cancelled' })
  expect(await balanceOf(w, beaPack)).toBe(6)
  expect(await entriesOf(w, bea)).toEqual(['grant 7', 'book -1', 'forfeit 0'])
  expect(await feesOf(w, bea)).toEqual([
    { kind: 'late_cancel', amountMinor: 500, state: 'pending', dueAt: '2026-10-16T14:30:00Z' },
  ])

  // W1 has the place, charged once, notified by email and in the app.
  expect(await bookingOf(w, thursday, w1)).toMatchObject({
    state: 'booked',
    promotedAt: at1530,
    declineUntil: '2026-10-15T15:00:00Z',
  })
  expect(await balanceOf(w, w1Pack)).toBe(9)
  const promotion = (await mailTo(w, w1)).filter((mail) => mail.kind === 'booking-promoted')
  expect(promotion).toHaveLength(1)
  expect(promotion[0]!.text).toContain('Decline free until Thu 15 Oct 16:00')
  expect(promotion[0]!.text).toContain('Thursday 15 October, 18:30 UK time')
  expect((await noticesOf(w, w1)).map((n) => n.text)).toEqual([
    expect.stringContaining('Decline free until Thu 15 Oct 16:00'),
  ])

  // W2 is first now.
  const again = await bookClass(w.asMember(w2, at1530), thursday)
  expect(again).toMatchObject({ ok: true, outcome: 'waitlisted', position: 1, again: true })
  expect(await rosterOf(w, thursday)).toEqual({ booked: 12, waitlisted: 1, late_cancelled: 1 })

  // Sending the cancel again changes nothing.
  const repeated = await cancelBooking(w.asMember(bea, '2026-10-15T14:31:00Z'), beaBooking)
  expect(repeated).toMatchObject({ ok: true, outcome: 'late_cancelled', again: true })
  expect(await rosterOf(w, thursday)).toEqual({ booked: 12, waitlisted: 1, late_cancelled: 1 })
  expect(await feesOf(w, bea)).toHaveLength(1)
  expect((await mailTo(w, bea)).map((mail) => mail.kind)).toEqual([
    'booking-booked',
    'booking-cancelled',
  ])

  // W1 declines at 15:50: the credit is back, no fee, and W2 has the place.
  const declined = await cancelBooking(
    w.asMember(w1, '2026-10-15T14:50:00Z'),
    (await bookingOf(w, thursday, w1))!.id,
  )
  expect(declined).toMatchObject({ ok: true, outcome: 'declined' })
  expect(await balanceOf(w, w1Pack)).toBe(10)
  expect(await feesOf(w, w1)).toEqual([])
  expect(await bookingOf(w, thursday, w2)).toMatchObject({
    state: 'booked',
    declineUntil: '2026-10-15T15:20:00Z',
  })
  expect(await rosterOf(w, thursday)).toEqual({ booked: 12, late_cancelled: 1, declined: 1 })
})
