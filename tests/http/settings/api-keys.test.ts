import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import * as z from 'zod'
import { paths } from '#app/paths.ts'
import { mintAccount, mintSession } from '../../support/accounts.ts'
import { builtDatabases } from '../../support/built-databases.ts'
import { freezeClock, releaseClock } from '../../support/member-pages.ts'
import { open, send } from '../../support/sales/desk-forms.ts'
import { mintWeek, type Week, weekNow } from '../../support/week.ts'
import { workerOrigin as origin } from '../../support/worker-origin.ts'

const databases = builtDatabases()
let week: Week
let other: Week
let owner: string
let manager: string

beforeAll(async () => {
  await freezeClock(weekNow)
  week = await mintWeek(databases)
  other = await mintWeek(databases, { shard: week.studio.shard })
  const signIn = async (role: 'owner' | 'manager') => {
    const account = await mintAccount(databases, { studio: week.studio, role, name: 'Oda Owner' })
    return (await mintSession(databases, account, { variables: inject('variables') })).cookie
  }
  owner = await signIn('owner')
  manager = await signIn('manager')
})

afterAll(releaseClock)

/** Makes a key on its page, as its owner does; `scopes` are ticked. */
async function makeKey(name: string, scopes: string[], endsOn = '') {
  const page = paths.manageApiKeys(week.studio)
  const { html } = await open(page, owner)
  const key = /name="key" value="(\w+)"/.exec(html)?.[1] ?? ''
  const body = new URLSearchParams({ key, name, endsOn })
  for (const scope of scopes) body.append('scopes', scope)
  const answer = await fetch(origin + page, {
    method: 'POST',
    headers: { cookie: owner, origin },
    body,
    redirect: 'manual',
  })
  const text = await answer.text()
  return { status: answer.status, text, key: /cad_\w{24}_\w{40}/.exec(text)?.[0] ?? '' }
}

async function ask(path: string, key: string, method = 'GET') {
  const answer = await fetch(`${origin}/api/v1${path}`, {
    method,
    headers: key ? { Authorization: `Bearer ${key}` } : {},
  })
  return { status: answer.status, headers: answer.headers, body: JSON.parse(await answer.text()) }
}

type Description = {
  paths: Record<string, unknown>
  components: { schemas: Record<string, object> }
}

/** What the description says an answer is, as something that judges one. */
function judgeOf(description: Description, path: string, status: number) {
  const whole = JSON.stringify(description.paths[path])
  const { get } = JSON.parse(whole) as { get: { responses: Record<number, Answer> } }
  const said = JSON.stringify(get.responses[status]?.content['application/json'].schema)
  const resolved = said.replace(/\{"\$ref":"#\/components\/schemas\/(\w+)"\}/g, (_, name) =>
    JSON.stringify(description.components.schemas[name]),
  )
  return z.fromJSONSchema(JSON.parse(resolved))
}
type Answer = { content: { 'application/json': { schema: object } } }

test('a program reads with its key what its description says, in pages, and nothing of another studio', async () => {
  const all = ['people', 'timetable', 'bookings', 'memberships', 'invoices']
  const { key } = await makeKey('Website', all)
  const { body: description } = await ask('/openapi.json', '')
  const days = '?from=2026-10-12&until=2026-10-18'
  const lists = { people: '', timetable: days, bookings: days, memberships: '', invoices: '' }
  for (const [name, query] of Object.entries(lists)) {
    const list = await ask(`/${name}${query}`, key)
    expect(list.status).toBe(200)
    expect(list.headers.get('cache-control')).toMatch(/no-store/)
    expect(judgeOf(description, `/${name}`, 200).safeParse(list.body).error).toBeUndefined()
    const [first] = list.body.data as { id: string }[]
    if (name === 'invoices') continue
    const one = await ask(`/${name}/${first!.id}`, key)
    expect(one.body).toEqual(first)
    expect(judgeOf(description, `/${name}/{id}`, 200).safeParse(one.body).success).toBe(true)
    // A description that fits anything would say nothing.
    expect(judgeOf(description, `/${name}/{id}`, 200).safeParse({ id: 1 }).success).toBe(false)
  }
  const names = (await ask('/people?limit=100', key)).body.data as { id: string; name: string }[]
  expect(names.map(({ id }) => id)).toContain(week.ana.personId)
  expect(names.map(({ id }) => id)).not.toContain(other.ana.personId)
  expect((await ask(`/people/${other.ana.personId}`, key)).status).toBe(404)
  const theirs = await ask(`/timetable/${other.at('2026-10-13T17:30')}`, key)
  expect(theirs.status).toBe(404)
  expect((await ask(`/bookings?person=${other.ana.personId}`, key)).body.data).toEqual([])
  const first = await ask('/people?limit=1', key)
  const second = await ask(`/people?limit=1&cursor=${first.body.next}`, key)
  expect(second.body.data[0].id > first.body.data[0].id).toBe(true)
})

test('without a key, with another, beyond its scope, with a wrong question or a post nothing is read', async () => {
  const { key } = await makeKey('Timetable', ['timetable'])
  const code = async (path: string, key: string, method?: string) => {
    const { status, body } = await ask(path, key, method)
    expect(Object.keys(body.error)).toEqual(['code', 'message'])
    return `${status} ${body.error.code}`
  }
  expect(await code('/people', '')).toBe('401 no_key')
  expect(await code('/people', 'cad_nothing')).toBe('401 unknown_key')
  const elsewhere = key.replace(/^cad_\w{12}/, `cad_${other.studio.id}`)
  expect(await code('/timetable', elsewhere)).toBe('401 unknown_key')
  expect(await code('/timetable', `${key.slice(0, -1)}${key.endsWith('x') ? 'y' : 'x'}`)).toBe(
    '401 unknown_key',
  )
  expect(await code('/people', key)).toBe('403 not_in_scope')
  expect(await code('/notes', key)).toBe('404 no_resource')
  expect(await code('/a/b/c', key)).toBe('404 no_resource')
  expect(await code('/timetable/nothing00000', key)).toBe('404 not_found')
  expect(await code('/timetable?limit=1000', key)).toBe('422 bad_parameter')
  expect(await code('/timetable?cursor=%27%3B--', key)).toBe('422 bad_parameter')
  expect(await code('/timetable', key, 'POST')).toBe('405 read_only')
  expect(await code('/timetable', key, 'DELETE')).toBe('405 read_only')
})

test('an owner makes and ends keys on one page, without scripts; a manager opens none of it', async () => {
  const page = paths.manageApiKeys(week.studio)
  expect((await open(page, manager)).status).toBe(403)
  const empty = await makeKey('', [])
  expect(empty.status).toBe(422)
  expect(empty.text).toContain('Choose at least one thing to read')
  const over = await makeKey('Old', ['people'], '2026-10-12')
  expect(over.status).toBe(422)
  expect(over.text).toContain('Choose today or a later day')
  const made = await makeKey('Accounts', ['invoices'], '2026-10-31')
  expect(made.status).toBe(200)
  const again = await open(page, owner)
  expect(again.html).toContain('Accounts')
  expect(again.html).not.toContain(made.key)
  expect((await ask('/invoices', made.key)).status).toBe(200)
  const id = made.key.slice(16, 28)
  const ended = await send(page, owner, { act: 'end', id })
  expect(ended.status).toBe(303)
  expect((await ask('/invoices', made.key)).status).toBe(401)
})
