import { sql } from 'drizzle-orm'
import { beforeAll, expect, inject, test } from 'vitest'
import type { Role } from '#app/domain/scope/permissions.ts'
import type { Studio } from '#app/domain/scope/studio.ts'
import { paths } from '#app/paths.ts'
import { newId } from '#app/values/id.ts'
import { mintAccount, mintSession } from '../../support/accounts.ts'
import { builtDatabases } from '../../support/built-databases.ts'
import { mintStudio } from '../../support/studios.ts'
import {
  formIn,
  newVisitor,
  refusalsOn,
  textOf,
  titleOf,
  type Visitor,
} from '../../support/visitor.ts'

const databases = builtDatabases()
const staff = new Map<Role, Visitor>()
let studio: Studio
let people: { id: string; name: string }[]
let stranger: string

beforeAll(async () => {
  studio = await mintStudio(databases)
  const other = await mintStudio(databases)
  stranger = (await mintAccount(databases, { studio: other, name: 'Somebody Else' })).personId!
  people = []
  for (const name of ['Nia <b>Campbell', 'Omar Haddad']) {
    people.push({ id: (await mintAccount(databases, { studio, name })).personId!, name })
  }
  for (const role of ['owner', 'coach', 'front_desk'] as const) {
    const account = await mintAccount(databases, { studio, role, name: `Some ${role}` })
    const { cookie } = await mintSession(databases, account, { variables: inject('variables') })
    staff.set(role, newVisitor({ cookie }))
  }
})

const chosen = (act: string, ids = people.map(({ id }) => id)) =>
  `${paths.manageBulk(studio, { act })}${ids.map((id) => `&p=${id}`).join('')}`

const tags = async () =>
  (
    await databases
      .shard(0)
      .all<{ tags: string }>(
        sql`SELECT tags FROM people WHERE studio_id = ${studio.id} AND tags <> '' ORDER BY name`,
      )
  ).map((row) => row.tags)

test('people ticked in the list get a tag by two forms, are told by name, and it is taken back by one', async () => {
  const desk = staff.get('front_desk')!
  const list = await desk.get(paths.manageMembers(studio))
  expect(list.html).toContain(`name="p" value="${people[0]!.id}"`)
  expect(list.html).toContain('Archive')

  const form = await desk.get(chosen('tag'))
  expect(textOf(form.html)).toContain('2 people selected: Nia &lt;b&gt;Campbell, Omar Haddad')
  const { action, fields } = formIn(form, 'bulk')
  const { p: _, tag: __, ...kept } = fields
  const body = (tag: string) =>
    new URLSearchParams([
      ...Object.entries(kept),
      ...people.map(({ id }) => ['p', id]),
      ['tag', tag],
    ] as [string, string][])
  const wrong = await desk.post(action, body('a, b'))
  expect([wrong.status, titleOf(wrong).startsWith('Error: ')]).toEqual([422, true])
  expect(wrong.html).toContain('value="a, b"')
  expect(textOf(wrong.html)).toContain('2 people selected')

  const sent = await Promise.all([
    desk.post(action, body('Open day')),
    desk.post(action, body('Open day')),
  ])
  expect(sent.map(({ status }) => status)).toEqual([303, 303])
  expect(await tags()).toEqual(['open day', 'open day'])
  const done = await desk.get(sent[0]!.location!)
  expect(textOf(done.html)).toContain('2 people: tagged')
  expect((await desk.post(`${new URL(done.url).pathname}/undo`, '')).status).toBe(303)
  expect(await tags()).toEqual([])
})

test('a coach may write notes about several and archive nobody; another studio’s people are nobody', async () => {
  const coach = staff.get('coach')!
  expect((await coach.get(chosen('archive'))).status).toBe(403)
  expect((await coach.get(chosen('note'))).status).toBe(200)
  const key = newId()
  const refused = await coach.post(
    paths.manageBulk(studio),
    new URLSearchParams({ act: 'archive', key, p: people[0]!.id }),
  )
  expect(refused.status).toBe(403)

  const desk = staff.get('front_desk')!
  const nobody = await desk.post(
    paths.manageBulk(studio),
    new URLSearchParams({ act: 'tag', key, p: stranger, tag: 'x' }),
  )
  expect([nobody.status, refusalsOn(nobody)]).toEqual([422, ['nobody']])
  for (const odd of ['', 'act=tag', `act=tag&key=${key}&tag=x&p=%00`, `act=nope&key=${key}`]) {
    expect([
      odd,
      (await desk.post(paths.manageBulk(studio), new URLSearchParams(odd))).status,
    ]).toEqual([odd, 422])
  }
  expect((await desk.get(paths.manageBulkChange(studio, newId()))).status).toBe(404)
})

test('columns are kept for who chose them, and a coach is never shown what is owed', async () => {
  const [owner, coach] = [staff.get('owner')!, staff.get('coach')!]
  const heads = async (who: Visitor) =>
    textOf(
      /<thead[\s\S]*?<\/thead>/.exec((await who.get(paths.manageMembers(studio))).html)?.[0] ?? '',
    )
  expect(await heads(owner)).toContain('Owes')
  const columns = new URLSearchParams([
    ['columns', 'email'],
    ['columns', 'owes'],
    ['columns', 'nonsense'],
  ])
  for (const who of [owner, coach])
    expect((await who.post(paths.manageMembersColumns(studio), columns)).status).toBe(303)
  expect(await heads(owner)).toMatch(/State Owes Email Actions$/)
  expect(await heads(coach)).toMatch(/State Email Actions$/)
})

test('filters are saved under a name once, lead to the same list, and are forgotten', async () => {
  const desk = staff.get('front_desk')!
  const form = new URLSearchParams({
    key: newId(),
    name: 'Never came',
    filters: 'visit=never&sort=name&evil=1',
  })
  const saved = await Promise.all([
    desk.post(paths.manageSegments(studio), form),
    desk.post(paths.manageSegments(studio), form),
  ])
  expect(saved.map(({ location }) => location)).toEqual(
    Array(2).fill(paths.manageMembers(studio, { visit: 'never' })),
  )
  const list = await desk.get(paths.manageMembers(studio, { visit: 'never' }))
  expect(textOf(list.html)).toContain('Delete “Never came”')
  const removal = /action="([^"]*\/removal)"/.exec(list.html)?.[1] ?? ''
  expect((await desk.post(removal, '')).status).toBe(303)
  expect((await desk.get(paths.manageMembers(studio))).html).not.toContain('Never came</a>')
})
