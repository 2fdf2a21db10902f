import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { comeOfAge } from '#app/domain/families/come-of-age.server.ts'
import { keepTasks } from '#functions/jobs/keep-tasks.ts'
import { givenChild } from '../../../tests/support/people/families.ts'
import { openTitles } from '../../../tests/support/tasks.ts'
import { world } from '../../../tests/support/world.ts'

const birthday = '2026-10-12T09:00:00Z'

test('somebody who turned 18 without an address of their own is a task until they have one', async () => {
  const w = await world()
  const bornOn = { birthDate: '2008-10-12', guardians: [w.ana] }
  const isla = await givenChild(w, 'Isla Reyes', bornOn)
  const noor = await givenChild(w, 'Noor Reyes', bornOn)
  const email = (id: string, address: string) =>
    w.db.run(sql`UPDATE people SET email = ${address} WHERE id = ${id}`)
  await email(noor.id, 'noor@example.test')
  await keepTasks(w.at(birthday))
  expect(await openTitles(w, birthday)).toEqual([])
  await comeOfAge(w.at(birthday))
  await keepTasks(w.at(birthday))
  await keepTasks(w.at(birthday))
  expect(await openTitles(w, birthday)).toEqual(['Ask Isla Reyes for their own email'])
  await email(isla.id, w.ana.email)
  // Nothing is written again while nothing has changed.
  expect(await keepTasks(w.at('2026-10-12T10:00:00Z'))).toBe(0)
  expect(await openTitles(w, birthday)).toHaveLength(1)
  await email(isla.id, 'isla@example.test')
  await keepTasks(w.at(birthday))
  expect(await openTitles(w, birthday)).toEqual([])
})
