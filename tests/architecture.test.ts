import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const tracked = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter(Boolean)
const code = tracked.filter((path) =>
  /^(app|functions|scripts|tests)\/.*\.(ts|tsx|mjs)$/.test(path),
)
const shipped = code.filter(
  (path) => /^(app|functions)\//.test(path) && !/\.test\.tsx?$/.test(path),
)
const text = (path: string) => readFileSync(join(root, path), 'utf8')
const withoutComments = (path: string) => text(path).replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')

/** Own files that `path` imports, as paths from the root. */
function importsOf(path: string): string[] {
  return [...text(path).matchAll(/(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g)].flatMap(
    ([, spec]) => {
      if (!spec) return []
      if (spec.startsWith('#app/')) return [spec.replace('#app/', 'app/')]
      if (spec.startsWith('#functions/')) return [spec.replace('#functions/', 'functions/')]
      return spec.startsWith('.') ? [normalize(join(dirname(path), spec))] : []
    },
  )
}

/** What each room may import, from docs/architecture.md; longest prefix wins. */
const rooms: [room: string, may: string[]][] = [
  ['app/values/', ['app/values/']],
  ['app/paths', ['app/values/', 'app/paths']],
  ['app/messages/', ['app/messages/', 'app/values/', 'app/paths']],
  ['app/db/', ['app/db/', 'app/values/']],
  ['app/domain/', ['app/domain/', 'app/db/', 'app/messages/', 'app/values/', 'app/paths']],
  [
    'app/http/',
    [
      'app/http/',
      'app/domain/',
      'app/db/',
      'app/messages/',
      'app/values/',
      'app/paths',
      'app/ui/page-handle.ts',
      'app/ui/state/refusal-page.ts',
    ],
  ],
  ['app/ui/', ['app/ui/', 'app/values/', 'app/paths', 'app/domain/']],
  ['app/styles/', ['app/styles/', 'app/values/']],
  ['app/routes/', ['app/']],
  ['app/', ['app/']],
  [
    'functions/',
    [
      'functions/',
      'app/http/',
      'app/domain/',
      'app/db/',
      'app/messages/',
      'app/values/',
      'app/paths',
    ],
  ],
]

test('each file imports only the rooms that its own may import', () => {
  const offences = shipped.flatMap((path) => {
    const room = rooms.find(([prefix]) => path.startsWith(prefix))
    return importsOf(path)
      .filter((target) => !room?.[1].some((allowed) => target.startsWith(allowed)))
      .map((target) => `${path} imports ${target}`)
  })
  expect(offences).toEqual([])
})

test('what runs in a browser imports nothing of the server', () => {
  const offences = shipped
    .filter((path) => /^app\/(ui|styles|values)\//.test(path))
    .flatMap((path) =>
      importsOf(path)
        .filter((target) => /\.server\.tsx?$/.test(target))
        .map((target) => `${path} imports ${target}`),
    )
  expect(offences).toEqual([])
})

test('a pure file of the domain imports no file of the server', () => {
  const offences = shipped
    .filter((path) => path.startsWith('app/domain/') && !/\.server\.ts$/.test(path))
    .flatMap((path) =>
      [...text(path).matchAll(/^import (?!type)[^'"]*?from ['"]([^'"]+\.server\.ts)['"]/gm)].map(
        ([, target]) => `${path} imports ${target}`,
      ),
    )
  expect(offences).toEqual([])
})

/** A context's tables, and the file endings that may join several contexts: page queries. */
const contextOfTable: Record<string, string> = {
  bookings: 'bookings',
  fees: 'bookings',
  courses: 'courses',
  course_tiers: 'courses',
  enrolments: 'courses',
  make_ups: 'courses',
  entries: 'entitlements',
  lots: 'entitlements',
  memberships: 'entitlements',
  appointments: 'appointments',
  appointment_types: 'appointments',
  availability: 'appointments',
  availability_exceptions: 'appointments',
  events: 'events',
  ticket_types: 'events',
  ticket_orders: 'events',
  tickets: 'events',
  run_order_items: 'events',
  blocks: 'facilities',
  equipment: 'facilities',
  closures: 'planning',
  closure_targets: 'planning',
  closure_lots: 'planning',
  planned_changes: 'planning',
  sub_requests: 'planning',
  sub_offers: 'planning',
  outbox: 'messaging',
  notices: 'messaging',
  arrivals: 'reception',
  alert_rules: 'reception',
  kiosks: 'reception',
  member_codes: 'reception',
  auth_users: 'identity',
  auth_sessions: 'identity',
  auth_refresh_tokens: 'identity',
  auth_one_time_tokens: 'identity',
}

test("one context writes another's tables only through its statements", () => {
  const offences = shipped
    .filter((path) => path.startsWith('app/domain/') && path.endsWith('.server.ts'))
    .flatMap((path) => {
      const context = path.split('/')[2]
      return [
        ...text(path).matchAll(
          /(?:INSERT INTO|INSERT OR IGNORE INTO|UPDATE|DELETE FROM) ([a-z_]+)/g,
        ),
      ]
        .map(([, table]) => table ?? '')
        .filter((table) => contextOfTable[table] && contextOfTable[table] !== context)
        .map((table) => `${path} writes ${table}`)
    })
  expect(offences).toEqual([])
})

test('no markup carries a style attribute', () => {
  const offences = shipped.filter(
    (path) => path.endsWith('.tsx') && /\sstyle=[{"']/.test(text(path)),
  )
  expect(offences).toEqual([])
})

test('no file or folder is a drawer', () => {
  const drawer = /(^|\/)(utils?|helpers?|lib|common|misc|services?)(\/|\.[a-z]+$|\.server\.)/
  expect(tracked.filter((path) => drawer.test(path))).toEqual([])
})

test('no file of the product is longer than 300 lines, and no route longer than 250', () => {
  const offences = shipped
    .filter((path) => !path.startsWith('app/db/'))
    .map((path) => [path, text(path).split('\n').length - 1] as const)
    .filter(([path, lines]) => lines > (path.startsWith('app/routes/') ? 250 : 300))
  expect(offences).toEqual([])
})

test('the business clock is read from the context, never from the machine', () => {
  const clock = /Date\.now\(\)|new Date\(\)|Temporal\.Now/
  const offences = shipped.filter(
    // An id sorts by the real second it was made in.
    (path) =>
      /^app\/(domain|values)\//.test(path) && path !== 'app/values/id.ts' && clock.test(text(path)),
  )
  expect(offences).toEqual([])
})

test('no test is skipped or singled out, and no type is waved through', () => {
  const skipped = code.filter(
    (path) =>
      path !== 'tests/architecture.test.ts' &&
      /\b(test|it|describe)\.(skip|only|todo)\b/.test(text(path)),
  )
  const waved = shipped.filter(
    (path) =>
      /\bas any\b|: any\b/.test(withoutComments(path)) ||
      /@ts-ignore|@ts-expect-error/.test(text(path)),
  )
  expect({ skipped, waved }).toEqual({ skipped: [], waved: [] })
})

// `import { z }` brings every check and forty languages into the Worker: 66 kB of it, compressed.
test('zod is imported as a namespace, so that only what is used is bundled', () => {
  expect(shipped.filter((path) => /import (type )?\{[^}]*\} from 'zod'/.test(text(path)))).toEqual(
    [],
  )
})

test('a file of the trade is exported by name from where it lies: there are no re-exports', () => {
  const barrels = shipped.filter(
    (path) => path !== 'app/db/studio/schema.ts' && /^export \* from/m.test(text(path)),
  )
  expect(barrels).toEqual([])
})

test('every slug a studio may not take covers the first segment of each page outside the studios', () => {
  const { stdout } = {
    stdout: execFileSync('npx', ['remix', 'routes', '--json'], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
  }
  type Route = { path?: string; children?: Route[] }
  const top = (JSON.parse(stdout) as Route[]).flatMap((route) => route.children ?? [])
  const segments = top
    .map((route) => route.path?.split('/')[0])
    .filter((segment) => segment && !segment.startsWith(':') && segment !== '*')
  const reserved = text('app/values/reserved-slugs.ts')
  expect(segments.filter((segment) => !reserved.includes(`'${segment}'`))).toEqual([])
})
