import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { keepTasks } from '../../../../functions/jobs/keep-tasks.ts'
import { plansOf, remembering } from '../../../../tests/support/query-plans.ts'
import { openTitles } from '../../../../tests/support/tasks.ts'
import { world } from '../../../../tests/support/world.ts'
import { expandSeries } from './expand-series.server.ts'

const begins = '2026-06-01T08:00:00Z'
const later = '2026-06-29T08:00:00Z'

test('dates that a series gains and that meet another class of its coach are one task for the two', async () => {
  const w = await world({ now: begins })
  const weekly = { rrule: 'FREQ=WEEKLY;BYDAY=TU', at: begins }
  await w.givenSeries({ ...weekly, localStart: '2026-06-02T18:30' })
  // A class of the same coach on a Tuesday that is not made yet, and one that touches none.
  await w.givenClass({ localStart: '2026-08-04T19:00', discipline: 'yoga', at: begins })
  await w.givenClass({ localStart: '2026-08-11T19:30', discipline: 'yoga', at: begins })
  expect(await openTitles(w, begins)).toEqual([])

  const { sent, remember } = remembering(w)
  await expandSeries(remember(w.at(later)))
  await Promise.all([expandSeries(w.at(later)), expandSeries(w.at(later))])
  const [title, ...others] = await openTitles(w, later)
  expect(title).toMatch(/^Pole 2: spins, Tue 4 Aug, 18:30, .*clashes with Yin yoga$/)
  expect(others).toEqual([])
  expect(await plansOf(w, sent)).toEqual([])
})

test("another studio at the same hour is in nobody's way", async () => {
  const [here, there] = [await world({ now: begins }), await world({ now: begins })]
  await here.givenSeries({
    rrule: 'FREQ=WEEKLY;BYDAY=TU',
    localStart: '2026-06-02T18:30',
    at: begins,
  })
  await there.givenClass({ localStart: '2026-08-04T19:00', at: begins })
  await expandSeries(here.at(later))
  expect(await here.db.all(sql`SELECT id FROM tasks WHERE studio_id = ${here.studio.id}`)).toEqual(
    [],
  )
})

test.each([
  ['cancelled', "UPDATE occurrences SET state = 'cancelled' WHERE"],
  [
    'moved',
    "UPDATE occurrences SET starts_at = '2026-08-04T20:00:00Z', ends_at = '2026-08-04T21:00:00Z' WHERE",
  ],
])('a clash asks nobody any more once the other class was %s', async (_, change) => {
  const w = await world({ now: begins })
  const weekly = { rrule: 'FREQ=WEEKLY;BYDAY=TU', at: begins }
  await w.givenSeries({ ...weekly, localStart: '2026-06-02T18:30' })
  const other = await w.givenClass({
    localStart: '2026-08-04T19:00',
    discipline: 'yoga',
    at: begins,
  })
  await expandSeries(w.at(later))
  await keepTasks(w.at(later))
  expect(await openTitles(w, later)).toHaveLength(1)

  await w.db.run(sql`${sql.raw(change)} studio_id = ${w.studio.id} AND id = ${other}`)
  await keepTasks(w.at(later))
  expect(await openTitles(w, later)).toEqual([])
})
