import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { addDays } from '#app/values/zone.ts'
import { membershipHistory } from '../../../../tests/support/sales/membership-history.ts'
import { type World, world } from '../../../../tests/support/world.ts'
import { keepRecurring } from './keep-recurring.server.ts'

const begins = '2026-01-01'

const ledger = async (w: World) => ({
  changes: await w.db.all(sql`
    SELECT day, person_id, kind, amount_minor, plans FROM recurring_changes
    WHERE studio_id = ${w.studio.id} ORDER BY day, person_id`),
  days: await w.db.all(sql`
    SELECT day, members, minor FROM recurring_days WHERE studio_id = ${w.studio.id} ORDER BY day`),
  people: await w.db.all(sql`
    SELECT * FROM recurring_people WHERE studio_id = ${w.studio.id} ORDER BY person_id`),
})

test('the ledger that is filled at once is the one that was kept day by day', async () => {
  const w = await world()
  await membershipHistory(w, 'ledger', begins)
  for (let day = begins; day <= '2026-05-30'; day = addDays(day, 1)) {
    await keepRecurring(w.at(`${day}T09:00:00Z`))
  }
  const kept = await ledger(w)
  expect(kept.changes.length).toBeGreaterThan(100)
  for (const table of ['changes', 'days', 'people']) {
    await w.db.run(sql.raw(`DELETE FROM recurring_${table}`))
  }
  const last = '2026-05-30T09:00:00Z'
  expect(await keepRecurring(w.at(last))).toBeGreaterThan(100)
  expect(await keepRecurring(w.at(last))).toBe(0)
  const first = kept.days[0] as { day: string }
  const filled = await ledger(w)
  expect({
    ...filled,
    days: filled.days.filter((row) => (row as { day: string }).day >= first.day),
  }).toEqual(kept)
})

test('two runs at once write each day once', async () => {
  const w = await world()
  await membershipHistory(w, 'twice', begins)
  const now = '2026-04-30T09:00:00Z'
  await Promise.all([keepRecurring(w.at(now)), keepRecurring(w.at(now))])
  for (let i = 0; i < 5 && (await keepRecurring(w.at(now))) > 0; i += 1);
  const { days, changes } = await ledger(w)
  const sum = (rows: readonly unknown[], column: string) =>
    rows.reduce((all: number, row) => all + Number((row as Record<string, unknown>)[column]), 0)
  const [opening, closing] = [days[0], days.at(-1)] as { minor: number }[]
  expect(opening!.minor + sum(changes, 'amount_minor')).toBe(closing!.minor)
})
