import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { insightsPage } from '#app/domain/insights/figures/insights-page.server.ts'
import { explained } from '#app/domain/insights/figures/insights-view.ts'
import { exportMonth } from '#app/domain/insights/recurring/export-month.server.ts'
import { keepRecurring } from '#app/domain/insights/recurring/keep-recurring.server.ts'
import { salesPage } from '#app/domain/insights/recurring/sales-page.server.ts'
import { readReportQuery } from '#app/domain/insights/reports/report-query.ts'
import { runReport } from '#app/domain/insights/reports/run-report.server.ts'
import { newId } from '#app/values/id.ts'
import { metricsUntil } from '../support/sales/figures-agree.ts'
import { givenPlan } from '../support/sales/memberships.ts'
import { type Person, type World, world } from '../support/world.ts'

/** What somebody holds, as the acts on memberships leave it. */
async function holds(
  w: World,
  person: Person,
  planId: string,
  startsOn: string,
  { endsOn = null, state = 'active' }: { endsOn?: string | null; state?: string } = {},
): Promise<string> {
  const id = newId()
  await w.db.run(sql`
    INSERT INTO memberships (id, studio_id, person_id, plan_id, state, starts_on, ends_on,
      purchased_at)
    VALUES (${id}, ${w.studio.id}, ${person.id}, ${planId}, ${state}, ${startsOn}, ${endsOn},
      ${`${startsOn}T09:00:00Z`})`)
  return id
}

const names = (who: string, n: number) => Array.from({ length: n }, (_, i) => `${who} ${i + 1}`)

/** Runs the job until it has caught up. */
async function caughtUp(w: World, now: string) {
  for (let i = 0; i < 30 && (await keepRecurring(w.at(now))) > 0; i += 1);
}

test('22: 1 June £14,000.00 of 200 members; joins, leaves, freezes and changes make 30 June £14,580.00, churn 4.0%, 208 paying', async () => {
  const w = await world()
  // Nothing of the world's own people.
  await w.db.run(sql`DELETE FROM memberships WHERE studio_id = ${w.studio.id}`)
  const plan = await givenPlan(w, { name: 'Everything', priceMinor: 7_000 })
  const more = await givenPlan(w, { name: 'Everything plus', priceMinor: 9_000 })
  const less = await givenPlan(w, { name: 'Light', priceMinor: 5_000 })
  const [stay, leave, freeze, up, down] = await Promise.all([
    w.givenPeople(names('Stay', 183)),
    w.givenPeople(names('Leave', 8)),
    w.givenPeople(names('Freeze', 4)),
    w.givenPeople(names('Up', 3)),
    w.givenPeople(names('Down', 2)),
  ])
  const may = '2026-05-01'
  for (const person of stay) await holds(w, person, plan, may)
  for (const [i, person] of leave.entries()) {
    await holds(w, person, plan, may, { endsOn: `2026-06-1${i}`, state: 'cancelled' })
  }
  for (const person of freeze) {
    const id = await holds(w, person, plan, may)
    await w.db.run(sql`
      INSERT INTO membership_freezes (id, studio_id, membership_id, from_on, until_on)
      VALUES (${newId()}, ${w.studio.id}, ${id}, '2026-06-20', '2026-07-10')`)
  }
  for (const [people, planId] of [
    [up, more],
    [down, less],
  ] as const) {
    for (const person of people) {
      await holds(w, person, plan, may, { endsOn: '2026-06-14', state: 'superseded' })
      await holds(w, person, planId, '2026-06-15')
    }
  }
  const joined = await w.givenPeople(names('Join', 20))
  for (const person of joined) await holds(w, person, plan, '2026-06-03')

  const after = '2026-07-01T08:00:00Z'
  await caughtUp(w, after)
  const { movement } = await salesPage(w.at(after), '2026-06')
  expect(movement).toMatchObject({
    opening: { day: '2026-05-31', members: 200, minor: 1_400_000 },
    closing: { day: '2026-06-30', members: 208, minor: 1_458_000 },
    churnPermille: 40,
  })
  expect(
    movement!.kinds.map(({ kind, people, amountMinor }) => `${people} ${kind} ${amountMinor}`),
  ).toEqual([
    '20 joined 140000',
    '3 upgraded 6000',
    '2 downgraded -4000',
    '4 froze -28000',
    '8 left -56000',
  ])
  // Every figure is its rows, and the rows lead from the opening to the closing.
  const sum = movement!.kinds.flatMap(({ rows }) => rows).reduce((all, r) => all + r.amountMinor, 0)
  expect(movement!.opening.minor + sum).toBe(movement!.closing.minor)
  expect(movement!.kinds.at(-1)!.rows.map(({ day }) => day)).toContain('2026-06-11')

  // Insights, its sentences, the report behind it and the accountant's file say the same.
  await metricsUntil(w, after)
  const insights = await insightsPage(w.at(after), {
    month: '2026-06',
    against: '2026-05',
    withoutFree: false,
    problem: '',
  })
  expect(insights.figures.month).toMatchObject({
    'recurring.minor': 1_458_000,
    'members.paying': 208,
    'members.joined': 20,
    'members.churn': 4,
    'members.average': 7_010,
  })
  const reader = { slug: 'n', locale: 'en-GB', currency: 'GBP', timeZone: 'Europe/London' }
  expect(explained(insights, reader).map(({ text, amount }) => `${text}, ${amount}`)).toEqual([
    '20 joined, +£1,400.00',
    '3 upgraded, +£60.00',
    '2 downgraded, −£40.00',
    '4 froze, −£280.00',
    '8 left, −£560.00',
  ])
  const report = await runReport(
    w.at(after),
    readReportQuery(new URLSearchParams('of=movement&from=2026-06-01&until=2026-06-30&by=what')),
  )
  expect(report.ok && report.report.totals).toEqual([null, 37, 37, 58_000])
  const file = await exportMonth(w.asDesk(after), '2026-06')
  const opening = file.rows.find(([what]) => what === 'Recurring revenue, opening')!
  const moved = file.rows.filter(([what]) => /revenue, (?!opening|closing)/.test(String(what)))
  const minorOf = (cell: unknown) => Math.round(Number(cell) * 100)
  expect(minorOf(opening.at(-1))).toBe(1_400_000)
  expect(moved.reduce((all, row) => all + minorOf(row.at(-1)), 1_400_000)).toBe(1_458_000)

  // July: four come back from their freeze, one of those who left rejoins; June stays as it was.
  await holds(w, leave[0]!, plan, '2026-07-05')
  const august = '2026-08-01T08:00:00Z'
  await Promise.all([keepRecurring(w.at(august)), keepRecurring(w.at(august))])
  await caughtUp(w, august)
  const july = (await salesPage(w.at(august), '2026-07')).movement!
  expect(july.opening.minor).toBe(1_458_000)
  expect(july.kinds.map(({ kind, amountMinor }) => `${kind} ${amountMinor}`)).toEqual([
    'rejoined 7000',
    'returned 28000',
  ])
  expect((await salesPage(w.at(august), '2026-06')).movement).toEqual(movement)
  expect(await keepRecurring(w.at(august))).toBe(0)
})

test('four-weekly and weekly prices are a month’s part of a year, free days count nothing, and a changed past is a change of today', async () => {
  const w = await world()
  await w.db.run(sql`DELETE FROM memberships WHERE studio_id = ${w.studio.id}`)
  const fourWeekly = await givenPlan(w, { name: 'Four', priceMinor: 6_000, interval: 'four_weeks' })
  const weekly = await givenPlan(w, { name: 'Week', priceMinor: 1_500, interval: 'week' })
  const [a, b] = (await w.givenPeople(['Fay Four', 'Wim Week'])) as [Person, Person]
  await holds(w, a, fourWeekly, '2026-06-02')
  const trial = await holds(w, b, weekly, '2026-06-02')
  await w.db.run(sql`UPDATE memberships SET trial_days = 7 WHERE id = ${trial}`)
  await caughtUp(w, '2026-06-20T08:00:00Z')
  const june = (await salesPage(w.at('2026-06-20T08:00:00Z'), '')).movement!
  // £60.00 x 13 / 12, and £15.00 x 52 / 12.
  expect(june.kinds[0]!.rows.map(({ day, amountMinor }) => [day, amountMinor])).toEqual([
    ['2026-06-02', 6_500],
    ['2026-06-09', 6_500],
  ])
  await w.db.run(sql`UPDATE memberships SET ends_on = '2026-06-05' WHERE id = ${trial}`)
  await caughtUp(w, '2026-06-22T08:00:00Z')
  const now = (await salesPage(w.at('2026-06-22T08:00:00Z'), '')).movement!
  expect(now.kinds.map(({ kind, rows }) => [kind, rows.at(-1)!.day])).toEqual([
    ['joined', '2026-06-09'],
    ['left', '2026-06-20'],
  ])
  expect(now.closing).toMatchObject({ members: 1, minor: 6_500 })
})
