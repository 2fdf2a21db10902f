import { Agent } from 'node:http'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { byChance, doors, timeDoors } from '../../scripts/bench/address-timing.ts'
import { type BenchServer, benchServer } from '../../scripts/bench/bench-server.ts'
import { ask } from '../../scripts/bench/load.ts'
import { mintAccount, mintSession, testSecrets } from '../support/accounts.ts'
import { projectKey } from '../support/supabase.ts'
import { workerOrigin } from '../support/worker-origin.ts'

let server: BenchServer
let apikey: string
beforeAll(async () => {
  expect(workerOrigin).toMatch(/^http/)
  server = await benchServer()
  apikey = await projectKey('anon', { origin: server.url, variables: testSecrets })
})
afterAll(async () => {
  await server.stop()
})

const grant = (agent: Agent, type: string, body: object) =>
  ask(`${server.url}/auth/v1/token?grant_type=${type}`, {
    agent,
    method: 'POST',
    headers: { apikey, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })

test('time tells nobody whether an address has an account, at any door that takes one', async () => {
  const tries = 150
  const timings = await timeDoors(server, { tries })
  expect(timings.map(({ door }) => door)).toEqual(Object.keys(doors))
  for (const { door, status, milliseconds, longer } of timings) {
    // One answer for every kind, and no limit that answered instead.
    expect([door, status]).toEqual([door, expect.stringMatching(/^(200|303|400|403|422)$/)])
    for (const [kind, share] of Object.entries(longer))
      expect(
        Math.abs(share - 0.5),
        `${door}, ${kind}: longer in ${share} of all pairs, ${JSON.stringify(milliseconds)}`,
      ).toBeLessThan(byChance(tries))
  }
}, 1_800_000)

test('in a storm of refreshes every session keeps exactly one active token and nobody is signed out', async () => {
  const { databases } = server
  const agent = new Agent({ maxSockets: 16 })
  const account = await mintAccount(databases)
  const sessions = await Promise.all(
    Array.from({ length: 20 }, () => mintSession(databases, account)),
  )
  // Each session is refreshed by several tabs at once, which all go on with what they were given.
  await Promise.all(
    sessions.map(async ({ refreshToken }) => {
      let tokens = Array.from({ length: 5 }, () => refreshToken)
      for (let round = 0; round < 10; round += 1) {
        const answers = await Promise.all(
          tokens.map((token) => grant(agent, 'refresh_token', { refresh_token: token })),
        )
        expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
        tokens = answers.map(
          ({ text }) => (JSON.parse(text) as { refresh_token: string }).refresh_token,
        )
        expect(new Set(tokens).size).toBe(1)
      }
    }),
  )
  const [row] = await databases.directory.all(sql`
    SELECT count(DISTINCT session_id) AS sessions, sum(revoked_at_ms IS NULL) AS active, count(*) AS tokens
    FROM auth_refresh_tokens WHERE user_id = ${account.userId}`)
  expect(row).toEqual({ sessions: 20, active: 20, tokens: 20 * 11 })
}, 600_000)
