import { expect, test } from 'vitest'
import { bookClass } from '#app/domain/bookings/booking/book-class.server.ts'
import { cancelOccurrence } from '#app/domain/bookings/cancelling/cancel-occurrence.server.ts'
import { restoreOccurrence } from '#app/domain/bookings/cancelling/restore-occurrence.server.ts'
import { savePaySettings } from '#app/domain/staff-pay/save-pay-rule.server.ts'
import { asManager, givenRule, linesOf, paidTo, tiers } from '../support/staff-pay/pay.ts'
import { world } from '../support/world.ts'

async function thursday(rule: { cancelHours: number; cancelPercent: number } | null) {
  const w = await world()
  await givenRule(w, { tiers })
  if (rule) await savePaySettings(asManager(w, '2026-10-01T09:00:00Z'), { ...rule, payday: 28 })
  const occurrence = await w.givenClass({ localStart: '2026-10-15T18:30', capacity: 12 })
  for (const person of await w.givenPeople(Array.from({ length: 12 }, (_, i) => `Booked ${i}`))) {
    await w.giveMembership(person)
    await bookClass(w.asMember(person, '2026-10-12T09:00:00Z'), occurrence)
  }
  const callOff = (now: string) => cancelOccurrence(w.asDesk(now), occurrence, { reason: 'Pipe' })
  return { w, occurrence, callOff }
}

test('12: called off within the studio’s 24 hours, the coach is paid half of the £50.00 that 12 booked are worth', async () => {
  const { w, callOff } = await thursday({ cancelHours: 24, cancelPercent: 50 })
  await Promise.all([callOff('2026-10-15T09:00:00Z'), callOff('2026-10-15T09:00:00Z')])
  expect(await linesOf(w, w.coach)).toEqual(['2026-10-15 cancelled 12: 2500'])
})

test('12: called off earlier, or where the studio pays nothing for it, there is no pay', async () => {
  const early = await thursday({ cancelHours: 24, cancelPercent: 50 })
  await early.callOff('2026-10-14T17:30:00Z')
  expect(await linesOf(early.w, early.w.coach)).toEqual([])
  const none = await thursday(null)
  await none.callOff('2026-10-15T09:00:00Z')
  expect(await linesOf(none.w, none.w.coach)).toEqual([])
})

test('12: brought back, the pay for calling it off is gone', async () => {
  const { w, occurrence, callOff } = await thursday({ cancelHours: 24, cancelPercent: 50 })
  await callOff('2026-10-15T09:00:00Z')
  await restoreOccurrence(w.asDesk('2026-10-15T10:00:00Z'), occurrence)
  expect(await paidTo(w, w.coach)).toBe(0)
})
