import { expect, test } from 'vitest'
import { type CsvCell, csvText } from '#app/values/csv.ts'
import { newId } from '#app/values/id.ts'
import { world } from '../../../../tests/support/world.ts'
import { exportPeople } from '../list/export-people.server.ts'
import { noFilters } from '../list/person-filters.ts'
import { answersForm } from './field-forms.ts'
import { findAnswers, listFields } from './field-queries.server.ts'
import { addField, archiveField, changeField, saveAnswers } from './save-field.server.ts'

const now = '2026-06-10T09:00:00Z'
const shirt = () => ({
  key: newId(),
  name: 'T-shirt size',
  kind: 'choice' as const,
  options: 'S\nM\nL',
})

test('a field of the studio’s own is asked of everyone, answered, and in the list people take home', async () => {
  const w = await world()
  const ctx = w.asDesk(now)
  const form = shirt()
  expect(await addField(ctx, form)).toEqual({ ok: true })
  expect(await addField(ctx, form)).toEqual({ ok: true })
  expect(await addField(ctx, { ...shirt(), kind: 'text' })).toEqual({
    ok: false,
    reason: 'name_taken',
  })
  expect(await saveAnswers(ctx, w.ana.id, { [form.key]: 'M' })).toBe(true)
  const { fields, answers } = await findAnswers(ctx, w.ana.id)
  expect(fields).toEqual([
    { id: form.key, name: 'T-shirt size', kind: 'choice', options: ['S', 'M', 'L'] },
  ])
  expect(answers.map(({ name, value }) => [name, value])).toEqual([['T-shirt size', 'M']])
  const rows: CsvCell[][] = []
  for await (const some of await exportPeople(ctx, noFilters)) rows.push(...some)
  expect(csvText(rows).split('\r\n')[0]).toMatch(/,T-shirt size$/)
  expect(csvText(rows)).toMatch(/\r\nAna[^\r]*,M\r\n/)
  await saveAnswers(ctx, w.ana.id, { [form.key]: '' })
  expect((await findAnswers(ctx, w.ana.id)).answers).toEqual([])
})

test('a field is called otherwise and no longer asked, and what was answered stays', async () => {
  const w = await world()
  const ctx = w.asDesk(now)
  const form = shirt()
  await addField(ctx, form)
  await saveAnswers(ctx, w.ana.id, { [form.key]: 'L' })
  const renamed = { field: form.key, name: 'Kit size', options: 'S\nM' }
  expect(await changeField(ctx, renamed)).toEqual({ ok: true })
  expect(await archiveField(ctx, { field: form.key, act: 'archive' })).toBe(true)
  expect(await findAnswers(ctx, w.ana.id)).toMatchObject({
    fields: [],
    answers: [{ name: 'Kit size', value: 'L' }],
  })
  expect(await archiveField(ctx, { field: form.key, act: 'restore' })).toBe(true)
  expect((await findAnswers(ctx, w.ana.id)).fields).toHaveLength(1)
})

test('another studio’s fields and people are nobody’s', async () => {
  const [w, other] = [await world(), await world()]
  const form = shirt()
  await addField(other.asDesk(now), form)
  expect(await changeField(w.asDesk(now), { field: form.key, name: 'X', options: '' })).toEqual({
    ok: false,
    reason: 'not_found',
  })
  expect(await archiveField(w.asDesk(now), { field: form.key, act: 'archive' })).toBe(false)
  expect(await saveAnswers(w.asDesk(now), other.ana.id, { [form.key]: 'M' })).toBe(false)
  await saveAnswers(w.asDesk(now), w.ana.id, { [form.key]: 'M' })
  expect((await findAnswers(w.asDesk(now), w.ana.id)).answers).toEqual([])
  expect(await listFields(w.asDesk(now))).toEqual([])
})

test('answers that are no date, no yes or no, or too long are refused by their field', () => {
  const schema = answersForm([
    { id: 'a', name: 'Since', kind: 'date', options: [] },
    { id: 'b', name: 'Car', kind: 'yes_no', options: [] },
    { id: 'c', name: 'Words', kind: 'text', options: [] },
  ])
  const wrong = schema.safeParse({ f_a: '2026-02-30', f_b: 'maybe', f_c: 'x'.repeat(201) })
  expect(wrong.error?.issues.map(({ path }) => path[0])).toEqual(['f_a', 'f_b', 'f_c'])
  expect(schema.safeParse({}).success).toBe(true)
})
