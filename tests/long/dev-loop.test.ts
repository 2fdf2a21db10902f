import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, statSync, utimesSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { root } from '../../scripts/local-server.ts'
import { browserContext } from '../support/browser.ts'
import { demoState } from '../support/demo-state.ts'

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', () => resolve()))
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return port
}

/** `npm run dev` over data of its own; answers where it serves. */
async function startDev(): Promise<string> {
  const state = mkdtempSync(join(tmpdir(), 'cadence-dev-'))
  // Filled beforehand: `npm start` fills its own in tests/http/start.test.ts.
  cpSync(await demoState(), state, { recursive: true })
  const port = await freePort()
  const running = spawn('npm', ['run', '--silent', 'dev'], {
    cwd: root,
    env: { ...process.env, NODE_ENV: '', STATE_DIR: state, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(async () => {
    const ended = new Promise((resolve) => running.on('close', resolve))
    running.kill('SIGTERM')
    await ended
    rmSync(state, { recursive: true, force: true })
  })
  let said = ''
  for (const stream of [running.stdout, running.stderr]) stream.on('data', (part) => (said += part))
  const origin = `http://127.0.0.1:${port}`
  await expect.poll(() => said, { timeout: 110_000 }).toContain(`Cadence is at ${origin}`)
  return origin
}

/**
 * What a watcher takes for a saved file: another time. An earlier one, since a file that looks newer
 * than the build would make every other test build again.
 */
function save(path: string): void {
  const file = join(root, path)
  const { atimeMs, mtimeMs } = statSync(file)
  onTestFinished(() => utimesSync(file, atimeMs / 1000, mtimeMs / 1000))
  utimesSync(file, atimeMs / 1000, mtimeMs / 1000 - 2)
}

test('npm run dev serves the sources, hydrates, and loads an open page again when a file is saved', {
  timeout: 170_000,
}, async () => {
  const origin = await startDev()
  const context = await browserContext({ origin, width: 1280, scripts: true })
  onTestFinished(() => context.close())
  const page = await context.newPage()
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(String(error)))
  const again = () => page.waitForEvent('load', { timeout: 15_000 })

  // A page without scripts of its own, a style and a rule behind it.
  await page.goto(`${origin}/northside/home/timetable`, { waitUntil: 'networkidle' })
  for (const path of [
    'app/styles/tokens.css',
    'app/domain/timetable/public-classes/refresh-public-classes.server.ts',
  ]) {
    const loaded = again()
    save(path)
    await loaded
    await page.waitForLoadState('networkidle')
  }

  await page.goto(`${origin}/sign-in`, { waitUntil: 'networkidle' })
  await page.fill('[name=email]', 'owner@northside.test')
  await page.fill('[name=password]', 'studio-demo-1')
  await page.click('main button[type=submit]')
  await page.waitForURL(/\/northside\/manage/)
  await page.waitForLoadState('networkidle')
  const loaded = again()
  save('app/ui/flash/toaster.tsx')
  await loaded
  await page.waitForLoadState('networkidle')
  expect(await page.title()).toContain('Northside')
  expect(errors).toEqual([])
})
