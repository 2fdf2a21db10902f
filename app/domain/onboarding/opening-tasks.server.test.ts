import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { batch } from '#app/db/batch.server.ts'
import { openingSteps } from '#app/domain/tasks/task-facts.ts'
import { raiseTaskStatement } from '#app/domain/tasks/task-statements.server.ts'
import { keepTasks } from '#functions/jobs/keep-tasks.ts'
import { world } from '../../../tests/support/world.ts'

const now = '2026-10-13T11:00:00Z'

test('a new studio is no longer asked to add members, coaches or opening hours once it has them', async () => {
  const w = await world()
  await w.db.run(sql`UPDATE people SET is_staff = 1 WHERE studio_id = ${w.studio.id}`)
  await w.db.run(sql`UPDATE people SET archived_at = ${now}
    WHERE studio_id = ${w.studio.id} AND id <> ${w.coach.id}`)
  for (const step of openingSteps)
    await batch(w.db, {
      task: raiseTaskStatement(w.at(now), {
        cause: { kind: 'opening', ref: step },
        facts: { step, address: '' },
        role: 'manager',
        dueAt: '2026-11-01T00:00:00Z',
        endsAt: null,
        path: '/',
      }),
    })
  const open = async () => {
    await keepTasks(w.at(now))
    const rows = await w.db.all<{ step: string }>(sql`SELECT cause_ref AS step FROM tasks
      WHERE studio_id = ${w.studio.id} AND cause_kind = 'opening' AND state = 'open'`)
    return rows.map(({ step }) => step).sort()
  }
  expect(await open()).toEqual(['coaches', 'hours', 'members', 'prices', 'share'])
  await w.db.run(sql`UPDATE people SET archived_at = NULL WHERE id = ${w.ana.id}`)
  expect(await open()).toEqual(['hours', 'members', 'prices', 'share'])
  await w.db.run(sql`UPDATE people SET archived_at = NULL, is_staff = 0 WHERE id = ${w.ben.id}`)
  await w.db.run(sql`UPDATE locations SET hours = '1 10:00-21:00' WHERE studio_id = ${w.studio.id}`)
  expect(await open()).toEqual(['prices', 'share'])
})
