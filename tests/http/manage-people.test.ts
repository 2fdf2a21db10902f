import { sql } from 'drizzle-orm'
import { beforeAll, expect, inject, test } from 'vitest'
import { packages } from '#app/db/studio/entitlements.ts'
import type { Role } from '#app/domain/scope/permissions.ts'
import type { Studio } from '#app/domain/scope/studio.ts'
import { paths } from '#app/paths.ts'
import { newId } from '#app/values/id.ts'
import { mintAccount, mintSession } from '../support/accounts.ts'
import { builtDatabases } from '../support/built-databases.ts'
import { mintStudio } from '../support/studios.ts'
import { workerOrigin as origin } from '../support/worker-origin.ts'

const databases = builtDatabases()
let studio: Studio
let person: string
let stranger: string
let packageId: string

const cookies = new Map<Role, string>()

beforeAll(async () => {
  studio = await mintStudio(databases)
  const other = await mintStudio(databases)
  person = (await mintAccount(databases, { studio, name: 'Nia <b>Campbell' })).personId!
  stranger = (await mintAccount(databases, { studio: other, name: 'Somebody Else' })).personId!
  packageId = newId()
  const sold = {
    name: '10-class pack',
    version: 1,
    credits: 10,
    priceMinor: 12_000,
    currency: 'GBP',
    validDays: 90,
  }
  await databases
    .shard(0)
    .insert(packages)
    .values({ id: packageId, studioId: studio.id, ...sold })
  for (const role of ['owner', 'coach', 'front_desk', 'member'] as const) {
    const account = await mintAccount(databases, { studio, role, name: `Some ${role}` })
    cookies.set(
      role,
      (await mintSession(databases, account, { variables: inject('variables') })).cookie,
    )
  }
})

const get = (path: string, role: Role = 'owner') =>
  fetch(origin + path, { headers: { Cookie: cookies.get(role)! }, redirect: 'manual' })

const post = (path: string, fields: Record<string, string>, role: Role = 'owner') =>
  fetch(origin + path, {
    method: 'POST',
    headers: { Cookie: cookies.get(role)!, Origin: origin },
    body: new URLSearchParams(fields),
    redirect: 'manual',
  })

const act = (name: Parameters<typeof paths.managePersonAct>[2], whose = person) =>
  paths.managePersonAct(studio, whose, name)

test("no page and no form of a person reaches another studio's person", async () => {
  const key = newId()
  expect((await get(paths.managePerson(studio, stranger))).status).toBe(404)
  for (const name of [
    'edit',
    'archive',
    'notes',
    'membership',
    'package',
    'credits',
    'level',
  ] as const) {
    expect([name, (await get(act(name, stranger))).status]).toEqual([name, 404])
  }
  const gift = { key, offer: packageId, startsOn: '2026-10-13', reason: 'Gift' }
  expect((await post(act('edit', stranger), { name: 'Taken Over' })).status).toBe(404)
  expect((await post(act('notes', stranger), { key, kind: 'red', text: 'Hello' })).status).toBe(404)
  expect((await post(act('archive', stranger), {})).status).toBe(404)
  expect((await post(act('package', stranger), gift)).status).toBe(422)
  expect((await post(act('undo', stranger), { change: 'nothing' })).status).toBe(404)
  const [row] = await databases
    .shard(0)
    .all<{ name: string }>(sql`SELECT name FROM people WHERE id = ${stranger}`)
  expect(row?.name).toBe('Somebody Else')
})

test.each([
  ['member', 'the list', () => get(paths.manageMembers(studio), 'member')],
  ['member', 'a profile', () => get(paths.managePerson(studio, person), 'member')],
  ['member', 'the file', () => get(paths.manageMembersCsv(studio), 'member')],
  ['front desk', 'the file', () => get(paths.manageMembersCsv(studio), 'front_desk')],
  ['coach', 'the file', () => get(paths.manageMembersCsv(studio), 'coach')],
  [
    'coach',
    'adding people',
    () => post(paths.managePersonNew(studio), { key: newId(), name: 'X' }, 'coach'),
  ],
  ['coach', 'giving a package', () => post(act('package'), {}, 'coach')],
  ['coach', 'credits', () => post(act('credits'), {}, 'coach')],
  ['front desk', 'levels', () => post(act('level'), {}, 'front_desk')],
  ['member', 'notes', () => post(act('notes'), {}, 'member')],
  ['member', 'undo', () => post(act('undo'), { change: 'x' }, 'member')],
])('a %s is kept from %s by 403', async (_role, _what, ask) => {
  expect((await ask()).status).toBe(403)
})

test('forms posted empty, too long or forged are answered by 422 with the sentence and the typed values', async () => {
  const key = newId()
  const long = 'x'.repeat(2_000)
  const wrong: [path: string, fields: Record<string, string>, sentence: string][] = [
    [paths.managePersonNew(studio), {}, 'Enter a name'],
    [paths.managePersonNew(studio), { key, name: long }, 'at most 80 characters'],
    [
      paths.managePersonNew(studio),
      { key, name: 'A', email: 'no' },
      'Enter an email address like name@example.com',
    ],
    [paths.managePersonNew(studio), { key: '../../etc', name: 'A' }, 'Reload the page'],
    [act('edit'), { name: 'Nia', phone: '12' }, 'with the country code'],
    [act('edit'), { name: 'Nia', birthDate: '2026-02-30' }, 'Enter a date that exists'],
    [act('notes'), { key, kind: 'purple', text: 'Hello' }, 'Choose what kind of note it is'],
    [act('notes'), { key, kind: 'note', text: long }, 'at most 1,000 characters'],
    [
      act('package'),
      { key, offer: packageId, startsOn: 'today', reason: 'Gift' },
      'Choose a day from 2000 to 2099',
    ],
    [
      act('package'),
      { key, offer: 'forged', startsOn: '2026-10-13', reason: 'Gift' },
      'This isn’t on sale',
    ],
    [
      act('level'),
      { level: 'forged:forged', since: '2026-01-01' },
      'Choose a level of this studio',
    ],
    [
      act('credits'),
      { key, lot: 'forged', amount: '5', reason: 'Because' },
      'This pack has been removed',
    ],
    [act('credits'), { key, lot: 'forged', amount: '1e9', reason: 'Because' }, 'at most 50'],
  ]
  for (const [path, fields, sentence] of wrong) {
    const answer = await post(path, fields)
    const page = await answer.text()
    expect([path, answer.status]).toEqual([path, 422])
    if (!page.includes('No credits to adjust') && !page.includes('No levels yet'))
      expect(page).toContain(sentence)
    expect(page).toContain('<title>Error: ')
  }
  const kept = await (
    await post(paths.managePersonNew(studio), { key, name: 'Zoë Kept', email: 'no' })
  ).text()
  expect(kept).toContain('value="Zoë Kept"')
  expect(kept).toContain('aria-invalid="true"')
})

test('filters that mean nothing fall back, and what is typed is shown and never run', async () => {
  const odd = await get(
    `${paths.manageMembers(studio)}?page=-1&sort=drop&view=x&visit=[]&q=${encodeURIComponent('"*) OR <script>')}`,
  )
  expect(odd.status).toBe(200)
  expect(await odd.text()).not.toContain('<script>&quot;')
  const list = await (await get(paths.manageMembers(studio, { q: 'campbell' }))).text()
  expect(list).toContain('Nia &lt;b&gt;Campbell')
  expect(list).toContain('1 person match')
})

test('the file is guarded against formulas, holds this studio alone, and that it was taken is written down', async () => {
  await post(paths.managePersonNew(studio), { key: newId(), name: '=HYPERLINK("evil")' })
  const answer = await get(paths.manageMembersCsv(studio, { sort: 'joined' }))
  const text = await answer.text()

  expect(answer.headers.get('Content-Disposition')).toContain('attachment')
  expect(text).toContain(`"'=HYPERLINK(""evil"")"`)
  expect(text).not.toContain('Somebody Else')
  const lines = await databases
    .shard(0)
    .all<{ actorName: string }>(
      sql`SELECT actor_name AS actorName FROM audit_entries WHERE studio_id = ${studio.id} AND action = 'people.exported'`,
    )
  expect(lines).toEqual([{ actorName: 'Some owner' }])
})

test('the people selected are a file of their own, that is written down with how many', async () => {
  const list = await (await get(paths.manageMembers(studio))).text()
  expect(list).toContain(`formaction="${paths.manageMembersCsv(studio)}"`)
  const ids = [...new Set([...list.matchAll(/name="p" value="([\w-]+)"/g)].map(([, id]) => id!))]
  const [one] = ids
  const text = await (await get(`${paths.manageMembersCsv(studio)}?p=${one}&p=none`)).text()
  expect(text.trim().split('\r\n')).toHaveLength(2)
  const lines = await databases.shard(0).all<{ detail: string }>(
    sql`SELECT detail FROM audit_entries WHERE studio_id = ${studio.id}
      AND action = 'people.exported' AND detail LIKE '%chosen%'`,
  )
  expect(lines.map(({ detail }) => JSON.parse(detail))).toMatchObject([{ rows: 1, chosen: 2 }])
})

test('a package given at the desk is told on the profile with its reason, and taken back by the button there', async () => {
  const fields = {
    key: newId(),
    offer: packageId,
    startsOn: '2026-10-13',
    reason: 'Sorry about Friday',
  }
  const [first, second] = await Promise.all([
    post(act('package'), fields),
    post(act('package'), fields),
  ])
  expect([first.status, second.status]).toEqual([303, 303])

  const answer = await get(paths.managePerson(studio, person))
  const profile = await answer.text()
  expect(answer.headers.get('Server-Timing')).toContain('"2 trips')
  expect(profile).toContain('10-class pack added')
  expect(profile).toContain('Sorry about Friday')
  expect(profile).toContain('10 credits left')
  const change = /name="change" value="([^"]+)"/.exec(profile)?.[1]
  expect((await post(act('undo'), { change: change! })).status).toBe(303)
  expect(await (await get(paths.managePerson(studio, person))).text()).toContain(
    'Undone: the package',
  )
})

test('people are proposed while a name is typed, to anyone who may see the list, and only the studio’s own', async () => {
  const proposed = async (q: string, role?: Role) =>
    (await get(paths.manageSuggestions(studio, { q }), role)).json() as Promise<{
      people: { id: string; name: string }[]
    }>

  expect((await proposed('campb')).people).toMatchObject([{ id: person, name: 'Nia <b>Campbell' }])
  expect((await proposed('somebody')).people).toEqual([])
  expect((await proposed('')).people).toEqual([])
  expect((await get(paths.manageSuggestions(studio, { q: 'nia' }), 'member')).status).toBe(403)
})

test('a profile leads to booking a class; a forged class and another studio’s person are refused', async () => {
  expect(await (await get(paths.managePerson(studio, person))).text()).toContain(
    `href="${act('booking')}"`,
  )
  const page = await get(act('booking'))
  expect(page.status).toBe(200)
  expect(await page.text()).toContain('No classes to book on this day')
  expect((await get(act('booking', stranger))).status).toBe(404)
  expect((await post(act('booking'), {})).status).toBe(422)
  expect((await post(act('booking'), { occurrenceId: 'forged' })).status).toBe(404)
  expect((await get(act('booking'), 'member')).status).toBe(403)
})
