/**
 * The walk of everyone through every page of the demo's Northside: what each sees of it, and of
 * records of Southside. `npm test` asks a few of each page (`some`), tests/long/walls.test.ts all.
 */
import { type DemoServer, demoServer } from '../demo-server.ts'
import { fourAtOnce } from '../four-at-once.ts'
import { leaks } from './judge-answer.ts'
import { wallPatterns } from './wall-routes.ts'

export const visitors = {
  nobody: null,
  member: 'cleo@northside.test',
  'other member': 'ana@northside.test',
  coach: 'coach@northside.test',
  'front desk': 'frontdesk@northside.test',
  manager: 'manager@northside.test',
  owner: 'owner@northside.test',
  'owner of another studio': 'owner@southside.test',
} as const
export type Visitor = keyof typeof visitors

/** Those who are neither strangers nor the owner. */
const others: Visitor[] = ['member', 'other member', 'coach', 'front desk', 'manager']

/** One of a few for a pattern, the same in every run: another for the next one. */
function oneFor<One>(pattern: string, of: readonly One[]): One {
  const sum = [...pattern].reduce((all, letter) => (all * 31 + letter.charCodeAt(0)) % 65_521, 7)
  return of[sum % of.length] as One
}

/** Who asks for a page: everybody, or those whose walls differ most and another in turn. */
const askers = (
  pattern: string,
  whole: boolean,
  always: Visitor[],
  inTurn: readonly Visitor[],
): Visitor[] => (whole ? [...always, ...inTurn] : [...always, oneFor(pattern, inTurn)])

type Answer = { status: number; location: string; leaks: boolean; cached: string }

export type VisitorWalk = {
  server: DemoServer
  /** Ids of Northside by kind; `booking` is Ben's own. */
  ids: Record<string, string>
  ask(path: string, visitor: Visitor, method?: 'GET' | 'POST'): Promise<Answer>
  /** Pages that answer with a server error, a stack or a word of SQL. */
  failures(): Promise<string[]>
  /** Pages that do not send strangers to sign-in and back, and what of a session a cache may keep. */
  keptOrUnsent(): Promise<string[]>
  /** Where manage opens to anyone but the studio's staff. */
  openManage(): Promise<string[]>
  /** Where a record of Southside is found, or a post to it is taken. */
  foundForeign(): Promise<string[]>
}

/** Starts the demo's server; `whole` asks every page as everybody, in every way. */
export async function visitorWalk({ whole }: { whole: boolean }): Promise<VisitorWalk> {
  const server = await demoServer()
  const cookies = new Map<Visitor, string>()
  for (const [visitor, email] of Object.entries(visitors)) {
    if (email) cookies.set(visitor as Visitor, await server.cookieOf(email))
  }
  const ids = {
    northside: await idsOf(server.databases.env.STUDIOS_0, 'northside'),
    southside: await idsOf(server.databases.env.STUDIOS_1, 'southside'),
  }
  /** Ids of kinds without an example are made up, which must be not found either. */
  const pathOf = (pattern: string, from: 'northside' | 'southside') =>
    pattern
      .replace(':studio', 'northside')
      .replace(/:(\w+)/g, (_, kind: string) => ids[from][kind] ?? 'nothing000')

  async function ask(
    path: string,
    visitor: Visitor,
    method: 'GET' | 'POST' = 'GET',
  ): Promise<Answer> {
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

  const opened = new Map<string, Promise<Answer>>()

  /** What a page of Northside answers: each is opened once by each visitor. */
  function open(path: string, visitor: Visitor): Promise<Answer> {
    const known = opened.get(`${visitor} ${path}`) ?? ask(path, visitor)
    opened.set(`${visitor} ${path}`, known)
    return known
  }

  return {
    server,
    ids: ids.northside,
    ask,
    async failures() {
      const found: string[] = []
      await fourAtOnce(wallPatterns(), async (pattern) => {
        const path = pathOf(pattern, 'northside')
        for (const visitor of askers(
          pattern,
          whole,
          ['nobody', 'owner'],
          [...others, 'owner of another studio'],
        )) {
          const answer = await open(path, visitor)
          if (answer.status >= 500 || answer.leaks)
            found.push(`${visitor} GET ${path}: ${answer.status}`)
        }
      })
      return found
    },
    async keptOrUnsent() {
      const found: string[] = []
      const asking = wallPatterns().filter((p) =>
        /^\/:studio(\/(portal|bookings|manage|join)|$)/.test(p),
      )
      for (const pattern of asking) {
        const path = pathOf(pattern, 'northside')
        const stranger = await open(path, 'nobody')
        const sent =
          stranger.status === 303 &&
          stranger.location.startsWith('/sign-in?') &&
          stranger.location.includes('next=')
        // Resources that only take a post have no page to come back to.
        if (!sent && ![404, 405].includes(stranger.status))
          found.push(`nobody GET ${path}: ${stranger.status} ${stranger.location}`)
        const owner = await open(path, 'owner')
        if (!/no-store/.test(owner.cached)) found.push(`owner GET ${path}: ${owner.cached}`)
      }
      return found
    },
    async openManage() {
      const found: string[] = []
      const manage = wallPatterns().filter((p) => p.startsWith('/:studio/manage'))
      await fourAtOnce(manage, async (pattern) => {
        const path = pathOf(pattern, 'northside')
        // Members are refused by the table of roles too (walk-roles.ts), page by page.
        const outside: Visitor[] = ['nobody', 'owner of another studio']
        for (const visitor of whole ? [...outside, ...others.slice(0, 2)] : outside) {
          for (const method of ['GET', 'POST'] as const) {
            const answer =
              method === 'GET' ? await open(path, visitor) : await ask(path, visitor, method)
            const refused =
              [303, 403, 404, 405].includes(answer.status) && !answer.location.includes('/manage/')
            if (!refused)
              found.push(`${visitor} ${method} ${path}: ${answer.status} ${answer.location}`)
          }
        }
      })
      return found
    },
    async foundForeign() {
      const found: string[] = []
      const ofRecords = wallPatterns().filter((p) => /:studio\/.*:\w+/.test(p))
      const inTurn: Visitor[] = ['member', 'coach', 'front desk', 'manager']
      await fourAtOnce(ofRecords, async (pattern) => {
        const path = pathOf(pattern, 'southside')
        for (const visitor of askers(pattern, whole, ['owner'], inTurn)) {
          for (const method of ['GET', 'POST'] as const) {
            let answer = await ask(path, visitor, method)
            // A resource that only takes a post leads to the page its form is on, which then must
            // be missing.
            if (method === 'GET' && answer.status === 303)
              answer = await ask(answer.location, visitor)
            if (![403, 404, 405, 422].includes(answer.status))
              found.push(`${visitor} ${method} ${path}: ${answer.status} ${answer.location}`)
          }
        }
      })
      return found
    },
  }
}

/** An id of each kind of a studio. */
async function idsOf(shard: D1Database, slug: string): Promise<Record<string, string>> {
  const one = async (query: string) =>
    (await shard.prepare(query).first<{ id: string }>())?.id ?? ''
  return {
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

/** Every row of what a post to Southside could change, as text. */
export async function southsideRows({ server }: VisitorWalk): Promise<string> {
  const shard = server.databases.env.STUDIOS_1
  const tables = [
    ...['bookings', 'entries', 'people', 'memberships', 'lots', 'occurrences', 'notices'],
    ...['audit_entries', 'courses', 'enrolments', 'make_ups', 'open_items'],
  ]
  const all = tables.map(
    async (table) => (await shard.prepare(`SELECT * FROM ${table}`).all()).results,
  )
  return JSON.stringify(await Promise.all(all))
}
