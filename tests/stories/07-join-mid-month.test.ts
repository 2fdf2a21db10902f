import { expect, test } from 'vitest'
import { sellMembership } from '#app/domain/sales/memberships/sell-membership.server.ts'
import { newId } from '#app/values/id.ts'
import {
  billAt,
  givenPlan,
  invoicesOf,
  membershipOf,
  sellPlan,
} from '../support/sales/memberships.ts'
import { world } from '../support/world.ts'

const joined = '2026-11-17T12:00:00Z'

test('who joins on the 17th pays 14 of 30 days today and the whole month on the 1st, once', async () => {
  const w = await world()
  const planId = await givenPlan(w, { name: 'Everything', priceMinor: 7_500, anchorDay: 1 })
  const key = newId()
  const sell = () =>
    sellMembership(w.asDesk(joined), w.cleo.id, {
      key,
      planId,
      startsOn: '2026-11-17',
      method: 'card',
      note: '',
      payerId: null,
    })
  const sold = { ok: true, name: 'Everything', dueNowMinor: 3_500 }
  expect(await Promise.all([sell(), sell()])).toMatchObject([sold, sold])
  const today = '2026-11-17 3500 paid: Everything, 14/30 days of £75.00 3500'
  expect(await invoicesOf(w, w.cleo)).toEqual([today])
  expect(await membershipOf(w, key)).toMatchObject({ state: 'active', nextBillOn: '2026-12-01' })

  // Midnight of the studio's zone, not before (R5).
  expect(await billAt(w, '2026-11-30T23:59:59Z')).toBe(0)
  expect(await billAt(w, '2026-12-01T00:00:00Z')).toBe(1)
  expect(await billAt(w, '2026-12-01T00:01:00Z')).toBe(0)
  const december = '2026-12-01 7500 open: Everything 7500'
  expect(await invoicesOf(w, w.cleo)).toEqual([today, december])

  // A month that was missed is made up for, each period on its own, no matter how many run at once.
  await Promise.all([billAt(w, '2027-02-03T09:00:00Z'), billAt(w, '2027-02-03T09:00:00Z')])
  expect(await invoicesOf(w, w.cleo)).toEqual([
    today,
    december,
    '2027-02-03 7500 open: Everything 7500',
    '2027-02-03 7500 open: Everything 7500',
  ])
  expect(await membershipOf(w, key)).toMatchObject({ nextBillOn: '2027-03-01' })
})

test('a plan anchored on the 31st bills on the last day of each month and returns to the 31st', async () => {
  const w = await world()
  const planId = await givenPlan(w, { name: 'Month end', priceMinor: 6_000 })
  await sellPlan(w, w.cleo, planId, { now: '2027-01-31T10:00:00Z' })
  for (const day of ['2027-02-27', '2027-02-28', '2027-03-30', '2027-03-31']) {
    await billAt(w, `${day}T10:00:00Z`)
  }
  expect((await invoicesOf(w, w.cleo)).map((line) => line.slice(0, 15))).toEqual([
    '2027-01-31 6000',
    '2027-02-28 6000',
    '2027-03-31 6000',
  ])
})

test('a joining fee is on the first invoice, and a trial is paid from its last day on', async () => {
  const w = await world()
  const planId = await givenPlan(w, {
    name: 'Trial',
    priceMinor: 9_000,
    joiningFeeMinor: 2_000,
    trialDays: 14,
    anchorDay: 1,
  })
  const key = await sellPlan(w, w.cleo, planId, { now: '2026-06-03T10:00:00Z' })
  expect(await membershipOf(w, key)).toMatchObject({ state: 'trialing', nextBillOn: '2026-06-17' })
  expect(await invoicesOf(w, w.cleo)).toEqual([])
  await billAt(w, '2026-06-17T09:00:00Z')
  expect(await membershipOf(w, key)).toMatchObject({ state: 'active', nextBillOn: '2026-07-01' })
  expect(await invoicesOf(w, w.cleo)).toEqual([
    '2026-06-17 6200 open: Trial, 14/30 days of £90.00 4200; Trial, joining fee 2000',
  ])
})

test('a sale is refused where the plan was changed meanwhile, is full, or is held already', async () => {
  const w = await world()
  const planId = await givenPlan(w, { name: 'Small', priceMinor: 5_000 })
  const sell = (personId: string) =>
    sellMembership(w.asDesk(joined), personId, {
      key: newId(),
      planId,
      startsOn: '2026-11-17',
      method: 'later',
      note: '',
      payerId: null,
    })
  expect(await sell(w.cleo.id)).toMatchObject({ ok: true })
  expect(await sell(w.cleo.id)).toEqual({ ok: false, reason: 'holds_already' })
  await w.db.run(`UPDATE plans SET most_holders = 1 WHERE id = '${planId}'`)
  expect(await sell(w.ben.id)).toEqual({ ok: false, reason: 'full' })
  await w.db.run(`UPDATE plans SET most_holders = NULL, archived_at = '2026-11-17T11:00:00Z'
    WHERE id = '${planId}'`)
  expect(await sell(w.ben.id)).toEqual({ ok: false, reason: 'not_found' })
  expect(await invoicesOf(w, w.ben)).toEqual([])
})
