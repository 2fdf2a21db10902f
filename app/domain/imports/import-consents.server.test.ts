/** Columns of a file that say who agreed to news and offers, and taking them back. */
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { emptyBucket } from '../../../tests/support/training.ts'
import { type World, world } from '../../../tests/support/world.ts'
import { recordConsent } from '../people/consents/record-consent.server.ts'
import { uploadPeopleFile } from './check-people-file.server.ts'
import { commitPeopleImport } from './commit-people.server.ts'
import { newsWords } from './consent-columns.ts'
import { continuePeopleImport } from './continue-people-import.server.ts'
import { countOutcomes, findPeopleImport } from './import-queries.server.ts'
import { readRefused } from './imported-file.server.ts'
import { rollBackImport } from './roll-back-import.server.ts'

const now = '2026-10-12T09:00:00Z'
const forGood = { clock: () => 0, untilMs: 1 }

async function desk() {
  const w = await world()
  const ctx = { ...w.asDesk(now), media: await emptyBucket() }
  const check = async (lines: readonly string[]) => {
    const bytes = new TextEncoder().encode(`${lines.join('\r\n')}\r\n`)
    const uploaded = await uploadPeopleFile(ctx, { name: 'people.csv', bytes })
    if (!uploaded.ok) throw new Error(uploaded.sentence)
    return uploaded.importId
  }
  const commit = async (importId: string) => {
    expect(await commitPeopleImport(ctx, importId, '')).toEqual({ ok: true })
    expect((await continuePeopleImport(ctx, importId, forGood))?.state).toBe('committed')
    return await countOutcomes(ctx, importId)
  }
  return { w, ctx, check, commit, bring: async (lines: string[]) => commit(await check(lines)) }
}

/** What everybody said of news, as `Mo Lee: email yes 2024-05-02, Website`. */
const said = async ({ db, studio }: World) =>
  (
    await db.all<{ said: string }>(sql`
      SELECT person.name || ': ' || consent.channel || iif(consent.given, ' yes ', ' no ')
        || substr(consent.at, 1, 10) || iif(consent.by_name = '', '', ', ' || consent.by_name) AS said
      FROM consents AS consent JOIN people AS person ON person.id = consent.person_id
      WHERE consent.studio_id = ${studio.id} AND consent.purpose = 'marketing' ORDER BY said`)
  ).map((row) => row.said)

const header = 'Name,Email,Birthdate,Email opt-in,SMS opt-in,Consent date,Consent source'
const file = [
  header,
  'Mo Lee,mo@x.test,1990-01-31,True,no,2024-05-02,Website',
  'Li Wei,li@x.test,1991-01-31,,,2024-05-02,Website',
  'Jo Park,jo@x.test,1992-01-31,subscribed,,,',
  'Kim Park,kim@x.test,2015-01-31,yes,no,,',
  'Bo Bad,bo@x.test,1993-01-31,perhaps,,,',
  'Cy Bad,cy@x.test,1994-01-31,yes,,2031-05-02,',
]

test('a file says who agreed to news, on which day and where; an empty cell says nothing', async () => {
  const { w, ctx, check, commit } = await desk()
  const id = await check(file)
  const job = (await findPeopleImport(ctx, id))!
  expect(job.mapping.slice(3)).toEqual([
    ...['consent_email', 'consent_sms', 'consent_on', 'consent_source'],
  ])
  expect((await readRefused(ctx, job)).map(({ line, why }) => [line, why])).toEqual([
    [6, 'This is neither yes nor no'],
    [7, 'This date is in the future'],
  ])
  expect(newsWords(job.findings)).toBe(
    'Agreed to news and offers: 2 by email. Said no: 2 by text. Anyone else is sent none.',
  )
  expect(await said(w)).toEqual([])
  await commit(id)
  expect(await said(w)).toEqual([
    'Jo Park: email yes 2026-10-12',
    'Kim Park: sms no 2026-10-12',
    'Mo Lee: email yes 2024-05-02, Website',
    'Mo Lee: sms no 2024-05-02, Website',
  ])
})

test('a file without such a column brings no consent, and says so', async () => {
  const { w, ctx, check, commit } = await desk()
  const id = await check(['Name,Email', 'Mo Lee,mo@x.test'])
  expect(newsWords((await findPeopleImport(ctx, id))!.findings)).toMatch(/says of nobody/)
  await commit(id)
  expect(await said(w)).toEqual([])
})

test('a consent given here before counts over the file, and the same file again adds nothing', async () => {
  const { w, ctx, bring } = await desk()
  await w.db.run(sql`UPDATE people SET email = 'ana@x.test' WHERE id = ${w.ana.id}`)
  const kind = { channel: 'email', purpose: 'marketing' } as const
  await recordConsent(ctx, w.ana.id, { kind, given: false })
  const lines = ['Name,Email,Email opt-in,SMS opt-in', 'Ana Reyes,ana@x.test,yes,yes']
  expect(await bring(lines)).toEqual({ filled: 1 })
  expect(await said(w)).toEqual(['Ana Reyes: sms yes 2026-10-12'])
  expect(await bring(lines)).toEqual({ unchanged: 1 })
  expect(await said(w)).toHaveLength(1)
})

test('a list of opt-ins without names reaches the people of an earlier file by their number', async () => {
  const { w, ctx, bring, check, commit } = await desk()
  await bring([
    'MBSystemID,LastName,FirstName,EmailName',
    '100,Lee,Mo,mo@x.test',
    '101,Wei,Li,li@x.test',
  ])
  const id = await check([
    'MBSystemID,PromotionalEmailOptIn,PromotionalTextOptIn',
    ...['100,True,False', '101,True,', '101,False,', '999,True,True'],
  ])
  const job = (await findPeopleImport(ctx, id))!
  expect((await readRefused(ctx, job)).map(({ line, why }) => [line, why])).toEqual([
    [4, 'The same person as line 3'],
    [5, 'Nobody here has this number or address. Import their names first'],
  ])
  expect(await commit(id)).toEqual({ filled: 2 })
  // Two rows of Li's disagree: it is not given.
  expect(await said(w)).toEqual([
    'Li Wei: email no 2026-10-12',
    'Mo Lee: email yes 2026-10-12',
    'Mo Lee: sms no 2026-10-12',
  ])
})

test('rolling a file back takes what it said of news with it, and keeps what people said since', async () => {
  const { w, ctx, check, commit } = await desk()
  await w.db.run(sql`UPDATE people SET email = 'ana@x.test' WHERE id = ${w.ana.id}`)
  const id = await check([
    'Name,Email,Email opt-in',
    ...['Ana Reyes,ana@x.test,yes', 'Mo Lee,mo@x.test,yes', 'Li Wei,li@x.test,yes'],
  ])
  await commit(id)
  const [li] = await w.db.all<{ id: string }>(sql`SELECT id FROM people
    WHERE studio_id = ${w.studio.id} AND name = 'Li Wei'`)
  const kind = { channel: 'sms', purpose: 'marketing' } as const
  await recordConsent(ctx, li!.id, { kind, given: true })
  expect(await rollBackImport(ctx, id)).toEqual({ ok: true })
  expect((await continuePeopleImport(ctx, id, forGood))?.state).toBe('rolled_back')
  expect(await countOutcomes(ctx, id)).toEqual({ emptied: 1, removed: 1, stayed: 1 })
  expect(await said(w)).toEqual([
    'Li Wei: email yes 2026-10-12',
    'Li Wei: sms yes 2026-10-12, Hana Desk',
  ])
})

test('the no of a later file counts over the yes of an earlier one, and its yes changes no no', async () => {
  const { w, bring } = await desk()
  const row = (answer: string) => [header, `Mo Lee,mo@x.test,1990-01-31,${answer},,,`]
  await bring(row('yes'))
  expect(await bring(row('no'))).toMatchObject({ filled: 1 })
  await bring(row('yes'))
  expect(await said(w)).toEqual(['Mo Lee: email no 2026-10-12', 'Mo Lee: email yes 2026-10-12'])
  expect(await newest(w)).toEqual([{ given: 0 }])
})

test('two numbers of one person that disagree in a file are a no', async () => {
  const { w, bring } = await desk()
  await bring(['ID,Name,Email', '100,Mo Lee,mo@x.test'])
  await w.db.run(sql`INSERT INTO person_sources (studio_id, source, external_id, person_id, row_hash)
    SELECT studio_id, source, replace(external_id, '100', '205'), person_id, '' FROM person_sources
    WHERE studio_id = ${w.studio.id}`)
  await bring(['ID,Name,Email,Email opt-in', '100,Mo Lee,mo@x.test,no', '205,Mo Lee,mo@x.test,yes'])
  expect(await said(w)).toEqual(['Mo Lee: email no 2026-10-12'])
})

/** What was said last of news by email. */
const newest = ({ db, studio }: World) =>
  db.all(sql`SELECT given FROM consents WHERE studio_id = ${studio.id} AND channel = 'email'
    AND purpose = 'marketing' ORDER BY seq DESC LIMIT 1`)
