import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { bookClass } from '#app/domain/bookings/booking/book-class.server.ts'
import { uploadPeopleFile } from '#app/domain/imports/check-people-file.server.ts'
import { commitPeopleImport } from '#app/domain/imports/commit-people.server.ts'
import { continuePeopleImport } from '#app/domain/imports/continue-people-import.server.ts'
import {
  countOutcomes,
  findPeopleImport,
  rollBackPreview,
} from '#app/domain/imports/import-queries.server.ts'
import { readCheck, readRefused } from '#app/domain/imports/imported-file.server.ts'
import { rollBackImport } from '#app/domain/imports/roll-back-import.server.ts'
import { exportPeople } from '#app/domain/people/list/export-people.server.ts'
import { noFilters } from '#app/domain/people/list/person-filters.ts'
import { type CsvCell, csvText } from '#app/values/csv.ts'
import { clientsOf500 } from '../support/imports.ts'
import { emptyBucket } from '../support/training.ts'
import { type World, world } from '../support/world.ts'

const now = '2026-10-12T09:00:00Z'
const given = join(import.meta.dirname, '../../../shared/data/imports/Clients.csv')

/** The list beside the project where it is there, else one of the same making. */
const file = () => ({
  name: 'Clients.csv',
  bytes: existsSync(given) ? new Uint8Array(readFileSync(given)) : clientsOf500(),
})

const everything = async ({ db, studio }: World) => {
  const [row] = await db.all<Record<string, number>>(sql`
    SELECT (SELECT count(*) FROM people WHERE studio_id = ${studio.id}) AS people,
      (SELECT count(*) FROM people WHERE studio_id = ${studio.id} AND email = '') AS noEmail,
      (SELECT count(*) FROM guardians WHERE studio_id = ${studio.id}) AS dependants,
      (SELECT count(*) FROM outbox WHERE studio_id = ${studio.id}) AS mails,
      (SELECT count(*) FROM notices WHERE studio_id = ${studio.id}) AS notices,
      (SELECT sum(version) FROM people WHERE studio_id = ${studio.id}) AS versions`)
  return row!
}

const forGood = { clock: () => 0, untilMs: 1 }

test('500 people come in, come in again as nothing new, and go, but for anyone who has booked', async () => {
  const w = await world()
  const media = await emptyBucket()
  const ctx = { ...w.asDesk(now), media }
  const before = await everything(w)
  const bring = async () => {
    const uploaded = await uploadPeopleFile(ctx, file())
    if (!uploaded.ok) throw new Error(uploaded.sentence)
    return uploaded.importId
  }

  // The dry run says so, writes nothing and sends nothing.
  const first = await bring()
  const checked = await findPeopleImport(ctx, first)
  expect(checked).toMatchObject({
    state: 'dry_run',
    source: 'mindbody',
    dateOrder: 'mdy',
    total: 497,
    refused: 3,
    findings: { ready: 483, noEmail: 7, dependants: 5, formula: 2, added: 497, unchanged: 0 },
  })
  expect((await readCheck(ctx, checked!))?.rows).toBe(500)
  const refused = await readRefused(ctx, checked!)
  expect(refused.map(({ line, column, value, why }) => [line, column, value, why])).toEqual([
    [171, 'Birthdate', '13/4/1985', 'There is no month 13'],
    [188, 'Birthdate', '2/30/1990', 'February 1990 had 28 days'],
    [205, 'Birthdate', '11/31/2001', 'November has 30 days'],
  ])
  expect(await everything(w)).toEqual(before)

  // Commit: 497 people, 7 without a login, 5 as dependants, 2 stored as text.
  expect(await commitPeopleImport(ctx, first, '')).toEqual({ ok: true })
  expect((await continuePeopleImport(ctx, first, forGood))?.state).toBe('committed')
  expect(await countOutcomes(ctx, first)).toEqual({ added: 497 })
  const after = await everything(w)
  expect(after).toEqual({
    ...before,
    people: before.people! + 497,
    noEmail: before.noEmail! + 7 + 5,
    dependants: 5,
    versions: before.versions! + 497,
  })
  const rows: CsvCell[][] = []
  for await (const some of await exportPeople(ctx, noFilters)) rows.push(...some)
  const text = csvText(rows)
  for (const name of [`"'=HYPERLINK(""http://evil.test"",""x"") Hughes"`, `'=1+2 Smith-Jones`])
    expect(text).toContain(`\r\n${name},`)

  // The same file again: 0 new, 497 unchanged, 3 errors.
  const second = await bring()
  expect(await findPeopleImport(ctx, second)).toMatchObject({
    total: 497,
    refused: 3,
    findings: { added: 0, filled: 0, unchanged: 497 },
  })
  await commitPeopleImport(ctx, second, '')
  await continuePeopleImport(ctx, second, forGood)
  expect(await countOutcomes(ctx, second)).toEqual({ unchanged: 497 })
  expect(await everything(w)).toEqual(after)

  // One of them books; the batch goes without them and everyone else is untouched.
  const [booker] = await w.db.all<{ id: string; name: string; email: string }>(sql`
    SELECT id, name, email FROM people WHERE studio_id = ${w.studio.id} AND name = 'Dee Müller'
      AND email <> '' ORDER BY email LIMIT 1`)
  const person = { ...booker!, userId: 'nobody' }
  await w.givePack(person, { credits: 1 })
  expect(await bookClass(w.asMember(person, now), await w.givenClass())).toMatchObject({ ok: true })
  expect(await rollBackPreview(ctx, first)).toEqual({
    added: 497,
    staying: 1,
    stay: [{ id: person.id, name: person.name, why: 'has booked' }],
  })
  expect(await rollBackImport(ctx, first)).toEqual({ ok: true })
  expect((await continuePeopleImport(ctx, first, forGood))?.state).toBe('rolled_back')
  expect(await countOutcomes(ctx, first)).toEqual({ removed: 496, stayed: 1 })
  const { notices: _, mails: __, versions: ___, ...left } = await everything(w)
  expect(left).toEqual({ people: before.people! + 1, noEmail: before.noEmail, dependants: 0 })
  expect(await w.db.all(sql`SELECT 1 FROM people WHERE id = ${w.ana.id}`)).toHaveLength(1)
})
