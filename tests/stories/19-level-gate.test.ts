import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { refusalWords } from '#app/domain/bookings/availability/refusal-words.ts'
import { bookClass } from '#app/domain/bookings/booking/book-class.server.ts'
import { setLevel } from '#app/domain/people/levels/set-level.server.ts'
import { world } from '../support/world.ts'

const now = '2026-10-12T18:30:00Z'

/** "Inverts" is for Level 2; Gia holds Level 1. */
async function inverts() {
  const w = await world()
  const [one, two, three] = w.ids.levelIds
  await w.db.run(sql`UPDATE class_types SET minimum_level_id = ${two} WHERE id = ${w.ids.poleType}`)
  const thursday = await w.givenClass({ localStart: '2026-10-15T18:30' })
  const gia = await w.givenPerson('Gia Levels')
  await w.giveMembership(gia)
  const level = (levelId: string | null, at: string) =>
    setLevel(w.asDesk(at), gia.id, {
      disciplineId: w.ids.pole,
      levelId,
      since: at.slice(0, 10),
      reason: 'assessed in class',
    })
  await level(one, now)
  return { w, thursday, gia, level, levels: { one, two, three } }
}

test('below its level a class is refused with the level it needs, the one held, and where to see more', async () => {
  const { w, thursday, gia } = await inverts()
  const refused = await bookClass(w.asMember(gia, now), thursday)
  expect(refused).toMatchObject({
    ok: false,
    reason: 'level_locked',
    facts: { needs: 'Level 2', holds: 'Level 1' },
  })
  if (refused.ok) throw new Error('booked')
  expect(refusalWords(refused, { ...w.studio, today: '2026-10-12' })).toMatchObject({
    sentence: 'This class needs level 2. You have level 1.',
    action: { kind: 'see_level' },
  })
})

test('cleared by a coach at 19:40 she can book at once, and the same clearance sent again is one line', async () => {
  const { w, thursday, gia, level, levels } = await inverts()
  const cleared = '2026-10-12T18:40:00Z'
  await Promise.all([level(levels.two, cleared), level(levels.two, cleared)])
  await level(levels.two, cleared)
  expect(
    await w.db.all(
      sql`SELECT count(*) AS n FROM audit_entries WHERE studio_id = ${w.studio.id} AND subject_id = ${gia.id} AND action = 'level.set'`,
    ),
  ).toEqual([{ n: 2 }])
  expect(await bookClass(w.asMember(gia, cleared), thursday)).toMatchObject({
    ok: true,
    outcome: 'booked',
  })
})

test('a class that asks for more later keeps the place she has', async () => {
  const { w, thursday, gia, level, levels } = await inverts()
  await level(levels.two, now)
  await bookClass(w.asMember(gia, now), thursday)
  await w.db.run(
    sql`UPDATE class_types SET minimum_level_id = ${levels.three} WHERE id = ${w.ids.poleType}`,
  )

  const later = '2026-10-13T09:00:00Z'
  // The same request again is answered with the place, not with the lock.
  expect(await bookClass(w.asMember(gia, later), thursday)).toMatchObject({
    ok: true,
    outcome: 'booked',
  })
  expect(
    await w.db.all(
      sql`SELECT state FROM bookings WHERE studio_id = ${w.studio.id} AND person_id = ${gia.id}`,
    ),
  ).toEqual([{ state: 'booked' }])
  const friday = await w.givenClass({ localStart: '2026-10-16T18:30' })
  expect(await bookClass(w.asMember(gia, later), friday)).toMatchObject({
    ok: false,
    reason: 'level_locked',
  })
})
