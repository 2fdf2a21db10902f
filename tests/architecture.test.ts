import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { getTableName, is } from 'drizzle-orm'
import { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { expect, test } from 'vitest'
import * as directory from '../app/db/directory.ts'
import * as directoryAuth from '../app/db/directory-auth.ts'
import * as studioSchema from '../app/db/studio/schema.ts'

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

/** Own files that `path` imports by value or as types, as paths from the root. */
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

/** A file beside a page that is no page itself but part of its component, so it reaches the browser. */
const isPartOfPage = (path: string) =>
  path.startsWith('app/routes/') &&
  !/\.server\.ts$|\/layout\.tsx$/.test(path) &&
  !/^export (default|(const|async function|function) (loader|action)\b)/m.test(text(path))

test('code that runs in the browser imports no server module', () => {
  const offences = shipped
    .filter((path) => /^app\/(ui|styles|values)\//.test(path) || isPartOfPage(path))
    .flatMap((path) =>
      importsOf(path)
        .filter((target) => /\.server\.tsx?$/.test(target))
        .map((target) => `${path} imports ${target}`),
    )
  expect(offences).toEqual([])
})

test('a pure file of the domain imports no server module', () => {
  const offences = shipped
    .filter((path) => path.startsWith('app/domain/') && !/\.server\.ts$/.test(path))
    .flatMap((path) =>
      [...text(path).matchAll(/^import (?!type)[^'"]*?from ['"]([^'"]+\.server\.ts)['"]/gm)].map(
        ([, target]) => `${path} imports ${target}`,
      ),
    )
  expect(offences).toEqual([])
})

/**
 * The contexts of the domain in one line (docs/architecture.md): each imports, by value and as
 * types, only from those before it.
 */
const line = [
  'scope',
  'audit',
  'happenings',
  'billing',
  'payments',
  'places',
  'messaging',
  'identity',
  'storage',
  'files',
  'videos',
  'people',
  'families',
  'documents',
  'studios',
  'reads',
  'tasks',
  'webhooks',
  'leads',
  'training',
  'flows',
  'skills',
  'workouts',
  'training-log',
  'programs',
  'entitlements',
  'calendar',
  'day-book',
  'staff-pay',
  'bookings',
  'appointments',
  'courses',
  'events',
  'facilities',
  'scheduling',
  'planning',
  'staffing',
  'timetable',
  'reception',
  'trials',
  'progression',
  'products',
  'sales',
  'coaching',
  'grading',
  'conversations',
  'automation',
  'marketing',
  'funnels',
  'imports',
  'onboarding',
  'exports',
  'api',
  'farewells',
  'insights',
  'person-records',
  'overview',
]

const contextOf = (path: string) => path.split('/')[2] ?? ''
const inDomain = shipped.filter((path) => path.startsWith('app/domain/'))

test('docs/architecture.md names the contexts in their order', () => {
  const drawn = /## The line of contexts[\s\S]*?```\n([\s\S]*?)```/.exec(
    text('docs/architecture.md'),
  )
  const named = (drawn?.[1] ?? '')
    .split('\n')
    .flatMap((row) => row.trim().split(/ {2,}/)[0]?.split(' · ') ?? [])
  expect(named.filter(Boolean)).toEqual(line)
})

test('each decision begins with its number, and the list of decisions leads to files', () => {
  const files = tracked.filter((path) => /^docs\/decisions\/\d/.test(path))
  const misnumbered = files.filter(
    (path) => !text(path).startsWith(`# ${Number(/\d+/.exec(path)?.[0])}. `),
  )
  const listed = [...text('docs/decisions/README.md').matchAll(/\]\((\d[^)]*)\)/g)]
  const gone = listed
    .map(([, file]) => `docs/decisions/${file}`)
    .filter((path) => !files.includes(path))
  expect({ misnumbered, gone }).toEqual({ misnumbered: [], gone: [] })
})

test('each context is in the line and imports only from those before it', () => {
  const unlisted = [...new Set(inDomain.map(contextOf))].filter((name) => !line.includes(name))
  const offences = inDomain.flatMap((path) =>
    importsOf(path)
      .filter((target) => target.startsWith('app/domain/'))
      .filter((target) => line.indexOf(contextOf(target)) > line.indexOf(contextOf(path)))
      .map((target) => `${path} imports ${target}`),
  )
  expect({ unlisted, offences }).toEqual({ unlisted: [], offences: [] })
})

test('no files import one another in a circle, not even their types', () => {
  const known = new Set(shipped)
  const done = new Set<string>()
  const circles: string[] = []
  const visit = (path: string, trail: string[]) => {
    const at = trail.indexOf(path)
    if (at >= 0) circles.push([...trail.slice(at), path].join(' > '))
    if (at >= 0 || done.has(path)) return
    for (const target of importsOf(path).filter((target) => known.has(target))) {
      visit(target, [...trail, path])
    }
    done.add(path)
  }
  for (const path of shipped) visit(path, [])
  expect(circles).toEqual([])
})

test('no folder holds more than forty files, tests included', () => {
  const sizes = new Map<string, number>()
  for (const path of code) sizes.set(dirname(path), (sizes.get(dirname(path)) ?? 0) + 1)
  expect([...sizes].filter(([, files]) => files > 40)).toEqual([])
})

/**
 * Who may write which table: its owner first. Others hand the owner's statements to their batch;
 * the few that are behind an owner write rows of a kind of their own, or end what is theirs.
 */
const writersOfTable: Record<string, string | readonly string[]> = {
  api_keys: 'api',
  account_entries: 'billing',
  affiliations: ['studios', 'onboarding'],
  alert_rules: 'reception',
  allocations: 'billing',
  announcements: 'conversations',
  appointment_types: 'appointments',
  appointments: 'appointments',
  arrivals: 'reception',
  attendance_rules: 'bookings',
  audit_entries: 'audit',
  auth_audit_entries: 'identity',
  auth_challenges: 'identity',
  auth_factors: 'identity',
  auth_flow_states: 'identity',
  auth_identities: 'identity',
  auth_one_time_tokens: 'identity',
  auth_recovery_codes: 'identity',
  auth_refresh_tokens: 'identity',
  auth_sessions: 'identity',
  auth_sso_domains: 'identity',
  auth_sso_providers: 'identity',
  auth_users: 'identity',
  automation_runs: 'automation',
  automations: 'automation',
  availability: 'appointments',
  availability_exceptions: 'appointments',
  billing_settings: 'billing',
  blocks: 'facilities',
  body_measures: 'training-log',
  booking_agreements: 'families',
  bookings: 'bookings',
  brought_levels: 'people',
  buckets: 'storage',
  bulk_changes: 'people',
  bulk_targets: 'people',
  calendar_links: 'people',
  campaign_recipients: 'marketing',
  campaigns: 'marketing',
  certificates: 'grading',
  checkouts: 'sales',
  class_facts: 'insights',
  class_flows: 'flows',
  class_skills: 'skills',
  // Appointments, courses and events each keep the one class type that stands for them in lists.
  class_types: ['scheduling', 'appointments', 'courses', 'events', 'calendar'],
  class_workouts: 'workouts',
  closed_tills: 'billing',
  closure_lots: 'planning',
  closure_targets: 'planning',
  closures: 'planning',
  coach_bios: 'staffing',
  coaching_checkins: 'coaching',
  coaching_entries: 'coaching',
  coaching_relations: 'coaching',
  coaching_shifts: 'coaching',
  collection_steps: 'sales',
  consent_texts: 'people',
  consents: 'people',
  conversation_messages: 'conversations',
  conversation_reads: 'conversations',
  conversations: 'conversations',
  coupon_uses: 'sales',
  coupons: 'sales',
  course_tiers: 'courses',
  courses: 'courses',
  disciplines: 'scheduling',
  disputes: 'sales',
  document_versions: 'documents',
  documents: 'documents',
  door_openings: 'reception',
  doors: 'reception',
  dunning_settings: 'sales',
  // What a place gives up ends with it (make-ups).
  enrolments: ['courses', 'places'],
  entries: 'entitlements',
  equipment: 'facilities',
  equipment_needs: 'facilities',
  erasures: 'person-records',
  events: 'events',
  exercise_favourites: 'training',
  exercise_links: 'training',
  exercise_media: 'training',
  exercise_spellings: 'training',
  exercise_terms: 'training',
  exercises: 'training',
  failed_mail_places: 'messaging',
  family_ties: 'families',
  fees: 'bookings',
  file_folders: 'files',
  file_links: 'files',
  file_shares: 'files',
  file_versions: 'files',
  files: 'files',
  flow_comments: 'flows',
  flow_exercises: 'flows',
  flow_versions: 'flows',
  flows: 'flows',
  freeze_run_members: 'sales',
  freeze_runs: 'sales',
  funnel_days: 'funnels',
  funnel_starts: 'funnels',
  funnels: 'funnels',
  gift_card_entries: 'billing',
  gift_card_settings: 'sales',
  gift_card_sums: 'billing',
  gift_cards: ['billing', 'sales'],
  grading_candidates: 'grading',
  grading_marks: 'grading',
  gradings: 'grading',
  guardian_invitations: 'families',
  guardians: 'families',
  habits: 'insights',
  happenings: 'happenings',
  import_jobs: 'training',
  imported_people: 'imports',
  incidents: 'day-book',
  invitations: 'studios',
  invoice_drafts: 'billing',
  invoice_parts: 'billing',
  invoices: 'billing',
  kiosk_settings: 'reception',
  kiosks: 'reception',
  // Set-up makes the first ladders with their disciplines.
  ladders: ['scheduling', 'progression'],
  lead_form_versions: 'leads',
  lead_forms: 'leads',
  lead_keys: 'leads',
  lead_owners: 'leads',
  lead_pairs: 'leads',
  lead_pipelines: 'leads',
  lead_sources: 'leads',
  lead_stages: 'leads',
  lead_submissions: 'leads',
  lead_touches: 'leads',
  leads: 'leads',
  letter_rules: 'messaging',
  level_skills: 'skills',
  levels: ['scheduling', 'progression'],
  limit_counters: 'identity',
  locations: 'facilities',
  log_import_parts: 'training-log',
  log_imports: 'training-log',
  lots: 'entitlements',
  make_ups: 'places',
  marketing_rules: 'marketing',
  member_codes: 'reception',
  member_pins: 'reception',
  membership_freezes: 'entitlements',
  membership_periods: 'entitlements',
  memberships: 'entitlements',
  merchant_accounts: 'payments',
  merchant_studios: 'payments',
  metric_days: 'insights',
  metric_months: 'insights',
  money_facts: 'insights',
  notices: 'messaging',
  notification_choices: 'messaging',
  objects: 'storage',
  // A class, a session, an appointment, an event: each kind is written by the context it belongs to.
  occurrences: [
    'scheduling',
    'appointments',
    'bookings',
    'courses',
    'events',
    'facilities',
    'planning',
    // Who taught a class that is over.
    'staff-pay',
  ],
  open_items: 'billing',
  // A text that failed is emailed instead, by one statement over both.
  outbox: ['messaging', 'conversations'],
  pack_top_ups: 'sales',
  packages: 'entitlements',
  pay_lines: 'staff-pay',
  pay_links: 'sales',
  pay_rules: 'staff-pay',
  pay_runs: 'staff-pay',
  pay_settings: 'staff-pay',
  payment_attempts: 'payments',
  payment_customers: 'payments',
  payment_methods: 'payments',
  payments: 'billing',
  payout_lines: 'sales',
  payouts: 'sales',
  people: 'people',
  people_imports: 'imports',
  people_segments: 'people',
  person_exits: 'farewells',
  person_field_values: 'people',
  person_fields: 'people',
  person_levels: 'people',
  person_notes: 'people',
  person_pairs: 'person-records',
  person_sources: 'imports',
  planned_changes: ['planning', 'calendar'],
  plans: 'entitlements',
  policies: 'scheduling',
  policy_exemptions: 'scheduling',
  product_variants: 'products',
  products: 'products',
  program_assignments: 'programs',
  provider_events: 'payments',
  provider_refunds: 'sales',
  public_class_pages: 'timetable',
  public_classes: 'timetable',
  push_devices: 'messaging',
  qualification_kinds: 'staffing',
  qualifications: 'staffing',
  recurring_changes: 'insights',
  recurring_days: 'insights',
  recurring_people: 'insights',
  referral_links: 'people',
  referrals: 'people',
  reminder_choices: 'people',
  retention_contacts: 'insights',
  roles: [],
  rooms: 'facilities',
  run_order_items: 'events',
  sample_people: 'people',
  saved_replies: 'conversations',
  saved_reports: 'insights',
  score_asks: 'insights',
  score_rules: 'insights',
  series: ['scheduling', 'planning', 'calendar'],
  series_flows: 'flows',
  series_workouts: 'workouts',
  server_settings: 'studios',
  shift_notes: 'day-book',
  shifts: 'staffing',
  signatures: 'documents',
  skill_assessments: 'skills',
  skill_needs: 'skills',
  skill_stands: 'skills',
  skill_teachings: 'skills',
  skills: 'skills',
  staff_looks: 'insights',
  standing_dates: 'bookings',
  standing_places: 'bookings',
  stock_counts: 'products',
  stock_moves: 'products',
  stray_objects: 'storage',
  studio_plan_changes: 'studios',
  studio_plan_invoices: 'studios',
  studio_plans: 'studios',
  studio_setups: 'onboarding',
  studio_slugs: 'studios',
  studios: ['onboarding', 'studios'],
  sub_offers: 'planning',
  sub_requests: 'planning',
  suppressions: 'people',
  targets: 'insights',
  tasks: 'tasks',
  teaching_hours: 'staffing',
  term_copies: 'planning',
  ticket_orders: 'events',
  ticket_types: 'events',
  tickets: 'events',
  till_sales: 'sales',
  time_off: 'staffing',
  training_bests: 'training-log',
  training_program_versions: 'programs',
  training_programs: 'programs',
  unsubscribe_links: 'people',
  users: ['identity', 'onboarding', 'studios'],
  video_parts: 'videos',
  video_places: 'videos',
  videos: 'videos',
  webhook_deliveries: 'webhooks',
  webhook_targets: 'webhooks',
  win_backs: 'farewells',
  wishes: 'bookings',
  workout_logs: 'training-log',
  workout_routines: 'training-log',
  workout_set_edits: 'training-log',
  workout_sets: 'training-log',
  workout_versions: 'workouts',
  workouts: 'workouts',
}

/** Every table of the schema, by the name of the database. */
const tables = [directory, directoryAuth, studioSchema].flatMap((schema) =>
  Object.values(schema).flatMap((value) => (is(value, SQLiteTable) ? [getTableName(value)] : [])),
)

test('every table has an owner, and only those named write it', () => {
  const names = new Set(tables)
  const without = tables.filter((table) => !(table in writersOfTable))
  const gone = Object.keys(writersOfTable).filter((table) => !names.has(table))
  const tableOf = new Map(
    tables.map((table) => [table.replace(/_(\w)/g, (_, letter) => letter.toUpperCase()), table]),
  )
  const offences = shipped
    .filter((path) => !path.startsWith('app/db/'))
    .flatMap((path) => {
      const source = withoutComments(path)
      const raw = /(?:INSERT(?: OR \w+)? INTO|UPDATE(?: OR \w+)?|DELETE FROM)\s+([a-z_]+)/g
      const built = /\.(?:insert|update|delete)\((\w+)\)/g
      const written = [
        ...[...source.matchAll(raw)].map(([, table = '']) => table),
        ...[...source.matchAll(built)].map(([, name = '']) => tableOf.get(name) ?? ''),
      ].filter((table) => names.has(table))
      const writer = path.startsWith('app/domain/') ? contextOf(path) : path
      return [...new Set(written)]
        .filter((table) => ![writersOfTable[table] ?? []].flat().includes(writer))
        .map((table) => `${path} writes ${table}`)
    })
  expect({ without, gone, offences }).toEqual({ without: [], gone: [], offences: [] })
})

// `declineUntil` makes the grace that the terms are asked about.
test('a cut-off is compared with the clock in one place', () => {
  const deciders = [
    'app/domain/places/cancellation-terms.ts',
    'app/domain/calendar/occurrence-times.ts',
  ]
  const compares = /(?:<=?|>=?) *[\w.!?]*[cC]utoffAt\b|\b[cC]utoffAt *(?:<|>)/
  const offences = shipped.filter(
    (path) => !deciders.includes(path) && compares.test(withoutComments(path)),
  )
  expect(offences).toEqual([])
})

test('only one file composes the sentence about free cancellation', () => {
  const authors = [
    'app/domain/places/cancellation-words.ts',
    // Examples of the front page and of the parts, without a class behind them.
    'app/routes/site/_index/route.tsx',
    'app/routes/site/_index/know-before.tsx',
    'app/routes/site/_index/example.tsx',
    'app/ui/gallery/member-parts.tsx',
  ]
  const says =
    /[Ff]ree to (?:cancel|decline) |[Dd]ecline free until|[Ff]ree cancel(?:lation)? (?:until|ended|was)|[Ff]ree limit|cancel(?:led)? free until|[Ll]imit (?:was|is) |too late to cancel|[Cc]ancelling (?:now )?costs/
  const words = shipped.filter(
    (path) => /^app\/(?:domain|messages|routes|ui)\//.test(path) && !authors.includes(path),
  )
  expect(words.filter((path) => says.test(withoutComments(path)))).toEqual([])
})

test('the limits of a field are written in its schema, not repeated on its control', () => {
  const fields =
    /<(?:Text|Password|Textarea|Select|Checkbox|Date|SixDigits|PhoneNumber)Field\b[^>]*?\s(?:required|minLength|maxLength|pattern)\b/
  const offences = shipped.filter(
    (path) =>
      path.endsWith('.tsx') &&
      !/^app\/ui\/(?:form|gallery)\//.test(path) &&
      // A current password and a code are asked for only of some.
      ![
        'app/routes/site/account/close.tsx',
        'app/routes/site/account/password.tsx',
        'app/ui/account/code-fields.tsx',
      ].includes(path) &&
      fields.test(text(path)),
  )
  expect(offences).toEqual([])
})

test('no markup carries a style attribute', () => {
  const offences = shipped.filter(
    (path) => path.endsWith('.tsx') && /\sstyle=[{"']/.test(text(path)),
  )
  expect(offences).toEqual([])
})

test('a route without a page that answers JSON declares answersData', () => {
  const offences = shipped.filter(
    (path) =>
      path.startsWith('app/routes/') &&
      /function action\b[\s\S]*?\n\}/.test(text(path)) &&
      !/export default\b|answersData: true/.test(text(path)) &&
      /\bjson\(/.test(/function action\b[\s\S]*?\n\}/.exec(text(path))?.[0] ?? ''),
  )
  expect(offences).toEqual([])
})

test('no action answers a refusal by redirecting with a warning', () => {
  const told = [
    // Done in part: the rest is told beside it.
    'app/routes/manage/schedule/classes/$occurrence.edit/route.tsx',
    'app/routes/manage/schedule/copy._index/route.tsx',
    'app/routes/manage/training/exercises/$exercise.photos._index.ts',
    'app/routes/manage/training/exercises/import._index/route.tsx',
    'app/routes/manage/training/skilltree/classes.$occurrence.tsx',
    'app/routes/member/home/timetable.$occurrence.booking/route.tsx',
    'app/routes/member/home/timetable.$occurrence.repeat.tsx',
    // A GET whose page does not exist leads to the nearest one that does.
    'app/http/downloads/pdf.server.ts',
    'app/routes/manage/training/grading/$grading.edit.tsx',
    // A declined card: the bank's answer is shown on the invoice.
    'app/routes/manage/sales/invoices/$invoice.collecting.tsx',
  ]
  const warns =
    /\b(?:redirectWithFlash|say|back)\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*'(?:warn|bad)'/
  const offences = shipped.filter(
    (path) =>
      /^app\/(?:http|routes)\//.test(path) &&
      warns.test(withoutComments(path)) &&
      !told.includes(path),
  )
  expect(offences).toEqual([])
})

test('every page that stores unsent data on the device tells sign-out about it', () => {
  const offences = shipped.filter(
    (path) =>
      !path.startsWith('app/offline/') &&
      /\blocalStorage\b/.test(withoutComments(path)) &&
      !/\bnoteUnsent\(/.test(text(path)),
  )
  expect(offences).toEqual([])
})

test('no file or folder has a name that says nothing, such as utils or helpers', () => {
  const saysNothing = /(^|\/)(utils?|helpers?|lib|common|misc|services?)(\/|\.[a-z]+$|\.server\.)/
  expect(tracked.filter((path) => saysNothing.test(path))).toEqual([])
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

test('no test is skipped or focused, and no type check is switched off', () => {
  const skipped = code.filter(
    (path) =>
      path !== 'tests/architecture.test.ts' &&
      /\b(test|it|describe)\.(skip|only|todo)\b/.test(text(path)),
  )
  const unchecked = shipped.filter(
    (path) =>
      /\bas any\b|: any\b/.test(withoutComments(path)) ||
      /@ts-ignore|@ts-expect-error/.test(text(path)),
  )
  expect({ skipped, unchecked }).toEqual({ skipped: [], unchecked: [] })
})

// `import { z }` brings every check and forty languages into the Worker: 66 kB of it, compressed.
test('zod is imported as a namespace, so that only what is used is bundled', () => {
  expect(shipped.filter((path) => /import (type )?\{[^}]*\} from 'zod'/.test(text(path)))).toEqual(
    [],
  )
})

test('there are no barrel files: everything is imported from the file that defines it', () => {
  const barrels = shipped.filter(
    (path) => path !== 'app/db/studio/schema.ts' && /^export \* from/m.test(text(path)),
  )
  expect(barrels).toEqual([])
})

test('the first segment of every page outside the studios is a reserved slug', () => {
  const stdout = execFileSync('npx', ['remix', 'routes', '--json'], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  type Route = { path?: string; children?: Route[] }
  const top = (JSON.parse(stdout) as Route[]).flatMap((route) => route.children ?? [])
  const segments = top
    .map((route) => route.path?.split('/')[0])
    .filter((segment) => segment && !segment.startsWith(':') && segment !== '*')
  const reserved = text('app/values/slug/reserved-slugs.ts')
  expect(segments.filter((segment) => !reserved.includes(`'${segment}'`))).toEqual([])
})
