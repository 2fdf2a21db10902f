import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { reconcileClasses } from '#app/domain/bookings/roster/reconcile-classes.server.ts'
import { metricsUntil } from '../../../../tests/support/sales/figures-agree.ts'
import { givenRule } from '../../../../tests/support/staff-pay/pay.ts'
import { world } from '../../../../tests/support/world.ts'
import { classView } from './class-view.ts'
import { insightsPage } from './insights-page.server.ts'

test('what a class leaves is what it earned less what its coach is paid, with corrections', async () => {
  const w = await world()
  await givenRule(w, { person: w.coach, flat: 3_000 })
  for (const day of ['05', '06']) await w.givenClass({ localStart: `2026-10-${day}T18:30` })
  while ((await reconcileClasses(w.at('2026-10-20T12:00:00Z'))) > 0);
  const [line] = await w.db.all<{ id: string }>(sql`
    SELECT id FROM pay_lines WHERE studio_id = ${w.studio.id} AND kind = 'work' ORDER BY id LIMIT 1`)
  await w.db.run(sql`
    INSERT INTO pay_lines (id, studio_id, person_id, kind, work_on, occurrence_id, scope,
      amount_minor, currency, reason, corrects_id, created_at)
    SELECT 'correction-1', studio_id, person_id, 'correction', '2026-11-02', occurrence_id, scope,
      -500, currency, 'Left early', id, '2026-11-02T09:00:00Z' FROM pay_lines WHERE id = ${line!.id}`)
  await metricsUntil(w, '2026-10-20T12:00:00Z')

  const page = await insightsPage(w.at('2026-10-20T12:00:00Z'), {
    month: '2026-10',
    against: '2026-09',
    withoutFree: false,
    problem: '',
  })
  const { slug, locale, currency, timeZone } = w.studio
  const view = classView(page, 'coach', { slug, locale, currency, timeZone })

  expect(page.classes.reduce((all, row) => all + row.paid, 0)).toBe(5_500)
  expect(view.rows[0]?.cells.slice(5, 8)).toEqual(['£0.00', '£55.00', '-£55.00'])
  expect(view.short).toBe('Earned less than the pay of their coaches: Dee Coach.')
})
