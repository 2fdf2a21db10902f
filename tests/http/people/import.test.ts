import { sql } from 'drizzle-orm'
import { beforeAll, expect, inject, test } from 'vitest'
import type { Role } from '#app/domain/scope/permissions.ts'
import type { Studio } from '#app/domain/scope/studio.ts'
import { paths } from '#app/paths.ts'
import { mintAccount, mintSession } from '../../support/accounts.ts'
import { builtDatabases } from '../../support/built-databases.ts'
import { clientsFile, clientsOf500 } from '../../support/imports.ts'
import { importForms } from '../../support/people/import-forms.ts'
import { mintStudio } from '../../support/studios.ts'
import { workerOrigin as origin } from '../../support/worker-origin.ts'

const databases = builtDatabases()
let studio: Studio
let owner: string

async function cookieOf(role: Role, place: Studio): Promise<string> {
  const account = await mintAccount(databases, { studio: place, role, name: `Some ${role}` })
  return (await mintSession(databases, account, { variables: inject('variables') })).cookie
}

beforeAll(async () => {
  studio = await mintStudio(databases)
  owner = await cookieOf('owner', studio)
})

const { get, read, post, upload, finish } = importForms(
  () => studio,
  () => owner,
)

const peopleNow = async () => {
  const [row] = await databases
    .shard(0)
    .all<{ n: number }>(sql`SELECT count(*) AS n FROM people WHERE studio_id = ${studio.id}`)
  return row!.n
}

test('a list is checked, imported and rolled back by forms alone', async () => {
  const before = await peopleNow()
  const path = await upload(clientsOf500())
  const check = await read(path)
  for (const words of [
    '497 people will be added, 3 rows left out',
    'read as a Mindbody export. Nothing has been saved or sent yet.',
    '<b>483</b> are ready as they are',
    '<b>7</b> have no email',
    '<b>5</b> share a parent’s email',
    '<b>2</b> have a name that starts with a sign like =',
    'February 1990 had 28 days',
    'is 1 January 1950',
  ])
    expect(check).toContain(words)
  expect(await peopleNow()).toBe(before)

  const csv = await (await get(`${path}/refused.csv`)).text()
  expect(csv).toContain('\r\n100000169,100169,Müller,Cleo,')
  expect(csv).toContain(
    ',13/4/1985,10/22/2022,,False,0001-01-01,Birthdate,There is no month 13\r\n',
  )

  const done = await finish(path, 'commit', 'The import emailed nobody', { tag: 'From Mindbody' })
  expect(done).toContain('497 people added, 0 unchanged, 3 left out.')
  expect(await peopleNow()).toBe(before + 497)
  const list = await (await get(paths.manageMembers(studio, { tag: 'from mindbody' }))).text()
  expect(list).toContain('497')

  expect(done).toContain('Roll back 497 people')
  await finish(path, 'roll-back', 'rolled back')
  expect(await peopleNow()).toBe(before)
})

test('a list of leads is checked, imported and rolled back by forms alone', async () => {
  const leads = await read(paths.manageLeads(studio))
  const [, link = ''] = /href="([^"]*import[^"]*)"/.exec(leads) ?? []
  expect(await read(link)).toMatch(/<h1>Import leads<\/h1>[\s\S]*checked=""[^>]*value="leads"/)
  const path = await upload(
    'Name,Email,Stage,Source\nLia Lead,lia@x.test,Contacted,Instagram\nLia L,LIA@x.test,,\nOver,o@x.test,Won,\n',
    'leads.csv',
    'leads',
  )
  const check = await read(path)
  for (const words of [
    '1 lead will be added, 1 row left out',
    'read as a list of leads. Nothing has been saved or sent yet.',
    'This lead is closed. Only open leads are imported',
    'Import 1 lead',
  ])
    expect(check).toContain(words)
  const done = await finish(path, 'commit', 'The import emailed nobody', { tag: 'Fair' })
  expect(done).toContain('1 lead added, 0 unchanged, 1 added to leads you had, 1 left out.')
  const table = paths.manageLeads(studio, { as: 'table', tag: 'fair' })
  expect(done).toContain(table.replaceAll('&', '&amp;'))
  expect(await read(table)).toContain('Lia Lead')
  expect(await read(paths.managePeopleImports(studio))).toContain('leads.csv')
  expect(done).toContain('Roll back 1 lead')
  await finish(path, 'roll-back', 'rolled back')
  expect(await read(table)).not.toContain('Lia Lead')
})

test('dates that can be read both ways are asked about, with what was chosen kept', async () => {
  const path = await upload('Name,Email,Born\nAna,ana@b.test,1/2/1990\nBen,ben@b.test,3/4/1991\n')
  const asked = await read(path)
  expect(asked).toContain('How are dates written in this file?')
  expect(asked).not.toContain('will be added')
  const columns = { 'column[0]': 'name', 'column[1]': 'email', 'column[2]': 'birth_date' }
  await post(path, new URLSearchParams({ ...columns, order: 'dmy' }))
  const checked = await read(path)
  expect(checked).toContain('2 people will be added')
  expect(checked).toContain('is 1 February 1990')
  await post(path, new URLSearchParams({ ...columns, 'column[0]': 'none', order: 'dmy' }))
  expect(await read(path)).toContain('Choose the column that has the name.')
  expect((await post(`${path}/discard`, null)).status).toBe(303)
  expect((await get(path)).status).toBe(404)
})

test.each([
  ['nothing', '', 'Choose the file to import.'],
  ['a spreadsheet', 'PK\u0003\u0004abc', 'Save the list as CSV'],
  ['one row', 'Name,Email', 'The first row names the columns.'],
  ['blank lines', '\r\n\r\n , \r\n', 'The file is empty.'],
])('%s is refused with a sentence', async (_, bytes, sentence) => {
  const form = new FormData()
  form.append('file', new File([bytes], 'x.csv'))
  const answer = await post(paths.managePeopleImports(studio), form)
  expect([answer.status, (await answer.text()).includes(sentence)]).toEqual([422, true])
})

test('an import belongs to its studio and to anyone who may import', async () => {
  const path = await upload(clientsFile(3))
  const other = await mintStudio(databases)
  const stranger = await cookieOf('owner', other)
  const theirs = path.replace(studio.slug, other.slug)
  for (const at of [theirs, `${theirs}/refused.csv`])
    expect((await get(at, stranger)).status).toBe(404)
  for (const act of ['/commit', '/roll-back', '/discard', ''])
    expect((await post(theirs + act, new URLSearchParams(), stranger)).status).toBe(404)
  const desk = await cookieOf('front_desk', studio)
  expect((await get(path, desk)).status).toBe(403)
  expect((await post(`${path}/commit`, new URLSearchParams(), desk)).status).toBe(403)
  expect((await get(path)).status).toBe(200)
})

test('10,000 people come in behind the answer, while others are answered', async () => {
  const began = Date.now()
  const path = await upload(clientsFile(10_000))
  const checkedMs = Date.now() - began
  const check = await read(path)
  expect(/10,?000 people will be added/.test(check)).toBe(true)
  const pressed = Date.now()
  expect((await post(`${path}/commit`, new URLSearchParams())).status).toBe(303)
  const answeredMs = Date.now() - pressed
  const waits: number[] = []
  for (let done = false; !done; ) {
    const asked = Date.now()
    const other = await fetch(origin + paths.manageSchedule(studio), {
      headers: { Cookie: owner, Connection: 'close' },
    })
    expect(other.status).toBe(200)
    waits.push(Date.now() - asked)
    done = (await read(path)).includes('The import emailed nobody')
    // As the job of each minute does, should the time behind the answer not have been enough.
    if (!done && Date.now() - pressed > 22_000) await post(`${path}/commit`, new URLSearchParams())
  }
  console.log('10,000 people', {
    checkedMs,
    answeredMs,
    doneMs: Date.now() - pressed,
    othersMs: waits,
  })
  // One page is what gets an answer where nobody is let in before the end.
  expect(waits.length).toBeGreaterThan(1)
  expect(await peopleNow()).toBeGreaterThanOrEqual(10_000)
}, 400_000)
