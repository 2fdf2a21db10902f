import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { refusalWords } from '#app/domain/bookings/availability/refusal-words.ts'
import { bookClass } from '#app/domain/bookings/booking/book-class.server.ts'
import { addWalkIn } from '#app/domain/bookings/roster/add-walk-in.server.ts'
import { assessSkill, claimSkill } from '#app/domain/skills/assess-skill.server.ts'
import { saveSkill } from '#app/domain/skills/save-skill.server.ts'
import { skillForm } from '#app/domain/skills/skill-form.ts'
import { classPage } from '#app/domain/timetable/class-page.server.ts'
import { timetablePage } from '#app/domain/timetable/timetable-page.server.ts'
import { newId } from '#app/values/id.ts'
import { type World, world } from '../support/world.ts'

const now = '2026-10-12T09:00:00Z'

const form = (more: Record<string, unknown>) =>
  skillForm.parse({ key: newId(), version: '0', name: 'Basic invert', ...more })

/**
 * "Inverts" needs *Basic invert*: 3 times, both sides, on 3 days. A clinic teaches it on Tuesday and
 * on Friday. Gia has days 1 and 2.
 */
async function inverts() {
  const w = await world()
  const clinic = newId()
  await w.db.run(sql`INSERT INTO class_types (id, studio_id, name, short_name, discipline_id, minutes)
    VALUES (${clinic}, ${w.studio.id}, 'Basic invert clinic', 'Clinic', ${w.ids.pole}, 60)`)
  const skill = form({
    twoSided: 'on',
    times: '3',
    days: '3',
    asks: w.ids.poleType,
    teaches: `class_type:${clinic}`,
  })
  expect(await saveSkill(w.asDesk(now), w.ids.pole, skill, null)).toEqual({ ok: true })
  const taught = async (localStart: string) => {
    const id = await w.givenClass({ localStart })
    await w.db.run(sql`UPDATE occurrences SET class_type_id = ${clinic} WHERE id = ${id}`)
    return id
  }
  const thursday = await w.givenClass({ localStart: '2026-10-15T18:30' })
  const teaching = [await taught('2026-10-13T18:30'), await taught('2026-10-16T18:30')]
  const gia = await w.givenPerson('Gia Romano')
  await w.giveMembership(gia)
  const day = (at: string, more: { left?: number; right?: number; key?: string } = {}) =>
    assessSkill(
      w.asDesk(at, 'Ben'),
      { personId: gia.id, skillId: skill.key },
      {
        key: more.key ?? newId(),
        on: at.slice(0, 10),
        left: more.left ?? 3,
        right: more.right ?? 3,
        familiar: false,
        note: '',
        evidence: '',
      },
    )
  await day('2026-09-19T18:40:00Z')
  await day('2026-10-08T18:40:00Z')
  return { w, skillId: skill.key, skill, thursday, teaching, gia, day }
}

const viewerOf = ({ id, name, email }: World['ana']) => ({
  personId: id,
  name,
  email,
  timeZone: null,
})

test('with two of three days the class is refused: one more cleared day, and the two classes that teach it', async () => {
  const { w, skillId, thursday, teaching, gia } = await inverts()
  const refused = await bookClass(w.asMember(gia, now), thursday)
  expect(refused).toMatchObject({
    ok: false,
    reason: 'skill_locked',
    facts: { skillId, name: 'Basic invert', days: 2, need: 3, others: 0 },
  })
  if (refused.ok) throw new Error('booked')
  expect(refusalWords(refused, { ...w.studio, today: '2026-10-12' })).toEqual({
    sentence: 'This class needs Basic invert. You need one more cleared day.',
    action: { kind: 'see_skill', label: 'See Basic invert', skillId },
  })
  const page = await classPage(w.at(now), viewerOf(gia), thursday)
  expect(page?.listing.availability).toMatchObject({ kind: 'refused', reason: 'skill_locked' })
  expect(page?.instead.map(({ id }) => id)).toEqual(teaching)
  const week = await timetablePage(w.at(now), viewerOf(gia), new URLSearchParams())
  const shown = week.days.flatMap(({ classes }) => classes).find(({ id }) => id === thursday)
  expect(shown?.availability).toMatchObject({ kind: 'refused', reason: 'skill_locked' })
})

test('a coach clears day 3 at 19:40 and she can book at once', async () => {
  const { w, thursday, gia, day } = await inverts()
  const at = '2026-10-13T18:40:00Z'
  expect(await day(at)).toMatchObject({ ok: true, days: 3, nowCleared: true })
  expect(await bookClass(w.asMember(gia, at), thursday)).toMatchObject({
    ok: true,
    outcome: 'booked',
  })
})

test('a second clearance on the same day does not count, nor does one side, nor what she claims herself', async () => {
  const { w, skillId, thursday, gia, day } = await inverts()
  expect(await day('2026-10-08T19:00:00Z')).toMatchObject({ days: 2, before: true })
  const one = await day('2026-10-10T18:40:00Z', { left: 3, right: 2 })
  expect(one).toMatchObject({ days: 2, counted: false, cleared: false })
  const claim = { key: newId(), note: 'Did it at home', evidence: '' }
  expect(await claimSkill(w.asMember(gia, now), skillId, claim)).toEqual({ ok: true })
  expect(await bookClass(w.asMember(gia, now), thursday)).toMatchObject({ reason: 'skill_locked' })
  expect(
    await w.db.all(sql`SELECT state, days, left_days AS l, right_days AS r FROM skill_stands
      WHERE studio_id = ${w.studio.id} AND person_id = ${gia.id}`),
  ).toEqual([{ state: 'learning', days: 2, l: 3, r: 2 }])
})

test('the same sheet sent twice at once is one day, and two tablets of one day are one day too', async () => {
  const { day } = await inverts()
  const at = '2026-10-10T18:40:00Z'
  const [key, other] = [newId(), newId()]
  const sent = await Promise.all([day(at, { key }), day(at, { key }), day(at, { key: other })])
  expect(sent.every((one) => one.ok && one.days === 3)).toBe(true)
})

test('editing the rule to 4 days later does not lock her out again', async () => {
  const { w, skill, thursday, gia, day } = await inverts()
  await day('2026-10-12T08:00:00Z')
  const edited = { ...skill, days: 4 }
  expect(await saveSkill(w.asDesk(now), w.ids.pole, edited, 1)).toEqual({ ok: true })
  expect(await bookClass(w.asMember(gia, now), thursday)).toMatchObject({ ok: true })
  // Seen again under the new rule she keeps it too; somebody else needs four.
  await day('2026-10-12T10:00:00Z', { left: 0, right: 0 })
  expect(await w.db.all(sql`SELECT state FROM skill_stands WHERE person_id = ${gia.id}`)).toEqual([
    { state: 'cleared' },
  ])
})

test('the desk lets her in with a reason, and only then', async () => {
  const { w, thursday, gia } = await inverts()
  const add = (reason: string) => addWalkIn(w.asDesk(now), thursday, { personId: gia.id, reason })
  expect(await add('')).toEqual({ ok: false, reason: 'needs_reason' })
  expect(await add('Ben is with her')).toMatchObject({ ok: true })
})
