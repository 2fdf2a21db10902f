/**
 * `npm test`: types, lint and format, then every test; ends with the plain line `N passed, N
 * failed`. `npm test -- bookings` runs only the tests whose path has that word in it, and nothing
 * else; options of Vitest may follow (`-t 'late cancel'`).
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildWhenStale } from './fresh-build.ts'
import { root } from './local-server.ts'

const [long, parts] = [
  process.argv.includes('--long'),
  process.argv.slice(2).filter((argument) => argument !== '--long'),
]

function step(name: string, command: string, args: string[] = []): boolean {
  const began = Date.now()
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit', env: process.env })
  console.log(
    `${status === 0 ? 'ok  ' : 'FAIL'} ${name} (${((Date.now() - began) / 1000).toFixed(1)} s)`,
  )
  return status === 0
}

const bin = (name: string) => join(root, 'node_modules/.bin', name)
const reports = mkdtempSync(join(tmpdir(), 'cadence-test-'))
const report = join(reports, 'report.json')

const checks =
  long || parts.length > 0
    ? []
    : [
        step('types', bin('tsc')),
        step('types of the Worker', bin('tsc'), ['-p', 'tsconfig.worker.json']),
        step('types of the browser', bin('tsc'), ['-p', 'tsconfig.browser.json']),
        step('lint and format', bin('biome'), ['check', '.']),
      ]

// Built once, before the projects that are served by it begin at the same time; a part of the tests
// builds when one of its own is served.
if (parts.length === 0) {
  const began = Date.now()
  buildWhenStale()
  console.log(`ok   build (${((Date.now() - began) / 1000).toFixed(1)} s)`)
}

const projects = (long ? ['long'] : ['domain', 'journeys', 'worker']).flatMap((name) => [
  '--project',
  name,
])
const ran = step('tests', bin('vitest'), [
  'run',
  ...parts,
  ...projects,
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${report}`,
])

let passed = checks.filter(Boolean).length
let failed = checks.length - passed
try {
  const result = JSON.parse(readFileSync(report, 'utf8')) as {
    numPassedTests: number
    numFailedTests: number
    numFailedTestSuites: number
  }
  passed += result.numPassedTests
  failed += result.numFailedTests
  // A file that could not even be loaded has no failed test of its own.
  if (!ran && result.numFailedTests === 0) failed += 1
} catch {
  failed += 1
}
rmSync(reports, { recursive: true, force: true })

console.log(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 && ran ? 0 : 1)
