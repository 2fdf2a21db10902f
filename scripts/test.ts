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

const secondsSince = (began: number) => ((Date.now() - began) / 1000).toFixed(1)

function step(name: string, command: string, args: string[] = []): boolean {
  const began = Date.now()
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit', env: process.env })
  console.log(`${status === 0 ? 'ok  ' : 'FAIL'} ${name} (${secondsSince(began)} s)`)
  return status === 0
}

const bin = (name: string) => join(root, 'node_modules/.bin', name)
const reports = mkdtempSync(join(tmpdir(), 'cadence-test-'))

type Count = { passed: number; failed: number }

// Begun before the checks, which wait for a process each. A part of the tests builds when one of its
// own is served.
const began = Date.now()
const building = parts.length === 0 ? buildWhenStale() : null

const checks =
  long || parts.length > 0
    ? []
    : [
        step('types', bin('tsc')),
        step('types of the Worker', bin('tsc'), ['-p', 'tsconfig.worker.json']),
        step('types of the browser', bin('tsc'), ['-p', 'tsconfig.browser.json']),
        step('lint and format', bin('biome'), ['check', '.']),
      ]

if (building) {
  await building
  console.log(`ok   build, beside them (${secondsSince(began)} s)`)
}

/** Runs Vitest over some projects and answers what it counted. */
function run(projects: string[]): Count {
  const report = join(reports, 'report.json')
  const args = [
    'run',
    ...parts,
    ...projects.flatMap((name) => ['--project', name]),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]
  const ok = step(`tests of ${projects.join(', ')}`, bin('vitest'), args)
  try {
    const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, 'utf8')) as {
      numPassedTests: number
      numFailedTests: number
    }
    // A file that could not even be loaded has no failed test of its own.
    return { passed: numPassedTests, failed: ok ? 0 : Math.max(1, numFailedTests) }
  } catch {
    return { passed: 0, failed: 1 }
  }
}

const tests = run(long ? ['long'] : ['journeys', 'worker', 'domain'])
const passed = checks.filter(Boolean).length + tests.passed
const failed = checks.filter((ok) => !ok).length + tests.failed
rmSync(reports, { recursive: true, force: true })

console.log(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
