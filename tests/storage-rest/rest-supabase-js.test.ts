import { beforeAll, expect, test } from 'vitest'
import type { Studio } from '#app/domain/scope/studio.ts'
import { client, newStudio, origin, projectKey, somebody } from './clients.ts'

type Person = Awaited<ReturnType<typeof somebody>>
let studio: Studio
let other: Studio
let ana: Person
let anon: string

beforeAll(async () => {
  studio = await newStudio()
  other = await newStudio({ shard: 1 })
  ana = await somebody({ studio, role: 'coach' })
  await somebody({ studio: other, role: 'owner' })
  anon = await projectKey('anon')
})

const read = (path: string, more: Record<string, string> = {}, method = 'GET') =>
  fetch(`${origin}/rest/v1/${path}`, {
    method,
    headers: { apikey: anon, Authorization: `Bearer ${ana.accessToken}`, ...more },
  })

const notified = async (answer: Response) => [
  answer.status,
  ((await answer.json()) as { code: string }).code,
]

const single = { Accept: 'application/vnd.pgrst.object+json' }

test('after a sign-in the client reads its user with its role, and then its studio', async () => {
  const user = await ana.supabase
    .from('users')
    .select('*, role(*)')
    .eq('auth_id', ana.userId)
    .single()
  expect(user.error).toBeNull()
  expect(user.data).toEqual({
    auth_id: ana.userId,
    setup_complete: true,
    studio_id: studio.id,
    role_id: 'coach',
    role: { id: 'coach', name: 'Coach', is_staff: true },
  })
  const place = await ana.supabase.from('studios').select().eq('id', user.data?.studio_id).single()
  expect(place.data).toMatchObject({
    id: studio.id,
    slug: studio.slug,
    name: 'Northside',
    listed: true,
    hue: 335,
  })
  expect(place.data).not.toHaveProperty('shard')
})

test('one row is an object with its own type, and no row is 406', async () => {
  const one = await read(
    `users?select=auth_id,position:role!inner(name)&auth_id=eq.${ana.userId}`,
    single,
  )
  expect(one.status).toBe(200)
  expect(one.headers.get('Content-Type')).toBe('application/vnd.pgrst.object+json; charset=utf-8')
  expect(one.headers.get('Content-Range')).toBe('0-0/*')
  expect(await one.json()).toEqual({ auth_id: ana.userId, position: { name: 'Coach' } })

  const none = await read(`users?select=*&auth_id=eq.${crypto.randomUUID()}`, single)
  expect([none.status, await none.json()]).toEqual([
    406,
    {
      code: 'PGRST116',
      details: 'The result contains 0 rows',
      hint: null,
      message: 'Cannot coerce the result to a single JSON object',
    },
  ])
  const empty = await read(`users?auth_id=eq.${crypto.randomUUID()}`)
  expect([empty.status, empty.headers.get('Content-Range'), await empty.json()]).toEqual([
    200,
    '*/*',
    [],
  ])
  expect(
    (await ana.supabase.from('users').select().eq('auth_id', crypto.randomUUID()).maybeSingle())
      .data,
  ).toBeNull()
})

test('each sees its own rows: an account itself and its studios, the anon key none, the service key all', async () => {
  const ids = async (supabase: Person['supabase'], table: string, column: string) =>
    (await supabase.from(table).select(column)).data?.map(
      (row) => (row as unknown as Record<string, string>)[column],
    )
  expect(await ids(ana.supabase, 'users', 'auth_id')).toEqual([ana.userId])
  expect(await ids(ana.supabase, 'studios', 'id')).toEqual([studio.id])
  expect((await ana.supabase.from('studios').select().eq('id', other.id)).data).toEqual([])
  const [nobody, service] = [await client('anon'), await client('service_role')]
  expect([await ids(nobody, 'users', 'auth_id'), await ids(nobody, 'studios', 'id')]).toEqual([
    [],
    [],
  ])
  expect(await ids(nobody, 'role', 'id')).toContain('front_desk')
  expect(await ids(service, 'studios', 'id')).toEqual(expect.arrayContaining([studio.id, other.id]))
  // What is embedded is under the same rule as what is asked for.
  const { data } = await ana.supabase
    .from('role')
    .select('id, users(auth_id)')
    .in('id', ['coach', 'owner'])
    .order('id')
  expect(data).toEqual([
    { id: 'coach', users: [{ auth_id: ana.userId }] },
    { id: 'owner', users: [] },
  ])
})

test('the operators of the client narrow, sort and page', async () => {
  const supabase = await client('anon')
  const from = () => supabase.from('role').select('id')
  const ids = async (query: PromiseLike<{ data: { id: string }[] | null; error: unknown }>) => {
    const { data, error } = await query
    expect(error).toBeNull()
    return data?.map(({ id }) => id)
  }
  expect(await ids(from().neq('id', 'owner').order('id'))).toEqual([
    'coach',
    'front_desk',
    'manager',
    'member',
  ])
  expect(
    await ids(from().in('id', ['owner', 'co,ach', 'member']).order('id', { ascending: false })),
  ).toEqual(['owner', 'member'])
  expect(await ids(from().is('is_staff', false))).toEqual(['member'])
  expect(
    await ids(from().eq('is_staff', true).gt('id', 'd').lte('id', 'manager').order('id')),
  ).toEqual(['front_desk', 'manager'])
  expect(await ids(from().like('name', 'M%').order('id'))).toEqual(['manager', 'member'])
  expect(await ids(from().like('name', 'm%'))).toEqual([])
  expect(await ids(from().ilike('name', '%DESK'))).toEqual(['front_desk'])
  expect(await ids(from().not('id', 'in', '(owner,member)').order('id').range(1, 2))).toEqual([
    'front_desk',
    'manager',
  ])
  const counted = await supabase.from('role').select('id', { count: 'exact' }).limit(2)
  expect([counted.count, counted.data?.length, counted.status]).toEqual([5, 2, 206])
  const head = await supabase.from('role').select('*', { count: 'exact', head: true })
  expect([head.count, head.data]).toEqual([5, null])
})

test.each([
  ['orders', 404, 'PGRST205'],
  ['auth_users', 404, 'PGRST205'],
  ['constructor', 404, 'PGRST205'],
  ['users?select=email', 400, '42703'],
  ['studios?select=shard', 400, '42703'],
  ['users?name=eq.x', 400, '42703'],
  ['users?select=*,orders(*)', 400, 'PGRST200'],
  ['users?auth_id=eq.nobody', 400, '22P02'],
  ['users?setup_complete=eq.perhaps', 400, '22P02'],
  ['users?auth_id=is', 400, 'PGRST100'],
  ['users?select=role(*', 400, 'PGRST100'],
  ['users?role_id=eq.%27%20OR%201=1--', 200, undefined],
  ['users?limit=-1', 400, 'PGRST100'],
  ['rpc/anything', 404, 'PGRST202'],
  ['a/b/c', 404, 'PGRST125'],
])('%s answers %s %s', async (path, status, code) => {
  const answer = await read(path)
  const body = (await answer.json()) as Record<string, unknown>
  expect([answer.status, body.code]).toEqual([status, code])
  if (status !== 200)
    expect(Object.keys(body).sort()).toEqual(['code', 'details', 'hint', 'message'])
  expect(answer.headers.get('Access-Control-Allow-Origin')).toBe('*')
})

test('nothing is written, and no other type or schema is answered', async () => {
  for (const method of ['POST', 'PATCH', 'PUT', 'DELETE']) {
    expect([method, ...(await notified(await read('users', {}, method)))]).toEqual([
      method,
      405,
      'PGRST117',
    ])
  }
  const { error } = await ana.supabase.from('users').delete().eq('auth_id', ana.userId)
  expect(error).toMatchObject({ code: 'PGRST117' })
  expect(await notified(await read('users', { Accept: 'text/csv' }))).toEqual([406, 'PGRST107'])
  expect(await notified(await read('users', { 'Accept-Profile': 'private' }))).toEqual([
    406,
    'PGRST106',
  ])
  expect((await read('users', { 'Accept-Profile': 'public' })).status).toBe(200)
})

test('a token that does not count is 401 and says which kind is wanted', async () => {
  const bad = await read('users', { Authorization: 'Bearer not.a.token' })
  expect(bad.headers.get('WWW-Authenticate')).toContain('Bearer')
  expect(await notified(bad)).toEqual([401, 'PGRST301'])
  expect(await notified(await fetch(`${origin}/rest/v1/users`))).toEqual([401, 'PGRST302'])
  expect(await notified(await read('users', { apikey: 'x' }))).toEqual([401, 'PGRST301'])
  const gone = await somebody()
  const token = { Authorization: `Bearer ${gone.accessToken}` }
  await fetch(`${origin}/auth/v1/logout`, { method: 'POST', headers: { apikey: anon, ...token } })
  expect(await notified(await read('users', token))).toEqual([401, 'PGRST301'])
})
