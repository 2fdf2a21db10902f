import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { Chance } from '../../../../scripts/demo/random.ts'
import { metricsUntil } from '../../../../tests/support/sales/figures-agree.ts'
import { membershipHistory } from '../../../../tests/support/sales/membership-history.ts'
import { type World, world } from '../../../../tests/support/world.ts'
import { keepRecurring } from '../recurring/keep-recurring.server.ts'
import { readReportQuery, reportParams } from '../reports/report-query.ts'
import { runReport } from '../reports/run-report.server.ts'
import { type FigureId, figureMetric, figureRows } from './figure.ts'
import { insightsPage } from './insights-page.server.ts'
import { monthsFrom } from './month-figures.ts'

const begins = '2026-01-01'
const now = '2026-06-02T09:00:00Z'

/** Visits, no-shows and intro offers of people, two of whom have one name. */
async function visitsAndIntros(w: World, people: readonly { id: string }[], seed: string) {
  const chance = new Chance(seed)
  await w.db.run(sql`UPDATE people SET name = 'Anna Smith'
    WHERE id IN (${people[0]!.id}, ${people[1]!.id})`)
  for (const month of ['03', '04', '05'])
    for (const day of ['05', '12', '19']) {
      const id = await w.givenClass({ localStart: `2026-${month}-${day}T18:00`, capacity: 30 })
      for (const [i, { id: personId }] of people.entries()) {
        if (i > 1 && !chance.happens(0.3)) continue
        const state = i < 2 || chance.happens(0.8) ? 'attended' : 'no_show'
        await w.db.run(sql`
          INSERT INTO bookings (id, studio_id, occurrence_id, person_id, state, policy_id, created_at)
          SELECT ${`${id}-${i}`}, ${w.studio.id}, id, ${personId}, ${state}, policy_id,
            '2026-02-01T10:00:00Z' FROM occurrences WHERE id = ${id}`)
      }
    }
  for (const person of await w.givenPeople(['Intro One', 'Intro Two', 'Intro Three'])) {
    await w.givePack(person, { at: '2026-04-10T09:00:00Z' })
    await w.db.run(sql`UPDATE lots SET expires_on = '2026-05-10' WHERE person_id = ${person.id}`)
    if (chance.happens(0.5))
      await w.db.run(sql`
        INSERT INTO memberships (id, studio_id, person_id, plan_id, state, starts_on, trial_days,
          purchased_at)
        SELECT 'after-' || ${person.id}, ${w.studio.id}, ${person.id}, id, 'active', '2026-05-12', 0,
          '2026-05-12T09:00:00Z' FROM plans WHERE studio_id = ${w.studio.id} LIMIT 1`)
  }
  await w.db.run(sql`UPDATE packages SET once_per_person = 1 WHERE studio_id = ${w.studio.id}`)
}

/** The report that a figure of a month opens: how many rows, and its totals by column. */
async function rowsOf(w: World, id: FigureId, month: string) {
  const query = readReportQuery(
    new URLSearchParams(reportParams(figureRows(figureMetric(id), month))),
  )
  const ran = await runReport(w.at(now), query)
  if (!ran.ok) throw new Error(`${id}: ${ran.reason}`)
  const { columns, totals, total, unknown } = ran.report
  expect([id, unknown]).toEqual([id, []])
  return { total, of: (column: string) => totals[columns.findIndex((one) => one.id === column)] }
}

test.each(['figures', 'rows'])(
  'each figure of a month is what its rows come to (%s)',
  async (seed) => {
    const w = await world()
    const people = await membershipHistory(w, seed, begins)
    await visitsAndIntros(w, people, seed)
    for (let i = 0; i < 60 && (await keepRecurring(w.at(now))) > 0; i += 1);
    await metricsUntil(w, now)
    for (const month of ['2026-03', '2026-04', '2026-05']) {
      const { figures } = await insightsPage(w.at(now), {
        month,
        against: monthsFrom(month, -1),
        withoutFree: false,
        problem: '',
      })
      const of = figures.month
      const paying = await rowsOf(w, 'members.paying', month)
      expect([month, paying.total]).toEqual([month, of['members.paying']])
      const recurring = await rowsOf(w, 'recurring.minor', month)
      expect(recurring.of('amount')).toBe(of['recurring.minor'])
      expect(Math.round(Number(recurring.of('amount')) / paying.total)).toBe(of['members.average'])
      const joined = await rowsOf(w, 'members.joined', month)
      expect(joined.total).toBe(of['members.joined'])
      const left = await rowsOf(w, 'members.churn', month)
      const opening = await rowsOf(w, 'members.paying', monthsFrom(month, -1))
      expect((left.total * 100) / opening.total).toBeCloseTo(of['members.churn'] ?? 0)
      const came = await rowsOf(w, 'people.came', month)
      expect(came.total).toBe(of['people.came'])
      const visits = await rowsOf(w, 'classes.came', month)
      expect(visits.total).toBe(of['classes.came'])
      const missed = await rowsOf(w, 'classes.no_shows', month)
      expect((missed.total * 100) / (missed.total + visits.total)).toBeCloseTo(
        of['classes.no_shows']!,
      )
      for (const [id, column] of [
        ['money.taken', 'amount'],
        ['money.invoiced', 'total'],
        ['money.retail', 'total'],
        ['money.earned', 'earned'],
      ] as const)
        expect([id, (await rowsOf(w, id, month)).of(column)]).toEqual([id, of[id]])
    }
    const intros = await rowsOf(w, 'intro.stayed', '2026-05')
    expect(intros.total).toBe(3)
    const { figures } = await insightsPage(w.at(now), {
      month: '2026-05',
      against: '2026-04',
      withoutFree: false,
      problem: '',
    })
    expect((Number(intros.of('led_on')) * 100) / intros.total).toBeCloseTo(
      figures.month['intro.stayed']!,
    )
  },
)
