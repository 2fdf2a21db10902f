import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, inject, test } from 'vitest'
import type { Studio } from '#app/domain/scope/studio.ts'
import { paths } from '#app/paths.ts'
import { mintAccount, mintSession } from '../../support/accounts.ts'
import { builtDatabases } from '../../support/built-databases.ts'
import { clientsOf500 } from '../../support/imports.ts'
import { importForms } from '../../support/people/import-forms.ts'
import { mintStudio } from '../../support/studios.ts'

const databases = builtDatabases()
let studio: Studio
let owner: string

beforeAll(async () => {
  studio = await mintStudio(databases)
  const account = await mintAccount(databases, { studio, role: 'owner', name: 'Some owner' })
  owner = (await mintSession(databases, account, { variables: inject('variables') })).cookie
})

const { get, read, post, upload, finish } = importForms(
  () => studio,
  () => owner,
)

const shared = join(import.meta.dirname, '../../../../shared/data/imports/Clients.csv')
const given = (name: string) =>
  new Uint8Array(readFileSync(join(import.meta.dirname, '../../support/people/given-lists', name)))

const count = async (table: string, more = sql`1`) => {
  const [row] = await databases
    .shard(0)
    .all<{ n: number }>(
      sql`SELECT count(*) AS n FROM ${sql.raw(table)} WHERE studio_id = ${studio.id} AND ${more}`,
    )
  return row!.n
}

test('story 16 by forms: 500 rows come in, again as nothing new, and go but for who was used since', async () => {
  const file = existsSync(shared) ? new Uint8Array(readFileSync(shared)) : clientsOf500()
  const before = await count('people')
  const path = await upload(file)
  const check = await read(path)
  for (const words of [
    '497 people will be added, 3 rows left out',
    '<b>483</b> are ready as they are',
    '<b>7</b> have no email',
    '<b>5</b> share a parent’s email',
    '<b>2</b> have a name that starts with a sign like =',
  ])
    expect(check).toContain(words)
  expect([await count('people'), await count('outbox')]).toEqual([before, 0])

  await finish(path, 'commit', 'The import emailed nobody')
  expect([await count('people'), await count('guardians')]).toEqual([before + 497, 5])
  expect(await count('people', sql`email = ''`)).toBe(12)
  expect(await count('outbox')).toBe(0)
  const refused = await (await get(`${path}/refused.csv`)).text()
  expect(refused.trim().split('\r\n')).toHaveLength(4)
  expect(refused).toContain('There is no month 13')
  const list = await (await get(paths.manageMembersCsv(studio))).text()
  for (const name of [`'=1+2 Smith-Jones`, `"'=HYPERLINK(""http://evil.test"",""x"") Hughes"`])
    expect(list).toContain(name)

  const again = await upload(file)
  expect(await read(again)).toMatch(/Already here[\s\S]{0,80}497/)
  await finish(again, 'commit', 'The import emailed nobody')
  expect(await count('people')).toBe(before + 497)

  const [used] = await databases.shard(0).all<{ id: string; name: string }>(sql`
    SELECT id, name FROM people WHERE studio_id = ${studio.id} AND name = 'Dee Müller'
      AND email <> '' ORDER BY email LIMIT 1`)
  const note = new URLSearchParams({ key: 'note00000001', kind: 'note', text: 'Rang' })
  expect((await post(paths.managePersonAct(studio, used!.id, 'notes'), note)).status).toBe(303)
  const gone = await finish(path, 'roll-back', 'rolled back')
  expect(gone).toContain('Dee Müller')
  expect(await count('people')).toBe(before + 1)
})

test('a list with dates as in ISO, quoted line ends and plans of another program comes in by forms', async () => {
  const path = await upload(given('members-iso.csv'), 'members-iso.csv')
  const check = await read(path)
  expect(check).toContain('120 people will be added, 0 rows left out')
  expect(check).toContain('<b>111</b> are ready as they are')
  await finish(path, 'commit', 'The import emailed nobody')
  expect(await count('person_notes', sql`text LIKE '%no overhead%'`)).toBeGreaterThan(0)
  await finish(path, 'roll-back', 'rolled back')
})

test('a German list with semicolons, days first, comes in by forms', async () => {
  const path = await upload(given('mitglieder-semikolon.csv'), 'mitglieder-semikolon.csv')
  const check = await read(path)
  expect(check).toContain('78 people will be added, 2 rows left out')
  expect(check).toContain('February 1990 had 28 days')
  await finish(path, 'commit', 'The import emailed nobody')
  const [born] = await databases.shard(0).all<{ on: string }>(sql`
    SELECT birth_date AS "on" FROM people WHERE studio_id = ${studio.id}
      AND email = 'jude.ivanova.120@example.test'`)
  expect(born?.on).toBe('1988-04-03')
  await finish(path, 'roll-back', 'rolled back')
})
