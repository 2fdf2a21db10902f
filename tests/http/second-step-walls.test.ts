/**
 * An account with a second factor that has taken one step: every address of the route list, opened
 * and posted to, treats it as somebody who is not signed in, or asks for the second step.
 */
import { beforeAll, expect, test } from 'vitest'
import { mintSession, testSecrets } from '../support/accounts.ts'
import { type DemoServer, demoServer } from '../support/demo-server.ts'
import { withTotp } from '../support/second-factors.ts'
import { addressesOf, postedPatterns, wallPatterns } from '../support/walls/wall-routes.ts'
import { one } from '../support/walls/worked-studio.ts'

let server: DemoServer
let oneStep: string
let own: { id: string; slug: string; memberId: string }

beforeAll(async () => {
  server = await demoServer()
  const { env } = server.databases
  const email = 'owner@northside.test'
  const account = await one(env.DIRECTORY, `SELECT id FROM auth_users WHERE email = '${email}'`)
  const owner = { userId: account.id as string, email, name: 'Nora Whitfield', personId: null }
  await withTotp(server.databases, owner, { variables: testSecrets })
  oneStep = (await mintSession(server.databases, owner, { variables: testSecrets })).cookie
  const studio = await one(env.DIRECTORY, "SELECT id FROM studios WHERE slug = 'northside'")
  const ana = await one(
    env.STUDIOS_0,
    `SELECT id FROM people WHERE studio_id = '${studio.id}' AND email = 'ana@northside.test'`,
  )
  own = { id: studio.id as string, slug: 'northside', memberId: ana.id as string }
}, 400_000)

/** An address of each pattern that the demo has a record for. */
async function addresses(patterns: readonly string[]): Promise<string[]> {
  const { env } = server.databases
  const databases = { directory: env.DIRECTORY, shard: env.STUDIOS_0 }
  const found: string[] = []
  for (const pattern of patterns) {
    if (!pattern.startsWith('/:studio')) {
      if (!pattern.includes(':')) found.push(pattern)
      continue
    }
    const named = pattern.replace('/:studio', '').includes('/:')
    found.push(
      ...(named
        ? await addressesOf(pattern, own, databases)
        : [pattern.replace(':studio', own.slug)]),
    )
  }
  return found
}

const asksForIt = (location: string) => location.startsWith('/sign-in/second-step')

async function answerOf(path: string, cookie: string, body?: FormData) {
  const answer = await fetch(server.origin + path, {
    method: body ? 'POST' : 'GET',
    redirect: 'manual',
    headers: { ...(cookie ? { Cookie: cookie } : {}), ...(body ? { Origin: server.origin } : {}) },
    ...(body ? { body } : {}),
  })
  const html = await answer.text()
  return { status: answer.status, location: answer.headers.get('Location') ?? '', html }
}

/** The pages that the second step itself is made of, and the way out. */
const ofTheStep = /^\/(sign-in\/second-step|sign-out)/

test('with one step of two no page shows more than to somebody who is not signed in', async () => {
  const holes: string[] = []
  let asked = 0
  for (const path of await addresses(wallPatterns())) {
    if (ofTheStep.test(path)) continue
    const answer = await answerOf(path, oneStep)
    if (asksForIt(answer.location)) {
      asked += 1
      continue
    }
    const stranger = await answerOf(path, '')
    if (answer.status !== stranger.status || answer.html.includes('Nora Whitfield'))
      holes.push(`GET ${path}: ${answer.status} ${answer.location}, strangers ${stranger.status}`)
  }
  expect(holes).toEqual([])
  expect(asked).toBeGreaterThan(100)
}, 400_000)

test('a form that strangers may not send is refused', async () => {
  const holes: string[] = []
  let asked = 0
  for (const path of await addresses(postedPatterns())) {
    if (ofTheStep.test(path)) continue
    const answer = await answerOf(path, oneStep, new FormData())
    if (asksForIt(answer.location)) {
      asked += 1
      continue
    }
    const stranger = await answerOf(path, '', new FormData())
    if (answer.status !== stranger.status)
      holes.push(`POST ${path}: ${answer.status} ${answer.location}, strangers ${stranger.status}`)
  }
  expect(holes).toEqual([])
  expect(asked).toBeGreaterThan(80)
}, 400_000)
