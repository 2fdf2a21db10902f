import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { newId } from '#app/values/id.ts'
import { mailTo } from '../../../../tests/support/bookings.ts'
import {
  billAt,
  givenPlan,
  invoicesOf,
  sellPlan,
} from '../../../../tests/support/sales/memberships.ts'
import { type World, world } from '../../../../tests/support/world.ts'
import { type PlanOfferForm, planOfferForm } from './plan-form.ts'
import { changePlan } from './save-plan.server.ts'
import { tellNewPrices } from './tell-new-prices.server.ts'

const june = '2026-06-01T09:00:00Z'

const manager = (w: World): StaffContext => ({
  ...w.at(june),
  actor: { userId: 'mina', name: 'Mina Manager', role: 'manager' },
})

/** The form of a plan of £90.00 that becomes £95.00 for those who have it, from a day on. */
const dearer = (moveOn: string): PlanOfferForm =>
  planOfferForm('GBP').parse({
    key: newId(),
    name: 'Everything',
    price: '95.00',
    interval: 'month',
    limit: 'none',
    joiningFee: '0.00',
    trialDays: '0',
    termMonths: '0',
    noticeDays: '30',
    freezeLeastDays: '1',
    freezeMostDays: '60',
    freezeFee: '0.00',
    holders: 'move',
    moveOn,
  })

test('members are told once of the price that they have from a day on, and then pay it', async () => {
  const w = await world()
  const plan = await givenPlan(w, { name: 'Everything', priceMinor: 9_000, anchorDay: 1 })
  await sellPlan(w, w.ben, plan, { now: june })
  expect(await changePlan(manager(w), plan, dearer('2026-06-20'))).toEqual({
    ok: false,
    reason: 'notice',
  })
  expect(await changePlan(manager(w), plan, dearer('2026-08-01'))).toMatchObject({ moved: 1 })
  const told = await Promise.all([1, 2].map(() => tellNewPrices(w.at(june))))
  expect(told.reduce((sum, n) => sum + n, 0)).toBe(1)
  expect(await tellNewPrices(w.at(june))).toBe(0)
  const letters = (await mailTo(w, w.ben)).filter(({ kind }) => kind === 'price-changed')
  expect(letters).toHaveLength(1)
  expect(letters[0]!.text).toContain('£95.00')
  await billAt(w, '2026-07-01T04:00:00Z')
  await billAt(w, '2026-08-01T04:00:00Z')
  const bills = await invoicesOf(w, w.ben)
  expect(bills.map((bill) => bill.split(' ')[1])).toEqual(['9000', '9000', '9500'])
})

test('a member with a family discount reads the prices that they pay', async () => {
  const w = await world()
  const plan = await givenPlan(w, { name: 'Everything', priceMinor: 9_000, anchorDay: 1 })
  const id = await sellPlan(w, w.ben, plan, { now: june })
  await w.db.run(sql`UPDATE memberships SET family_bp = 1000 WHERE id = ${id}`)
  await changePlan(manager(w), plan, dearer('2026-08-01'))
  await tellNewPrices(w.at(june))
  const [letter] = (await mailTo(w, w.ben)).filter(({ kind }) => kind === 'price-changed')
  expect(letter!.text).toContain('£81.00 a month, with your family discount')
  expect(letter!.text).toContain('£85.50 a month, with your family discount')
  expect(letter!.text).not.toContain('£95.00')
})
