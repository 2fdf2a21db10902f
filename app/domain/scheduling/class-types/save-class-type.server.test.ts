import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { archiveType } from '#app/domain/calendar/archive-type.server.ts'
import { newId } from '#app/values/id.ts'
import { type World, world } from '../../../../tests/support/world.ts'
import { createSeries } from '../series/create-series.server.ts'
import { type ClassTypeDraft, classTypeForm } from './class-type-fields.ts'
import { saveClassType } from './save-class-type.server.ts'

const now = '2026-10-13T11:00:00Z'

const formOf = (w: World, more: Partial<ClassTypeDraft> = {}): ClassTypeDraft => ({
  key: newId(),
  name: 'Pole flow',
  shortName: 'Flow',
  disciplineId: w.ids.pole,
  minutes: 75,
  colour: 'plum',
  icon: 'pole',
  cover: '',
  ...more,
})

const typesOf = ({ db, studio }: World, name: string) =>
  db.all<{ id: string; minutes: number; level: string | null; archived: number }>(sql`
    SELECT id, minutes, minimum_level_id AS level, archived_at IS NOT NULL AS archived
    FROM class_types
    WHERE studio_id = ${studio.id} AND name = ${name}`)

const linesOf = async ({ db, studio }: World, id: string) =>
  (
    await db.all<{ action: string }>(sql`
      SELECT action FROM audit_entries WHERE studio_id = ${studio.id} AND subject_id = ${id}
      ORDER BY rowid`)
  ).map(({ action }) => action)

test('a class type is added once however often its form is sent, with one line of who did it', async () => {
  const w = await world()
  const form = formOf(w)
  const sent = await Promise.all([1, 2].map(() => saveClassType(w.asDesk(now), form, null)))

  expect(sent).toEqual([{ ok: true }, { ok: true }])
  expect(await typesOf(w, 'Pole flow')).toMatchObject([{ id: form.key, minutes: 75 }])
  expect(await linesOf(w, form.key)).toEqual(['class_type.added'])
})

test('of two who change a class type at once one is refused, and a stale form changes nothing', async () => {
  const w = await world()
  const form = formOf(w)
  await saveClassType(w.asDesk(now), form, null)
  const longer = { ...form, minutes: 90 }
  const both = await Promise.all([
    saveClassType(w.asDesk(now), longer, 1),
    saveClassType(w.asDesk(now), { ...form, shortName: 'PF' }, 1),
  ])
  expect(both).toEqual([{ ok: true }, { ok: false, reason: 'changed' }])
  expect(await saveClassType(w.asDesk(now), longer, 1)).toEqual({ ok: true })
  expect(await typesOf(w, 'Pole flow')).toMatchObject([{ minutes: 90 }])
  expect(await linesOf(w, form.key)).toEqual(['class_type.added', 'class_type.changed'])
})

test('a name the studio has is refused, also in a change; another studio may have it', async () => {
  const [w, other] = [await world(), await world()]
  const form = formOf(w)
  await saveClassType(w.asDesk(now), form, null)

  expect(await saveClassType(w.asDesk(now), formOf(w), null)).toEqual({
    ok: false,
    reason: 'name_taken',
  })
  const renamed = formOf(w, { key: form.key, name: 'Yin yoga' })
  expect(await saveClassType(w.asDesk(now), renamed, 1)).toEqual({
    ok: false,
    reason: 'name_taken',
  })
  expect(await typesOf(w, 'Pole flow')).toHaveLength(1)
  expect(await saveClassType(other.asDesk(now), formOf(other), null)).toEqual({
    ok: true,
  })
})

test('a discipline of another studio and a level of another ladder are not found, and nothing is written', async () => {
  const [w, other] = [await world(), await world()]
  const foreign = formOf(w, { disciplineId: other.ids.pole })
  expect(await saveClassType(w.asDesk(now), foreign, null)).toEqual({
    ok: false,
    reason: 'not_found',
  })
  const [level] = await w.db.all<{ id: string }>(
    sql`SELECT id FROM levels
      WHERE studio_id = ${w.studio.id} AND discipline_id = ${w.ids.pole} LIMIT 1`,
  )
  const mixed = formOf(w, { disciplineId: w.ids.yoga, levelId: level!.id })
  expect(await saveClassType(w.asDesk(now), mixed, null)).toEqual({
    ok: false,
    reason: 'not_found',
  })
  expect(await saveClassType(other.asDesk(now), formOf(w), 1)).toEqual({
    ok: false,
    reason: 'not_found',
  })
  expect(await typesOf(w, 'Pole flow')).toEqual([])
})

test('a change holds for new classes; those that stand keep their length', async () => {
  const w = await world()
  const form = formOf(w)
  await saveClassType(w.asDesk(now), form, null)
  const made = await createSeries(w.asDesk(now), {
    classTypeId: form.key,
    roomId: w.ids.roomId,
    coachId: w.coach.id,
    policyId: w.ids.policyId,
    firstStart: '2026-10-20T18:30',
    rrule: '',
    minutes: form.minutes,
    capacity: 8,
  })
  expect(made.ok).toBe(true)
  await saveClassType(w.asDesk(now), { ...form, minutes: 60, name: 'Pole flow 2' }, 1)

  const [availability] = await w.db.all<{ endsAt: string }>(
    sql`SELECT ends_at AS endsAt FROM occurrences
      WHERE studio_id = ${w.studio.id} AND class_type_id = ${form.key}`,
  )
  expect(availability?.endsAt).toBe('2026-10-20T18:45:00Z')
  expect(await typesOf(w, 'Pole flow 2')).toMatchObject([{ minutes: 60 }])
})

test('an archived class type is out of the choice, once, and comes back', async () => {
  const [w, other] = [await world(), await world()]
  const form = formOf(w)
  await saveClassType(w.asDesk(now), form, null)
  expect(await archiveType(other.asDesk(now), 'class', form.key, true)).toBe(false)
  for (const archived of [true, true, false])
    await archiveType(w.asDesk(now), 'class', form.key, archived)

  expect(await typesOf(w, 'Pole flow')).toMatchObject([{ archived: 0 }])
  expect(await linesOf(w, form.key)).toEqual([
    'class_type.added',
    'class_type.archived',
    'class_type.restored',
  ])
})

test.each([
  ['15', 'GBP', 1_500],
  ['15.5', 'GBP', 1_550],
  ['15,50', 'GBP', 1_550],
  ['1500', 'JPY', 1_500],
  ['15.50', 'JPY', null],
  ['-1', 'GBP', null],
  ['1e3', 'GBP', null],
  ['15.555', 'GBP', null],
])('a drop-in price typed as %s in %s is %s', (typed, currency, minor) => {
  const parsed = classTypeForm(currency).shape.dropIn.safeParse(typed)
  expect(parsed.success ? parsed.data : null).toBe(minor)
})
