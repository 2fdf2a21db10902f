import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { batch } from '#app/db/batch.server.ts'
import { type StudioDb, studioDb } from '#app/db/connection.server.ts'
import { Meter } from '#app/db/meter.server.ts'
import { queueStatement } from '#app/domain/messaging/outbox.server.ts'
import { databaseEnv, root, startLocalDatabases } from '../../scripts/local-server.ts'
import { startMailServer } from '../support/servers/mail-server.ts'

const messages = 300
const kills = 6
const ticksAtOnce = 4

const stateDir = mkdtempSync(join(tmpdir(), 'cadence-kill-'))
afterAll(() => rmSync(stateDir, { recursive: true, force: true }))

/** Works on the databases while no server does. */
async function between<T>(work: (db: StudioDb) => Promise<T>): Promise<T> {
  const databases = await startLocalDatabases({ stateDir })
  try {
    return await work(studioDb(await databaseEnv(databases), { shard: 0 }, new Meter()))
  } finally {
    await databases.dispose()
  }
}

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', () => resolve()))
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return port
}

/** A server in a process group of its own, so that all of it can be killed at once. */
async function startServer(
  variables: Record<string, string>,
): Promise<{ url: string; child: ChildProcess }> {
  const port = await freePort()
  const env = { ...process.env, ...variables, PORT: String(port), STATE_DIR: stateDir }
  const child = spawn(process.execPath, ['--import', 'tsx', 'scripts/start.ts'], {
    cwd: root,
    env,
    stdio: 'ignore',
    detached: true,
  })
  const url = `http://127.0.0.1:${port}`
  const serves = () =>
    fetch(`${url}/dev/clock`).then(
      (answer) => answer.ok,
      () => false,
    )
  await expect.poll(serves, { timeout: 120_000, interval: 200 }).toBe(true)
  return { url, child }
}

const tick = (url: string) =>
  fetch(`${url}/dev/jobs/deliver-outbox`, { method: 'POST' }).catch(() => null)

test('a server that is killed while it sends loses no message and repeats only those in flight', async () => {
  const mail = await startMailServer()
  // The demo's studios send reminders of their own meanwhile.
  const received = () => mail.received.filter(({ to }) => to[0]?.endsWith('@rush.test'))
  await between(async (db) => {
    for (let i = 0; i < messages; i += 1) {
      const letter = { subject: `Message ${i}`, text: 'text', html: '<p>html</p>' }
      const message = {
        studioId: 's',
        dedupeKey: `kill-${i}`,
        to: `m${i}@rush.test`,
        kind: 'test',
        letter,
      }
      await batch(db, { queued: queueStatement(db, message, Date.now()) })
    }
  })

  for (let i = 0; i < kills; i += 1) {
    const { url, child } = await startServer(mail.variables)
    const enough = received().length + 20
    const ticks = Array.from({ length: ticksAtOnce }, () => tick(url))
    await expect
      .poll(() => received().length, { timeout: 30_000, interval: 5 })
      .toBeGreaterThanOrEqual(enough)
    process.kill(-child.pid!, 'SIGKILL')
    await Promise.all(ticks)
    // The leases of the dead would run out by themselves in two minutes.
    await between((db) =>
      db.run(sql`UPDATE outbox SET next_attempt_at_ms = 0 WHERE state = 'sending'`),
    )
  }
  const { url, child } = await startServer(mail.variables)
  await expect
    .poll(
      async () => {
        await tick(url)
        return new Set(received().map(({ to }) => to[0])).size
      },
      { timeout: 120_000, interval: 50 },
    )
    .toBe(messages)
  await tick(url)
  process.kill(-child.pid!, 'SIGTERM')
  await mail.close()

  const ids = new Map(received().map(({ to, messageId }) => [to[0], messageId]))
  expect(received().every(({ to, messageId }) => ids.get(to[0]) === messageId)).toBe(true)
  expect(received().length - messages).toBeLessThanOrEqual(kills * ticksAtOnce)
  await new Promise((resolve) => child.once('close', resolve))
  const open = await between((db) =>
    db.all(sql`SELECT state, count(*) AS n FROM outbox WHERE kind = 'test' GROUP BY state`),
  )
  expect(open).toEqual([{ state: 'sent', n: messages }])
}, 600_000)
