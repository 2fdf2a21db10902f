/** A second file of people whom the studio has, and rows that come again once they are corrected. */
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { pastMembersPage } from '#app/domain/farewells/past-members-page.server.ts'
import { listDuplicates } from '#app/domain/person-records/duplicates.server.ts'
import { csvText } from '#app/values/csv.ts'
import { emptyBucket } from '../../../tests/support/training.ts'
import { world } from '../../../tests/support/world.ts'
import { refusedRows, uploadPeopleFile } from './check-people-file.server.ts'
import { commitPeopleImport } from './commit-people.server.ts'
import { continuePeopleImport } from './continue-people-import.server.ts'
import { countOutcomes, findPeopleImport } from './import-queries.server.ts'
import { importCountWords } from './import-words.ts'
import { rollBackImport } from './roll-back-import.server.ts'

const now = '2026-10-12T09:00:00Z'
const forGood = { clock: () => 0, untilMs: 1 }

async function setting() {
  const w = await world()
  const ctx = { ...w.asDesk(now), media: await emptyBucket() }
  const check = async (text: string) => {
    const bytes = new TextEncoder().encode(text)
    const uploaded = await uploadPeopleFile(ctx, { name: 'people.csv', bytes })
    if (!uploaded.ok) throw new Error(uploaded.sentence)
    return (await findPeopleImport(ctx, uploaded.importId))!
  }
  const bring = async (text: string) => {
    const { id } = await check(text)
    expect(await commitPeopleImport(ctx, id, '')).toEqual({ ok: true })
    await continuePeopleImport(ctx, id, forGood)
    return id
  }
  const notesOf = async (name: string) =>
    (
      await w.db.all<{ text: string }>(sql`
        SELECT note.text FROM person_notes AS note
        JOIN people AS person ON person.id = note.person_id AND person.name = ${name}
        WHERE note.studio_id = ${w.studio.id} AND note.removed_at IS NULL ORDER BY note.text`)
    ).map(({ text }) => text)
  return { w, ctx, check, bring, notesOf }
}

const family = [
  'Name,Email,Phone,Date of birth,Parent',
  'Pat Quigley,pat@x.test,+441134960101,1985-03-01,',
  'Said Quigley,pat@x.test,,2016-05-04,Pat Quigley',
  'Noor Vale,,+441134960102,1990-01-02,',
  'Kit Marsh,,+441134960103,,',
].join('\n')

test('importing another program’s file recognises children and people without an email address', async () => {
  const { check, bring } = await setting()
  await bring(family)
  const again = await check(
    [
      'Full name;E-Mail;Mobile;Birthday;Guardian',
      'Pat Quigley;pat@x.test;;1985-03-01;',
      'SAID QUIGLEY;pat@x.test;;2016-05-04;Pat Quigley',
      'Noor Vale;;;1990-01-02;',
      'Kit Marsh;;+441134960103;;',
      'Kit Marsh;;+441134960199;;',
    ].join('\n'),
  )
  expect(again.findings).toMatchObject({ added: 1 })
})

test('a person without an email is matched by phone number, however the number was typed', async () => {
  const { w, check } = await setting()
  const { id } = await w.givenPerson('Kit Marsh')
  await w.db.run(sql`
    UPDATE people SET email = '', phone = '0113 496 (0103)' WHERE id = ${id}`)
  const file = 'Name,Phone\nKit Marsh,+44 113 496 0103\nKit Marsh,+44 113 496 0199'
  expect((await check(file)).findings).toMatchObject({ added: 1 })
})

test('children of one guardian count as possible duplicates only if they share a name', async () => {
  const { w, ctx, bring } = await setting()
  await bring(family)
  await w.db.run(sql`
    INSERT INTO people (id, studio_id, name, birth_date, joined_on, created_at)
    SELECT id || '-twice', studio_id, name, birth_date, joined_on, created_at
    FROM people WHERE studio_id = ${w.studio.id} AND name = 'Said Quigley'`)
  await w.db.run(sql`
    INSERT INTO guardians (studio_id, guardian_id, dependant_id, created_at)
    SELECT studio_id, guardian_id, dependant_id || '-twice', created_at FROM guardians
    WHERE studio_id = ${w.studio.id}`)
  expect((await listDuplicates(ctx)).map(({ person }) => person.name)).toEqual(['Said Quigley'])
  await w.db.run(sql`UPDATE people SET name = 'Aoife Quigley' WHERE id LIKE '%-twice'`)
  expect(await listDuplicates(ctx)).toEqual([])
})

test('a note on an existing person is imported once and removed by rolling back', async () => {
  const { ctx, bring, notesOf } = await setting()
  await bring('Name,Email\nJude Smith,jude@x.test')
  const file = 'Name,Email,Notes\nJude Smith,jude@x.test,Left shoulder: no overhead'
  const id = await bring(file)
  expect(await countOutcomes(ctx, id)).toEqual({ filled: 1 })
  expect(await notesOf('Jude Smith')).toEqual(['Left shoulder: no overhead'])
  expect(await countOutcomes(ctx, await bring(`${file}\n`))).toEqual({ unchanged: 1 })
  expect(await notesOf('Jude Smith')).toEqual(['Left shoulder: no overhead'])
  await rollBackImport(ctx, id)
  await continuePeopleImport(ctx, id, forGood)
  expect(await notesOf('Jude Smith')).toEqual([])
})

test('the file of left-out rows keeps its columns and imports once corrected', async () => {
  const { ctx, check } = await setting()
  const job = await check(
    'Name,Email,Date of birth\nMo Lee,mo@x.test,1990-02-30\nLi Wei,li@x.test,1991-01-01',
  )
  const rows = await refusedRows(ctx, job)
  expect(rows).toEqual([
    ['Name', 'Email', 'Date of birth', 'Left out: column', 'Left out: why'],
    ['Mo Lee', 'mo@x.test', '1990-02-30', 'Date of birth', 'February 1990 had 28 days'],
  ])
  const corrected = await check(csvText(rows).replace('1990-02-30', '1990-02-28'))
  expect(corrected).toMatchObject({ total: 1, refused: 0, findings: { added: 1, canSignIn: 1 } })
})

test('people who left before the import are past members, and the list of imports counts only people added', async () => {
  const { ctx, bring } = await setting()
  const id = await bring('Name,Email,Inactive\nGone Girl,gone@x.test,yes\nMo Lee,mo@x.test,no')
  const past = await pastMembersPage(ctx, '', { page: 1, perPage: 50 })
  expect(past.items.map(({ name }) => name)).toEqual(['Gone Girl'])
  const again = await bring('Name,Email\nMo Lee,mo@x.test\nLi Wei,li@x.test')
  const words = async (of: string) => importCountWords((await findPeopleImport(ctx, of))!)
  expect([await words(id), await words(again)]).toEqual([
    '2 people added, 2 rows',
    '1 person added, 2 rows',
  ])
})
