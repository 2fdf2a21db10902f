import { getTableColumns, getTableName, is, sql } from 'drizzle-orm'
import { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { expect, test } from 'vitest'
import * as studio from '#app/db/studio/schema.ts'
import { bookClass } from '#app/domain/bookings/booking/book-class.server.ts'
import { sayConsent } from '#app/domain/people/consents/say-consent.server.ts'
import { askErasure, takeBackErasure } from '#app/domain/tasks/ask-erasure.server.ts'
import { taskRows } from '../../../tests/support/tasks.ts'
import { type World, world } from '../../../tests/support/world.ts'
import { exportPerson } from './export-person.server.ts'
import { keptFromPerson } from './kept-from-person.ts'
import { personFiles } from './person-files.ts'

const now = '2026-10-12T09:00:00Z'

async function taken(w: World, person = w.ana) {
  const result = await exportPerson(w.asMember(person, now), w.directory)
  if (!result.ok) throw new Error(result.reason)
  const files: Record<string, string> = {}
  for (const file of result.files) {
    files[file.name] = ''
    if ('text' in file) for await (const text of file.text) files[file.name] += text
    else
      for await (const rows of file.parts)
        files[file.name] += rows.map((row) => `${row.join(' | ')}\n`).join('')
  }
  return files
}

test('each table with a row for each person is in a file of theirs, or kept back with a reason', () => {
  const tables = Object.values(studio)
    .filter((value) => is(value, SQLiteTable))
    .filter((value) => 'personId' in getTableColumns(value) || getTableName(value) === 'people')
    .map((value) => getTableName(value))
  const known = [...personFiles.flatMap(({ tables: of }) => of), ...Object.keys(keptFromPerson)]
  expect(tables.filter((table) => !known.includes(table))).toEqual([])
})

test('the archive has what is theirs, as tables and as JSON, and nothing of anybody else', async () => {
  const w = await world()
  const id = await w.givenClass()
  for (const person of [w.ana, w.ben]) await bookClass(w.asMember(person, now), id)
  await sayConsent(w.asMember(w.ana, now), {
    kind: { channel: 'email', purpose: 'marketing' },
    given: true,
    seen: 0,
  })
  const files = await taken(w)
  expect(files['bookings.csv']?.split('\n')[1]).toMatch(
    /^Pole 2: spins \| 2026-10-15T18:30 \| booked/,
  )
  expect(files['memberships.csv']).toContain('Unlimited')
  expect(files['consents.csv']).toContain('may email me')
  expect(files['emails.csv']).toContain('Pole 2: spins')
  const json = JSON.parse(files['everything.json']!) as Record<string, unknown[]>
  expect(json.details).toMatchObject([{ name: 'Ana Reyes', email: w.ana.email }])
  expect(json.bookings).toHaveLength(1)
  expect(Object.keys(json)).toEqual(['studio', 'taken', ...personFiles.map(({ file }) => file)])
  const all = Object.values(files).join('\n')
  for (const other of ['Ben Okoro', w.ben.email, w.ben.id, 'Cleo Park', w.ana.userId])
    expect(all).not.toContain(other)
})

test('what was bought online says what a gift card was to pay of it', async () => {
  const w = await world()
  await w.db.run(sql`INSERT INTO checkouts (id, studio_id, token_hash, sealed, person_id, method,
      amount_minor, gift_card_id, gift_minor, created_at, expires_at)
    VALUES ('by-card', ${w.studio.id}, 'hash', '', ${w.ana.id}, 'online', 5000, 'card', 2000, ${now},
      ${now})`)
  const json = JSON.parse((await taken(w))['everything.json']!) as Record<string, unknown[]>
  expect(json['bought-online']).toMatchObject([{ amount_minor: 5_000, by_gift_card_minor: 2_000 }])
})

test('letters to an address that somebody else has as well are in neither archive', async () => {
  const w = await world()
  await bookClass(w.asMember(w.ana, now), await w.givenClass())
  await w.givenPerson('Ana Reyes')
  expect((await taken(w))['emails.csv']).toBe('subject | text | written_at\n')
})

test('a member can download their data six times an hour', async () => {
  const w = await world()
  const tries = []
  for (let i = 0; i < 7; i++) tries.push(await exportPerson(w.asMember(w.ana, now), w.directory))
  expect(tries.map((result) => result.ok)).toEqual([true, true, true, true, true, true, false])
})

test('asking to be erased is one task for thirty days, which can be taken back and asked again', async () => {
  const w = await world()
  const ana = w.asMember(w.ana, now)
  await Promise.all([askErasure(ana), askErasure(ana)])
  expect(await taskRows(w, 'erase_request')).toMatchObject([{ state: 'open' }])
  await takeBackErasure(ana)
  await takeBackErasure(ana)
  await askErasure({ ...ana, now: '2026-10-13T09:00:00Z' })
  expect((await taskRows(w, 'erase_request')).map(({ state }) => state)).toEqual(['over', 'open'])
})
