import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { batch } from '#app/db/batch.server.ts'
import { addDocument } from '#app/domain/documents/save-document.server.ts'
import { openingSteps } from '#app/domain/tasks/task-facts.ts'
import { raiseTaskStatement } from '#app/domain/tasks/task-statements.server.ts'
import { keepTasks } from '#functions/jobs/keep-tasks.ts'
import { world } from '../../../tests/support/world.ts'

const now = '2026-10-13T11:00:00Z'

test('a new studio is no longer asked to add members, coaches, opening hours, payments or a waiver once it has them', async () => {
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
  expect(await open()).toEqual([
    'coaches',
    'hours',
    'members',
    'payments',
    'prices',
    'share',
    'waiver',
  ])
  await w.db.run(sql`UPDATE people SET archived_at = NULL WHERE id = ${w.ana.id}`)
  expect(await open()).toEqual(['hours', 'members', 'payments', 'prices', 'share', 'waiver'])
  await w.db.run(sql`UPDATE people SET archived_at = NULL, is_staff = 0 WHERE id = ${w.ben.id}`)
  await w.db.run(sql`UPDATE locations SET hours = '1 10:00-21:00' WHERE studio_id = ${w.studio.id}`)
  expect(await open()).toEqual(['payments', 'prices', 'share', 'waiver'])
  await w.db.run(sql`INSERT INTO merchant_accounts (studio_id, account_ref, state, test_mode,
    connected_at, checked_at) VALUES (${w.studio.id}, 'acct_1', 'pending', 1, ${now}, ${now})`)
  await addDocument(w.asDesk(now), {
    ...{ key: 'waiver000001', name: 'Waiver', audience: 'everybody', blocksBooking: 'on' },
    text: 'I take part at my own risk.',
  })
  expect(await open()).toEqual(['prices', 'share'])
})
