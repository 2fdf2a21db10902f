import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { metricsUntil } from '../../../../tests/support/sales/figures-agree.ts'
import { billAt } from '../../../../tests/support/sales/memberships.ts'
import { givenMoneyRules } from '../../../../tests/support/sales/money-histories.ts'
import { asManager } from '../../../../tests/support/sales/pay-invoices.ts'
import { type World, world } from '../../../../tests/support/world.ts'
import { writeOffInvoice } from '../../billing/invoices/close-invoice.server.ts'
import { addWalkIn } from '../../bookings/roster/add-walk-in.server.ts'
import { refundPack } from '../../sales/refunds/refund-pack.server.ts'
import { sellPackage } from '../../sales/sell/sell-package.server.ts'
import { lookAt } from '../../scope/look.ts'
import { insightsPage } from '../figures/insights-page.server.ts'
import { keepMetrics, keepMetricsDue, lastClosedMonth } from './keep-metrics.server.ts'

async function givenClasses(w: World): Promise<string[]> {
  const ids = await w.givenSeries({
    ...{ rrule: 'FREQ=DAILY;COUNT=70', localStart: '2026-06-02T18:30', capacity: 4 },
  })
  for (const [i, id] of ids.entries())
    await w.db.run(sql`
      INSERT INTO bookings (id, studio_id, occurrence_id, person_id, state, policy_id, created_at)
      VALUES (${`b${i}-${w.studio.id}`}, ${w.studio.id}, ${id}, ${w.ana.id}, 'attended', 'p',
        '2026-06-01T10:00:00Z')`)
  return ids
}

const figures = async (w: World) => ({
  classes: await w.db.all(sql`
    SELECT * FROM class_facts WHERE studio_id = ${w.studio.id} ORDER BY day, occurrence_id`),
  months: await w.db.all(sql`
    SELECT * FROM metric_months WHERE studio_id = ${w.studio.id} ORDER BY month, metric, key`),
})

const page = (w: World, now: string, month: string) =>
  insightsPage(w.at(now), { month, against: '2026-05', withoutFree: false, problem: '' })

test('figures written night by night equal those rebuilt at once', async () => {
  const w = await world()
  await givenClasses(w)
  for (let day = 3; day <= 20; day += 1) {
    const now = `2026-06-${String(day).padStart(2, '0')}T04:00:00Z`
    expect(await keepMetrics(w.at(now))).toBeGreaterThan(0)
    expect(await keepMetrics(w.at(now))).toBe(0)
  }
  const kept = await figures(w)
  const origins = () =>
    w.db.all<{ origin: string; n: number }>(sql`
      SELECT origin, count(*) AS n FROM metric_days WHERE studio_id = ${w.studio.id}
      GROUP BY origin ORDER BY origin`)
  // The first night writes the month from its first day.
  expect(await origins()).toEqual([{ origin: 'kept', n: 19 }])
  for (const table of ['metric_days', 'class_facts', 'money_facts', 'metric_months'])
    await w.db.run(sql`DELETE FROM ${sql.raw(table)} WHERE studio_id = ${w.studio.id}`)
  await metricsUntil(w, '2026-06-20T04:00:00Z')
  expect(await figures(w)).toEqual(kept)
  expect(await origins()).toEqual([
    { origin: 'kept', n: 2 },
    { origin: 'rebuilt', n: 17 },
  ])
  expect((await page(w, '2026-06-20T04:00:00Z', '2026-06')).written).toMatchObject({
    ...{ until: '2026-06-19', rebuiltUntil: '2026-06-17' },
  })
})

test('a correction counts while its month is open, and changes nothing once that is closed', async () => {
  const w = await world()
  const [first, second] = await givenClasses(w)
  await metricsUntil(w, '2026-07-03T04:00:00Z')
  const came = async () => (await page(w, '2026-08-01T04:00:00Z', '2026-06')).figures.month
  expect((await came())['classes.came']).toBe(29)
  const noShow = (id: string) =>
    w.db.run(sql`UPDATE bookings SET state = 'no_show' WHERE occurrence_id = ${id}`)
  await noShow(first!)
  await metricsUntil(w, '2026-07-06T04:00:00Z')
  expect((await came())['classes.came']).toBe(28)
  await metricsUntil(w, '2026-07-20T04:00:00Z')
  await noShow(second!)
  await metricsUntil(w, '2026-08-01T04:00:00Z')
  expect((await came())['classes.came']).toBe(28)
})

test('figures wait one day for a late ledger, then are written without its last days', async () => {
  const w = await world()
  await givenClasses(w)
  const due = async (now: string) => {
    const [row] = await w.db.all<{ due: number }>(sql`
      SELECT ${keepMetricsDue(lookAt(w.at(now)))} AS due`)
    return row!.due === 1
  }
  // Nothing was written yet, and the ledger has no day: all of it is waited for.
  expect(await due('2026-06-19T04:00:00Z')).toBe(false)
  await metricsUntil(w, '2026-06-19T04:00:00Z')
  expect(await due('2026-06-20T04:00:00Z')).toBe(false)
  expect(await due('2026-06-21T04:00:00Z')).toBe(true)
  await metricsUntil(w, '2026-06-21T04:00:00Z')
  expect(await due('2026-06-21T04:01:00Z')).toBe(false)
})

test('a month closes when its last day is over for a week', () => {
  expect(lastClosedMonth('2026-07-07')).toBe('2026-05')
  expect(lastClosedMonth('2026-07-08')).toBe('2026-06')
  expect(lastClosedMonth('2026-07-31')).toBe('2026-06')
  expect(lastClosedMonth('2027-01-08')).toBe('2026-12')
})

test('two runs at once write each month once', async () => {
  const w = await world()
  await givenClasses(w)
  const now = '2026-07-20T04:00:00Z'
  await Promise.all([keepMetrics(w.at(now)), keepMetrics(w.at(now))])
  await metricsUntil(w, now)
  const { classes } = await figures(w)
  expect(classes).toHaveLength(48)
})

test('a class keeps its day when the studio’s zone changes, and a plan that is gone its name', async () => {
  const w = await world()
  await givenClasses(w)
  await metricsUntil(w, '2026-06-20T04:00:00Z')
  const before = await figures(w)
  w.studio.timeZone = 'Pacific/Auckland'
  await metricsUntil(w, '2026-06-21T04:00:00Z')
  const after = await figures(w)
  expect(after.classes.slice(0, before.classes.length)).toEqual(before.classes)
  await w.db.run(sql`DELETE FROM plans WHERE studio_id = ${w.studio.id}`)
  expect((await page(w, '2026-06-21T04:00:00Z', '2026-06')).figures.month['classes.came']).toBe(19)
})

test('a place whose bill is written off was charged: its class earned it, and it is no free place', async () => {
  const w = await world()
  await givenMoneyRules(w)
  await w.db.run(sql`UPDATE class_types SET drop_in_minor = 1450 WHERE studio_id = ${w.studio.id}`)
  const [first] = await w.givenSeries({
    ...{ rrule: 'FREQ=DAILY;COUNT=1', localStart: '2026-06-02T18:30' },
  })
  const desk = asManager(w, '2026-06-02T17:20:00Z')
  await addWalkIn(desk, first!, {
    ...{ personId: w.ben.id, pay: { kind: 'drop_in', method: 'later' } },
  })
  while ((await billAt(w, '2026-06-02T17:20:30Z')) > 0);
  const earned = async () => {
    await w.db.run(sql`DELETE FROM metric_days WHERE studio_id = ${w.studio.id}`)
    await metricsUntil(w, '2026-06-05T04:00:00Z')
    return w.db.all(sql`
      SELECT earned_minor AS earned, booked, free_booked AS free FROM class_facts
      WHERE studio_id = ${w.studio.id}`)
  }
  expect(await earned()).toEqual([{ earned: 1450, booked: 1, free: 0 }])
  const [bill] = await w.db.all<{ id: string }>(
    sql`SELECT id FROM invoices WHERE studio_id = ${w.studio.id}`,
  )
  expect(await writeOffInvoice(desk, bill!.id, 'Moved away')).toMatchObject({ ok: true })
  expect(await earned()).toEqual([{ earned: 1450, booked: 1, free: 0 }])
})

test('a refunded pack closes on the studio’s local date of the refund', async () => {
  const w = await world()
  const sold = await sellPackage(asManager(w, '2026-06-02T10:00:00Z'), w.cleo.id, {
    ...{ key: 'SoldPack0001', packageId: w.ids.tenPack, startsOn: '2026-06-02', note: '' },
    method: 'card',
  })
  if (!sold.ok) throw new Error(sold.reason)
  const { invoiceId, priceMinor: amountMinor } = sold
  // Half past midnight on 1 July in London.
  const back = await refundPack(asManager(w, '2026-06-30T23:30:00Z'), {
    ...{ key: 'BackPack0001', invoiceId, method: 'card', reason: 'Moved', amountMinor },
  })
  expect(back).toMatchObject({ ok: true })
  await metricsUntil(w, '2026-07-03T04:00:00Z')
  const earned = await w.db.all(sql`
    SELECT day, earned_minor AS minor FROM money_facts
    WHERE studio_id = ${w.studio.id} AND earned_minor <> 0`)
  expect(earned).toEqual([])
})
