import { expect, test } from 'vitest'
import { bookClass } from '#app/domain/bookings/booking/book-class.server.ts'
import { changePayer } from '#app/domain/bookings/paying/change-payer.server.ts'
import { findPlaceToPay } from '#app/domain/bookings/paying/place-to-pay.server.ts'
import { newId } from '#app/values/id.ts'
import { balanceOf, bookingOf } from '../../../../tests/support/bookings.ts'
import { world } from '../../../../tests/support/world.ts'
import { sellPackage } from '../sell/sell-package.server.ts'
import { packRefundFacts } from './pack-refund.server.ts'
import { refundPack } from './refund-pack.server.ts'

const before = '2026-10-12T08:00:00Z'

test('a refund of the pack meanwhile: the place is paid or refunded, never both', async () => {
  for (let i = 0; i < 4; i++) {
    const w = await world()
    const id = await w.givenClass()
    await w.giveMembership(w.cleo)
    const key = newId()
    const sold = await sellPackage(w.asDesk(before), w.cleo.id, {
      key,
      packageId: w.ids.tenPack,
      startsOn: '2026-10-12',
      method: 'cash',
      note: '',
    })
    if (!sold.ok) throw new Error(sold.reason)
    expect((await bookClass(w.asMember(w.cleo, before), id)).ok).toBe(true)
    const booking = (await bookingOf(w, id, w.cleo))!.id
    const { shown } = (await findPlaceToPay(w.asDesk(before), id, booking))!
    const desk = {
      ...w.asDesk(before),
      actor: { userId: 'o', name: 'Olga', role: 'owner' as const },
    }
    const { quote } = (await packRefundFacts(desk, sold.invoiceId))!
    const [changedTo, refunded] = await Promise.all([
      changePayer(w.asDesk(before), id, booking, { to: `lot:${key}`, shown, reason: 'Asked' }),
      refundPack(desk, {
        key: newId(),
        invoiceId: sold.invoiceId,
        method: 'cash',
        reason: 'Moves away',
        amountMinor: quote.refundMinor,
      }),
    ])
    const left = await balanceOf(w, key)
    const after = (await bookingOf(w, id, w.cleo))!
    // The refund may have come second, and then freed the place with the credit it found.
    const one = [changedTo.ok, refunded.ok, left, after.lotId, after.state]
    expect([
      [true, false, 9, key, 'booked'],
      [true, true, 0, key, 'cancelled_on_time'],
      [false, true, 0, null, 'booked'],
    ]).toContainEqual(one)
  }
})
