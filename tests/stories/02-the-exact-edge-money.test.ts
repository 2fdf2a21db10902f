import { expect, test } from 'vitest'
import { bookClass } from '#app/domain/bookings/booking/book-class.server.ts'
import { cancelBooking } from '#app/domain/bookings/cancelling/cancel-booking.server.ts'
import { reverseOutcome } from '#app/domain/bookings/roster/reverse-outcome.server.ts'
import { balanceOf, feesOf } from '../support/bookings.ts'
import { invoicesOf } from '../support/sales/memberships.ts'
import { documentsIn, minuteOf, owedBy, settleNewest } from '../support/sales/pay-invoices.ts'
import { world } from '../support/world.ts'

/** Ben has a place on Thursday 18:30 and gives it up at `now`. */
async function cancelledAt(now: string) {
  const w = await world()
  const thursday = await w.givenClass({ localStart: '2026-10-15T18:30' })
  const booked = await bookClass(w.asMember(w.ben, '2026-10-12T09:00:00Z'), thursday)
  if (!booked.ok) throw new Error(booked.reason)
  await cancelBooking(w.asMember(w.ben, now), booked.booking.id)
  const reverse = (at: string) =>
    reverseOutcome(w.asDesk(at), thursday, booked.booking.id, {
      from: 'late_cancelled',
      reason: 'train strike',
    })
  return { w, reverse }
}

test('2: at 06:30:00 the credit is back and nothing is ever invoiced', async () => {
  const { w } = await cancelledAt('2026-10-15T05:30:00Z')
  expect(await minuteOf(w, '2026-10-20T09:00:00Z')).toBe(0)
  expect([await balanceOf(w, w.benLot), await documentsIn(w)]).toEqual([10, 0])
})

test('2: at 06:30:01 it is £5.00 a day later; reversed before, the £5.00 are void and never invoiced', async () => {
  const kept = await cancelledAt('2026-10-15T05:30:01Z')
  expect(await minuteOf(kept.w, '2026-10-16T05:30:00Z')).toBe(0)
  expect(await minuteOf(kept.w, '2026-10-16T05:30:01Z')).toBe(1)
  expect(await owedBy(kept.w, kept.w.ben)).toBe(500)

  const { w, reverse } = await cancelledAt('2026-10-15T05:30:01Z')
  expect(await reverse('2026-10-15T15:00:00Z')).toMatchObject({ outcome: 'cancelled_on_time' })
  expect(await feesOf(w, w.ben)).toMatchObject([{ amountMinor: 500, state: 'void' }])
  expect(await minuteOf(w, '2026-10-20T09:00:00Z')).toBe(0)
  expect([await balanceOf(w, w.benLot), await documentsIn(w)]).toEqual([10, 0])
})

test('2: reversed once it was invoiced, the invoice is void; once it was paid, £5.00 go back by credit note', async () => {
  for (const paid of [false, true]) {
    const { w, reverse } = await cancelledAt('2026-10-15T05:30:01Z')
    await minuteOf(w, '2026-10-16T06:00:00Z')
    if (paid) await settleNewest(w, w.ben, '2026-10-16T07:00:00Z')
    await Promise.all([reverse('2026-10-16T09:00:00Z'), reverse('2026-10-16T09:00:00Z')])
    await minuteOf(w, '2026-10-16T09:01:00Z')
    const fee = 'Late-cancel fee: Pole 2: spins, Thu 15 Oct, 18:30'
    expect(await invoicesOf(w, w.ben)).toEqual(
      paid
        ? [
            `2026-10-16 500 refunded: ${fee} 500`,
            `2026-10-16 credit note -500 open: Given back: ${fee} -500`,
          ]
        : [`2026-10-16 500 void: ${fee} 500`],
    )
    expect(await owedBy(w, w.ben)).toBe(paid ? -500 : 0)
    expect(await balanceOf(w, w.benLot)).toBe(10)
  }
})
