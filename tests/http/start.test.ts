import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { root } from '../../scripts/local-server.ts'
import { demoNow } from '../support/demo-moment.ts'

const state = mkdtempSync(join(tmpdir(), 'cadence-start-'))
const started: ChildProcess[] = []

afterAll(() => {
  for (const child of started) child.kill('SIGTERM')
  rmSync(state, { recursive: true, force: true })
})

/** `npm` with arguments, as a person would type it; what it says is gathered. */
function npm(args: string[], variables: Record<string, string>) {
  const env = { ...process.env, NODE_ENV: '', STATE_DIR: state, ...variables }
  const child = spawn('npm', ['--silent', ...args], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  started.push(child)
  let message = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (message += part))
  const ended = new Promise<number | null>((resolve) => child.on('close', (code) => resolve(code)))
  return { child, ended, message: () => message }
}

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', () => resolve()))
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return port
}

const serves = (url: string) =>
  fetch(`${url}/dev/clock`).then(
    (answer) => answer.ok,
    () => false,
  )

test('npm start fills in the demo, keeps its data over a restart, shares with nobody and frees its port', async () => {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  // The world of the other tests: tests/long/configured-servers.test.ts plays that of the hour.
  const first = npm(['start'], { PORT: String(port), DEMO_NOW: demoNow })
  // The first of the run that needs it plays it.
  await expect.poll(() => serves(url), { timeout: 300_000, interval: 200 }).toBe(true)
  await expect.poll(() => first.message(), { timeout: 5_000 }).toContain('studio-demo-1')
  expect(first.message()).toContain(`Cadence is at ${url}`)
  expect(first.message()).toContain('Filling in the demo studios')
  expect(await (await fetch(url)).text()).toContain('Northside')

  const taken = npm(['start'], { PORT: String(port) })
  expect(await taken.ended).toBe(1)
  expect(taken.message().trim()).toMatch(/^Port \d+ is taken\..*$/)
  const shared = npm(['start'], { PORT: String(await freePort()) })
  expect(await shared.ended).toBe(1)
  expect(shared.message().trim()).toMatch(/^Another server works with .*$/)
  const seed = npm(
    ['run', 'seed', '--', '--studio', 'rush', '--members', '20', '--bookings', '10'],
    {},
  )
  expect(await seed.ended).toBe(1)
  expect(seed.message().trim()).toMatch(/^A server works with .* Stop it first/)

  const frozen = '2026-10-15T06:30:00Z'
  await fetch(`${url}/dev/clock`, { method: 'POST', body: JSON.stringify({ now: frozen }) })
  first.child.kill('SIGTERM')
  await first.ended
  await expect.poll(() => serves(url), { timeout: 10_000 }).toBe(false)

  const again = npm(['start'], { PORT: String(port) })
  await expect.poll(() => serves(url), { timeout: 180_000, interval: 200 }).toBe(true)
  expect(await (await fetch(`${url}/dev/clock`)).json()).toEqual({ now: frozen })
  expect(again.message()).not.toContain('Filling in')
  again.child.kill('SIGTERM')
  await again.ended
  await expect.poll(() => serves(url), { timeout: 10_000 }).toBe(false)
}, 400_000)

test('npm run seed adds a large studio once', async () => {
  const seed = () =>
    npm(['run', 'seed', '--', '--studio', 'rush', '--members', '30', '--bookings', '200'], {})
  const added = seed()
  expect([await added.ended, added.message()]).toEqual([
    0,
    expect.stringContaining('Added rush: 30 members'),
  ])
  const again = seed()
  expect([await again.ended, again.message()]).toEqual([
    1,
    expect.stringContaining('There is a studio rush already'),
  ])
}, 400_000)
