import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { setLevel } from '#app/domain/people/levels/set-level.server.ts'
import { newId } from '#app/values/id.ts'
import { csv, importingAt } from '../../../../tests/support/holdings.ts'
import { type World, world } from '../../../../tests/support/world.ts'
import { countOutcomes } from '../import-queries.server.ts'
import { readRefused } from '../imported-file.server.ts'

const now = '2026-11-23T09:00:00Z'
const header = 'Email,Name,Ladder,Level,Date,Examiner'

/** A ladder of three belts, and people with addresses. */
async function dojo() {
  const w = await world()
  const ids = ['White', 'Yellow', 'Green'].map((name) => ({ id: newId(), name }))
  await w.db.run(sql`INSERT INTO disciplines (id, studio_id, name, sort)
    VALUES ('karate', ${w.studio.id}, 'Karate', 9) ON CONFLICT DO NOTHING`)
  await w.db.run(sql`INSERT INTO ladders (id, studio_id, discipline_id, name)
    VALUES ('belts', ${w.studio.id}, 'karate', 'Belts') ON CONFLICT DO NOTHING`)
  for (const [i, { id, name }] of ids.entries())
    await w.db.run(sql`INSERT INTO levels (id, studio_id, discipline_id, ladder_id, name, rung)
      VALUES (${id}, ${w.studio.id}, 'karate', 'belts', ${name}, ${i + 1})`)
  const levelId = (name: string) => ids.find((one) => one.name === name)!.id
  return { w, levelId, ...(await importingAt(w, now)) }
}

const heldBy = async ({ db, studio }: World, person: { id: string }) => {
  const rows = await db.all<{ name: string; since: string }>(sql`
    SELECT level.name, held.since FROM person_levels AS held
    JOIN levels AS level ON level.id = held.level_id
    WHERE held.studio_id = ${studio.id} AND held.person_id = ${person.id}
      AND held.discipline_id = 'karate'`)
  return rows[0] ? [rows[0].name, rows[0].since] : null
}
const emailOf = async ({ db }: World, { id }: { id: string }) =>
  (await db.all<{ email: string }>(sql`SELECT email FROM people WHERE id = ${id}`))[0]!.email

test('a history of levels comes in, the newest is held, and the same file again changes nothing', async () => {
  const { w, ctx, check, start, commit } = await dojo()
  const ana = await emailOf(w, w.ana)
  const file = csv(
    header,
    `${ana},,Belts,Green,2025-06-01,Sensei Ito`,
    `${ana},,Belts,White,2023-02-01,Sensei Ito`,
    `${ana},,,Yellow,2024-03-09,`,
    ',Cleo Park,Belts,White,2026-01-10,Sensei Ito',
    ',Nobody Here,Belts,White,2026-01-10,',
    `${ana},,Belts,Mauve,2026-02-10,`,
    `${ana},,Belts,White,2027-02-10,`,
  )
  const job = await check('levels', file)
  expect(job).toMatchObject({ total: 4, refused: 3, findings: { added: 4, people: 2 } })
  expect(await heldBy(w, w.ana)).toBeNull()
  const refused = await readRefused(ctx, job)
  expect(refused.map(({ line }) => line)).toEqual([6, 7, 8])
  await start(job.id)
  expect(await heldBy(w, w.ana)).toEqual(['Green', '2025-06-01'])
  expect(await heldBy(w, w.cleo)).toEqual(['White', '2026-01-10'])
  expect(await countOutcomes(ctx, await commit('levels', file))).toEqual({ unchanged: 4 })
  const steps = await w.db.all(sql`SELECT 1 FROM brought_levels WHERE studio_id = ${w.studio.id}`)
  expect(steps).toHaveLength(4)
})

test('a file brings nobody down, and rolled back it gives what was held before', async () => {
  const { w, ctx, commit, rollBack, levelId } = await dojo()
  const [ana, ben, cleo] = await Promise.all([w.ana, w.ben, w.cleo].map((one) => emailOf(w, one)))
  const set = (person: { id: string }, level: string, since: string) =>
    setLevel({ ...ctx }, person.id, {
      ...{ disciplineId: 'karate', levelId: levelId(level), since, reason: '' },
    })
  await set(w.ana, 'Green', '2024-01-01')
  await set(w.ben, 'White', '2024-01-01')
  const id = await commit(
    'levels',
    csv(
      header,
      `${ana},,Belts,Yellow,2025-06-01,`,
      `${ben},,Belts,Yellow,2025-06-01,`,
      `${ben},,Belts,Green,2026-06-01,`,
      `${cleo},,Belts,Yellow,2025-06-01,`,
    ),
  )
  expect(await heldBy(w, w.ana)).toEqual(['Green', '2024-01-01'])
  expect(await heldBy(w, w.ben)).toEqual(['Green', '2026-06-01'])
  expect(await heldBy(w, w.cleo)).toEqual(['Yellow', '2025-06-01'])
  await set(w.cleo, 'Green', '2026-10-01')
  await rollBack(id)
  expect(await heldBy(w, w.ana)).toEqual(['Green', '2024-01-01'])
  expect(await heldBy(w, w.ben)).toEqual(['White', '2024-01-01'])
  // Somebody set another level since: that stays.
  expect(await heldBy(w, w.cleo)).toEqual(['Green', '2026-10-01'])
})

test('two of one family address who reached a level on one day both get it', async () => {
  const { w, commit } = await dojo()
  await w.db.run(sql`UPDATE people SET email = 'park@example.com'
    WHERE id IN (${w.ana.id}, ${w.cleo.id})`)
  const of = (name: string) => `park@example.com,${name},Belts,Yellow,2025-06-14,`
  await commit('levels', csv(header, of(w.ana.name), of(w.cleo.name), of(w.cleo.name)))
  for (const person of [w.ana, w.cleo])
    expect(await heldBy(w, person)).toEqual(['Yellow', '2025-06-14'])
})
