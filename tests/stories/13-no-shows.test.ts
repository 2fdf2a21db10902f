import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { bookClass } from '#app/domain/bookings/booking/book-class.server.ts'
import { waiveFee } from '#app/domain/bookings/cancelling/waive-fee.server.ts'
import { checkIn } from '#app/domain/bookings/roster/check-in.server.ts'
import { reconcileClasses } from '#app/domain/bookings/roster/reconcile-classes.server.ts'
import { reverseOutcome } from '#app/domain/bookings/roster/reverse-outcome.server.ts'
import { balanceOf, bookingOf, entriesOf, feesOf, rosterOf } from '../support/bookings.ts'
import { world } from '../support/world.ts'

const before = '2026-10-12T09:00:00Z'
/** Two hours after the end of a class from 18:30 to 19:30 in London. */
const settled = '2026-10-15T20:30:00Z'

/**
 * Twelve are booked: Una and Mia by membership, Pat by a pack, nine others; all but Una and Pat are
 * checked in.
 */
async function thursday() {
  const w = await world()
  const occurrence = await w.givenClass({ localStart: '2026-10-15T18:30', capacity: 12 })
  const others = await w.givenPeople(Array.from({ length: 9 }, (_, i) => `Regular ${i}`))
  const [una, mia, pat] = [
    await w.givenPerson('Una'),
    await w.givenPerson('Mia'),
    await w.givenPerson('Pat'),
  ]
  for (const person of [una, mia, ...others]) await w.giveMembership(person)
  const patLot = await w.givePack(pat)
  const booking = new Map<string, string>()
  for (const person of [una, mia, pat, ...others]) {
    const booked = await bookClass(w.asMember(person, before), occurrence)
    if (!booked.ok) throw new Error(booked.reason)
    booking.set(person.id, booked.booking.id)
  }
  for (const person of [mia, ...others]) {
    await checkIn(w.asDesk('2026-10-15T17:25:00Z'), occurrence, booking.get(person.id)!)
  }
  expect(await rosterOf(w, occurrence)).toEqual({ booked: 2, checked_in: 10 })
  return {
    w,
    occurrence,
    una,
    pat,
    patLot,
    bookingId: (person: { id: string }) => booking.get(person.id)!,
  }
}

test('a class is settled two hours after its end: ten attended, £10 pending for the membership, the credit of the pack forfeited', async () => {
  const { w, occurrence, una, pat, patLot } = await thursday()

  // Not by the start minute, nor while the desk may still be at it.
  for (const early of ['2026-10-15T17:30:00Z', '2026-10-15T18:30:00Z', '2026-10-15T20:29:59Z']) {
    expect(await reconcileClasses(w.at(early))).toBe(0)
  }
  expect(await reconcileClasses(w.at(settled))).toBe(1)
  expect(await reconcileClasses(w.at(settled))).toBe(0)

  expect(await rosterOf(w, occurrence)).toEqual({ attended: 10, no_show: 2 })
  expect(await feesOf(w, una)).toEqual([
    { kind: 'no_show', amountMinor: 1_000, state: 'pending', dueAt: '2026-10-16T20:30:00Z' },
  ])
  expect(await feesOf(w, pat)).toEqual([])
  expect(await entriesOf(w, pat)).toEqual(['grant 10', 'book -1', 'forfeit 0'])
  expect(await balanceOf(w, patLot)).toBe(9)
})

test('a fee waived within its 24 hours charges nothing', async () => {
  const { w, occurrence, una, bookingId } = await thursday()
  await reconcileClasses(w.at(settled))
  const desk = w.asDesk('2026-10-16T12:00:00Z')

  expect(await waiveFee(desk, occurrence, bookingId(una), { reason: 'Train strike' })).toEqual({
    ok: true,
  })
  const charged = (await feesOf(w, una)).filter(
    ({ state }) => state === 'pending' || state === 'due',
  )
  expect(charged).toEqual([])
  expect(
    await w.db.all(
      sql`SELECT actor_name, action, reason FROM audit_entries WHERE studio_id = ${w.studio.id} AND action = 'fee.waived'`,
    ),
  ).toEqual([{ actor_name: 'Hana Desk', action: 'fee.waived', reason: 'Train strike' }])
})

test('the next day each no-show is corrected to attended: the fee is void, the credit is one that was used, eleven and then twelve attended', async () => {
  const { w, occurrence, una, pat, patLot, bookingId } = await thursday()
  await reconcileClasses(w.at(settled))
  const desk = w.asDesk('2026-10-16T09:00:00Z')
  const correct = (person: { id: string }) =>
    reverseOutcome(desk, occurrence, bookingId(person), {
      from: 'no_show',
      reason: 'was in the other room',
    })

  expect(await correct(una)).toEqual({ ok: true, outcome: 'attended' })
  expect(await rosterOf(w, occurrence)).toEqual({ attended: 11, no_show: 1 })
  expect(await feesOf(w, una)).toMatchObject([{ amountMinor: 1_000, state: 'void' }])

  expect(await correct(pat)).toEqual({ ok: true, outcome: 'attended' })
  expect(await rosterOf(w, occurrence)).toEqual({ attended: 12 })
  expect((await bookingOf(w, occurrence, pat))?.state).toBe('attended')
  expect(await balanceOf(w, patLot)).toBe(9)
})
