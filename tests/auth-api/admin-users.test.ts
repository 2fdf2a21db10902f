import { hashSync } from 'bcryptjs'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { newId } from '#app/values/id.ts'
import { demoPassword, demoPasswordHash, mintAccount } from '../support/accounts.ts'
import { builtDatabases } from '../support/built-databases.ts'
import { projectKey, sharedServer, supabaseClient } from '../support/supabase.ts'

const world = builtDatabases()
const admin = (await supabaseClient({ role: 'service_role' })).auth.admin
const anon = async () => (await supabaseClient()).auth
const address = () => `${newId().toLowerCase()}@example.test`
const nobody = '83fd9e20-7a80-46e4-bf29-a86e3d6bbf66'
const service = await projectKey('service_role')

/** One call without the client, for what it never sends. */
async function call(
  path: string,
  { method = 'GET', body, key = service }: { method?: string; body?: unknown; key?: string } = {},
) {
  const answer = await fetch(`${sharedServer().origin}/auth/v1${path}`, {
    method,
    headers: {
      apikey: key,
      Authorization: `Bearer ${key}`,
      'X-Supabase-Api-Version': '2024-01-01',
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  return { status: answer.status, headers: answer.headers, json: JSON.parse(await answer.text()) }
}

test('an account made by the service key has exactly the metadata that was sent and can sign in', async () => {
  const email = address()
  const made = await admin.createUser({
    email,
    password: 'pw',
    email_confirm: false,
    user_metadata: { colour: 'red', nested: { a: [1] } },
    app_metadata: { roles: ['editor'] },
  })
  expect(made.error).toBeNull()
  expect(made.data.user).toMatchObject({
    email,
    role: 'authenticated',
    aud: 'authenticated',
    app_metadata: { provider: 'email', providers: ['email'], roles: ['editor'] },
    identities: [{ provider: 'email' }],
  })
  expect(made.data.user?.user_metadata).toEqual({ colour: 'red', nested: { a: [1] } })
  expect(made.data.user?.email_confirmed_at).toBeUndefined()

  const { auth } = await supabaseClient()
  expect((await auth.signInWithPassword({ email, password: 'pw' })).error).toMatchObject({
    code: 'email_not_confirmed',
  })
  const id = made.data.user?.id ?? ''
  expect((await admin.updateUserById(id, { email_confirm: true })).data.user).toMatchObject({
    email_confirmed_at: expect.any(String),
    user_metadata: { colour: 'red', email_verified: true },
  })
  expect((await auth.signInWithPassword({ email, password: 'pw' })).error).toBeNull()
  expect(
    await world.directory.all(
      sql`SELECT setup_complete AS complete FROM users WHERE auth_id = ${id}`,
    ),
  ).toEqual([{ complete: 0 }])
})

test('an account with a bcrypt hash from another system signs in with its password', async () => {
  const email = address()
  const { error } = await admin.createUser({
    email,
    password_hash: hashSync('brought along', 10),
    email_confirm: true,
  })
  expect(error).toBeNull()
  const auth = await anon()
  expect((await auth.signInWithPassword({ email, password: 'brought' })).error).toMatchObject({
    code: 'invalid_credentials',
  })
  expect((await auth.signInWithPassword({ email, password: 'brought along' })).error).toBeNull()
  const [row] = await world.directory.all<{ hash: string }>(
    sql`SELECT password_hash AS hash FROM auth_users WHERE email = ${email}`,
  )
  expect(row?.hash).toMatch(/^\$scrypt\$/)
})

test.each([
  ['neither address', {}, 400, 'validation_failed'],
  ['a bad address', { email: 'xx:;x@x.x' }, 400, 'validation_failed'],
  ['a bad number', { phone: '123-invalid' }, 400, 'validation_failed'],
  ['a bad id', { id: 'seven', email: 'a@b.example' }, 400, 'validation_failed'],
  [
    'no id at all',
    { id: '00000000-0000-0000-0000-000000000000', email: 'a@b.example' },
    400,
    'validation_failed',
  ],
  ['a bad duration', { email: 'a@b.example', ban_duration: '1 day' }, 400, 'validation_failed'],
  ['another audience', { email: 'a@b.example', aud: 'other' }, 400, 'validation_failed'],
  ['too long a ban', { email: 'a@b.example', ban_duration: '2562048h' }, 400, 'validation_failed'],
  [
    'two passwords',
    { email: 'a@b.example', password: 'x', password_hash: hashSync('x', 4) },
    400,
    'validation_failed',
  ],
  [
    'an argon2 hash',
    { email: 'a@b.example', password_hash: '$argon2id$v=19$m=1$a$b' },
    400,
    'validation_failed',
  ],
  [
    '73 bytes of password',
    { email: 'a@b.example', password: 'é'.repeat(37) },
    400,
    'validation_failed',
  ],
  [
    'much metadata',
    { email: 'a@b.example', user_metadata: { a: 'x'.repeat(9_000) } },
    400,
    'validation_failed',
  ],
  ['a wrong type', { email: 'a@b.example', email_confirm: 'yes' }, 400, 'bad_json'],
  ['no JSON', '{', 400, 'bad_json'],
])('making an account with %s is refused', async (_, body, status, code) => {
  const answer = await call('/admin/users', { method: 'POST', body })
  expect([answer.status, answer.json.code]).toEqual([status, code])
})

test('an address that is taken, and an id, are refused by their own codes', async () => {
  const taken = await admin.createUser({ email: address(), phone: '447700900777' })
  const { id, email, phone } = taken.data.user ?? {}
  expect((await admin.createUser({ email: email?.toUpperCase() })).error).toMatchObject({
    status: 422,
    code: 'email_exists',
  })
  expect((await admin.createUser({ phone: `+${phone}` })).error).toMatchObject({
    status: 422,
    code: 'phone_exists',
  })
  expect((await admin.createUser({ id, email: address() })).error).toMatchObject({ status: 422 })
  const other = await admin.createUser({ email: address() })
  expect((await admin.updateUserById(other.data.user?.id ?? '', { email })).error).toMatchObject({
    status: 422,
    code: 'email_exists',
  })
})

test('an account is changed at once: address, metadata key by key, role, ban and password', async () => {
  const { userId, email } = await mintAccount(world, { passwordHash: demoPasswordHash })
  const { auth } = await supabaseClient()
  const session = (await auth.signInWithPassword({ email, password: demoPassword })).data.session

  const fresh = address()
  const changed = await admin.updateUserById(userId, {
    email: fresh,
    user_metadata: { a: 1, b: 2 },
    role: 'editor',
  })
  expect(changed.data.user).toMatchObject({
    email: fresh,
    role: 'editor',
    user_metadata: { a: 1, b: 2 },
  })
  const merged = await admin.updateUserById(userId, { user_metadata: { a: null, c: 3 } })
  expect(merged.data.user?.user_metadata).toEqual({ b: 2, c: 3 })

  const banned = await admin.updateUserById(userId, { ban_duration: '1h30m' })
  expect(banned.data.user).toHaveProperty('banned_until')
  expect(
    (await auth.signInWithPassword({ email: fresh, password: demoPassword })).error,
  ).toMatchObject({
    status: 400,
    code: 'user_banned',
  })
  expect((await auth.getUser(session?.access_token)).error).toMatchObject({
    status: 403,
    code: 'user_banned',
  })
  expect(
    (await auth.refreshSession({ refresh_token: session?.refresh_token ?? '' })).error,
  ).toMatchObject({
    status: 400,
    code: 'user_banned',
  })
  const lifted = await admin.updateUserById(userId, { ban_duration: 'none' })
  expect(lifted.data.user).not.toHaveProperty('banned_until')
  expect((await auth.getUser(session?.access_token)).error).toBeNull()

  expect((await admin.updateUserById(userId, { password: 'short' })).error).toMatchObject({
    name: 'AuthWeakPasswordError',
    status: 422,
  })
  expect((await admin.updateUserById(userId, { password: 'another password' })).error).toBeNull()
  expect((await auth.getUser(session?.access_token)).error).toMatchObject({
    name: 'AuthSessionMissingError',
  })
  expect(
    (await auth.signInWithPassword({ email: fresh, password: 'another password' })).error,
  ).toBeNull()
})

test('accounts are listed newest first by pages, with their count and where to go on', async () => {
  const mark = newId().toLowerCase()
  for (const i of [1, 2, 3]) {
    await world.directory.run(sql`
      INSERT INTO auth_users (id, email, created_at, updated_at)
      VALUES (${crypto.randomUUID()}, ${`${i}-${mark}_%@example.test`}, ${`2099-01-0${i}T00:00:00Z`}, '2026-01-01T00:00:00Z')`)
  }
  const first = await admin.listUsers({ page: 1, perPage: 2 })
  expect(first.error).toBeNull()
  expect(first.data.users.map(({ email }) => email?.slice(0, 2))).toEqual(['3-', '2-'])
  expect(first.data).toMatchObject({ aud: 'authenticated', nextPage: 2, total: expect.any(Number) })

  const found = await call(`/admin/users?filter=${mark}_%25&sort=created_at%20asc&per_page=2`)
  expect(found.json.users.map(({ email }: { email: string }) => email[0])).toEqual(['1', '2'])
  expect(found.headers.get('X-Total-Count')).toBe('3')
  expect(found.headers.get('Link')).toMatch(
    /\?page=2&[^>]*>; rel="next", <[^>]*\?page=2&[^>]*>; rel="last"/,
  )
  expect((await call(`/admin/users?filter=${mark}_%25&page=2&per_page=2`)).json.users).toHaveLength(
    1,
  )
  expect((await call(`/admin/users?filter=${mark}%25%25`)).json.users).toEqual([])

  expect((await admin.listUsers({ page: -1 })).error).toMatchObject({
    status: 400,
    code: 'validation_failed',
  })
  for (const query of [
    'page=x',
    'per_page=-1',
    'sort=email',
    'sort=created_at%20up',
    "sort=created_at;'--",
  ]) {
    expect((await call(`/admin/users?${query}`)).status).toBe(400)
  }
})

test('an account that is not there answers 404 by every method, and what is no id too', async () => {
  for (const error of [
    (await admin.getUserById(nobody)).error,
    (await admin.updateUserById(nobody, { email: address() })).error,
    (await admin.deleteUser(nobody)).error,
    (await admin.mfa.listFactors({ userId: nobody })).error,
    (await admin.mfa.deleteFactor({ userId: nobody, id: nobody })).error,
  ]) {
    expect(error).toMatchObject({ status: 404, code: 'user_not_found' })
  }
  for (const method of ['GET', 'PUT', 'DELETE']) {
    const answer = await call('/admin/users/seven', {
      method,
      ...(method === 'GET' ? {} : { body: {} }),
    })
    expect([answer.status, answer.json.code]).toEqual([404, 'validation_failed'])
  }
})

test('a deleted account is gone with its sessions; a softly deleted one is a row without a person', async () => {
  for (const soft of [false, true]) {
    const { userId, email } = await mintAccount(world, { passwordHash: demoPasswordHash })
    const { auth } = await supabaseClient()
    await auth.signInWithPassword({ email, password: demoPassword })
    expect((await admin.deleteUser(userId, soft)).error).toBeNull()
    expect((await auth.getUser()).error).toMatchObject({ code: 'user_not_found' })
    expect((await auth.signInWithPassword({ email, password: demoPassword })).error).toMatchObject({
      code: 'invalid_credentials',
    })
    const kept = await admin.getUserById(userId)
    if (soft) {
      expect(kept.data.user).toMatchObject({
        id: userId,
        deleted_at: expect.any(String),
        user_metadata: {},
      })
      expect(JSON.stringify(kept.data)).not.toContain(email)
    } else expect(kept.error).toMatchObject({ code: 'user_not_found' })
    expect((await admin.createUser({ email })).error).toBeNull()
  }
})

test('factors of an account are a bare array, and a lost one is taken away', async () => {
  const { userId } = await mintAccount(world, {})
  expect((await call(`/admin/users/${userId}/factors`)).json).toEqual([])
  const id = crypto.randomUUID()
  const at = '2026-11-20T10:00:00Z'
  await world.directory.run(sql`
    INSERT INTO auth_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at)
    VALUES (${id}, ${userId}, 'phone', 'totp', 'verified', ${at}, ${at})`)

  expect((await admin.mfa.listFactors({ userId })).data?.factors).toMatchObject([
    { id, status: 'verified' },
  ])
  expect((await admin.mfa.deleteFactor({ userId, id: nobody })).error).toMatchObject({
    status: 404,
    code: 'mfa_factor_not_found',
  })
  expect(
    (await call(`/admin/users/${userId}/factors/${id}`, { method: 'DELETE' })).json,
  ).toMatchObject({ id })
  expect((await admin.mfa.listFactors({ userId })).data?.factors).toEqual([])
})

test('only the service key administers: neither the anon key nor a person', async () => {
  const { email } = await mintAccount(world, { passwordHash: demoPasswordHash })
  const { auth } = await supabaseClient()
  const token =
    (await auth.signInWithPassword({ email, password: demoPassword })).data.session?.access_token ??
    ''
  const anonKey = await projectKey()
  for (const bearer of [anonKey, token]) {
    for (const [method, path] of [
      ['GET', '/admin/users'],
      ['POST', '/admin/users'],
      ['GET', `/admin/users/${nobody}`],
      ['DELETE', `/admin/users/${nobody}`],
      ['GET', `/admin/users/${nobody}/factors`],
      ['GET', '/admin/audit'],
      ['POST', '/admin/generate_link'],
      ['POST', '/invite'],
    ]) {
      const answer = await fetch(`${sharedServer().origin}/auth/v1${path}`, {
        method: method ?? '',
        headers: {
          apikey: anonKey,
          Authorization: `Bearer ${bearer}`,
          'X-Supabase-Api-Version': '2024-01-01',
        },
      })
      expect([path, answer.status, ((await answer.json()) as { code: string }).code]).toEqual([
        path,
        403,
        'not_admin',
      ])
    }
  }
})

test('the audit tells what the service key did, without secrets', async () => {
  const { userId } = await mintAccount(world, {})
  await admin.updateUserById(userId, { password: 'a very secret one' })
  await admin.deleteUser(userId)
  const { json } = await call('/admin/audit?query=actor:service_role')
  const mine = json.filter(
    (entry: { payload: { traits: { user_id: string } } }) =>
      entry.payload.traits.user_id === userId,
  )
  expect(mine.map(({ payload }: { payload: { action: string } }) => payload.action)).toEqual(
    expect.arrayContaining(['user_deleted', 'user_updated_password', 'user_modified']),
  )
  expect(JSON.stringify(json)).not.toContain('secret one')
  expect((await call('/admin/audit?query=action:user_deleted')).json[0].payload.action).toBe(
    'user_deleted',
  )
  expect((await call('/admin/audit?query=everything')).status).toBe(400)
})
