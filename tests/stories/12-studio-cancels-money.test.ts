import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { bookClass } from '#app/domain/bookings/booking/book-class.server.ts'
import { cancelOccurrence } from '#app/domain/bookings/cancelling/cancel-occurrence.server.ts'
import { restoreOccurrence } from '#app/domain/bookings/cancelling/restore-occurrence.server.ts'
import { addWalkIn } from '#app/domain/bookings/roster/add-walk-in.server.ts'
import { reconcileClasses } from '#app/domain/bookings/roster/reconcile-classes.server.ts'
import { takingsPage } from '#app/domain/sales/takings-page.server.ts'
import { balanceOf, rosterOf } from '../support/bookings.ts'
import { invoicesOf } from '../support/sales/memberships.ts'
import { documentsIn, minuteOf, owedBy, settleNewest } from '../support/sales/pay-invoices.ts'
import { world } from '../support/world.ts'

const now = '2026-10-12T09:00:00Z'

test('12: the studio cancels: £15.00 refunded by credit note, six credits back, and no fee for anybody', async () => {
  const w = await world()
  await w.db.run(sql`UPDATE class_types SET drop_in_minor = 1500 WHERE id = ${w.ids.poleType}`)
  const thursday = await w.givenClass({ localStart: '2026-10-15T18:30', capacity: 12 })
  const names = (word: string, n: number) => Array.from({ length: n }, (_, i) => `${word} ${i}`)
  const unlimited = await w.givenPeople(names('Unlimited', 5))
  for (const person of unlimited) await w.giveMembership(person, { weekly: true })
  const packs = await w.givenPeople(names('Pack', 6))
  const lots: string[] = []
  for (const person of packs) lots.push(await w.givePack(person, { expiresOn: '2026-12-31' }))
  const waiting = await w.givenPeople(names('Waits', 2))
  for (const person of waiting) await w.givePack(person)
  for (const person of [...unlimited, ...packs]) await bookClass(w.asMember(person, now), thursday)
  await addWalkIn(w.asDesk(now), thursday, {
    personId: w.cleo.id,
    pay: { kind: 'drop_in', method: 'cash' },
  })
  for (const person of waiting) await bookClass(w.asMember(person, now), thursday)
  expect(await rosterOf(w, thursday)).toEqual({ booked: 12, waitlisted: 2 })
  await minuteOf(w, now)
  const dropIn = 'Drop-in: Pole 2: spins, Thu 18:30'
  expect(await invoicesOf(w, w.cleo)).toEqual([`2026-10-12 1500 paid: ${dropIn} 1500`])

  const desk = w.asDesk('2026-10-13T09:00:00Z')
  await Promise.all([1, 2].map(() => cancelOccurrence(desk, thursday, { reason: 'Burst pipe' })))
  await minuteOf(w, '2026-10-13T09:01:00Z')
  expect(await invoicesOf(w, w.cleo)).toEqual([
    `2026-10-12 1500 refunded: ${dropIn} 1500`,
    `2026-10-13 credit note -1500 open: Given back: ${dropIn} -1500`,
  ])
  expect(await owedBy(w, w.cleo)).toBe(-1_500)
  expect(await settleNewest(w, w.cleo, '2026-10-13T10:00:00Z', 'cash')).toMatchObject({
    ok: true,
    out: true,
  })
  expect(await owedBy(w, w.cleo)).toBe(0)
  expect(await settleNewest(w, w.cleo, '2026-10-13T10:01:00Z', 'cash')).toMatchObject({ ok: false })
  const cash = async (day: string) =>
    (await takingsPage(w.at(now), day)).methods.map(
      ({ method, inMinor, outMinor }) => `${method} ${inMinor} ${outMinor}`,
    )
  expect([await cash('2026-10-12'), await cash('2026-10-13')]).toEqual([
    ['cash 1500 0'],
    ['cash 0 1500'],
  ])
  expect(await Promise.all(lots.map((lot) => balanceOf(w, lot)))).toEqual(Array(6).fill(10))

  // Brought back and cancelled again: nothing is given back twice, and nobody owes anything.
  expect(await restoreOccurrence(desk, thursday)).toMatchObject({ ok: true })
  await cancelOccurrence(w.asDesk('2026-10-13T12:00:00Z'), thursday, { reason: 'Pipe again' })
  await reconcileClasses(w.at('2026-10-16T09:00:00Z'))
  await minuteOf(w, '2026-10-18T09:00:00Z')
  expect(await documentsIn(w)).toBe(2)
  expect(await rosterOf(w, thursday)).toEqual({ studio_cancelled: 12, not_promoted: 2 })
})
