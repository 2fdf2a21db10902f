import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { builtDatabases } from '../support/built-databases.ts'
import { mintStudio } from '../support/studios.ts'
import { workerOrigin as origin } from '../support/worker-origin.ts'

/** A request as it stands: `fetch` would tidy the path and forbid some headers. */
function raw(
  path: string,
  {
    method = 'GET',
    headers = {},
    body = '',
  }: { method?: string; headers?: Record<string, string>; body?: string } = {},
) {
  return new Promise<{
    status: number
    headers: Record<string, string | string[] | undefined>
    text: string
  }>((resolve, reject) => {
    const { hostname, port } = new URL(origin)
    const sent = request({ hostname, port, path, method, headers, agent: false }, (answer) => {
      let text = ''
      answer.setEncoding('utf8')
      answer.on('data', (part) => {
        text += part
      })
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }),
      )
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

const form = { 'Content-Type': 'application/x-www-form-urlencoded' }

test('every page forbids scripts and foreign frames and allows its own styles by hash', async () => {
  const page = await fetch(`${origin}/`)
  const policy = page.headers.get('Content-Security-Policy') ?? ''

  expect(policy).toContain("script-src 'none'")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).toMatch(/style-src 'sha256-/)
  expect(policy).not.toMatch(/unsafe/)
  expect(page.headers.get('X-Content-Type-Options')).toBe('nosniff')
  expect(page.headers.get('Referrer-Policy')).toBe('same-origin')
  expect(await page.text()).not.toMatch(/<script(?! type="application\/ld\+json")/)
})

test('parameters that the cache ignores never reach a page', async () => {
  const { slug } = await mintStudio(builtDatabases())
  for (const path of ['/', '/classes', `/${slug.toUpperCase()}/home`, `/${slug}/home/timetable`]) {
    const mark = `evil${crypto.randomUUID().slice(0, 8)}`
    const asked = await raw(`${path}?${mark}=&${'a'.repeat(9_000)}=&discipline=`)
    expect([path, asked.status]).toEqual([path, 200])
    expect(asked.text).not.toContain(mark)
    expect(asked.text).not.toContain('aaaaaaaaaa')
    const { text } = await raw(path)
    expect(text).not.toContain(mark)
  }
})

test('a page that one host was told is not told by another', async () => {
  const { host } = new URL(origin)
  const { slug } = await mintStudio(builtDatabases())
  const path = `/${slug}/home/timetable`
  const foreign = await raw(path, { headers: { Host: 'evil.example' } })
  expect(foreign.headers['cache-control']).toContain('s-maxage')
  const own = await raw(path, { headers: { Host: host } })
  expect(own.text).not.toContain('evil.example')
})

test('a post from another site is refused and says that nothing was done', async () => {
  const answer = await raw('/sign-in', {
    method: 'POST',
    headers: { ...form, Origin: 'https://elsewhere.example' },
    body: 'email=a',
  })

  expect(answer.status).toBe(403)
  expect(answer.text).toContain('nothing was done')
})

test('a post without an origin is refused when it carries a session and let through when it carries none', async () => {
  const withSession = await raw('/sign-in', {
    method: 'POST',
    headers: { ...form, Cookie: 'cadence-access=x' },
    body: '',
  })
  const without = await raw('/sign-in', { method: 'POST', headers: form, body: '' })

  expect(withSession.status).toBe(403)
  expect(without.status).not.toBe(403)
})

test.each(['access', 'refresh', 'kiosk'])(
  'a post without an origin is refused with the cookie of a session: %s',
  async (name) => {
    const headers = { ...form, Cookie: `other=1; cadence-${name}=x` }
    expect((await raw('/sign-in', { method: 'POST', headers, body: '' })).status).toBe(403)
  },
)

test('cookies that keep no session do not close sign-in to a program that sends no origin', async () => {
  for (const name of ['device', 'flash', 'guest', 'verifier']) {
    const headers = { ...form, Cookie: `cadence-${name}=x` }
    const answer = await raw('/sign-in', { method: 'POST', headers, body: '' })
    expect(answer.status, name).not.toBe(403)
  }
})

test('a same-origin post is let through by its origin or by what the browser says of the site', async () => {
  const cookie = { Cookie: 'cadence-access=x' }
  const byOrigin = await raw('/sign-in', {
    method: 'POST',
    headers: { ...form, ...cookie, Origin: origin },
    body: '',
  })
  const bySite = await raw('/sign-in', {
    method: 'POST',
    headers: { ...form, ...cookie, 'Sec-Fetch-Site': 'same-origin' },
    body: '',
  })
  const crossSite = await raw('/sign-in', {
    method: 'POST',
    headers: { ...form, ...cookie, 'Sec-Fetch-Site': 'cross-site' },
    body: '',
  })

  expect([byOrigin.status, bySite.status].includes(403)).toBe(false)
  expect(crossSite.status).toBe(403)
})

test.each(['PUT', 'PATCH', 'DELETE', 'PROPFIND'])('pages refuse %s', async (method) => {
  const answer = await raw('/northside/home', { method })
  expect(answer.status).toBe(405)
  expect(answer.headers.allow).toBe('GET, HEAD, POST')
})

test.each([
  '//evil.example',
  '//evil.example/%2e%2e',
  '/%2F%2Fevil.example',
  '/\\evil.example',
  '/%5Cevil.example',
  '/a%0d%0aLocation:%20x',
  '/%E0%A4%A',
])('the path %s is not found and leads nowhere', async (path) => {
  const answer = await raw(path)
  expect([400, 404]).toContain(answer.status)
  expect(answer.headers.location).toBeUndefined()
})

test('an absurdly deep or long path is refused at once, without asking a database', async () => {
  const deep = await raw(`/${'a/'.repeat(500)}`)
  const long = await raw(`/${'a'.repeat(3_000)}`)

  expect(deep.status).toBe(404)
  expect(long.status).toBe(414)
  expect(deep.headers['server-timing']).toContain('0 trips')
})

test.each([
  '/?_data=root',
  '/?_data=routes/nope',
  '/?_data[]=x',
  '/?index',
  '/nowhere?_data=routes/site/_index',
  '/__manifest?p=/a',
  '/root.data',
])('the framework address %s answers without a server error and without a stack', async (path) => {
  const answer = await raw(path)
  expect(answer.status).toBeLessThan(500)
  expect(answer.text).not.toMatch(/at [\w.]+ \(|SQLITE|D1_ERROR/)
})

test('a public page is told again from the cache without a trip, and not to someone with a session', async () => {
  const address = `${origin}/?q=cache-${Date.now()}`
  const first = await fetch(address)
  const again = await fetch(address)
  const person = await fetch(address, { headers: { Cookie: 'cadence-access=x' } })

  expect(first.headers.get('Server-Timing')).not.toContain('"0 trips')
  expect(again.headers.get('Server-Timing')).toContain('"0 trips')
  expect(again.headers.get('Vary')).toBe('Cookie')
  expect(person.headers.get('Server-Timing')).not.toContain('"0 trips')
  expect(person.headers.get('Cache-Control')).toBe('private, no-store')
})

test('the Worker bundle holds neither turbo-stream nor the Node adapter of Remix', () => {
  const bundle = readFileSync(join(import.meta.dirname, '../../build/worker/server.js'), 'utf8')
  expect(bundle).not.toContain('@remix-run/node')
  expect(bundle).not.toContain('react-server-dom')
})

test.each([
  ['GET', '/sw.js'],
  ['GET', '/assets/none.css'],
  ['GET', '/northside/%ff'],
  ['PUT', '/northside/home'],
  ['GET', `/${'a'.repeat(1_600)}`],
  ['POST', '/sign-in'],
])('%s %s carries Server-Timing too', async (method, path) => {
  const answer = await raw(path, { method, headers: { Origin: 'https://other.example' } })
  expect(answer.headers['server-timing']).toMatch(
    /^db;dur=[\d.]+;desc="0 trips, 0 queries", app;dur=/,
  )
})
