/** Columns of a file of people that go to the studio's own fields, and back. */
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { newId } from '#app/values/id.ts'
import { emptyBucket } from '../../../tests/support/training.ts'
import { type Person, type World, world } from '../../../tests/support/world.ts'
import { addField, saveAnswers } from '../people/fields/save-field.server.ts'
import { checkPeopleFile, uploadPeopleFile } from './check-people-file.server.ts'
import { commitPeopleImport } from './commit-people.server.ts'
import { continuePeopleImport } from './continue-people-import.server.ts'
import { countOutcomes, findPeopleImport, rollBackPreview } from './import-queries.server.ts'
import { readCheck, readRefused } from './imported-file.server.ts'
import { rollBackImport } from './roll-back-import.server.ts'

const now = '2026-10-12T09:00:00Z'
const forGood = { clock: () => 0, untilMs: 1 }

async function withFields() {
  const w = await world()
  const ctx = { ...w.asDesk(now), media: await emptyBucket() }
  const [shirt, car, since, town] = [newId(), newId(), newId(), newId()]
  const add = (key: string, name: string, kind: 'text' | 'choice' | 'date' | 'yes_no') =>
    addField(ctx, { key, name, kind, options: kind === 'choice' ? 'S\nM\nExtra large' : '' })
  await add(shirt, 'T-shirt size', 'choice')
  await add(car, 'Drives', 'yes_no')
  await add(since, 'Insured until', 'date')
  await add(town, 'Came from', 'text')
  const bring = async (lines: readonly string[], mapping?: string[]) => {
    const bytes = new TextEncoder().encode(`${lines.join('\r\n')}\r\n`)
    const uploaded = await uploadPeopleFile(ctx, { name: 'people.csv', bytes })
    if (!uploaded.ok) throw new Error(uploaded.sentence)
    if (mapping) await checkPeopleFile(ctx, uploaded.importId, { mapping, dateOrder: 'dmy' })
    return uploaded.importId
  }
  const commit = async (importId: string) => {
    expect(await commitPeopleImport(ctx, importId, '')).toEqual({ ok: true })
    expect((await continuePeopleImport(ctx, importId, forGood))?.state).toBe('committed')
    return await countOutcomes(ctx, importId)
  }
  const rollBack = async (importId: string) => {
    expect(await rollBackImport(ctx, importId)).toEqual({ ok: true })
    expect((await continuePeopleImport(ctx, importId, forGood))?.state).toBe('rolled_back')
    return await countOutcomes(ctx, importId)
  }
  return { w, ctx, fields: { shirt, car, since, town }, bring, commit, rollBack }
}

/** What is known of everybody, as `Mo Lee: Drives yes`. */
const answers = async ({ db, studio }: World) =>
  (
    await db.all<{ told: string }>(sql`
      SELECT person.name || ': ' || field.name || ' ' || answer.value AS told
      FROM person_field_values AS answer JOIN people AS person ON person.id = answer.person_id
      JOIN person_fields AS field ON field.id = answer.field_id
      WHERE answer.studio_id = ${studio.id} ORDER BY told`)
  ).map(({ told }) => told)

const header = 'Name,Email,T-shirt Size,drives,Insured until,Came from'
const file = [
  header,
  'Mo Lee,mo@x.test,extra LARGE,Yes,31/12/2026,=1+2 Łódź',
  'Li Wei,li@x.test,m,nein,,Null',
  'Jo Park,jo@x.test,,,,',
  'Bo Bad,bo@x.test,XXL,yes,31/12/2026,',
  'Cy Bad,cy@x.test,S,perhaps,31/12/2026,',
  'Di Bad,di@x.test,S,no,31/02/2026,',
  `Ed Bad,ed@x.test,S,no,31/12/2026,${'x'.repeat(201)}`,
]

test('headers that are called as the studio calls its fields go there, and what does not fit is left out by row', async () => {
  const { w, ctx, fields, bring } = await withFields()
  const id = await bring(file)
  const job = (await findPeopleImport(ctx, id))!
  expect(job).toMatchObject({ state: 'dry_run', total: 3, refused: 4, dateOrder: 'dmy' })
  const { shirt, car, since, town } = fields
  expect(job.mapping).toEqual([
    ...['name', 'email', `own.${shirt}`, `own.${car}`, `own.${since}`, `own.${town}`],
  ])
  expect(
    (await readRefused(ctx, job)).map(({ line, column, value, why }) => [
      line,
      column,
      value.slice(0, 12),
      why,
    ]),
  ).toEqual([
    [5, 'T-shirt Size', 'XXL', 'This isn’t one of S, M, Extra large'],
    [6, 'drives', 'perhaps', 'This is neither yes nor no'],
    [7, 'Insured until', '31/02/2026', 'February 2026 had 28 days'],
    [8, 'Came from', 'xxxxxxxxxxxx', 'Came from can have 200 characters, this has 201'],
  ])
  expect((await readCheck(ctx, job))?.columns[4]).toMatchObject({ readAs: '31 December 2026' })
  // Nothing is written by the check.
  expect(await answers(w)).toEqual([])
})

test('committed they are answers, the same file again changes nothing, and rolled back they are gone', async () => {
  const { w, ctx, bring, commit, rollBack } = await withFields()
  const first = await bring(file)
  expect(await commit(first)).toEqual({ added: 3 })
  const told = [
    'Li Wei: Drives no',
    'Li Wei: T-shirt size M',
    'Mo Lee: Came from =1+2 Łódź',
    'Mo Lee: Drives yes',
    'Mo Lee: Insured until 2026-12-31',
    'Mo Lee: T-shirt size Extra large',
  ]
  expect(await answers(w)).toEqual(told)
  const again = await bring(file)
  expect((await findPeopleImport(ctx, again))?.findings).toMatchObject({ added: 0, filled: 0 })
  expect(await commit(again)).toEqual({ unchanged: 3 })
  expect(await answers(w)).toEqual(told)
  // What a file brought holds nobody back; what somebody said since does, and stays.
  const [mo] = await w.db.all<Person>(sql`SELECT id, name FROM people
    WHERE studio_id = ${w.studio.id} AND email = 'mo@x.test'`)
  expect((await rollBackPreview(ctx, first)).staying).toBe(0)
  const [{ id: drives } = { id: '' }] = await w.db.all<{ id: string }>(sql`
    SELECT id FROM person_fields WHERE studio_id = ${w.studio.id} AND name = 'Drives'`)
  await saveAnswers(ctx, mo!.id, { [drives]: 'no' })
  expect((await rollBackPreview(ctx, first)).stay).toMatchObject([
    { name: 'Mo Lee', why: 'has fields filled in' },
  ])
  expect(await rollBack(first)).toEqual({ removed: 2, stayed: 1 })
  expect(await answers(w)).toEqual([
    ...['Mo Lee: Came from =1+2 Łódź', 'Mo Lee: Drives no', 'Mo Lee: Insured until 2026-12-31'],
    'Mo Lee: T-shirt size Extra large',
  ])
})

test('of somebody who is known only what is not answered is filled, and only that is taken back', async () => {
  const { w, ctx, fields, bring, commit, rollBack } = await withFields()
  await saveAnswers(ctx, w.ana.id, { [fields.shirt]: 'S' })
  const lines = [header, `Ana Reyes,${w.ana.email},M,yes,,Leeds`]
  const first = await bring(lines)
  expect((await findPeopleImport(ctx, first))?.findings).toMatchObject({ added: 0, filled: 1 })
  expect(await commit(first)).toEqual({ filled: 1 })
  expect(await answers(w)).toEqual([
    ...['Ana Reyes: Came from Leeds', 'Ana Reyes: Drives yes', 'Ana Reyes: T-shirt size S'],
  ])
  expect(await commit(await bring(lines))).toEqual({ unchanged: 1 })
  await saveAnswers(ctx, w.ana.id, { [fields.town]: 'York' })
  expect(await rollBack(first)).toEqual({ emptied: 1 })
  expect(await answers(w)).toEqual(['Ana Reyes: Came from York', 'Ana Reyes: T-shirt size S'])
})

test('any column can be sent to a field, one to each, and to no other studio’s', async () => {
  const { w, ctx, fields, bring } = await withFields()
  const other = await withFields()
  const lines = ['Name,Size,Size 2', 'Mo Lee,M,S']
  const to = async (...own: string[]) => findPeopleImport(ctx, await bring(lines, ['name', ...own]))
  expect(await to(`own.${fields.shirt}`, '')).toMatchObject({ state: 'dry_run', total: 1 })
  const twice = await to(`own.${fields.shirt}`, `own.${fields.shirt}`)
  expect(twice?.state).toBe('mapped')
  expect((await readCheck(ctx, twice!))?.problem).toBe('Choose one column for T-shirt size.')
  expect((await to(`own.${other.fields.shirt}`, ''))?.mapping).toEqual(['name', '', ''])
  expect(await answers(w)).toEqual([])
})
