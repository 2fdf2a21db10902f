/** The routes of the product out of its own route list, and where each finds a record to stand on. */

import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../../scripts/local-server.ts'
import { openSealed } from './twin-studio.ts'

export type RouteNode = {
  id?: string
  path?: string
  index?: boolean
  file?: string
  children?: RouteNode[]
}

/** Each pattern with whether it takes posts. */
let known: Map<string, boolean> | undefined

/**
 * The pattern of every page and resource, such as `/:studio/manage/members/members/:person`, but of
 * those that answer for what is not there. Asked once: while it runs nothing else does.
 */
export function wallPatterns(): string[] {
  known ??= readPatterns()
  return [...known.keys()]
}

/** The patterns that take posts. */
export function postedPatterns(): string[] {
  return wallPatterns().filter((pattern) => known?.get(pattern))
}

/** The route list as Remix works it out. */
export const routeTree = (): RouteNode[] =>
  JSON.parse(
    execFileSync('npx', ['remix', 'routes', '--json'], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
  ) as RouteNode[]

function readPatterns(): Map<string, boolean> {
  const found = new Map<string, boolean>()
  const walk = (node: RouteNode, before: string) => {
    const path = node.path ? `${before}/${node.path}` : before
    if (!node.children?.length && !path.endsWith('*'))
      found.set(path || '/', takesPosts(node.file ?? ''))
    for (const child of node.children ?? []) walk(child, path)
  }
  for (const node of routeTree()) walk(node, '')
  return found
}

const takesPosts = (file: string) =>
  /export (async function|function|const) action\b|export \{[^}]*\baction\b/.test(
    readFileSync(join(root, 'app', file), 'utf8'),
  )

const manage = '/:studio/manage'
const schedule = `${manage}/schedule`
const ofCourse = (path: string, kind: string): [string, string][] => [
  [
    `${path}/:course/enrolments/:enrolment`,
    `SELECT e.course_id AS course, e.id AS enrolment FROM enrolments AS e JOIN courses AS c ON c.id = e.course_id
      WHERE e.studio_id = ?1 AND c.kind = '${kind}' ORDER BY e.state, e.seq`,
  ],
  [
    `${path}/:course/sessions/:session`,
    `SELECT c.id AS course, o.id AS session FROM occurrences AS o JOIN courses AS c ON c.id = o.series_id
      WHERE o.studio_id = ?1 AND c.kind = '${kind}' ORDER BY o.starts_at DESC`,
  ],
  [
    `${path}/:course`,
    `SELECT id AS course FROM courses WHERE studio_id = ?1 AND kind = '${kind}' ORDER BY first_start DESC`,
  ],
]

/**
 * Records of each kind: a pattern takes its examples from the first line it begins with. Each
 * statement is given the studio's id, and that of one member, and answers the pattern's parameters.
 */
const records: [begins: string, statement: string][] = [
  [
    `${manage}/studio/day/incidents/:incident`,
    "SELECT id AS incident FROM incidents WHERE studio_id = ?1 ORDER BY state = 'open' DESC, id",
  ],
  [
    `${manage}/studio/files/:file`,
    'SELECT id AS file FROM files WHERE studio_id = ?1 AND signed = 0 ORDER BY id',
  ],
  [
    '/:studio/portal/files/:file',
    "SELECT id AS file FROM files WHERE studio_id = ?1 AND audience = 'members' ORDER BY id",
  ],
  ['/:studio/shared/:token', 'SELECT id AS token FROM file_shares WHERE studio_id = ?1'],
  [
    `${manage}/studio/staff/pay/:month/line/:line`,
    "SELECT substr(work_on, 1, 7) AS month, id AS line FROM pay_lines WHERE studio_id = ?1 AND kind = 'extra'",
  ],
  [
    `${manage}/studio/staff/pay/:month/taught/:occurrence`,
    `SELECT substr(work_on, 1, 7) AS month, occurrence_id AS occurrence FROM pay_lines
      WHERE studio_id = ?1 AND kind = 'work' AND run_id IS NULL ORDER BY work_on`,
  ],
  [
    `${manage}/studio/staff/pay/:month/people/:person`,
    `SELECT substr(work_on, 1, 7) AS month, person_id AS person FROM pay_lines
      WHERE studio_id = ?1 AND kind = 'work' AND run_id IS NULL ORDER BY work_on`,
  ],
  [
    `${manage}/studio/staff/pay/rules/:rule`,
    'SELECT id AS rule FROM pay_rules WHERE studio_id = ?1 AND ended_at IS NULL ORDER BY id',
  ],
  [
    `${manage}/studio/staff/pay/:month`,
    'SELECT month FROM pay_runs WHERE studio_id = ?1 ORDER BY month',
  ],
  [`${manage}/members/leads/:lead`, 'SELECT id AS lead FROM leads WHERE studio_id = ?1'],
  [
    `${manage}/studio/automation/:automation`,
    'SELECT id AS automation FROM automations WHERE studio_id = ?1 ORDER BY created_at',
  ],
  [
    `${manage}/sales/marketing/:campaign`,
    "SELECT id AS campaign FROM campaigns WHERE studio_id = ?1 ORDER BY state <> 'draft', id",
  ],
  [
    `${manage}/studio/messenger/replies/:reply`,
    'SELECT id AS reply FROM saved_replies WHERE studio_id = ?1',
  ],
  [
    `${manage}/studio/messenger/announcements/:announcement`,
    'SELECT id AS announcement FROM announcements WHERE studio_id = ?1',
  ],
  [
    `${manage}/studio/messenger/:conversation`,
    `SELECT id AS conversation FROM conversations
      WHERE studio_id = ?1 AND merged_into IS NULL ORDER BY kind DESC, last_at DESC`,
  ],
  [
    '/:studio/portal/messages/:conversation',
    `SELECT c.id AS conversation FROM conversations AS c WHERE c.studio_id = ?1 AND c.kind = 'group'
      AND EXISTS (SELECT 1 FROM bookings AS b JOIN occurrences AS o ON o.id = b.occurrence_id
        WHERE o.series_id = c.subject_id AND b.person_id = ?2)`,
  ],
  [
    `${manage}/settings/webhooks/:webhook`,
    'SELECT id AS webhook FROM webhook_targets WHERE studio_id = ?1 AND ended_at IS NULL ORDER BY id',
  ],
  [
    `${manage}/settings/lead-capture/:form`,
    'SELECT id AS form FROM lead_forms WHERE studio_id = ?1',
  ],
  [
    '/:studio/workout/programs/:program',
    `SELECT program_id AS program FROM program_assignments WHERE studio_id = ?1 AND person_id = ?2
      AND ended_at IS NULL`,
  ],
  [
    '/:studio/workout/import/:import/left-out.csv',
    `SELECT id AS "import" FROM log_imports
      WHERE studio_id = ?1 AND person_id = ?2 AND left_out <> '' ORDER BY id`,
  ],
  [
    '/:studio/workout/import/:import',
    `SELECT id AS "import" FROM log_imports WHERE studio_id = ?1 AND person_id = ?2
      ORDER BY state = 'kept' DESC, id`,
  ],
  [
    '/:studio/workout/routines/:routine',
    'SELECT id AS routine FROM workout_routines WHERE studio_id = ?1 AND person_id = ?2',
  ],
  ...['active', 'sync', 'state'].map((page): [string, string] => [
    `/:studio/workout/:workout/${page}`,
    `SELECT id AS workout FROM workout_logs WHERE studio_id = ?1 AND person_id = ?2
      ORDER BY ended_at IS NULL DESC, local_start DESC`,
  ]),
  [
    '/:studio/workout/:workout/sets',
    `SELECT id AS workout FROM workout_logs WHERE studio_id = ?1 AND person_id = ?2
      AND state = 'finished' ORDER BY local_start DESC`,
  ],
  // One of theirs with a result, so that there is one to put right.
  [
    '/:studio/workout/:workout/board',
    `SELECT w.id AS workout FROM workouts AS w WHERE w.studio_id = ?1 AND w.state = 'published'
      ORDER BY EXISTS (SELECT 1 FROM workout_logs AS log WHERE log.workout_id = w.id
        AND log.person_id = ?2 AND log.score IS NOT NULL) DESC, w.id`,
  ],
  [
    '/:studio/workout/:workout',
    "SELECT id AS workout FROM workouts WHERE studio_id = ?1 AND state = 'published' ORDER BY id",
  ],
  ['/:studio/forms/:form', 'SELECT id AS form FROM lead_forms WHERE studio_id = ?1'],
  [
    '/:studio/recommend/:token',
    'SELECT token FROM score_asks WHERE studio_id = ?1 AND length(token) < 40',
  ],
  ['/:studio/unsubscribe/:token', 'SELECT token FROM unsubscribe_links WHERE studio_id = ?1'],
  [
    `${manage}/members/members/:person/signatures/:signature`,
    'SELECT person_id AS person, id AS signature FROM signatures WHERE studio_id = ?1',
  ],
  [
    `${manage}/members/members/:person/history/:tab`,
    "SELECT id AS person, 'bookings' AS tab FROM people WHERE studio_id = ?1 AND archived_at IS NULL ORDER BY name",
  ],
  [
    `${manage}/members/members/:person/fees/:fee`,
    "SELECT person_id AS person, id AS fee FROM fees WHERE studio_id = ?1 AND state <> 'waived'",
  ],
  [
    `${manage}/members/import/:import`,
    'SELECT id AS "import" FROM people_imports WHERE studio_id = ?1',
  ],
  [
    `${manage}/members/members/bulk/:bulk`,
    'SELECT id AS bulk FROM bulk_changes WHERE studio_id = ?1',
  ],
  [
    `${manage}/members/members/segments/:segment`,
    'SELECT id AS segment FROM people_segments WHERE studio_id = ?1',
  ],
  [
    `${manage}/members/members/:person/memberships/:membership/:act`,
    `SELECT person_id AS person, id AS membership, 'cancel' AS act FROM memberships
      WHERE studio_id = ?1 AND state = 'active' ORDER BY id`,
  ],
  [
    `${manage}/members/members/:person/memberships/:membership`,
    "SELECT person_id AS person, id AS membership FROM memberships WHERE studio_id = ?1 AND state = 'active' ORDER BY id",
  ],
  [
    `${manage}/members/members/:person/payment`,
    // All that they owe is paid: nobody whose invoice the pages of invoices are about.
    `SELECT person_id AS person FROM open_items
      WHERE studio_id = ?1 AND state = 'open' AND amount_minor > 0
        AND person_id NOT IN (SELECT person_id FROM invoices
          WHERE studio_id = ?1 AND kind = 'invoice' AND state = 'open' ORDER BY number LIMIT 1)
      ORDER BY person_id`,
  ],
  [
    `${manage}/members/members/:person`,
    `SELECT person.id AS person FROM people AS person
      WHERE person.studio_id = ?1 AND person.archived_at IS NULL AND person.is_staff = 0
        AND person.prospect = 0 AND person.email <> ''
      ORDER BY person.user_id IS NULL DESC, person.created_at, person.id`,
  ],
  [
    '/:studio/portal/memberships/:membership/:act',
    "SELECT id AS membership, 'cancel' AS act FROM memberships WHERE studio_id = ?1 AND person_id = ?2",
  ],
  [
    '/:studio/portal/memberships/:membership',
    'SELECT id AS membership FROM memberships WHERE studio_id = ?1 AND person_id = ?2',
  ],
  [
    `${manage}/sales/memberships/freezes/:run`,
    'SELECT id AS run FROM freeze_runs WHERE studio_id = ?1',
  ],
  [
    `${manage}/sales/memberships/:plan`,
    'SELECT id AS plan FROM plans WHERE studio_id = ?1 AND archived_at IS NULL ORDER BY name',
  ],
  [
    `${manage}/sales/products/:product`,
    'SELECT id AS product FROM products WHERE studio_id = ?1 ORDER BY name',
  ],
  [
    `${manage}/studio/reception/sell/:sale`,
    "SELECT id AS sale FROM till_sales WHERE studio_id = ?1 AND state = 'open' ORDER BY id",
  ],
  [
    `${manage}/sales/invoices/:invoice/return`,
    `SELECT item.invoice_id AS invoice FROM open_items AS item
      WHERE item.studio_id = ?1 AND item.kind = 'product' AND item.state = 'settled'`,
  ],
  [
    `${manage}/sales/packages/:package`,
    'SELECT id AS package FROM packages WHERE studio_id = ?1 AND archived_at IS NULL ORDER BY name',
  ],
  [
    `${manage}/sales/funnels/:funnel`,
    "SELECT id AS funnel FROM funnels WHERE studio_id = ?1 ORDER BY state = 'live' DESC, id",
  ],
  [
    '/:studio/offers/:offer',
    "SELECT slug AS offer FROM funnels WHERE studio_id = ?1 ORDER BY state = 'live' DESC, id",
  ],
  [
    `${manage}/sales/gift-cards/:card`,
    `SELECT id AS card FROM gift_cards WHERE studio_id = ?1
      ORDER BY state = 'live' AND balance_minor = amount_minor DESC, id`,
  ],
  [
    '/:studio/gift-cards/:key',
    'SELECT sealed AS "key" FROM gift_cards WHERE studio_id = ?1 AND sealed <> \'\' ORDER BY id',
  ],
  [
    `${manage}/sales/coupons/:coupon`,
    'SELECT id AS coupon FROM coupons WHERE studio_id = ?1 ORDER BY id',
  ],
  [
    `${manage}/sales/invoices/drafts/:draft`,
    'SELECT id AS draft FROM invoice_drafts WHERE studio_id = ?1 ORDER BY id',
  ],
  [
    `${manage}/sales/invoices/:invoice/discount`,
    `SELECT id AS invoice FROM invoices
      WHERE studio_id = ?1 AND kind = 'invoice' AND state = 'open' ORDER BY number`,
  ],
  [
    `${manage}/sales/invoices/:invoice/parts`,
    `SELECT id AS invoice FROM invoices
      WHERE studio_id = ?1 AND kind = 'invoice' AND state = 'open' ORDER BY number`,
  ],
  [
    // Not the one that is set out in parts and voided: it may be paid by the walk.
    `${manage}/sales/invoices/:invoice/payment`,
    `SELECT id AS invoice FROM invoices
      WHERE studio_id = ?1 AND kind = 'invoice' AND state = 'open' ORDER BY number DESC`,
  ],
  [
    `${manage}/sales/invoices/:invoice/refund`,
    `SELECT id AS invoice FROM invoices
      WHERE studio_id = ?1 AND kind = 'invoice' AND state = 'paid' ORDER BY number`,
  ],
  [
    // Not the one that a post of no page has transferred whole: nothing of it is left to refund.
    `${manage}/sales/invoices/:invoice/refund-pack`,
    `SELECT line.invoice_id AS invoice FROM open_items AS line JOIN lots AS lot ON lot.id = line.subject_id
      WHERE line.studio_id = ?1 AND line.kind = 'package' AND line.state = 'settled'
        AND lot.refunded_at IS NULL AND NOT EXISTS (SELECT 1 FROM entries AS given
          WHERE given.lot_id = lot.id AND given.kind = 'transfer' AND given.amount < 0)
      ORDER BY line.id`,
  ],
  [
    `${manage}/sales/invoices/:invoice/reopen`,
    `SELECT id AS invoice FROM invoices
      WHERE studio_id = ?1 AND kind = 'invoice' AND state = 'uncollectible' ORDER BY number`,
  ],
  [
    `${manage}/sales/invoices/:invoice`,
    `SELECT id AS invoice FROM invoices WHERE studio_id = ?1
      ORDER BY kind DESC, state = 'open' DESC, number`,
  ],
  [
    `${schedule}/move/:occurrence`,
    `SELECT id AS occurrence FROM occurrences
      WHERE studio_id = ?1 AND kind = 'class' AND state = 'scheduled' ORDER BY starts_at DESC`,
  ],
  [`${schedule}/copy/:copy`, 'SELECT id AS copy FROM term_copies WHERE studio_id = ?1'],
  [
    `${schedule}/appointments/types/:type`,
    'SELECT id AS type FROM appointment_types WHERE studio_id = ?1',
  ],
  [
    `${schedule}/appointments/:appointment`,
    `SELECT id AS appointment FROM occurrences WHERE studio_id = ?1 AND kind = 'appointment'
      ORDER BY starts_at DESC`,
  ],
  [
    `${schedule}/classes/types/:type`,
    "SELECT id AS type FROM class_types WHERE studio_id = ?1 AND kind = 'class'",
  ],
  [
    `${schedule}/classes/:occurrence/bookings/:booking/payer`,
    // A place that something else could pay for.
    `SELECT b.occurrence_id AS occurrence, b.id AS booking FROM bookings AS b
      JOIN occurrences AS o ON o.id = b.occurrence_id
      WHERE b.studio_id = ?1 AND o.kind = 'class' AND o.state = 'scheduled' AND b.state = 'booked'
        AND b.enrolment_id IS NULL AND b.guest_of IS NULL
        AND (b.membership_id IS NOT NULL OR b.lot_id IS NOT NULL)
      ORDER BY o.starts_at DESC, b.id`,
  ],
  [
    `${schedule}/classes/:occurrence/bookings/:booking`,
    `SELECT b.occurrence_id AS occurrence, b.id AS booking FROM bookings AS b
      JOIN occurrences AS o ON o.id = b.occurrence_id
      WHERE b.studio_id = ?1 AND o.kind = 'class' AND o.state = 'scheduled'
      ORDER BY b.state = 'waitlisted' DESC, b.state = 'booked' DESC, o.starts_at`,
  ],
  [
    `${schedule}/classes/:occurrence/briefing`,
    "SELECT id AS occurrence FROM occurrences WHERE studio_id = ?1 AND kind = 'class' ORDER BY starts_at",
  ],
  [
    `${schedule}/classes/:occurrence`,
    `SELECT id AS occurrence FROM occurrences
      WHERE studio_id = ?1 AND kind = 'class' AND state = 'scheduled' ORDER BY starts_at DESC`,
  ],
  [`${schedule}/closures/:closure`, 'SELECT id AS closure FROM closures WHERE studio_id = ?1'],
  ...ofCourse(`${schedule}/courses`, 'course'),
  ...ofCourse(`${schedule}/workshops`, 'workshop'),
  [
    `${schedule}/events/:event/tickets/:ticket`,
    'SELECT event_id AS event, id AS ticket FROM tickets WHERE studio_id = ?1',
  ],
  [
    `${schedule}/events/:event/types/:type`,
    'SELECT event_id AS event, id AS type FROM ticket_types WHERE studio_id = ?1',
  ],
  [
    `${schedule}/events/:event`,
    "SELECT id AS event FROM occurrences WHERE studio_id = ?1 AND kind = 'event'",
  ],
  [
    `${schedule}/publish/:run`,
    "SELECT id AS run FROM audit_entries WHERE studio_id = ?1 AND action = 'plan.published'",
  ],
  [
    `${schedule}/substitutions/:request`,
    'SELECT id AS request FROM sub_requests WHERE studio_id = ?1',
  ],
  [
    `${manage}/studio/facilities/equipment/:equipment`,
    'SELECT id AS equipment FROM equipment WHERE studio_id = ?1',
  ],
  [
    `${manage}/studio/facilities/locations/:location`,
    'SELECT id AS location FROM locations WHERE studio_id = ?1',
  ],
  [`${manage}/studio/facilities/rooms/:room`, 'SELECT id AS room FROM rooms WHERE studio_id = ?1'],
  [
    `${manage}/settings/documents/:document`,
    'SELECT id AS document FROM documents WHERE studio_id = ?1',
  ],
  [
    `${manage}/settings/banking/payouts/:payout`,
    'SELECT id AS payout FROM payouts WHERE studio_id = ?1 ORDER BY arrives_on DESC',
  ],
  [
    '/:studio/portal/invoices/:invoice/payment',
    "SELECT id AS invoice FROM invoices WHERE studio_id = ?1 AND person_id = ?2 AND kind = 'invoice'",
  ],
  ['/:studio/pay-link/:secret', 'SELECT hash AS secret FROM pay_links WHERE studio_id = ?1'],
  [
    '/:studio/pay/:attempt',
    'SELECT id AS attempt FROM payment_attempts WHERE studio_id = ?1 AND person_id = ?2',
  ],
  [
    '/:studio/checkout/confirm/:token',
    // The secret itself is in the letter alone; the purchase's id opens nothing, here as there.
    'SELECT id AS token FROM checkouts WHERE studio_id = ?1 AND proof_hash IS NOT NULL',
  ],
  [
    '/:studio/checkout/:key',
    'SELECT sealed AS "key" FROM checkouts WHERE studio_id = ?1 AND person_id = ?2',
  ],
  [
    '/:studio/portal/invoices/:invoice',
    'SELECT id AS invoice FROM invoices WHERE studio_id = ?1 AND person_id = ?2',
  ],
  [
    '/:studio/portal/signatures/:signature',
    'SELECT id AS signature FROM signatures WHERE studio_id = ?1 AND person_id = ?2',
  ],
  [
    '/:studio/portal/documents/:document',
    'SELECT id AS document FROM documents WHERE studio_id = ?1',
  ],
  [
    `${manage}/studio/staff/invitations/:invitation`,
    "SELECT id AS invitation FROM invitations WHERE studio_id = ?1 AND state = 'open'",
  ],
  [
    `${manage}/studio/reports/:report`,
    'SELECT id AS report FROM saved_reports WHERE studio_id = ?1 AND shared = 1 ORDER BY name',
  ],
  [
    `${manage}/studio/rota/:shift`,
    'SELECT id AS shift FROM shifts WHERE studio_id = ?1 ORDER BY id',
  ],
  [
    `${manage}/studio/staff/time-off/:request`,
    "SELECT id AS request FROM time_off WHERE studio_id = ?1 ORDER BY state = 'asked' DESC, id",
  ],
  [
    `${manage}/studio/staff/:person/bio`,
    'SELECT id AS person FROM people WHERE studio_id = ?1 AND is_staff = 1',
  ],
  [
    `${manage}/studio/staff/:person/work`,
    'SELECT id AS person FROM people WHERE studio_id = ?1 AND is_staff = 1',
  ],
  [
    `${manage}/studio/staff/:person`,
    // Not the only owner, who came first: the page of their role has no form.
    'SELECT id AS person FROM people WHERE studio_id = ?1 AND is_staff = 1 AND user_id IS NOT NULL ORDER BY rowid DESC',
  ],
  [
    `${manage}/studio/tasks/:task`,
    "SELECT id AS task FROM tasks WHERE studio_id = ?1 AND state = 'open'",
  ],
  [
    `${manage}/training/levels/:ladder/levels/:level`,
    `SELECT ladder_id AS ladder, id AS level FROM levels WHERE studio_id = ?1
      ORDER BY ladder_id, rung`,
  ],
  [
    `${manage}/training/levels/:ladder`,
    'SELECT ladder_id AS ladder FROM levels WHERE studio_id = ?1 ORDER BY ladder_id, rung',
  ],
  [
    `${manage}/training/exercises/:exercise/photos/:media`,
    'SELECT exercise_id AS exercise, id AS media FROM exercise_media WHERE studio_id = ?1',
  ],
  [
    `${manage}/training/exercises/import/:import`,
    'SELECT id AS "import" FROM import_jobs WHERE studio_id = ?1',
  ],
  [
    `${manage}/training/shared/:log`,
    `SELECT id AS log FROM workout_logs WHERE studio_id = ?1 AND shared_whole = 1
      AND state = 'finished' ORDER BY id`,
  ],
  [
    `${manage}/training/classes/:occurrence/results`,
    `SELECT o.id AS occurrence FROM occurrences AS o WHERE o.studio_id = ?1 AND o.kind = 'class'
      ORDER BY EXISTS (SELECT 1 FROM workout_logs AS log WHERE log.studio_id = o.studio_id
        AND log.occurrence_id = o.id AND log.by_name <> '') DESC, o.starts_at`,
  ],
  [
    `${manage}/training/classes/:occurrence`,
    `SELECT id AS occurrence FROM occurrences
      WHERE studio_id = ?1 AND kind = 'class' AND state = 'scheduled' ORDER BY starts_at DESC`,
  ],
  [
    `${manage}/training/coaching/:relation`,
    'SELECT id AS relation FROM coaching_relations WHERE studio_id = ?1 AND to_on IS NULL ORDER BY id',
  ],
  [
    `${manage}/training/coaching/:relation/session`,
    'SELECT id AS relation FROM coaching_relations WHERE studio_id = ?1 AND to_on IS NULL ORDER BY id',
  ],
  [
    `${manage}/training/grading/:grading/certificates/:person`,
    `SELECT grading_id AS grading, person_id AS person FROM certificates
      WHERE studio_id = ?1 ORDER BY number`,
  ],
  [
    `${manage}/training/grading/:grading/sheets/:person`,
    `SELECT candidate.grading_id AS grading, candidate.person_id AS person
      FROM grading_candidates AS candidate JOIN gradings AS grading
        ON grading.id = candidate.grading_id
      WHERE candidate.studio_id = ?1 AND candidate.state = 'confirmed'
      ORDER BY grading.state <> 'locked', candidate.person_id`,
  ],
  [
    `${manage}/training/grading/:grading`,
    "SELECT id AS grading FROM gradings WHERE studio_id = ?1 ORDER BY state <> 'draft', id",
  ],
  [
    '/:studio/portal/gradings/:grading',
    `SELECT grading_id AS grading FROM grading_candidates
      WHERE studio_id = ?1 AND person_id = ?2 AND state <> 'overridden' ORDER BY grading_id`,
  ],
  [
    `${manage}/training/skilltree/classes/:occurrence`,
    `SELECT id AS occurrence FROM occurrences
      WHERE studio_id = ?1 AND kind = 'class' AND state = 'scheduled' ORDER BY starts_at`,
  ],
  [
    `${manage}/training/skilltree/assessments/:assessment`,
    `SELECT id AS assessment FROM skill_assessments
      WHERE studio_id = ?1 AND undone_at IS NULL ORDER BY id`,
  ],
  [
    `${manage}/training/skilltree/:skill`,
    'SELECT id AS skill FROM skills WHERE studio_id = ?1 AND archived_at IS NULL ORDER BY id',
  ],
  [
    '/:studio/portal/skills/:skill',
    'SELECT id AS skill FROM skills WHERE studio_id = ?1 AND archived_at IS NULL ORDER BY id',
  ],
  [
    `${manage}/training/programs/:program/sessions/:place`,
    "SELECT id AS program, '0.0.0' AS place FROM training_programs WHERE studio_id = ?1 ORDER BY id",
  ],
  [
    `${manage}/training/programs/:program`,
    'SELECT id AS program FROM training_programs WHERE studio_id = ?1 ORDER BY id',
  ],
  [
    `${manage}/training/flows/:flow`,
    "SELECT id AS flow FROM flows WHERE studio_id = ?1 AND state <> 'archived' ORDER BY id",
  ],
  [
    `${manage}/training/series/:series`,
    'SELECT id AS series FROM series WHERE studio_id = ?1 AND ended_at IS NULL ORDER BY id',
  ],
  [
    `${manage}/training/workouts/:workout`,
    "SELECT id AS workout FROM workouts WHERE studio_id = ?1 AND state <> 'archived' ORDER BY id",
  ],
  [
    `${manage}/training/videos/:video`,
    "SELECT id AS video FROM videos WHERE studio_id = ?1 AND kind = 'file' ORDER BY title",
  ],
  [
    '/:studio/home/videos/:video',
    `SELECT id AS video FROM videos WHERE studio_id = ?1 AND state = 'published' AND captions <> ''
      AND object_key <> '' AND on_shelf = 1 AND access = 'everyone' ORDER BY title`,
  ],
  [
    `${manage}/training/exercises/:exercise`,
    'SELECT id AS exercise FROM exercises WHERE studio_id = ?1 AND merged_into IS NULL',
  ],
  [
    '/:studio/bookings/:booking',
    `SELECT b.id AS booking FROM bookings AS b JOIN occurrences AS o ON o.id = b.occurrence_id
      WHERE b.studio_id = ?1 AND o.kind = 'class' AND b.state = 'booked' AND b.person_id = ?2 ORDER BY o.starts_at DESC`,
  ],
  [
    '/:studio/repeats/:standing',
    'SELECT id AS standing FROM standing_places WHERE studio_id = ?1 AND person_id = ?2 AND ended_at IS NULL',
  ],
  [
    '/:studio/wishes/:wish',
    'SELECT id AS wish FROM wishes WHERE studio_id = ?1 AND person_id = ?2',
  ],
  [
    '/:studio/media/:media/:size',
    "SELECT id AS media, '300x500' AS size FROM exercise_media WHERE studio_id = ?1",
  ],
  ['/:studio/friend/:code', 'SELECT code FROM referral_links WHERE studio_id = ?1'],
  ['/:studio/calendar/:feed', 'SELECT sealed AS feed FROM calendar_links WHERE studio_id = ?1'],
  [
    '/:studio/appointments/:appointment',
    `SELECT id AS appointment FROM appointments
      WHERE studio_id = ?1 AND person_id = ?2 ORDER BY created_at DESC`,
  ],
  [
    '/:studio/home/locations/:location',
    'SELECT id AS location FROM locations WHERE studio_id = ?1',
  ],
  [
    '/:studio/home/encyclopedia/:exercise',
    "SELECT id AS exercise FROM exercises WHERE studio_id = ?1 AND state = 'published'",
  ],
  [
    '/:studio/home/timetable/:occurrence/tickets',
    "SELECT id AS occurrence FROM occurrences WHERE studio_id = ?1 AND kind = 'event'",
  ],
  [
    '/:studio/home/timetable/:occurrence',
    `SELECT id AS occurrence FROM occurrences
      WHERE studio_id = ?1 AND kind = 'class' AND state = 'scheduled' ORDER BY starts_at DESC`,
  ],
  [
    '/:studio/home/programs/:classid',
    'SELECT id AS classid FROM courses WHERE studio_id = ?1 ORDER BY first_start DESC',
  ],
  [
    '/:studio/home/appointments/:type',
    'SELECT id AS type FROM appointment_types WHERE studio_id = ?1',
  ],
  [
    '/:studio/tickets/:token/:ticket',
    "SELECT o.token, t.id AS ticket FROM tickets AS t JOIN ticket_orders AS o ON o.id = t.order_id WHERE t.studio_id = ?1 AND o.token <> ''",
  ],
  [
    '/:studio/tickets/:token',
    "SELECT token FROM ticket_orders WHERE studio_id = ?1 AND token <> ''",
  ],
]

/** Parameters that are no records: every studio has the same. */
const words: Record<string, string> = { folder: 'classes', file: 'share.png' }

/**
 * Up to `most` addresses of a pattern in a studio, of records that it has; what is a member's own is
 * that of `memberId`.
 */
export async function addressesOf(
  pattern: string,
  studio: { id: string; slug: string; memberId: string },
  { directory, shard }: { directory: D1Database; shard: D1Database },
  most = 1,
): Promise<string[]> {
  const rest = pattern.replace('/:studio', '')
  const named = [...rest.matchAll(/:(\w+)/g)].map(([, name]) => name as string)
  const inStudio = (found: Record<string, string>) =>
    `/${studio.slug}${rest.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(found[name] ?? ''))}`
  if (named.every((name) => words[name])) return [inStudio(words)]
  const statement = records.find(([begins]) => `${pattern}/`.startsWith(`${begins}/`))?.[1]
  if (!statement) throw new Error(`Say in wall-routes.ts which records ${pattern} is about`)
  const database = statement.includes('invitations') ? directory : shard
  const { results } = await database
    .prepare(`${statement} LIMIT ${most}`)
    .bind(...(statement.includes('?2') ? [studio.id, studio.memberId] : [studio.id]))
    .all<Record<string, string>>()
  // What is a secret is kept sealed; its column is named so.
  return results.map((found) =>
    inStudio(
      Object.fromEntries(
        Object.entries(found).map(([name, value]) =>
          name === 'feed' || name === 'key' ? [name, openSealed(value)] : [name, value],
        ),
      ),
    ),
  )
}
