import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { newId } from '#app/values/id.ts'
import { type DemoServer, demoServer } from '../support/demo-server.ts'

let server: DemoServer
let coach: string

beforeAll(async () => {
  server = await demoServer()
  coach = await server.cookieOf('coach@northside.test')
})

const list = '/northside/manage/training/workouts'
const read = async (path: string) => {
  const answer = await fetch(server.origin + path, { headers: { Cookie: coach } })
  return { status: answer.status, page: await answer.text() }
}
const post = (path: string, fields: [string, string][]) =>
  fetch(server.origin + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { Cookie: coach, Origin: server.origin },
    body: new URLSearchParams(fields),
  })

test('a coach types a workout, settles a line, and publishes it for a time', async () => {
  const key = newId()
  const said = (text: string, version: string): [string, string][] => [
    ...[['key', key] as [string, string], ['version', version] as [string, string]],
    ...[['name', 'Friday board'] as [string, string], ['kind', 'strength'] as [string, string]],
    ['text', text],
  ]
  const added = await post(`${list}/new`, said('5x3 spin\n3x2 basic climb @80%', '0'))
  expect([added.status, added.headers.get('Location')]).toEqual([303, `${list}/${key}`])
  const asked = await read(`${list}/${key}`)
  expect(asked.page).toContain('1 line to settle before you publish it')
  expect(asked.page).toContain('Which exercise is “spin”?')

  const early = await post(`${list}/${key}/publication`, [
    ['version', '1'],
    ['act', 'publish'],
  ])
  expect([early.status, (await early.text()).includes('isn’t clear yet')]).toEqual([422, true])

  const pick = /<option value="(\w{12} spin)">Fireman spin</.exec(asked.page)?.[1] ?? ''
  const saved = await post(`${list}/${key}`, [
    ...said('5x3 spin\n3x2 basic climb @80%', '1'),
    ['picks', pick],
  ])
  expect(saved.status).toBe(303)
  const clear = await read(`${list}/${key}`)
  expect(clear.page).toContain('Every line is clear')
  expect(clear.page).toContain('3 sets of 2 at 80% of best')

  const published = await post(`${list}/${key}/publication`, [
    ['version', '2'],
    ['act', 'publish'],
    ['at', '2099-01-05T06:00'],
  ])
  expect(published.status).toBe(303)
  expect((await read(`${list}?state=scheduled`)).page).toContain('Friday board')
})

test('a workout that nobody can mean is shown again as it was typed, with the reason', async () => {
  const answer = await post(`${list}/new`, [
    ['key', newId()],
    ['name', ''],
    ['kind', 'wrong'],
    ['text', '5x5 what I typed'],
  ])
  const page = await answer.text()
  expect(answer.status).toBe(422)
  expect(page).toContain('5x5 what I typed')
  expect(page).toContain('Enter a name')
  expect(page).toContain('Choose a kind')
})

test.each(['?state=%00', '?kind=x&q=%25%5F%5C', '?page=-3', `?q=${'x'.repeat(400)}`])(
  'the strange address %s answers a page',
  async (search) => {
    expect((await read(list + search)).status).toBe(200)
  },
)

test('a moment that no calendar has is refused beside its field', async () => {
  const id = /workouts\/(\w{12})"/.exec((await read(list)).page)?.[1] ?? ''
  const answer = await post(`${list}/${id}/publication`, [
    ['version', '1'],
    ['act', 'publish'],
    ['at', '2026-02-31T06:00'],
  ])
  expect(answer.status).toBe(422)
  expect((await read(`${list}/nothing-here`)).status).toBe(404)
})

test('a member reads a published workout and finds none before its time', async () => {
  const ana = await server.cookieOf('ana@northside.test')
  const asked = async (path: string) => {
    const answer = await fetch(server.origin + path, { headers: { Cookie: ana } })
    return { status: answer.status, page: await answer.text() }
  }
  const published = await server.databases.shard(0).all<{ id: string; name: string }>(sql`
    SELECT id, name FROM workouts WHERE state = 'published' AND publish_at <= ${server.now}
    ORDER BY publish_at DESC`)
  expect(published.length).toBeGreaterThan(0)
  const home = await asked('/northside/workout')
  expect(home.page).toContain(`/northside/workout/${published[0]!.id}`)
  expect(home.page).not.toContain('<script')
  const one = await asked(`/northside/workout/${published[0]!.id}`)
  expect([one.status, one.page.includes('<script')]).toEqual([200, false])
  const [hidden] = await server.databases.shard(0).all<{ id: string }>(sql`
    SELECT id FROM workouts WHERE state = 'draft' LIMIT 1`)
  expect((await asked(`/northside/workout/${hidden!.id}`)).status).toBe(404)
})

test('a phone that logs a workout gets data, and 404 for a workout it may not see', async () => {
  const ana = await server.cookieOf('ana@northside.test')
  const say = (id: string, body: string) =>
    fetch(`${server.origin}/northside/workout/${id}/sync`, {
      method: 'POST',
      redirect: 'manual',
      body,
      headers: { Cookie: ana, Origin: server.origin, 'Content-Type': 'application/json' },
    })
  const [own] = await server.databases.shard(0).all<{ id: string; name: string }>(sql`
    SELECT log.id FROM workout_logs AS log JOIN people AS person ON person.id = log.person_id
    WHERE person.email = 'ana@northside.test' AND log.state = 'finished' LIMIT 1`)
  const said = JSON.stringify({ device: 'phone', sets: [] })
  const heard = await say(own!.id, said)
  expect(heard.status).toBe(200)
  expect(await heard.json()).toMatchObject({ ok: true, state: 'finished' })
  const unread = await say(own!.id, '{')
  expect([unread.status, await unread.json()]).toEqual([422, { ok: false, reason: 'unreadable' }])
  expect((await say('nothing000', said)).status).toBe(404)
})
