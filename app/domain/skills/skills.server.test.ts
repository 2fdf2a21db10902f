import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { newId } from '#app/values/id.ts'
import { type World, world } from '../../../tests/support/world.ts'
import { assessSkill, undoAssessment } from './assess-skill.server.ts'
import { classHeat, nextForGroup } from './class-heat.server.ts'
import { exportTree, importTree } from './move-tree.server.ts'
import { archiveSkill, saveSkill } from './save-skill.server.ts'
import { skillForm } from './skill-form.ts'
import { skillPage, treePage } from './tree-page.server.ts'

const now = '2026-10-13T11:00:00Z'

const form = (name: string, more: Record<string, unknown> = {}) =>
  skillForm.parse({ key: newId(), version: '0', name, ...more })

async function added(w: World, name: string, more: Record<string, unknown> = {}) {
  const skill = form(name, more)
  expect(await saveSkill(w.asDesk(now), w.ids.pole, skill, null)).toEqual({ ok: true })
  return skill
}

const seen = (w: World, personId: string, skillId: string, on: string, more = {}) =>
  assessSkill(
    w.asDesk(now),
    { personId, skillId },
    {
      key: newId(),
      on,
      left: 1,
      right: 1,
      familiar: false,
      note: '',
      evidence: '',
      ...more,
    },
  )

test('skills are typed with what leads to them, by name, each once', async () => {
  const w = await world()
  const sit = await added(w, 'Pole sit')
  const cross = await added(w, 'Crossknee release', { needs: 'pole sit' })
  const invert = await added(w, 'Basic invert', {
    needs: 'Pole sit\nCrossknee release, familiar\nPOLE SIT',
  })
  const page = await treePage(w.at(now), { discipline: w.ids.pole, person: '' })
  const found = page.skills.find(({ id }) => id === invert.key)!
  expect(found.needs.toSorted((a, b) => (a.id < b.id ? -1 : 1))).toEqual(
    [
      { id: sit.key, state: 'cleared' },
      { id: cross.key, state: 'familiar' },
    ].toSorted((a, b) => (a.id < b.id ? -1 : 1)),
  )
})

test('a circle, a skill that needs itself, and names the tree does not have are refused', async () => {
  const w = await world()
  const a = await added(w, 'A')
  await added(w, 'B', { needs: 'A' })
  await added(w, 'C', { needs: 'B' })
  const edit = (needs: string) =>
    saveSkill(w.asDesk(now), w.ids.pole, { ...form('A', { needs }), key: a.key }, 1)
  expect(await edit('C')).toEqual({ ok: false, reason: 'circle', through: 'B' })
  expect(await edit('a')).toEqual({ ok: false, reason: 'itself' })
  expect(await edit('Nowhere')).toEqual({
    ok: false,
    reason: 'unknown_needs',
    names: ['Nowhere'],
  })
  expect(await edit('')).toEqual({ ok: true })
})

test('two who edit at once make no circle between them', async () => {
  const w = await world()
  const [a, b] = [await added(w, 'A'), await added(w, 'B')]
  const save = (key: string, name: string, needs: string) =>
    saveSkill(w.asDesk(now), w.ids.pole, { ...form(name, { needs }), key }, 1)
  const results = await Promise.all([save(a.key, 'A', 'B'), save(b.key, 'B', 'A')])
  expect(results.filter(({ ok }) => ok)).toHaveLength(1)
})

test('nobody of another studio assesses a skill', async () => {
  const [w, other] = [await world(), await world()]
  const skill = form('Ayesha', { assessor: [w.ana.id, other.ana.id] })
  const save = (version: number | null, assessor: string[]) =>
    saveSkill(w.asDesk(now), w.ids.pole, { ...skill, assessor }, version)
  expect(await save(null, skill.assessor)).toEqual({ ok: false, reason: 'not_found' })
  expect(await save(null, [w.ana.id])).toEqual({ ok: true })
  expect(await save(1, [other.ana.id])).toEqual({ ok: false, reason: 'not_found' })
  expect(await w.db.all(sql`SELECT assessors FROM skills WHERE id = ${skill.key}`)).toEqual([
    { assessors: JSON.stringify([w.ana.id]) },
  ])
})

test('a coach who is not among those named for a skill does not clear it', async () => {
  const w = await world()
  const skill = await added(w, 'Ayesha', { assessor: w.ana.id })
  expect(await seen(w, w.ben.id, skill.key, '2026-10-10')).toMatchObject({
    ok: false,
    reason: 'not_assessor',
    who: w.ana.name,
  })
  const asAna = { ...w.asDesk(now), actor: { userId: w.ana.userId, name: 'Ana', role: 'coach' } }
  expect(
    await assessSkill(
      asAna as ReturnType<World['asDesk']>,
      { personId: w.ben.id, skillId: skill.key },
      {
        key: newId(),
        on: '2026-10-10',
        left: 1,
        right: 0,
        familiar: false,
        note: '',
        evidence: '',
      },
    ),
  ).toMatchObject({ ok: true, nowCleared: true })
})

test('an assessment is taken back: the days are counted again, a later one that cleared stays', async () => {
  const w = await world()
  const skill = await added(w, 'Spin', { days: '2' })
  const keys = [newId(), newId()]
  await seen(w, w.ana.id, skill.key, '2026-10-10', { key: keys[0] })
  expect(await seen(w, w.ana.id, skill.key, '2026-10-11', { key: keys[1] })).toMatchObject({
    nowCleared: true,
  })
  const state = () =>
    w.db.all(sql`SELECT state, days FROM skill_stands WHERE person_id = ${w.ana.id}`)
  expect(await undoAssessment(w.asDesk(now), keys[0]!)).toEqual({ ok: true })
  expect(await state()).toEqual([{ state: 'cleared', days: 1 }])
  expect(await undoAssessment(w.asDesk(now), keys[1]!)).toEqual({ ok: true })
  expect(await state()).toEqual([])
})

test('undoing all assessments, in any order, un-clears a skill', async () => {
  const w = await world()
  const skill = await added(w, 'Invert')
  const state = () =>
    w.db.all(sql`SELECT state, days FROM skill_stands WHERE person_id = ${w.ana.id}`)
  for (const order of [
    [0, 1],
    [1, 0],
  ]) {
    const keys = [newId(), newId()]
    await seen(w, w.ana.id, skill.key, '2026-10-10', { key: keys[0] })
    await seen(w, w.ana.id, skill.key, '2026-10-11', { key: keys[1] })
    await undoAssessment(w.asDesk(now), keys[order[0]!]!)
    expect(await state()).toEqual([{ state: 'cleared', days: 1 }])
    await undoAssessment(w.asDesk(now), keys[order[1]!]!)
    expect(await state()).toEqual([])
  }
})

test('undoing the days that counted un-clears a skill, even if other assessments remain', async () => {
  const w = await world()
  const skill = await added(w, 'Invert')
  const keys = [newId(), newId(), newId()]
  await seen(w, w.ana.id, skill.key, '2026-10-09', { key: keys[0] })
  await seen(w, w.ana.id, skill.key, '2026-10-10', { key: keys[1] })
  await seen(w, w.ana.id, skill.key, '2026-10-11', { key: keys[2], left: 0 })
  for (const key of keys.slice(0, 2)) await undoAssessment(w.asDesk(now), key)
  expect(
    await w.db.all(sql`SELECT state, days FROM skill_stands WHERE person_id = ${w.ana.id}`),
  ).toEqual([{ state: 'learning', days: 0 }])
})

test('a skill lapses so many months after a day that counted, and one such day brings it back', async () => {
  const w = await world()
  const skill = await added(w, 'Layback', { lapseMonths: '12', times: '2' })
  const lapses = async () =>
    (
      await w.db.all<{ at: string }>(
        sql`SELECT lapses_on AS at FROM skill_stands WHERE person_id = ${w.ana.id}`,
      )
    )[0]?.at
  await seen(w, w.ana.id, skill.key, '2025-09-01', { left: 2 })
  expect(await lapses()).toBe('2026-09-01')
  await seen(w, w.ana.id, skill.key, '2026-10-10', { left: 1 })
  expect(await lapses()).toBe('2026-09-01')
  await seen(w, w.ana.id, skill.key, '2026-10-11', { left: 2 })
  expect(await lapses()).toBe('2027-10-11')
})

test('how many have a skill is counted as people begin, clear and are taken back', async () => {
  const w = await world()
  const skill = await added(w, 'Spin', { days: '2' })
  const counts = async () => {
    const { skill: row } = (await skillPage(w.at(now), skill.key, ''))!
    return [row.cleared, row.learning]
  }
  await seen(w, w.ana.id, skill.key, '2026-10-10')
  await seen(w, w.ben.id, skill.key, '2026-10-10')
  expect(await counts()).toEqual([0, 2])
  const key = newId()
  await seen(w, w.ana.id, skill.key, '2026-10-11', { key })
  expect(await counts()).toEqual([1, 1])
  await undoAssessment(w.asDesk(now), key)
  expect(await counts()).toEqual([0, 2])
})

test('a skill that a class asks for stays on the tree; archived it leaves those who cleared it alone', async () => {
  const w = await world()
  const skill = await added(w, 'Spin', { asks: w.ids.poleType })
  await seen(w, w.ana.id, skill.key, '2026-10-10')
  expect(await archiveSkill(w.asDesk(now), skill.key, true)).toMatchObject({
    ok: false,
    reason: 'asked',
    by: 'Pole 2: spins',
  })
  const free = { ...form('Spin'), key: skill.key }
  expect(await saveSkill(w.asDesk(now), w.ids.pole, free, 1)).toEqual({ ok: true })
  expect(await archiveSkill(w.asDesk(now), skill.key, true)).toEqual({ ok: true })
  expect(await w.db.all(sql`SELECT state FROM skill_stands WHERE person_id = ${w.ana.id}`)).toEqual(
    [{ state: 'cleared' }],
  )
  expect(await archiveSkill(w.asDesk(now), skill.key, false)).toEqual({ ok: true })
})

test('a tree goes out as a file and comes into another studio the same', async () => {
  const [w, other] = [await world(), await world()]
  await added(w, 'Pole sit', { safety: 'Mat', twoSided: 'on', times: '3', days: '3' })
  await added(w, 'Crossknee', { needs: 'Pole sit', tier: '1' })
  await added(w, 'Invert', {
    needs: 'Pole sit\nCrossknee, familiar',
    needsRule: 'some',
    needsCount: '1',
    tier: '2',
  })
  const file = (await exportTree(w.at(now), w.ids.pole))!
  const text = JSON.stringify(file)
  expect(await importTree(other.asDesk(now), other.ids.pole, text)).toEqual({
    ok: true,
    added: 3,
    changed: 0,
    merged: 0,
  })
  expect(await importTree(other.asDesk(now), other.ids.pole, text)).toEqual({
    ok: true,
    added: 0,
    changed: 3,
    merged: 0,
  })
  expect(await exportTree(other.at(now), other.ids.pole)).toEqual(file)
  expect(await exportTree(other.at(now), w.ids.pole)).toBeNull()
  expect((await importTree(other.asDesk(now), w.ids.pole, text)).ok).toBe(false)
})

test('a file with a circle, a stranger, twice the same name or no JSON changes nothing and says why', async () => {
  const w = await world()
  await added(w, 'Sit')
  const file = (skills: unknown[]) =>
    importTree(
      w.asDesk(now),
      w.ids.pole,
      JSON.stringify({ format: 'cadence-skill-tree-1', skills }),
    )
  const need = (name: string, ...skills: string[]) => ({ name, needs: { skills } })
  expect(await file([need('A', 'B'), need('B', 'A')])).toMatchObject({
    sentence: '“A” needs “B”, which needs “A”. Skills can’t lead round in a circle.',
  })
  expect(await file([need('A', 'Z')])).toMatchObject({
    sentence: '“A” needs “Z”, which is neither in the file nor in your tree.',
  })
  expect(await file([need('A'), need('a')])).toMatchObject({
    sentence: '“a” is in the file twice.',
  })
  expect(await importTree(w.asDesk(now), w.ids.pole, '{')).toMatchObject({ ok: false })
  expect(await file([{ name: 'A', tier: 99 }])).toMatchObject({
    sentence: 'Skill 1 of the file can’t be read: look at “tier”.',
  })
  expect((await treePage(w.at(now), { discipline: w.ids.pole, person: '' })).skills).toHaveLength(1)
  expect(await file([need('A', 'Sit', 'sit')])).toMatchObject({ ok: true, added: 1, merged: 1 })
})

test('a class shows what its group needs next, what it teaches first', async () => {
  const w = await world()
  const spin = await added(w, 'Spin', { teaches: `class_type:${w.ids.poleType}` })
  const sit = await added(w, 'Sit')
  const lock = await added(w, 'Lock', { needs: 'Sit' })
  const occurrence = await w.givenClass()
  const { bookClass } = await import('#app/domain/bookings/booking/book-class.server.ts')
  await bookClass(w.asMember(w.ana, now), occurrence)
  await bookClass(w.asMember(w.ben, now), occurrence)
  await seen(w, w.ana.id, sit.key, '2026-10-10')
  const heat = (await classHeat(w.at(now), occurrence))!
  const of = (id: string) => heat.skills.find((one) => one.skill.id === id)!
  expect(of(sit.key)).toMatchObject({ cleared: 1, open: [{ id: w.ben.id }], locked: 0 })
  expect(of(lock.key)).toMatchObject({ open: [{ id: w.ana.id }], locked: 1 })
  expect(nextForGroup(heat.skills).map(({ skill }) => skill.id)[0]).toBe(spin.key)
  expect(await classHeat((await world()).at(now), occurrence)).toBeNull()
})

test('a studio neither sees nor changes the skills of another', async () => {
  const [w, other] = [await world(), await world()]
  const skill = await added(w, 'Spin')
  expect(await skillPage(other.at(now), skill.key, '')).toBeNull()
  expect(await saveSkill(other.asDesk(now), w.ids.pole, form('X'), null)).toMatchObject({
    ok: false,
    reason: 'not_found',
  })
  expect(await archiveSkill(other.asDesk(now), skill.key, true)).toMatchObject({ ok: false })
  expect(await seen(other, other.ana.id, skill.key, '2026-10-10')).toMatchObject({ ok: false })
  expect(await seen(w, other.ana.id, skill.key, '2026-10-10')).toMatchObject({ ok: false })
})
