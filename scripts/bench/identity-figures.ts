import { Agent } from 'node:http'
import { readConfiguration } from '#app/domain/identity/configuration.server.ts'
import { verifyPassword } from '#app/domain/identity/secrets/password-hash.server.ts'
import { signProjectKey } from '#app/domain/identity/sessions/access-tokens.server.ts'
import {
  demoPassword,
  demoPasswordHash,
  mintAccount,
  mintSession,
  testSecrets,
} from '../../tests/support/accounts.ts'
import { byChance, timeDoors } from './address-timing.ts'
import { type BenchServer, benchServer } from './bench-server.ts'
import { ask, median, round } from './load.ts'

/**
 * Refreshes a second on eight chains of tokens, what a sign-in costs above its hash, and whether
 * its refusals tell.
 */
export async function identityFigures(): Promise<object[]> {
  const server = await benchServer()
  try {
    const apikey = await signProjectKey(readConfiguration(testSecrets), 'anon')
    return [
      await refreshes(server, apikey),
      await signIns(server, apikey),
      ...(await tells(server)),
    ]
  } finally {
    await server.stop()
  }
}

const post = (server: BenchServer, grant: string, apikey: string, body: object, agent: Agent) =>
  ask(`${server.url}/auth/v1/token?grant_type=${grant}`, {
    agent,
    method: 'POST',
    headers: { apikey, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })

async function refreshes(server: BenchServer, apikey: string): Promise<object> {
  const account = await mintAccount(server.databases, {})
  const agent = new Agent({ keepAlive: true, maxSockets: 8 })
  const seconds = 4
  let refreshed = 0
  let failed = 0
  const sessions = await Promise.all(
    Array.from({ length: 8 }, () => mintSession(server.databases, account)),
  )
  const until = performance.now() + seconds * 1_000
  await Promise.all(
    sessions.map(async ({ refreshToken }) => {
      let token = refreshToken
      while (performance.now() < until) {
        const answer = await post(server, 'refresh_token', apikey, { refresh_token: token }, agent)
        if (answer.status !== 200) {
          failed += 1
          return
        }
        token = (JSON.parse(answer.text) as { refresh_token: string }).refresh_token
        refreshed += 1
      }
    }),
  )
  agent.destroy()
  return {
    figure: 'token refreshes',
    perSecond: Math.round(refreshed / seconds),
    atLeast: 500,
    failed,
  }
}

async function signIns(server: BenchServer, apikey: string): Promise<object> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const hashes: number[] = []
  const signIns: number[] = []
  for (let i = 0; i < 12; i += 1) {
    const began = performance.now()
    await verifyPassword(demoPassword, demoPasswordHash)
    hashes.push(performance.now() - began)
    const { email } = await mintAccount(server.databases, { passwordHash: demoPasswordHash })
    const answer = await post(server, 'password', apikey, { email, password: demoPassword }, agent)
    if (answer.status !== 200) throw new Error(`Sign-in answered ${answer.status}`)
    signIns.push(answer.milliseconds)
  }
  agent.destroy()
  return {
    figure: 'sign-in above its hash',
    milliseconds: {
      signIn: round(median(signIns)),
      hash: round(median(hashes)),
      above: round(median(signIns) - median(hashes)),
    },
    atMost: 15,
  }
}

/** Whether the time of an answer tells that there is an account. */
async function tells(server: BenchServer): Promise<object[]> {
  const tries = 100
  const within = round(byChance(tries))
  const timings = await timeDoors(server, { tries })
  return timings.map(({ door, milliseconds, longer }) => ({
    figure: `does time tell an account: ${door}`,
    tries,
    milliseconds,
    longerThanUnknown: longer,
    between: [round(0.5 - within), round(0.5 + within)],
  }))
}
