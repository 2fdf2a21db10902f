import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import type { DirectoryDb } from '#app/db/connection.server.ts'
import { goesOnUnpaid } from '#app/domain/scope/goes-on-unpaid.ts'
import type { Studio } from '#app/domain/scope/studio.ts'
import type { Instant } from '#app/values/instant.ts'
import { addDays } from '#app/values/zone.ts'
import { databases } from '../../../../tests/support/databases.ts'
import { mintStudio } from '../../../../tests/support/studios.ts'
import { cancelPlan, choosePlan, resumePlan } from './change-plan.server.ts'
import { keepPlans } from './keep-plans.server.ts'
import { planStateOn } from './plan-days.ts'
import { beyondPlan, monthPrice } from './plan-prices.ts'
import { findOwnPlan, planChangesStatement } from './plan-queries.server.ts'
import { type PlanPayment, recordPlanPayment } from './record-plan-payment.server.ts'
import { startPlan } from './start-plan.server.ts'

let directory: DirectoryDb
let studio: Studio

beforeEach(async () => {
  const all = await databases()
  ;({ directory } = all)
  studio = await mintStudio(all)
})

const noon = (day: string): Instant => `${day}T12:00:00Z`
const keep = (day: string) =>
  keepPlans({
    directory,
    now: noon(day),
    nowMs: Date.parse(noon(day)),
    origin: 'https://cadence.test',
  })
const begin = (day = '2026-06-01') =>
  startPlan({ directory, now: noon(day) }, studio, { plan: 'studio', days: 30, by: 'Op' })
const pay = (day: string, of: Partial<PlanPayment> = {}) =>
  recordPlanPayment({ directory, now: noon(day) }, studio, {
    reference: `Bank ${day} ${studio.id}`,
    method: 'bank',
    amountMinor: 6_900,
    paidOn: day,
    months: 1,
    by: 'Op',
    ...of,
  })
const known = async () => {
  const [row] = await directory.all<{ planState: string; plan: string; state: string }>(sql`
    SELECT plan_state AS planState, plan, state FROM studios WHERE id = ${studio.id}`)
  return row!
}
const own = () => findOwnPlan(directory, studio.id)
const asOwner = (day: string) =>
  ({ studio, now: noon(day), actor: { userId: 'olu', name: 'Olu', role: 'owner' } }) as Parameters<
    typeof cancelPlan
  >[0]
const small = { members: 40, locations: 1 }

test('a trial that nobody pays is overdue for 14 days, read only for 30, and then closed', async () => {
  await begin()
  expect((await own()).plan).toMatchObject({ state: 'trial', paidUntil: '2026-06-30' })
  await keep('2026-06-30')
  expect(await known()).toMatchObject({ planState: 'trial', state: 'open' })
  await keep('2026-07-01')
  expect(await known()).toMatchObject({ planState: 'past_due', state: 'open' })
  await keep('2026-07-14')
  expect((await known()).planState).toBe('past_due')
  await keep('2026-07-15')
  expect((await known()).planState).toBe('read_only')
  await keep('2026-08-13')
  expect((await known()).planState).toBe('read_only')
  await keep('2026-08-14')
  expect(await known()).toMatchObject({ planState: 'closed', state: 'archived' })
  const changes = await planChangesStatement(directory, studio.id)
  expect(changes.map(({ state }) => state)).toEqual(['closed', 'read_only', 'past_due', 'trial'])
})

test('the next month is billed a week ahead, once, at the price of the table', async () => {
  await begin()
  await keep('2026-06-22')
  expect((await own()).invoices).toEqual([])
  await keep('2026-06-23')
  await keep('2026-06-24')
  expect((await own()).invoices).toMatchObject([
    {
      fromDay: '2026-07-01',
      untilDay: '2026-07-31',
      amountMinor: 6_900,
      currency: 'GBP',
      dueOn: '2026-06-30',
      paidOn: null,
    },
  ])
  expect(await keep('2026-06-24')).toBe(0)
})

test('a payment that is recorded makes the studio active at once, and twice is once', async () => {
  await begin()
  await keep('2026-06-23')
  await keep('2026-07-20')
  expect((await known()).planState).toBe('read_only')
  const first = await pay('2026-07-20')
  expect(first).toMatchObject({ ok: true, paidUntil: '2026-07-31' })
  expect(await pay('2026-07-20')).toEqual(first)
  const parallel = await Promise.all([1, 2, 3].map(() => pay('2026-07-20')))
  for (const one of parallel) expect(one).toEqual(first)
  expect(await known()).toMatchObject({ planState: 'active', state: 'open' })
  expect((await own()).invoices).toHaveLength(1)
})

test('another amount than that of the bill is refused, and a year is paid at once', async () => {
  await begin()
  expect(await pay('2026-06-10', { amountMinor: 5_000 })).toEqual({
    ok: false,
    reason: 'amount_differs',
    facts: { amountMinor: 6_900, currency: 'GBP' },
  })
  expect(await pay('2026-06-10', { amountMinor: 12 * 6_900, months: 12 })).toMatchObject({
    paidUntil: '2027-06-30',
  })
  expect((await own()).plan).toMatchObject({ state: 'active', trial: 0 })
})

test('a studio that pays after it closed pays from that day on', async () => {
  await begin()
  for (const day of ['2026-06-23', '2026-07-01', '2026-08-14']) await keep(day)
  await keep('2026-09-10')
  expect(await pay('2026-09-10')).toMatchObject({ paidUntil: '2026-10-09' })
  expect(await known()).toMatchObject({ planState: 'active', state: 'open' })
})

test('a reference that another studio paid by is refused, and so is a studio that nobody bills', async () => {
  await begin()
  const other = await mintStudio(await databases())
  expect(await recordPlanPayment({ directory, now: noon('2026-06-10') }, other, payment())).toEqual(
    { ok: false, reason: 'no_plan' },
  )
  await pay('2026-06-10')
  await startPlan({ directory, now: noon('2026-06-01') }, other, {
    plan: 'solo',
    days: 30,
    by: 'Op',
  })
  expect(
    await recordPlanPayment({ directory, now: noon('2026-06-10') }, other, payment()),
  ).toMatchObject({ ok: false, reason: 'reference_used' })
})

const payment = (): PlanPayment => ({
  reference: `Bank 2026-06-10 ${studio.id}`,
  method: 'bank',
  amountMinor: 6_900,
  paidOn: '2026-06-10',
  months: 1,
  by: 'Op',
})

test('a smaller plan comes with the next bill, and is refused to more members than it is for', async () => {
  await begin()
  await pay('2026-06-10')
  const { version } = (await own()).plan!
  const refused = await choosePlan(asOwner('2026-06-12'), directory, {
    plan: 'solo',
    version,
    usage: { members: 61, locations: 1 },
  })
  expect(refused).toEqual({
    ok: false,
    reason: 'too_many_members',
    facts: { members: 61, most: 60 },
  })
  const chosen = await choosePlan(asOwner('2026-06-12'), directory, {
    plan: 'solo',
    version,
    usage: small,
  })
  expect(chosen).toMatchObject({ ok: true, row: { plan: 'studio', nextPlan: 'solo' } })
  // A window that was opened before says so.
  expect(
    await choosePlan(asOwner('2026-06-12'), directory, { plan: 'group', version, usage: small }),
  ).toEqual({ ok: false, reason: 'changed_meanwhile' })
  await keep('2026-07-25')
  expect((await own()).invoices[0]).toMatchObject({ plan: 'solo', amountMinor: 2_400 })
  await pay('2026-07-26', { amountMinor: 2_400 })
  expect((await own()).plan).toMatchObject({ plan: 'solo', nextPlan: '' })
  expect((await known()).plan).toBe('solo')
})

test('a cancelled plan works until the last paid day, can be kept until then, and closes', async () => {
  await begin()
  await pay('2026-06-10')
  await keep('2026-07-25')
  const { version } = (await own()).plan!
  expect((await cancelPlan(asOwner('2026-07-26'), directory, version)).ok).toBe(true)
  expect((await own()).invoices.filter(({ paidOn }) => paidOn === null)).toEqual([])
  expect((await resumePlan(asOwner('2026-07-27'), directory, version + 1)).ok).toBe(true)
  await cancelPlan(asOwner('2026-07-28'), directory, version + 2)
  await keep('2026-07-31')
  expect((await known()).planState).toBe('active')
  await keep('2026-08-01')
  expect(await known()).toMatchObject({ planState: 'closed', state: 'archived' })
  expect(await resumePlan(asOwner('2026-08-02'), directory, version + 3)).toEqual({
    ok: false,
    reason: 'changed_meanwhile',
  })
})

test('days decide how a plan stands, and each has one answer', () => {
  const facts = { trial: false, paidUntil: '2026-06-30', cancelled: false }
  const states = Array.from({ length: 60 }, (_, i) => planStateOn(facts, addDays('2026-06-30', i)))
  expect(states.filter((state) => state === 'past_due')).toHaveLength(14)
  expect(states.filter((state) => state === 'read_only')).toHaveLength(30)
  expect(planStateOn({ ...facts, cancelled: true }, '2026-07-01')).toBe('closed')
})

test('prices are in the studio’s currency, else in dollars, and limits are of the table', () => {
  expect(monthPrice('studio', 'EUR')).toEqual({ amountMinor: 7_900, currency: 'EUR' })
  expect(monthPrice('studio', 'PLN')).toEqual({ amountMinor: 8_500, currency: 'USD' })
  expect(beyondPlan('solo', { members: 61, locations: 2 })).toEqual(['members', 'locations'])
  expect(beyondPlan('group', { members: 9_000, locations: 12 })).toEqual([])
})

test('checking in, leaving, paying and taking everything away are never refused', () => {
  const on = [
    '/n/manage/studio/reception',
    '/n/manage/studio/reception/taps',
    '/n/manage/schedule/classes/o1/bookings/b1',
    '/n/manage/schedule/events/e1/check-in',
    '/n/kiosk',
    '/n/bookings/b1/cancellation',
    '/n/portal/memberships/m1/cancel',
    '/n/portal/invoices/i1/payment',
    '/n/manage/settings/your-plan/cancellation',
  ]
  const off = [
    '/n/manage/studio/reception/sell',
    '/n/manage/members/new',
    '/n/home/timetable/o1/booking',
    '/n/checkout',
    '/n/portal/memberships/m1/change',
    '/n/manage/schedule/classes/o1/edit',
  ]
  expect(on.filter((path) => !goesOnUnpaid(path))).toEqual([])
  expect(off.filter(goesOnUnpaid)).toEqual([])
})
