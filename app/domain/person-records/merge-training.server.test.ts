/** What two records of one human can do, have trained and are coached in, once they are merged. */
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import {
  addCheckIn,
  addEntry,
  beginCoaching,
  clientPage,
} from '#app/domain/coaching/coaching.server.ts'
import { answerCheckIn } from '#app/domain/coaching/my-coaching.server.ts'
import { askShift } from '#app/domain/coaching/shift-program.server.ts'
import { assessSkill } from '#app/domain/skills/assess-skill.server.ts'
import { saveSkill } from '#app/domain/skills/save-skill.server.ts'
import { skillForm } from '#app/domain/skills/skill-form.ts'
import { standingBestsStatement } from '#app/domain/training-log/bests/best-queries.server.ts'
import { addBestsStatement } from '#app/domain/training-log/bests/best-statements.server.ts'
import { newId } from '#app/values/id.ts'
import { type Person, type World, world } from '../../../tests/support/world.ts'
import { mergePeople } from './merge-people.server.ts'

const now = '2026-11-12T09:00:00Z'

async function twoRecords() {
  const w = await world()
  const [kept, gone] = (await w.givenPeople(['Kim Lee', 'Kim Lee'])) as [Person, Person]
  await w.db.run(sql`UPDATE people SET user_id = NULL WHERE id = ${gone.id}`)
  const merge = () =>
    mergePeople(
      { ...w.asDesk(now), directory: w.directory },
      { keptId: kept.id, goneId: gone.id },
      { kept: 1, gone: 1 },
    )
  return { w, kept, gone, merge }
}

async function givenSkill(w: World, name: string, days: number) {
  const skill = skillForm.parse({ key: newId(), version: '0', name, days: String(days) })
  expect(await saveSkill(w.asDesk(now), w.ids.pole, skill, null)).toEqual({ ok: true })
  const seen = async (person: Person, on: string) => {
    const result = await assessSkill(
      w.asDesk(now),
      { personId: person.id, skillId: skill.key },
      { key: newId(), on, left: 1, right: 1, familiar: false, note: '', evidence: '' },
    )
    expect(result).toMatchObject({ ok: true })
  }
  const stand = (person: Person) =>
    w.db.all(sql`SELECT state, days, since, seen_on AS seenOn FROM skill_stands
      WHERE person_id = ${person.id} AND skill_id = ${skill.key}`)
  const counted = () => w.db.all(sql`SELECT cleared, learning FROM skills WHERE id = ${skill.key}`)
  return { seen, stand, counted }
}

test('a skill cleared on either merged record stays cleared, with the days of both', async () => {
  const { w, kept, gone, merge } = await twoRecords()
  const { seen, stand, counted } = await givenSkill(w, 'Basic invert', 2)
  await seen(kept, '2026-10-20')
  await seen(gone, '2026-09-01')
  await seen(gone, '2026-09-08')
  expect(await merge()).toEqual({ ok: true })
  expect(await stand(kept)).toEqual([
    { state: 'cleared', days: 3, since: '2026-09-08', seenOn: '2026-10-20' },
  ])
  expect(await counted()).toEqual([{ cleared: 1, learning: 0 }])
  expect(await stand(gone)).toEqual([])
})

test('days from both merged records count towards a skill, each day once', async () => {
  const { w, kept, gone, merge } = await twoRecords()
  const [three, four] = [await givenSkill(w, 'Invert', 3), await givenSkill(w, 'Shoulder mount', 4)]
  for (const { seen } of [three, four]) {
    await seen(kept, '2026-10-20')
    await seen(kept, '2026-10-27')
    await seen(gone, '2026-10-27')
    await seen(gone, '2026-11-03')
  }
  expect(await merge()).toEqual({ ok: true })
  expect(await three.stand(kept)).toMatchObject([{ state: 'cleared', days: 3 }])
  expect(await four.stand(kept)).toMatchObject([{ state: 'learning', days: 3 }])
  expect(await four.counted()).toEqual([{ cleared: 0, learning: 1 }])
})

async function trained(w: World, person: Person, exerciseId: string, on: string, kg: number) {
  const id = newId()
  await w.db.run(sql`
    INSERT INTO workout_logs (id, studio_id, person_id, name, state, plan, started_at, local_start,
      time_zone, ended_at, input_at, created_at, updated_at)
    VALUES (${id}, ${w.studio.id}, ${person.id}, 'Push', 'finished', '{}', ${`${on}T18:00:00Z`},
      ${`${on}T18:00`}, 'Europe/London', ${`${on}T19:00:00Z`}, ${now}, ${now}, ${now})`)
  await w.db.run(sql`
    INSERT INTO workout_sets (studio_id, log_id, id, person_id, exercise_id, entry, n, grams, reps,
      done_at, changed_ms)
    VALUES (${w.studio.id}, ${id}, 'e0.1', ${person.id}, ${exerciseId}, 'e0', 1, ${kg * 1_000}, 1,
      ${`${on}T18:10:00Z`}, 1)`)
  await addBestsStatement(w, person.id, id)
}

test('merging keeps the higher best, whichever was lifted last', async () => {
  const { w, kept, gone, merge } = await twoRecords()
  const [bench, squat] = [newId(), newId()]
  await trained(w, kept, bench, '2026-10-01', 100)
  await trained(w, gone, bench, '2026-11-10', 60)
  await trained(w, gone, squat, '2026-11-10', 80)
  expect(await merge()).toEqual({ ok: true })
  const bests = (await standingBestsStatement(w, kept.id, 50)).filter(({ kind }) => kind === 'e1rm')
  expect(bests.map(({ exerciseId, value, before }) => [exerciseId, value, before])).toEqual([
    [squat, 80_000, null],
    [bench, 100_000, null],
  ])
  expect(
    await w.db.all(sql`SELECT 1 FROM training_bests WHERE studio_id = ${w.studio.id}
      AND (person_id = ${gone.id} OR exercise_id = ${bench} AND value = 60000)`),
  ).toEqual([])
})

async function givenCoach(w: World) {
  const [coach] = (await w.givenPeople(['Ben Coach'], { isStaff: true })) as [Person]
  const actor = { userId: coach.userId, name: coach.name, role: 'coach' as const }
  return { coach, asCoach: { ...w.asDesk(now), actor } }
}

test('merging keeps a coach’s notes from both records in the remaining coaching', async () => {
  const { w, kept, gone, merge } = await twoRecords()
  const { coach, asCoach } = await givenCoach(w)
  const begun = async (person: Person, goal: string) => {
    const key = newId()
    const form = { key, person: person.id, coach: coach.id, perWeek: 2 }
    expect(await beginCoaching(asCoach, form)).toEqual({ ok: true })
    const entry = { key: newId(), kind: 'goal' as const, text: goal, value: '' }
    expect(await addEntry(asCoach, key, entry)).toBe(true)
    return key
  }
  const relation = await begun(kept, 'Ten pull-ups')
  const other = await begun(gone, 'A split')
  await w.db.run(sql`UPDATE coaching_relations SET from_on = '2026-01-05' WHERE id = ${other}`)
  const checkIn = newId()
  await addCheckIn(asCoach, other, { key: checkIn, questions: 'How was it?', dueOn: '2026-11-12' })
  const asked = { days: 7, reason: 'Flu' }
  const [own, same] = [newId(), newId()]
  await askShift(w.asMember(kept, now), { ...asked, key: own, relation })
  await askShift(w.asMember(gone, now), { ...asked, key: same, relation: other })
  await w.db.run(sql`INSERT INTO coaching_shifts (id, studio_id, relation_id, person_id, days,
      reason, state, asked_on) VALUES ('before', ${w.studio.id}, ${other}, ${gone.id}, 7, '',
      'approved', '2026-10-01')`)
  expect(await merge()).toEqual({ ok: true })

  const shifts = await w.db.all(sql`SELECT id, relation_id AS relation FROM coaching_shifts
    WHERE studio_id = ${w.studio.id} ORDER BY asked_on DESC`)
  expect(shifts).toEqual([own, 'before'].map((id) => ({ id, relation })))
  const page = (await clientPage(asCoach, relation))!
  expect(page.relation).toMatchObject({ fromOn: '2026-01-05' })
  expect(page.entries.map(({ text }) => text).toSorted()).toEqual(['A split', 'Ten pull-ups'])
  expect(page.checkIns.map(({ id }) => id)).toEqual([checkIn])
  expect(await answerCheckIn(w.asMember(kept, now), { checkIn, text: 'Good' })).toBe('ok')
})

test('merging moves coaching that only the removed record has', async () => {
  const { w, kept, gone, merge } = await twoRecords()
  const { coach, asCoach } = await givenCoach(w)
  const key = newId()
  const form = { key, person: gone.id, coach: coach.id, perWeek: 2 }
  expect(await beginCoaching(asCoach, form)).toEqual({ ok: true })
  await addEntry(asCoach, key, { key: newId(), kind: 'note', text: 'Shoulder', value: '' })
  expect(await merge()).toEqual({ ok: true })
  expect(
    await w.db.all(sql`SELECT relation.person_id AS person, entry.person_id AS of
      FROM coaching_relations AS relation JOIN coaching_entries AS entry
        ON entry.relation_id = relation.id WHERE relation.studio_id = ${w.studio.id}`),
  ).toEqual([{ person: kept.id, of: kept.id }])
})
