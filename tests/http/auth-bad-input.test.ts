import { sql } from 'drizzle-orm'
import { expect, inject, test } from 'vitest'
import { newId } from '#app/values/id.ts'
import { demoPassword, demoPasswordHash, mintAccount, mintSession } from '../support/accounts.ts'
import { builtDatabases } from '../support/built-databases.ts'
import { mintStudio } from '../support/studios.ts'
import { newVisitor, refusalsOn } from '../support/visitor.ts'
import { workerOrigin } from '../support/worker-origin.ts'

const world = builtDatabases()
const variables = inject('variables')
const urlencoded = { 'Content-Type': 'application/x-www-form-urlencoded' }
const address = () => `${newId().toLowerCase()}@example.test`
const good = () => ({ name: 'Ana', email: address(), password: 'a long password', terms: 'on' })

const forms = ['/sign-in', '/sign-up', '/reset', '/welcome/setup']

async function visitorFor(path: string) {
  if (path !== '/welcome/setup') return newVisitor()
  return newVisitor(
    await mintSession(world, await mintAccount(world, { setupComplete: false }), { variables }),
  )
}

test.each(forms)(
  '%s posted empty, as something else, or with odd names is answered with its sentences',
  async (path) => {
    const person = await visitorFor(path)
    const bodies: [BodyInit, Record<string, string>][] = [
      ['', urlencoded],
      ['{"email":"a@b.example"}', { 'Content-Type': 'application/json' }],
      ['--broken', { 'Content-Type': 'multipart/form-data; boundary=x' }],
      ['email[999999999]=x&name[a][b]=1&password.x=1&password=2&terms[]=on', urlencoded],
      ['__proto__.x=1&constructor.prototype.y=1&email.__proto__=1', urlencoded],
      ['email=a&email=b&name=a&name=b&password=a&password=b&terms=on&terms=on', urlencoded],
      ['__intent__=%7B%22type%22%3A%22validate%22%7D&__state__=%7B', urlencoded],
      ['email=%00%0D%0A&name=%00%07&password=&terms=maybe', urlencoded],
      [new Uint8Array([0xff, 0xfe, 0x00, 0x80]), urlencoded],
      [Array.from({ length: 2_000 }, (_, i) => `f${i}=1`).join('&'), urlencoded],
    ]
    for (const [body, headers] of bodies) {
      const page = await person.post(path, body, headers)
      expect(page.status).toBe(422)
      expect(page.html).toContain('There is a problem')
      expect(page.html).toContain('Form incomplete.')
      expect(page.html).not.toMatch(/at [\w.]+ \(|SQLITE|D1_ERROR/)
    }
  },
)

// The answer comes before the body was read, and the connection may end before it was sent.
test.each(forms)('%s refuses a body over 64 kB', { retry: 3 }, async (path) => {
  const person = await visitorFor(path)
  const page = await person.post(path, `email=${'a'.repeat(70_000)}`, urlencoded)
  expect(page.status).toBe(413)
})

test('files in the place of text are no text', async () => {
  const body = new FormData()
  body.set('email', new File(['x'], 'x.txt'))
  body.set('password', new File(['x'], 'x.txt'))
  expect((await newVisitor().post('/sign-in', body)).status).toBe(422)
})

test.each([
  ['name', 'x'.repeat(81)],
  ['name', '   '],
  ['name', 'Ana\u0007'],
  ['email', `${'a'.repeat(60)}@${'b'.repeat(200)}.example`],
  ['email', 'ana@example.com\r\nBcc: ben@example.com'],
  ['email', 'ana@example.com, ben@example.com'],
  ['password', 'seven77'],
  ['password', 'ü'.repeat(37)],
  ['terms', 'no'],
])('sign-up with a bad %s is refused and makes nothing', async (field, value) => {
  const input = { ...good(), [field]: value }
  const page = await newVisitor().post('/sign-up', new URLSearchParams(input))

  expect(page.status).toBe(422)
  expect(page.html).toContain(`href="#sign-up-${field}"`)
  const made = await world.directory.all(
    sql`SELECT id FROM auth_users WHERE email = ${input.email}`,
  )
  expect(made).toEqual([])
})

test('fields that nobody asked for have no effect', async () => {
  const studio = await mintStudio(world)
  const input = good()
  const forged = {
    role: 'owner',
    role_id: 'owner',
    setup_complete: 'true',
    studio_id: studio.id,
    email_confirmed_at: '2026-01-01T00:00:00Z',
    app_metadata: '{"role":"owner"}',
    aud: 'admin',
    userId: crypto.randomUUID(),
  }
  expect(
    (await newVisitor().post('/sign-up', new URLSearchParams({ ...input, ...forged }))).status,
  ).toBe(303)

  const [made] = await world.directory.all(sql`
    SELECT account.role, account.aud, account.email_confirmed_at AS confirmed,
      user.role_id AS roleId, user.studio_id AS studio
    FROM auth_users AS account JOIN users AS user ON user.auth_id = account.id
    WHERE account.email = ${input.email}`)
  expect(made).toEqual({
    role: 'authenticated',
    aud: 'authenticated',
    confirmed: null,
    roleId: 'member',
    studio: null,
  })

  const fresh = await mintAccount(world, { setupComplete: false })
  const person = newVisitor(await mintSession(world, fresh, { variables }))
  await person.post('/welcome/setup', new URLSearchParams({ name: 'Ana', terms: 'on', ...forged }))
  expect(
    await world.directory.all(
      sql`SELECT role_id AS role, studio_id AS studio FROM users WHERE auth_id = ${fresh.userId}`,
    ),
  ).toEqual([{ role: 'member', studio: null }])
})

test('joining by a forged role or for someone else makes the poster a plain member', async () => {
  const studio = await mintStudio(world)
  const [ana, ben] = [await mintAccount(world), await mintAccount(world)]
  const person = newVisitor(await mintSession(world, ana, { variables }))

  const body = new URLSearchParams({ role: 'owner', userId: ben.userId, personId: 'p1' })
  expect((await person.post(`/${studio.slug}/join`, body)).status).toBe(303)

  expect(
    await world.directory.all(
      sql`SELECT user_id AS user, role_id AS role FROM affiliations WHERE studio_id = ${studio.id}`,
    ),
  ).toEqual([{ user: ana.userId, role: 'member' }])
})

test('the same sign-up twice at once makes one account and sends one mail, and neither press fails', async () => {
  const input = good()
  const pages = await Promise.all(
    [1, 2, 3].map(() => newVisitor().post('/sign-up', new URLSearchParams(input))),
  )

  expect(pages.map((page) => `${page.status} ${page.location}`)).toEqual(
    Array(3).fill('303 /sign-up/check-mail'),
  )
  const [count] = await world.directory.all(sql`
    SELECT (SELECT count(*) FROM auth_users WHERE email = ${input.email}) AS accounts,
      (SELECT count(*) FROM outbox WHERE recipient = ${input.email}) AS mails`)
  expect(count).toEqual({ accounts: 1, mails: 1 })
})

test('joining and setting up twice at once have one effect', async () => {
  const studio = await mintStudio(world)
  const ana = await mintAccount(world)
  const { cookie } = await mintSession(world, ana, { variables })
  const pages = await Promise.all(
    [1, 2, 3].map(() => newVisitor({ cookie }).post(`/${studio.slug}/join`, '')),
  )

  expect(pages.map(({ status }) => status)).toEqual([303, 303, 303])
  const people = await world.shard(0).all(sql`SELECT id FROM people WHERE studio_id = ${studio.id}`)
  expect(people).toHaveLength(1)
})

test.each([
  '//evil.example',
  '/\\evil.example',
  'https://evil.example/',
  'javascript:alert(1)',
  '/%09/evil.example',
  '/a\r\nSet-Cookie: x=1',
  '\t//evil.example',
  `/${'a'.repeat(2_000)}`,
])('next %j never leads away', async (next) => {
  const ana = await mintAccount(world, { passwordHash: demoPasswordHash })
  const query = new URLSearchParams({ next })
  const body = new URLSearchParams({ email: ana.email, password: demoPassword })

  const page = await newVisitor().post(`/sign-in?${query}`, body)

  expect(page.status).toBe(303)
  const led = new URL(page.location ?? '', workerOrigin)
  expect(led.origin).toBe(workerOrigin)
  expect(page.location).not.toMatch(/^\/[/\\]/)
  expect(page.headers.get('Set-Cookie') ?? '').not.toContain('x=1')
})

test('made-up, empty and absurd links confirm and reset nothing', async () => {
  for (const token of ['', 'made-up', 'x'.repeat(1_000), "' OR 1=1 --", '\u0000']) {
    const query = new URLSearchParams({ token_hash: token, type: 'email' })
    const confirm = await newVisitor().post(`/auth/confirm?${query}`, '')
    expect([confirm.status, refusalsOn(confirm)]).toEqual([422, ['link_expired']])
    if (token === '') continue
    const body = new URLSearchParams({ password: 'brand new one' })
    const reset = await newVisitor().post(`/reset?${query}`, body)
    expect(reset.status).toBe(422)
    expect(new Set(refusalsOn(reset))).toEqual(new Set(['link_expired']))
  }
})

test('a confirmation pressed from another site is refused, since it would sign someone in as someone else', async () => {
  const page = await newVisitor().post('/auth/confirm?token_hash=x&type=email', '', {
    Origin: 'https://elsewhere.example',
  })
  expect(page.status).toBe(403)
})
