import { type AddressInfo, connect, createServer, type Server } from 'node:net'
import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { directoryDb, studioDb } from '#app/db/connection.server.ts'
import { Meter } from '#app/db/meter.server.ts'
import { readConfiguration } from '#app/domain/identity/configuration.server.ts'
import { signProjectKey } from '#app/domain/identity/sessions/access-tokens.server.ts'
import { databaseEnv, startLocalServer } from '../../scripts/local-server.ts'
import { mintAccount, testSecrets } from '../support/accounts.ts'
import { startMailServer } from '../support/servers/mail-server.ts'

/** Accepts every connection and never says a word. */
async function silentServer(): Promise<{
  port: number
  server: Server
  connections: () => number
}> {
  let connections = 0
  const server = createServer((socket) => {
    connections += 1
    socket.on('error', () => {})
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  return { server, port: (server.address() as AddressInfo).port, connections: () => connections }
}

test('while the mail server hangs people are answered at once, and when it is back each letter comes once', async () => {
  const [silent, mail] = await Promise.all([silentServer(), startMailServer()])
  const variables = { ...testSecrets, DEV_TOOLS: 'true', ...mail.variables }
  const hanging = { ...variables, SMTP_PORT: String(silent.port) }
  const { url, miniflare } = await startLocalServer({ variables: hanging })
  onTestFinished(async () => {
    silent.server.close()
    await miniflare.dispose()
    await mail.close()
  })
  const env = await databaseEnv(miniflare)
  const directory = directoryDb(env, new Meter())
  const shard = (n: number) => studioDb(env, { shard: n }, new Meter())
  const accounts = await Promise.all(
    Array.from({ length: 5 }, () => mintAccount({ directory, shard })),
  )
  const apikey = await signProjectKey(readConfiguration(testSecrets), 'anon')
  const waits: number[] = []
  for (const { email } of accounts) {
    const began = Date.now()
    const answer = await fetch(`${url}/auth/v1/recover`, {
      method: 'POST',
      headers: { apikey, 'Content-Type': 'application/json' },
      body: JSON.stringify({ email }),
    })
    expect(answer.status).toBe(200)
    waits.push(Date.now() - began)
  }
  expect(Math.max(...waits)).toBeLessThan(5_000)
  // A run that meets it ends, and says that nothing went out.
  const tick = async () => {
    const answer = await fetch(`${url}/dev/jobs/deliver-outbox`, { method: 'POST' })
    return (await answer.json()) as { done: number; failed: number }
  }
  const due = () =>
    directory.run(sql`UPDATE outbox SET next_attempt_at_ms = 0 WHERE state <> 'sent'`)
  await due()
  expect(await tick()).toMatchObject({ done: 0 })
  expect(silent.connections()).toBeGreaterThan(0)

  const states = () =>
    directory.all<{ state: string; n: number }>(
      sql`SELECT state, count(*) AS n FROM outbox GROUP BY state`,
    )
  // The other end is a mail server now: what is said to this port goes there.
  silent.server.removeAllListeners('connection')
  silent.server.on('connection', (socket) => {
    const onward = connect(Number(mail.variables.SMTP_PORT), '127.0.0.1')
    socket.pipe(onward).pipe(socket)
    for (const one of [socket, onward]) one.on('error', () => one.destroy())
  })
  await expect
    .poll(
      async () => {
        await due()
        await tick()
        return states()
      },
      { timeout: 180_000, interval: 500 },
    )
    .toEqual([{ state: 'sent', n: accounts.length }])
  const to = mail.received.map(({ to: [address] }) => address)
  expect(to.toSorted()).toEqual(accounts.map(({ email }) => email).toSorted())
}, 400_000)
