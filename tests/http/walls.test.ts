import { beforeAll, expect, test, vi } from 'vitest'
import { type DemoServer, demoServer } from '../support/demo-server.ts'
import { fourAtOnce } from '../support/four-at-once.ts'
import { leaks } from '../support/walls/judge-answer.ts'
import { wallPatterns } from '../support/walls/wall-routes.ts'

const visitors = {
  nobody: null,
  member: 'cleo@northside.test',
  'other member': 'ana@northside.test',
  coach: 'coach@northside.test',
  'front desk': 'frontdesk@northside.test',
  manager: 'manager@northside.test',
  owner: 'owner@northside.test',
  'owner of another studio': 'owner@southside.test',
} as const
type Visitor = keyof typeof visitors

let server: DemoServer
const cookies = new Map<Visitor, string>()
/** An id of each kind at Northside and at Southside; `booking` is Ben's own. */
const ids: Record<'northside' | 'southside', Record<string, string>> = {
  northside: {},
  southside: {},
}

beforeAll(async () => {
  server = await demoServer()
  for (const [visitor, email] of Object.entries(visitors)) {
    if (email) cookies.set(visitor as Visitor, await server.cookieOf(email))
  }
  for (const [slug, shard] of [
    ['northside', server.databases.env.STUDIOS_0],
    ['southside', server.databases.env.STUDIOS_1],
  ] as const) {
    const one = async (query: string) =>
      (await shard.prepare(query).first<{ id: string }>())?.id ?? ''
    ids[slug] = {
      person: await one(`SELECT id FROM people WHERE email = 'ben@${slug}.test'`),
      occurrence: await one(
        "SELECT id FROM occurrences WHERE kind = 'class' AND state = 'scheduled' ORDER BY starts_at DESC LIMIT 1",
      ),
      classid: await one('SELECT id FROM courses ORDER BY first_start LIMIT 1'),
      course: await one('SELECT id FROM courses ORDER BY first_start LIMIT 1'),
      session: await one(
        "SELECT id FROM occurrences WHERE kind = 'course' ORDER BY starts_at DESC LIMIT 1",
      ),
      enrolment: await one('SELECT id FROM enrolments ORDER BY seq LIMIT 1'),
      event: (await one('SELECT id FROM events LIMIT 1')) || 'nothing000',
      ticket: (await one('SELECT id FROM tickets LIMIT 1')) || 'nothing000',
      booking: await one(
        `SELECT b.id FROM bookings AS b JOIN people AS person ON person.id = b.person_id
          WHERE person.email = 'ben@${slug}.test' ORDER BY b.seq LIMIT 1`,
      ),
    }
  }
})

/**
 * The pattern's path at Northside; ids of kinds without an example are made up, which must be not
 * found either.
 */
const pathOf = (pattern: string, from: 'northside' | 'southside') =>
  pattern
    .replace(':studio', 'northside')
    .replace(/:(\w+)/g, (_, kind: string) => ids[from][kind] ?? 'nothing000')

async function ask(path: string, visitor: Visitor, method: 'GET' | 'POST' = 'GET') {
  const cookie = cookies.get(visitor)
  const answer = await fetch(server.origin + path, {
    method,
    redirect: 'manual',
    headers: {
      ...(cookie ? { Cookie: cookie } : {}),
      ...(method === 'POST'
        ? { Origin: server.origin, 'Content-Type': 'application/x-www-form-urlencoded' }
        : {}),
    },
    body: method === 'POST' ? '' : undefined,
  })
  return {
    status: answer.status,
    location: answer.headers.get('Location') ?? '',
    leaks: leaks.test(await answer.text()),
    cached: answer.headers.get('Cache-Control') ?? '',
  }
}

type Answer = Awaited<ReturnType<typeof ask>>

const opened = new Map<string, Promise<Answer>>()

/** What a page of Northside answers: each is opened once by each visitor. */
function open(path: string, visitor: Visitor): Promise<Answer> {
  const known = opened.get(`${visitor} ${path}`) ?? ask(path, visitor)
  opened.set(`${visitor} ${path}`, known)
  return known
}

// Every page for everyone: the walk grows with the list of routes.
vi.setConfig({ testTimeout: 400_000 })

test('no page answers anyone with a server error, a stack or a word of SQL', async () => {
  const offences: string[] = []
  await fourAtOnce(wallPatterns(), async (pattern) => {
    for (const visitor of Object.keys(visitors) as Visitor[]) {
      const path = pathOf(pattern, 'northside')
      const answer = await open(path, visitor)
      if (answer.status >= 500 || answer.leaks)
        offences.push(`${visitor} GET ${path}: ${answer.status}`)
    }
  })
  expect(offences).toEqual([])
})

test('what asks to sign in sends nobody to sign-in and back, and what is of a session is never kept by a cache', async () => {
  const offences: string[] = []
  for (const pattern of wallPatterns().filter((p) =>
    /^\/:studio(\/(portal|bookings|manage|join)|$)/.test(p),
  )) {
    const path = pathOf(pattern, 'northside')
    const stranger = await open(path, 'nobody')
    const sent =
      stranger.status === 303 &&
      stranger.location.startsWith('/sign-in?') &&
      stranger.location.includes('next=')
    // Resources that only take a post have no page to come back to.
    if (!sent && ![404, 405].includes(stranger.status))
      offences.push(`nobody GET ${path}: ${stranger.status} ${stranger.location}`)
    const owner = await open(path, 'owner')
    if (!/no-store/.test(owner.cached)) offences.push(`owner GET ${path}: ${owner.cached}`)
  }
  expect(offences).toEqual([])
})

test('manage opens to staff of this studio alone', async () => {
  const offences: string[] = []
  const manage = wallPatterns().filter((p) => p.startsWith('/:studio/manage'))
  await fourAtOnce(manage, async (pattern) => {
    const path = pathOf(pattern, 'northside')
    for (const visitor of [
      'nobody',
      'member',
      'other member',
      'owner of another studio',
    ] as const) {
      for (const method of ['GET', 'POST'] as const) {
        const answer =
          method === 'GET' ? await open(path, visitor) : await ask(path, visitor, method)
        const refused =
          [303, 403, 404, 405].includes(answer.status) && !answer.location.includes('/manage/')
        if (!refused)
          offences.push(`${visitor} ${method} ${path}: ${answer.status} ${answer.location}`)
      }
    }
  })
  expect(offences).toEqual([])
})

test("another studio's ids are not found by anybody, and posting to them changes nothing there", async () => {
  const shard = server.databases.env.STUDIOS_1
  // Every row of what a post could change, as text.
  const tables = [
    ...[
      'bookings',
      'entries',
      'people',
      'memberships',
      'lots',
      'occurrences',
      'notices',
      'audit_entries',
    ],
    ...['courses', 'enrolments', 'make_ups', 'open_items'],
  ]
  const state = () =>
    Promise.all(
      tables.map(async (table) => (await shard.prepare(`SELECT * FROM ${table}`).all()).results),
    )
  const before = JSON.stringify(await state())
  const offences: string[] = []
  const ofRecords = wallPatterns().filter((p) => /:studio\/.*:\w+/.test(p))
  await fourAtOnce(ofRecords, async (pattern) => {
    const path = pathOf(pattern, 'southside')
    for (const visitor of ['member', 'coach', 'front desk', 'manager', 'owner'] as const) {
      for (const method of ['GET', 'POST'] as const) {
        let answer = await ask(path, visitor, method)
        // A resource that only takes a post leads to the page its form is on, which then must
        // be missing.
        if (method === 'GET' && answer.status === 303) answer = await ask(answer.location, visitor)
        if (![403, 404, 405, 422].includes(answer.status))
          offences.push(`${visitor} ${method} ${path}: ${answer.status} ${answer.location}`)
      }
    }
  })
  expect(offences).toEqual([])
  expect(JSON.stringify(await state())).toBe(before)
})

test("a member does not reach another member's booking", async () => {
  const path = `/northside/bookings/${ids.northside.booking}/cancellation`
  for (const method of ['GET', 'POST'] as const) {
    expect((await ask(path, 'member', method)).status).toBe(404)
    expect((await ask(path, 'owner', method)).status).toBe(404)
  }
})

test('a kiosk opens to no session, anyone who holds it: only to the tablet that was made one', async () => {
  for (const visitor of Object.keys(visitors) as Visitor[]) {
    for (const method of ['GET', 'POST'] as const) {
      const answer = await ask('/northside/kiosk', visitor, method)
      expect([visitor, method, answer.status]).toEqual([visitor, method, 403])
      expect(answer.cached).toContain('no-store')
    }
  }
})
