import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { bookClass } from '#app/domain/bookings/booking/book-class.server.ts'
import { checkIn } from '#app/domain/bookings/roster/check-in.server.ts'
import { reconcileClasses } from '#app/domain/bookings/roster/reconcile-classes.server.ts'
import { reverseOutcome } from '#app/domain/bookings/roster/reverse-outcome.server.ts'
import { lockPay, reviewPay } from '#app/domain/staff-pay/pay-run.server.ts'
import { asManager, givenRule, linesOf, paidTo, tiers } from '../support/staff-pay/pay.ts'
import { type Person, world } from '../support/world.ts'

const settled = '2026-10-15T20:30:00Z'

/** Twelve booked, ten checked in; `before` happens before the class is settled. */
async function thursday(before: (w: Awaited<ReturnType<typeof world>>, id: string) => unknown) {
  const w = await world()
  await givenRule(w, { tiers })
  const occurrence = await w.givenClass({ localStart: '2026-10-15T18:30', capacity: 12 })
  const people = await w.givenPeople(Array.from({ length: 12 }, (_, i) => `Regular ${i}`))
  const booking = new Map<string, string>()
  for (const person of people) {
    await w.giveMembership(person)
    const booked = await bookClass(w.asMember(person, '2026-10-12T09:00:00Z'), occurrence)
    if (!booked.ok) throw new Error(booked.reason)
    booking.set(person.id, booked.booking.id)
  }
  for (const { id } of people.slice(2)) {
    await checkIn(w.asDesk('2026-10-15T17:25:00Z'), occurrence, booking.get(id)!)
  }
  await before(w, occurrence)
  await reconcileClasses(w.at(settled))
  const cameAfterAll = (n: number, now: string) =>
    reverseOutcome(w.asDesk(now), occurrence, booking.get(people[n]!.id)!, {
      from: 'no_show',
      reason: 'was in the other room',
    })
  return { w, occurrence, cameAfterAll }
}

test('13: ten came, so the coach is paid £40.00, once however often the class is settled', async () => {
  const { w } = await thursday(() => {})
  await reconcileClasses(w.at('2026-10-15T20:31:00Z'))
  expect(await linesOf(w, w.coach)).toEqual(['2026-10-15 work 10: 4000'])
})

test('13: a substitute with a rate of their own gets £45.00 and the regular coach £0.00, and a later rate changes neither', async () => {
  let sub: Person | undefined
  let rule = ''
  const { w } = await thursday(async (w, id) => {
    sub = await w.givenPerson('Sol Substitute', { isStaff: true })
    rule = await givenRule(w, { person: sub, flat: 4_500 })
    await w.db.run(sql`
      UPDATE occurrences SET coach_id = ${sub.id}, substituted_coach_id = ${w.coach.id}
      WHERE id = ${id}`)
  })
  expect([await paidTo(w, sub!), await paidTo(w, w.coach)]).toEqual([4_500, 0])
  await givenRule(w, { person: sub!, flat: 6_000 }, { now: '2026-10-16T08:00:00Z', replaces: rule })
  await reconcileClasses(w.at('2026-10-16T09:00:00Z'))
  expect([await paidTo(w, sub!), await paidTo(w, w.coach)]).toEqual([4_500, 0])
})

test('13: one no-show corrected the next day, eleven came and the coach is paid £50.00', async () => {
  const { w, cameAfterAll } = await thursday(() => {})
  expect(await cameAfterAll(0, '2026-10-16T09:00:00Z')).toMatchObject({ ok: true })
  expect(await linesOf(w, w.coach)).toEqual(['2026-10-15 work 11: 5000'])
})

test('13: behind the lock October stays £40.00, and November pays £10.00 once', async () => {
  const { w, cameAfterAll } = await thursday(() => {})
  const manager = asManager(w, '2026-11-02T09:00:00Z')
  await reviewPay(manager, '2026-10')
  expect(await lockPay(manager, '2026-10', { totalMinor: 4_000 })).toMatchObject({ ok: true })
  expect(await cameAfterAll(0, '2026-10-16T09:00:00Z')).toMatchObject({ ok: true })
  expect(await cameAfterAll(1, '2026-10-16T10:00:00Z')).toMatchObject({ ok: true })
  expect(await linesOf(w, w.coach)).toEqual([
    '2026-10-15 work 10: 4000',
    '2026-10-15 correction 12: 1000',
  ])
  const december = asManager(w, '2026-12-01T09:00:00Z')
  await reviewPay(december, '2026-11')
  expect(await lockPay(december, '2026-11', { totalMinor: 1_000 })).toMatchObject({ ok: true })
  const runs = await w.db.all(sql`
    SELECT month, total_minor FROM pay_runs WHERE studio_id = ${w.studio.id} ORDER BY month`)
  expect(runs).toEqual([
    { month: '2026-10', total_minor: 4_000 },
    { month: '2026-11', total_minor: 1_000 },
  ])
})
