import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { newId } from '#app/values/id.ts'
import { mailTo, noticesOf } from '../../../../tests/support/bookings.ts'
import { type Person, type World, world } from '../../../../tests/support/world.ts'
import { classBriefing, tellBriefings } from './class-briefing.server.ts'
import { briefedMarks } from './class-briefing.ts'

const now = '2026-10-13T17:10:00Z'
const soon = '2026-10-13T17:20:00Z'

const book = (w: World, occurrenceId: string, person: Person, state = 'booked') =>
  w.db.run(sql`
    INSERT INTO bookings (id, studio_id, occurrence_id, person_id, state, policy_id, created_at)
    VALUES (${newId()}, ${w.studio.id}, ${occurrenceId}, ${person.id}, ${state},
      ${w.ids.policyId}, ${now})`)

/** A class at 18:30 with a regular, somebody new with an injury, and one for whom nothing is up. */
async function evening() {
  const w = await world()
  await w.db.run(sql`UPDATE people SET is_staff = 1 WHERE id = ${w.coach.id}`)
  const past = await w.givenClass({ localStart: '2026-10-06T18:30' })
  const id = await w.givenClass({ localStart: '2026-10-13T18:30' })
  for (const person of [w.ana, w.ben]) {
    await book(w, past, person, 'attended')
    await book(w, id, person)
  }
  await book(w, id, w.cleo)
  await w.db.run(sql`UPDATE people SET birth_date = '1990-10-13' WHERE id = ${w.ana.id}`)
  await w.db.run(sql`
    INSERT INTO person_notes (id, studio_id, person_id, kind, text, author_id, author_name,
      created_at)
    VALUES (${newId()}, ${w.studio.id}, ${w.cleo.id}, 'injury', 'Left knee', 'x', 'Hana', ${now})`)
  return { w, id }
}

test('a briefing names first visits, injuries, birthdays and who is about to level up, and nobody else', async () => {
  const { w, id } = await evening()
  await w.db.run(sql`UPDATE levels SET ask_classes = 2 WHERE id = ${w.ids.levelIds[1]}`)
  await w.db.run(sql`
    INSERT INTO person_levels (studio_id, person_id, discipline_id, level_id, since)
    SELECT studio_id, ${w.ana.id}, discipline_id, id, '2026-09-01' FROM levels
    WHERE id = ${w.ids.levelIds[0]}`)
  const briefing = await classBriefing(w.at(now), id)
  const marks = (medical: boolean) =>
    briefing!.people.map((one) => [
      one.name,
      briefedMarks(one, { medical }).map(({ text }) => text),
    ])
  expect(briefing).toMatchObject({ title: 'Pole 2: spins', booked: 3 })
  expect(marks(true)).toEqual([
    [w.ana.name, ['1 class from Level 2', 'Birthday']],
    [w.cleo.name, ['First visit', 'Injury: Left knee']],
  ])
  expect(marks(false)[1]).toEqual([w.cleo.name, ['First visit', 'Injury']])
  expect(await classBriefing((await world()).at(now), id)).toBe(null)
})

test('a coach is briefed once, 15 minutes before, by a notice and an email that name nobody', async () => {
  const { w, id } = await evening()
  expect(await tellBriefings(w.at(now))).toBe(0)
  const told = await Promise.all([tellBriefings(w.at(soon)), tellBriefings(w.at(soon))])
  expect(told.reduce((a, b) => a + b, 0)).toBe(1)
  expect(await tellBriefings(w.at(soon))).toBe(0)
  const mails = await mailTo(w, w.coach)
  expect(mails).toHaveLength(1)
  expect(JSON.stringify(mails)).not.toMatch(/knee|Cleo/)
  const notices = await noticesOf(w, w.coach)
  expect(JSON.stringify(notices)).toContain('1 first visit, 1 injury noted, 1 birthday')
  await w.db.run(sql`UPDATE occurrences SET coach_id = ${w.ben.id} WHERE id = ${id}`)
  await w.db.run(sql`UPDATE people SET is_staff = 1 WHERE id = ${w.ben.id}`)
  expect(await tellBriefings(w.at(soon))).toBe(1)
})

test('nobody whose level is provisional or has expired is called ready for the next', async () => {
  const { w, id } = await evening()
  await w.db.run(sql`UPDATE people SET birth_date = NULL WHERE id = ${w.ana.id}`)
  await w.db.run(sql`UPDATE levels SET ask_days = 10 WHERE id = ${w.ids.levelIds[1]}`)
  await w.db.run(sql`
    INSERT INTO person_levels (studio_id, person_id, discipline_id, level_id, since)
    SELECT studio_id, ${w.ana.id}, discipline_id, id, '2026-09-01' FROM levels
    WHERE id = ${w.ids.levelIds[0]}`)
  const ana = async () => {
    const briefing = await classBriefing(w.at(now), id)
    return briefing!.people.find(({ personId }) => personId === w.ana.id)?.levelUp
  }
  expect(await ana()).toBe('Ready for Level 2')
  await w.db.run(sql`UPDATE person_levels SET lapses_on = '2026-10-01'
    WHERE person_id = ${w.ana.id}`)
  expect(await ana()).toBeUndefined()
  await w.db.run(sql`UPDATE person_levels SET lapses_on = NULL, provisional = 1
    WHERE person_id = ${w.ana.id}`)
  expect(await ana()).toBeUndefined()
})

test('classes with more people together than one question reads are briefed one run after the other', async () => {
  const { w, id } = await evening()
  const other = await w.givenClass({ localStart: '2026-10-13T18:30' })
  for (const occurrence of [id, other])
    await w.db.run(sql`
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 160)
      INSERT INTO bookings (id, studio_id, occurrence_id, person_id, state, policy_id, created_at)
      SELECT lower(hex(randomblob(8))), ${w.studio.id}, ${occurrence},
        'nobody-' || ${occurrence} || i, 'booked', ${w.ids.policyId}, ${now} FROM n`)
  expect(await tellBriefings(w.at(soon))).toBe(1)
  expect(await tellBriefings(w.at(soon))).toBe(1)
  expect(await tellBriefings(w.at(soon))).toBe(0)
})
