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

/** A file beside a page that is no page itself: a part of it, which goes to the browser with it. */
const isPartOfPage = (path: string) =>
  path.startsWith('app/routes/') &&
  !/\.server\.ts$|\/layout\.tsx$/.test(path) &&
  !/^export (default|(const|async function|function) (loader|action)\b)/m.test(text(path))

test('what runs in a browser imports nothing of the server', () => {
  const offences = shipped
    .filter((path) => /^app\/(ui|styles|values)\//.test(path) || isPartOfPage(path))
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

/**
 * The contexts of the domain in one line (docs/architecture.md): each imports, by value and as
 * types, only from those before it. The commented names are where coming contexts will stand.
 */
const line = [
  'scope',
  'audit',
  'happenings',
  'billing', // → sales reads it from above
  'payments', // what a provider carries out
  'places',
  'messaging',
  'identity',
  'storage',
  'files', // what a studio keeps in its library
  'videos', // with an exercise, or on the members' shelf
  'people',
  'families',
  'documents',
  'studios',
  'reads',
  'tasks',
  'leads', // what is next with a lead is a task
  'training', // flows stand right behind it
  'flows', // sequences, class plans: what is taught in which order
  'skills', // what somebody can do, which bookings ask
  'workouts',
  'training-log', // what members did, set by set, and their bests
  'programs', // weeks of sessions, and people's copies of them
  'entitlements',
  'calendar',
  'day-book', // what one shift tells the next
  'staff-pay', // a class writes what it pays as it is settled
  'bookings',
  'appointments',
  'courses',
  'events',
  'facilities',
  'scheduling',
  'planning',
  'staffing', // who may teach what, and who works when
  'timetable',
  'reception',
  'trials', // a lead's place in a class
  'progression', // ladders and their levels, and how far somebody is
  'products', // what is sold over the counter, and stock
  'sales', // it ends and cancels bookings
  'coaching', // one to one: clients, goals, check-ins
  'grading', // who comes to a level on a day: eligibility, fees, results, certificates
  'conversations', // what people and the studio write to one another
  'automation', // what the studio does by itself when something happens to somebody
  'marketing', // letters to many: audiences, campaigns, what came of them
  'funnels', // offers with a page of their own, and how far people came from them
  'imports',
  'onboarding',
  'exports',
  'farewells',
  'insights',
  'person-records', // reads what every context declares of its rows
  'overview',
]

const contextOf = (path: string) => path.split('/')[2] ?? ''
const inDomain = shipped.filter((path) => path.startsWith('app/domain/'))

test('each context is in the line and imports only from those before it', () => {
  const strangers = [...new Set(inDomain.map(contextOf))].filter((name) => !line.includes(name))
  const offences = inDomain.flatMap((path) =>
    importsOf(path)
      .filter((target) => target.startsWith('app/domain/'))
      .filter((target) => line.indexOf(contextOf(target)) > line.indexOf(contextOf(path)))
      .map((target) => `${path} imports ${target}`),
  )
  expect({ strangers, offences }).toEqual({ strangers: [], offences: [] })
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

test('no folder is a hall: at most forty files, tests among them', () => {
  const sizes = new Map<string, number>()
  for (const path of code) sizes.set(dirname(path), (sizes.get(dirname(path)) ?? 0) + 1)
  expect([...sizes].filter(([, files]) => files > 40)).toEqual([])
})

/**
 * Who may write which table: its owner first. Others hand the owner's statements to their batch;
 * the few that are behind an owner write rows of a kind of their own, or end what is theirs.
 */
const writersOfTable: Record<string, string | readonly string[]> = {
  affiliations: ['studios', 'onboarding'],
  alert_rules: 'reception',
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
  availability: 'appointments',
  availability_exceptions: 'appointments',
  blocks: 'facilities',
  bookings: 'bookings',
  buckets: 'storage',
  freeze_runs: 'sales',
  freeze_run_members: 'sales',
  bulk_changes: 'people',
  bulk_targets: 'people',
  calendar_links: 'people',
  // Appointments, courses and events each keep the one class type that stands for them in lists.
  class_facts: 'insights',
  class_types: ['scheduling', 'appointments', 'courses', 'events', 'calendar'],
  closure_lots: 'planning',
  closure_targets: 'planning',
  closures: 'planning',
  consent_texts: 'people',
  consents: 'people',
  automations: 'automation',
  campaigns: 'marketing',
  campaign_recipients: 'marketing',
  marketing_rules: 'marketing',
  automation_runs: 'automation',
  funnels: 'funnels',
  funnel_days: 'funnels',
  funnel_starts: 'funnels',
  announcements: 'conversations',
  conversation_messages: 'conversations',
  conversation_reads: 'conversations',
  conversations: 'conversations',
  saved_replies: 'conversations',
  course_tiers: 'courses',
  courses: 'courses',
  disciplines: 'scheduling',
  document_versions: 'documents',
  documents: 'documents',
  // What a place gives up ends with it (make-ups).
  enrolments: ['courses', 'places'],
  entries: 'entitlements',
  equipment: 'facilities',
  equipment_needs: 'facilities',
  erasures: 'person-records',
  events: 'events',
  exercise_favourites: 'training',
  exercise_media: 'training',
  exercise_spellings: 'training',
  exercise_terms: 'training',
  exercises: 'training',
  booking_agreements: 'families',
  referral_links: 'people',
  referrals: 'people',
  failed_mail_places: 'messaging',
  fees: 'bookings',
  incidents: 'day-book',
  shift_notes: 'day-book',
  file_folders: 'files',
  file_links: 'files',
  file_shares: 'files',
  file_versions: 'files',
  files: 'files',
  guardian_invitations: 'families',
  guardians: 'families',
  family_ties: 'families',
  happenings: 'happenings',
  import_jobs: 'training',
  imported_people: 'imports',
  invitations: 'studios',
  kiosk_settings: 'reception',
  door_openings: 'reception',
  doors: 'reception',
  kiosks: 'reception',
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
  // Set-up makes the first ladders with their disciplines.
  ladders: ['scheduling', 'progression'],
  levels: ['scheduling', 'progression'],
  limit_counters: 'identity',
  locations: 'facilities',
  lots: 'entitlements',
  make_ups: 'places',
  member_codes: 'reception',
  member_pins: 'reception',
  membership_freezes: 'entitlements',
  membership_periods: 'entitlements',
  memberships: 'entitlements',
  notices: 'messaging',
  push_devices: 'messaging',
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
  ],
  open_items: 'billing',
  account_entries: 'billing',
  allocations: 'billing',
  billing_settings: 'billing',
  closed_tills: 'billing',
  gift_cards: ['billing', 'sales'],
  gift_card_entries: 'billing',
  gift_card_settings: 'sales',
  gift_card_sums: 'billing',
  invoices: 'billing',
  invoice_drafts: 'billing',
  invoice_parts: 'billing',
  coupons: 'sales',
  coupon_uses: 'sales',
  merchant_accounts: 'payments',
  merchant_studios: 'payments',
  payment_attempts: 'payments',
  payment_customers: 'payments',
  payment_methods: 'payments',
  payments: 'billing',
  pay_lines: 'staff-pay',
  pay_rules: 'staff-pay',
  pay_runs: 'staff-pay',
  pay_settings: 'staff-pay',
  products: 'products',
  product_variants: 'products',
  stock_counts: 'products',
  stock_moves: 'products',
  till_sales: 'sales',
  disputes: 'sales',
  payout_lines: 'sales',
  payouts: 'sales',
  provider_refunds: 'sales',
  provider_events: 'payments',
  checkouts: 'sales',
  pack_top_ups: 'sales',
  // A text that failed is emailed instead, by one statement over both.
  outbox: ['messaging', 'conversations'],
  packages: 'entitlements',
  people: 'people',
  people_imports: 'imports',
  people_segments: 'people',
  person_exits: 'farewells',
  person_field_values: 'people',
  person_fields: 'people',
  coaching_shifts: 'coaching',
  person_levels: 'people',
  brought_levels: 'people',
  person_notes: 'people',
  person_pairs: 'person-records',
  person_sources: 'imports',
  planned_changes: ['planning', 'calendar'],
  plans: 'entitlements',
  policies: 'scheduling',
  policy_exemptions: 'scheduling',
  public_class_pages: 'timetable',
  public_classes: 'timetable',
  qualification_kinds: 'staffing',
  coach_bios: 'staffing',
  qualifications: 'staffing',
  shifts: 'staffing',
  teaching_hours: 'staffing',
  time_off: 'staffing',
  reminder_choices: 'people',
  roles: [],
  rooms: 'facilities',
  run_order_items: 'events',
  sample_people: 'people',
  series: ['scheduling', 'planning', 'calendar'],
  server_settings: 'studios',
  metric_days: 'insights',
  metric_months: 'insights',
  money_facts: 'insights',
  recurring_changes: 'insights',
  recurring_days: 'insights',
  recurring_people: 'insights',
  habits: 'insights',
  retention_contacts: 'insights',
  score_asks: 'insights',
  score_rules: 'insights',
  saved_reports: 'insights',
  targets: 'insights',
  signatures: 'documents',
  staff_looks: 'insights',
  standing_dates: 'bookings',
  standing_places: 'bookings',
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
  tasks: 'tasks',
  term_copies: 'planning',
  ticket_orders: 'events',
  ticket_types: 'events',
  tickets: 'events',
  unsubscribe_links: 'people',
  users: ['identity', 'onboarding', 'studios'],
  win_backs: 'farewells',
  video_parts: 'videos',
  video_places: 'videos',
  videos: 'videos',
  wishes: 'bookings',
  certificates: 'grading',
  grading_candidates: 'grading',
  grading_marks: 'grading',
  gradings: 'grading',
  coaching_checkins: 'coaching',
  coaching_entries: 'coaching',
  coaching_relations: 'coaching',
  class_skills: 'skills',
  level_skills: 'skills',
  skill_assessments: 'skills',
  skill_needs: 'skills',
  skill_stands: 'skills',
  skill_teachings: 'skills',
  skills: 'skills',
  body_measures: 'training-log',
  program_assignments: 'programs',
  training_program_versions: 'programs',
  training_programs: 'programs',
  training_bests: 'training-log',
  log_import_parts: 'training-log',
  log_imports: 'training-log',
  workout_logs: 'training-log',
  workout_routines: 'training-log',
  workout_set_edits: 'training-log',
  workout_sets: 'training-log',
  class_flows: 'flows',
  class_workouts: 'workouts',
  exercise_links: 'training',
  flow_comments: 'flows',
  flow_exercises: 'flows',
  flow_versions: 'flows',
  flows: 'flows',
  series_flows: 'flows',
  series_workouts: 'workouts',
  workout_versions: 'workouts',
  workouts: 'workouts',
  collection_steps: 'sales',
  pay_links: 'sales',
  dunning_settings: 'sales',
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

test('until when someone may cancel free is said by one author', () => {
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

test('what a field asks for is typed in its schema, not again beside its control', () => {
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

test('an act without a page that answers a script with data says so', () => {
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
    // Looking, not pressing: the page that was asked for is not there, another one is.
    'app/http/downloads/pdf.server.ts',
    'app/routes/manage/training/grading/$grading.edit.tsx',
    // What the bank said of a card that was asked.
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
  const reserved = text('app/values/slug/reserved-slugs.ts')
  expect(segments.filter((segment) => !reserved.includes(`'${segment}'`))).toEqual([])
})
