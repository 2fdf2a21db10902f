import { expect, test } from 'vitest'
import { bookClass } from '#app/domain/bookings/booking/book-class.server.ts'
import { cancelBooking } from '#app/domain/bookings/cancelling/cancel-booking.server.ts'
import { balanceOf, bookingOf, feesOf } from '../support/bookings.ts'
import { invoicesOf } from '../support/sales/memberships.ts'
import { documentsIn, minuteOf, owedBy, settleNewest } from '../support/sales/pay-invoices.ts'
import { type Person, world } from '../support/world.ts'

const monday = '2026-10-12T09:00:00Z'

test('1: the late cancel is an invoice of £5.00 from Friday 15:30, once, and nobody else has one', async () => {
  const w = await world()
  const thursday = await w.givenClass({ localStart: '2026-10-15T18:30', capacity: 12 })
  const bea = await w.givenPerson('Bea Lind')
  const beaPack = await w.givePack(bea, { credits: 7 })
  const others = await w.givenPeople(Array.from({ length: 11 }, (_, i) => `Booker ${i}`))
  const [w1, w2] = (await w.givenPeople(['Wes One', 'Wyn Two'])) as [Person, Person]
  const w1Pack = await w.givePack(w1)
  for (const person of [w2, ...others]) await w.giveMembership(person)
  for (const person of [bea, ...others, w1, w2]) {
    expect((await bookClass(w.asMember(person, monday), thursday)).ok).toBe(true)
  }
  const beas = (await bookingOf(w, thursday, bea))!.id

  // 15:30, and once more a minute later.
  for (const now of ['2026-10-15T14:30:00Z', '2026-10-15T14:31:00Z']) {
    expect(await cancelBooking(w.asMember(bea, now), beas)).toMatchObject({ ok: true })
  }
  const w1s = (await bookingOf(w, thursday, w1))!.id
  expect(await balanceOf(w, w1Pack)).toBe(9)
  expect(await cancelBooking(w.asMember(w1, '2026-10-15T14:50:00Z'), w1s)).toMatchObject({
    outcome: 'declined',
  })
  expect([await balanceOf(w, beaPack), await balanceOf(w, w1Pack)]).toEqual([6, 10])

  // It waits until Friday 15:30 for a waiver, and is then an invoice.
  expect(await minuteOf(w, '2026-10-16T14:29:59Z')).toBe(0)
  expect(await documentsIn(w)).toBe(0)
  expect(await minuteOf(w, '2026-10-16T14:30:00Z')).toBe(1)
  expect(await minuteOf(w, '2026-10-16T14:31:00Z')).toBe(0)
  expect(await invoicesOf(w, bea)).toEqual([
    '2026-10-16 500 open: Late-cancel fee: Pole 2: spins, Thu 15 Oct, 18:30 500',
  ])
  expect(await feesOf(w, bea)).toMatchObject([{ amountMinor: 500, state: 'due' }])
  expect(await documentsIn(w)).toBe(1)

  expect(await settleNewest(w, bea, '2026-10-17T09:00:00Z')).toMatchObject({ ok: true })
  expect(await feesOf(w, bea)).toMatchObject([{ state: 'collected' }])
  expect(await owedBy(w, bea)).toBe(0)
})
