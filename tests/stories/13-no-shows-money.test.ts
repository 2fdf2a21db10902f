import { expect, test } from 'vitest'
import { bookClass } from '#app/domain/bookings/booking/book-class.server.ts'
import { waiveFee } from '#app/domain/bookings/cancelling/waive-fee.server.ts'
import { checkIn } from '#app/domain/bookings/roster/check-in.server.ts'
import { reconcileClasses } from '#app/domain/bookings/roster/reconcile-classes.server.ts'
import { reverseOutcome } from '#app/domain/bookings/roster/reverse-outcome.server.ts'
import { balanceOf, feesOf, rosterOf } from '../support/bookings.ts'
import { invoicesOf } from '../support/sales/memberships.ts'
import { documentsIn, minuteOf, owedBy, settleNewest } from '../support/sales/pay-invoices.ts'
import { type Person, world } from '../support/world.ts'

const settled = '2026-10-15T20:30:00Z'
/** The end of the 24 hours in which a fee is waived. */
const due = '2026-10-16T20:30:00Z'

/** Twelve booked, ten checked in: Una by membership and Pat by a pack did not come. */
async function thursdaySettled() {
  const w = await world()
  const thursday = await w.givenClass({ localStart: '2026-10-15T18:30', capacity: 12 })
  const others = await w.givenPeople(Array.from({ length: 10 }, (_, i) => `Regular ${i}`))
  const [una, pat] = (await w.givenPeople(['Una', 'Pat'])) as [Person, Person]
  for (const person of [una, ...others]) await w.giveMembership(person)
  const patLot = await w.givePack(pat)
  const places = new Map<string, string>()
  for (const person of [una, pat, ...others]) {
    const booked = await bookClass(w.asMember(person, '2026-10-12T09:00:00Z'), thursday)
    if (!booked.ok) throw new Error(booked.reason)
    places.set(person.id, booked.booking.id)
  }
  for (const { id } of others) {
    await checkIn(w.asDesk('2026-10-15T17:25:00Z'), thursday, places.get(id)!)
  }
  await reconcileClasses(w.at(settled))
  const cameAfterAll = (person: Person, now: string) =>
    reverseOutcome(w.asDesk(now), thursday, places.get(person.id)!, {
      from: 'no_show',
      reason: 'was in the other room',
    })
  const waive = (now: string) =>
    waiveFee(w.asDesk(now), thursday, places.get(una.id)!, { reason: 'Train strike' })
  return { w, thursday, una, pat, patLot, cameAfterAll, waive }
}

const fee = 'No-show fee: Pole 2: spins, Thu 15 Oct, 18:30'

test('13: the membership’s no-show is an invoice of £10.00 a day later, the pack’s is its credit alone', async () => {
  const { w, una, pat, patLot } = await thursdaySettled()
  expect(await minuteOf(w, '2026-10-16T20:29:59Z')).toBe(0)
  expect(await minuteOf(w, due)).toBe(1)
  expect(await invoicesOf(w, una)).toEqual([`2026-10-16 1000 open: ${fee} 1000`])
  expect(await invoicesOf(w, pat)).toEqual([])
  expect([await documentsIn(w), await balanceOf(w, patLot)]).toEqual([1, 9])
})

test('13: waived within 24 hours, £0.00 are charged', async () => {
  const { w, una, waive } = await thursdaySettled()
  expect(await waive('2026-10-16T20:29:00Z')).toEqual({ ok: true })
  expect(await minuteOf(w, due)).toBe(0)
  expect([await documentsIn(w), await owedBy(w, una)]).toEqual([0, 0])
})

test('13: corrected the next day, the fee is void; once it was paid, £10.00 go back', async () => {
  const early = await thursdaySettled()
  expect(await early.cameAfterAll(early.una, '2026-10-16T09:00:00Z')).toMatchObject({ ok: true })
  expect(await early.cameAfterAll(early.pat, '2026-10-16T09:00:00Z')).toMatchObject({ ok: true })
  expect(await minuteOf(early.w, due)).toBe(0)
  expect(await rosterOf(early.w, early.thursday)).toEqual({ attended: 12 })
  // Pat was there and used the credit.
  expect([await documentsIn(early.w), await balanceOf(early.w, early.patLot)]).toEqual([0, 9])

  const { w, una, cameAfterAll } = await thursdaySettled()
  await minuteOf(w, due)
  await settleNewest(w, una, '2026-10-17T08:00:00Z')
  expect(await cameAfterAll(una, '2026-10-17T09:00:00Z')).toMatchObject({ ok: true })
  await minuteOf(w, '2026-10-17T09:01:00Z')
  expect(await invoicesOf(w, una)).toEqual([
    `2026-10-16 1000 refunded: ${fee} 1000`,
    `2026-10-17 credit note -1000 open: Given back: ${fee} -1000`,
  ])
  expect(await feesOf(w, una)).toMatchObject([{ state: 'void' }])
  expect(await settleNewest(w, una, '2026-10-17T10:00:00Z', 'credit')).toMatchObject({ ok: true })
  expect(await owedBy(w, una)).toBe(0)
})
