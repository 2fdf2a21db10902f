import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { keepTasks } from '#functions/jobs/keep-tasks.ts'
import {
  accountCreditOf,
  act,
  billAt,
  givenPlan,
  membershipOf,
  sellPlan,
} from '../../../../tests/support/sales/memberships.ts'
import { type World, world } from '../../../../tests/support/world.ts'
import { getBillingSettings } from '../../billing/settings/billing-settings.server.ts'
import { saveBillingSettings } from '../../billing/settings/save-billing-settings.server.ts'
import { closeTill } from '../../billing/takings/close-till.server.ts'
import { portalText, settingKeys, studioLets } from '../../scope/portal-rules.ts'
import { actOnMembership, previewAct } from './act-on-membership.server.ts'

const bought = '2026-06-01T10:00:00Z'
let w: World
let planId: string

beforeEach(async () => {
  w = await world()
  planId = await givenPlan(w, { name: 'Eight', priceMinor: 6_000, joiningFeeMinor: 2_000 })
})

const coolingOff = async (coolingOffDays: number) => {
  const { version } = await getBillingSettings(w.at(bought))
  const key = `days${coolingOffDays}${w.studio.id}`
  await saveBillingSettings(w.asDesk(bought), { key, version, coolingOffDays })
}

test('within the cooling-off days everything comes back and it ends at once', async () => {
  await coolingOff(14)
  const id = await sellPlan(w, w.cleo, planId, { now: bought })
  const now = '2026-06-15T10:00:00Z'
  const first = await act(w, w.cleo, id, { act: 'withdraw' }, { now, key: 'Withdraw0001' })
  expect(first).toMatchObject({ ok: true, quote: { creditNowMinor: 8_000 } })
  expect(await accountCreditOf(w, w.cleo)).toBe(8_000)
  expect(await membershipOf(w, id)).toMatchObject({ state: 'cancelled', nextBillOn: null })
  // Sent twice it is one, and nothing is billed any more.
  await act(w, w.cleo, id, { act: 'withdraw' }, { now, key: 'Withdraw0001' })
  while ((await billAt(w, '2026-08-01T10:00:00Z')) > 0);
  expect(await accountCreditOf(w, w.cleo)).toBe(8_000)
})

test('somebody is asked to pay back what came onto the account, until it is paid out', async () => {
  await coolingOff(14)
  const id = await sellPlan(w, w.cleo, planId, { now: bought })
  const now = '2026-06-15T10:00:00Z'
  const tasks = () =>
    w.db.all<{ state: string; dueAt: string; amount: number }>(sql`
      SELECT state, due_at AS dueAt, facts ->> 'amountMinor' AS amount FROM tasks
      WHERE studio_id = ${w.studio.id} AND cause_kind = 'pay_back'`)
  await act(w, w.cleo, id, { act: 'withdraw' }, { now, key: 'Withdraw0002' })
  await act(w, w.cleo, id, { act: 'withdraw' }, { now, key: 'Withdraw0002' })
  await keepTasks(w.at(now))
  expect(await tasks()).toEqual([{ state: 'open', dueAt: '2026-06-29T10:00:00Z', amount: 8_000 }])
  await w.db.run(sql`
    INSERT INTO account_entries (studio_id, person_id, amount_minor, cause, reason, created_at)
    VALUES (${w.studio.id}, ${w.cleo.id}, -8000, 'paid-out', '', ${now})`)
  await keepTasks(w.at(now))
  expect(await tasks()).toMatchObject([{ state: 'over' }])
})

test('two presses at the same moment give the money back once', async () => {
  await coolingOff(14)
  const id = await sellPlan(w, w.cleo, planId, { now: bought })
  await Promise.all([1, 2].map(() => act(w, w.cleo, id, { act: 'withdraw' }, { now: bought })))
  expect(await accountCreditOf(w, w.cleo)).toBe(8_000)
})

test('an unpaid part is settled, and nothing of it goes to the account', async () => {
  await coolingOff(14)
  const id = await sellPlan(w, w.cleo, planId, { now: bought, method: 'later' })
  await act(w, w.cleo, id, { act: 'withdraw' }, { now: bought })
  expect(await accountCreditOf(w, w.cleo)).toBe(0)
  expect(
    await w.db.all(sql`SELECT 1 FROM tasks WHERE studio_id = ${w.studio.id}
      AND cause_kind = 'pay_back'`),
  ).toEqual([])
  expect(
    await w.db.all(sql`SELECT 1 FROM invoices
      WHERE studio_id = ${w.studio.id} AND person_id = ${w.cleo.id} AND state = 'open'`),
  ).toEqual([])
})

test('a cooling-off withdrawal after the day’s takings are closed is settled on the next day', async () => {
  await coolingOff(14)
  const paid = await sellPlan(w, w.cleo, planId, { now: bought })
  const later = await sellPlan(w, w.ben, planId, { now: bought, method: 'later' })
  await closeTill(w.asDesk(bought), {
    day: '2026-06-01',
    cashMinor: 0,
    countedMinor: 0,
    note: '',
  })
  await act(w, w.cleo, paid, { act: 'withdraw' }, { now: bought })
  await act(w, w.ben, later, { act: 'withdraw' }, { now: bought })
  expect([await accountCreditOf(w, w.cleo), await accountCreditOf(w, w.ben)]).toEqual([8_000, 0])
  const open = await w.db.all(sql`
    SELECT 1 FROM invoices WHERE studio_id = ${w.studio.id} AND state = 'open'`)
  expect(open).toEqual([])
  const days = await w.db.all(sql`
    SELECT DISTINCT method, taken_on AS day FROM payments
    WHERE studio_id = ${w.studio.id} ORDER BY method`)
  expect(days).toEqual([
    { method: 'card', day: '2026-06-01' },
    { method: 'credit', day: '2026-06-02' },
  ])
})

test('after the last day, and where the studio has no cooling-off, it is refused', async () => {
  const id = await sellPlan(w, w.cleo, planId, { now: bought })
  const refused = { ok: false, reason: 'cooling_over' }
  expect(await act(w, w.cleo, id, { act: 'withdraw' }, { now: bought })).toMatchObject(refused)
  await coolingOff(14)
  const late = '2026-06-16T10:00:00Z'
  expect(await act(w, w.cleo, id, { act: 'withdraw' }, { now: late })).toMatchObject(refused)
})

test('a plan that took the place of another is no new purchase', async () => {
  await coolingOff(14)
  const dearer = await givenPlan(w, { name: 'Unlimited plus', priceMinor: 9_000 })
  const id = await sellPlan(w, w.cleo, planId, { now: '2026-05-01T10:00:00Z' })
  while ((await billAt(w, bought)) > 0);
  const key = 'ChangeUp0001'
  await act(w, w.cleo, id, { act: 'change', planId: dearer }, { now: bought, key })
  expect(await act(w, w.cleo, key, { act: 'withdraw' }, { now: bought })).toMatchObject({
    reason: 'cooling_over',
  })
})

test('where the studio cancels at the desk, members freeze online and cancel there', async () => {
  const id = await sellPlan(w, w.cleo, planId, { now: bought })
  const usual = settingKeys.filter((one) => studioLets({ portal: '' }, one))
  const portal = portalText(new Set(usual.filter((one) => one !== 'cancel_membership')))
  const ctx = w.asMember(w.cleo, bought)
  const member = {
    ...ctx,
    studio: { ...ctx.studio, portal },
    actor: { userId: 'cleo', name: 'Cleo', role: 'member' as never },
  }
  const asked = { personId: w.cleo.id, membershipId: id, by: 'member' } as const
  const freeze = { act: 'freeze', from: '2026-06-10', until: '2026-06-20' } as const
  for (const [what, expected] of [
    [{ act: 'cancel' }, { ok: false, reason: 'ask_studio', rule: 'cancel_membership' }],
    [{ act: 'withdraw' }, { ok: false, reason: 'ask_studio', rule: 'cancel_membership' }],
    [freeze, { ok: true }],
  ] as const) {
    const seen = (await previewAct(member, { ...asked, act: what }))?.seen ?? ''
    const key = `k${what.act}${w.cleo.id}`
    expect(await actOnMembership(member, { ...asked, act: what }, { key, seen })).toMatchObject(
      expected,
    )
  }
})
