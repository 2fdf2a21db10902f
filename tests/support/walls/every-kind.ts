/**
 * What the demo leaves out of Northside, added as people would: by opening a page, filling in its
 * form and pressing the button.
 */
import { readConfiguration } from '#app/domain/identity/configuration.server.ts'
import { signProjectKey } from '#app/domain/identity/sessions/access-tokens.server.ts'
import type { Role } from '#app/domain/scope/permissions.ts'
import { testSecrets } from '../accounts.ts'
import { pngOf } from '../files.ts'
import type { StripeStandIn } from '../stripe/stand-in.ts'
import { aWorkoutFile, bodyOf, formsOf, type PageForm } from './page-forms.ts'
import { addressesOf } from './wall-routes.ts'
import { one, type WorkedStudio } from './worked-studio.ts'

type Unfinished = Omit<WorkedStudio, 'stop'> & { stripe: StripeStandIn }

type Press = {
  as: Role
  /**
   * The page below the studio; a pattern stands for its first record, a statement for what it finds.
   */
  page: string
  /** The form, by a part of its action or the name of one of its fields. */
  form?: string
  fill?: Record<string, string>
  /** The value of the button. */
  button?: string
  /** What is in the file that is uploaded. */
  file?: string
  /** Whether it leads to a page that shows what will happen, with a button for it. */
  goesOn?: boolean
}

/** Somebody with an address and no membership yet. */
const newcomer = `FROM people WHERE studio_id = ?1 AND is_staff = 0 AND prospect = 0
  AND archived_at IS NULL AND email <> '' AND id NOT IN (SELECT person_id FROM memberships
    WHERE studio_id = ?1) ORDER BY id`

const manage = '/manage'

const ofTraining: Press[] = [
  {
    as: 'owner',
    page: `${manage}/training/exercises/:exercise`,
    form: '/links',
    button: 'harder',
    fill: { name: 'Fireman spin' },
  },
  { as: 'owner', page: `${manage}/training/series/:series`, form: 'workout' },
  // It is asked of a class type and a level: the first box of each group is ticked.
  { as: 'owner', page: `${manage}/training/skilltree/new`, form: 'asks' },
  {
    as: 'owner',
    page: `${manage}/training/grading/:grading/sheets/:person`,
    form: 'mark.n0',
    button: 'marks',
  },
  { as: 'member', page: '/workout/:workout/sets', fill: { 'e1.s1.reps': '7' } },
  // Checked and not kept: its parts wait beside the log.
  { as: 'member', page: '/workout/import', form: 'unit', file: aWorkoutFile },
]

const ofRetention: Press[] = [
  { as: 'owner', page: `${manage}/sales/targets`, form: 'metric', fill: { value: '40' } },
  { as: 'owner', page: `${manage}/sales/marketing`, form: 'letters', fill: { letters: '3' } },
  { as: 'member', page: '/portal/messages/:conversation', fill: { text: 'See you there' } },
  // Long enough before their end that somebody's pack is meant.
  {
    as: 'owner',
    page: `SELECT '/manage/studio/automation/' || id AS page FROM automations
      WHERE studio_id = ?1 AND "trigger" = 'pack_ending' AND state = 'live'`,
    form: 'days',
    fill: { days: '60' },
  },
]

/**
 * What a script, a file or an answer of somebody else makes: ?1 is the studio, ?2 the member. The
 * ids are as long as others, so that the walk knows them.
 */
const withoutForms = [
  `INSERT INTO family_ties (studio_id, person_id, other_id, relation, created_at)
    SELECT ?1, ?2, id, 'sibling', '2026-10-01T09:00:00Z' FROM people
    WHERE studio_id = ?1 AND is_staff = 0 AND id <> ?2 ORDER BY id LIMIT 1`,
  `INSERT INTO coaching_shifts (id, studio_id, relation_id, person_id, days, reason, state, asked_on)
    SELECT substr('shift' || id, 1, 12), ?1, id, person_id, 7, 'Ill', 'asked', '2026-10-01'
    FROM coaching_relations WHERE studio_id = ?1 AND ?2 <> '' ORDER BY id LIMIT 1`,
  `INSERT INTO push_devices (id, studio_id, person_id, user_id, session_id, endpoint, public_key,
      secret, name, created_at)
    SELECT substr('push' || id, 1, 12), ?1, ?2, coalesce(user_id, ''), 'none',
      'https://push.example/' || id, 'key', 'secret', 'Firefox on Android', '2026-10-01T09:00:00Z'
    FROM people WHERE id = ?2`,
  `INSERT INTO brought_levels (id, studio_id, person_id, level_id, on_date, import_id)
    SELECT substr('level' || id, 1, 12), ?1, ?2, id, '2026-10-01', 'import'
    FROM levels WHERE studio_id = ?1 AND ?2 <> '' ORDER BY id LIMIT 1`,
  // Failed, so that it can be sent again; the demo's webhook is paused.
  `INSERT INTO webhook_deliveries (id, studio_id, target_id, cause, kind, person_id, body, state,
      tries, step, next_at, status, created_at)
    SELECT substr('mesg' || id, 1, 12), ?1, id, 'walk', 'person.joined', ?2, '{}', 'failed', 10, 10,
      '2026-10-01T09:00:00Z', 500, '2026-10-01T09:00:00Z'
    FROM webhook_targets WHERE studio_id = ?1 ORDER BY id LIMIT 1`,
  `INSERT INTO video_parts (studio_id, upload_key, number, etag, bytes)
    SELECT ?1, id, 1, 'etag', 4000 FROM videos WHERE studio_id = ?1 AND ?2 <> '' ORDER BY id LIMIT 1`,
]

/** Adds one record at least of every kind that a page makes. */
export async function addEveryKind(world: Unfinished): Promise<void> {
  const presses: Press[] = [
    { as: 'owner', page: `${manage}/studio/facilities/blocks`, fill: { reason: 'Painters' } },
    {
      as: 'owner',
      page: `${manage}/studio/reception/kiosks`,
      form: 'name',
      fill: { name: 'Front door' },
    },
    { as: 'owner', page: `${manage}/studio/reception/kiosks`, form: 'proof' },
    { as: 'owner', page: `${manage}/settings/messages` },
    {
      as: 'owner',
      page: `${manage}/settings/doors`,
      form: 'minutes',
      fill: { name: 'Front door', minutes: '15' },
    },
    { as: 'owner', page: `${manage}/settings/doors`, form: 'code', button: 'test' },
    {
      as: 'owner',
      page: `${manage}/settings/api-keys`,
      form: 'endsOn',
      fill: { name: 'Website', scopes: 'people' },
    },
    {
      as: 'owner',
      page: `SELECT '/manage/members/members/' || dependant_id || '/family' AS page FROM guardians
        WHERE studio_id = ?1 GROUP BY dependant_id HAVING count(*) = 1 ORDER BY dependant_id`,
      form: 'email',
      fill: { email: 'papa@example.test' },
    },
    { as: 'owner', page: `${manage}/settings/invoices` },
    { as: 'owner', page: `${manage}/settings/gift-cards` },
    {
      as: 'owner',
      page: `SELECT '/manage/sales/invoices/' || id || '/refund' AS page FROM invoices
        WHERE studio_id = ?1 AND kind = 'invoice' AND state = 'paid' ORDER BY number DESC`,
      fill: { amount: '1.00', method: 'credit', reason: 'The room was cold' },
    },
    {
      as: 'owner',
      page: `${manage}/sales/coupons/new`,
      form: 'couponCode',
      // For everything that is sold.
      fill: { couponCode: 'SPRING-10', discount: '10%', offers: '' },
    },
    {
      as: 'owner',
      page: `SELECT '/manage/sales/invoices/drafts/new?person=' || id AS page ${newcomer}`,
      form: 'person',
    },
    {
      as: 'owner',
      page: "SELECT '/manage/sales/invoices/drafts/' || id || '/line' AS page FROM invoice_drafts WHERE studio_id = ?1",
      form: 'what',
      fill: { what: 'Private party', quantity: '1', price: '120.00' },
    },
    {
      as: 'owner',
      page: `SELECT '/manage/sales/takings?day=' || min(taken_on) AS page FROM payments
        WHERE studio_id = ?1`,
      fill: { counted: '0.00' },
    },
    // A product, one sale that is paid and one that is held.
    {
      as: 'owner',
      page: `${manage}/sales/products/new`,
      form: 'barcode',
      fill: { name: 'Grip aid', price: '9.00', reorder: '5', cost: '4.50', sku: 'GRIP', tax: '20' },
    },
    {
      as: 'owner',
      page: `SELECT '/manage/sales/products/' || id || '/stock' AS page FROM products
        WHERE studio_id = ?1`,
      form: 'quantity',
      fill: { quantity: '12', kind: 'received' },
    },
    { as: 'owner', page: `${manage}/studio/reception/sell`, form: 'location' },
    {
      as: 'owner',
      page: `SELECT '/manage/studio/reception/sell/' || id AS page FROM till_sales
        WHERE studio_id = ?1 AND state = 'open'`,
      form: 'code',
      fill: { code: 'GRIP' },
    },
    {
      as: 'owner',
      page: `SELECT '/manage/studio/reception/sell/' || id AS page FROM till_sales
        WHERE studio_id = ?1 AND state = 'open'`,
      form: 'cash',
      fill: { card: '9.00' },
    },
    // A gift card, sold.
    { as: 'owner', page: `${manage}/studio/reception/sell`, form: 'location' },
    {
      as: 'owner',
      page: `SELECT '/manage/studio/reception/sell/' || id AS page FROM till_sales
        WHERE studio_id = ?1 AND state = 'open'`,
      form: 'giftEmail',
      fill: { amount: '25.00', to: 'Maud', from: 'Iris' },
    },
    {
      as: 'owner',
      page: `SELECT '/manage/studio/reception/sell/' || id AS page FROM till_sales
        WHERE studio_id = ?1 AND state = 'open'`,
      form: 'cash',
      fill: { card: '25.00' },
    },
    { as: 'owner', page: `${manage}/studio/reception/sell`, form: 'location' },
    // A package that was paid, so that it can be refunded, and a membership that is billed.
    {
      as: 'owner',
      page: `SELECT '/manage/members/members/' || id || '/sale' AS page ${newcomer}`,
      form: 'offer',
      fill: { method: 'card', coupon: 'SPRING-10' },
    },
    {
      as: 'owner',
      page: `SELECT '/manage/members/members/' || id || '/join?plan=' || (SELECT plans.id FROM plans
          WHERE plans.studio_id = ?1 AND plans.archived_at IS NULL ORDER BY plans.name) AS page
        ${newcomer}`,
      form: 'offer',
      fill: { method: 'card' },
    },
    {
      as: 'owner',
      page: `SELECT '/manage/sales/invoices/' || id || '/parts' AS page FROM invoices
        WHERE studio_id = ?1 AND kind = 'invoice' AND state = 'open' ORDER BY number`,
      form: 'parts',
      fill: { parts: '2' },
    },
    {
      as: 'owner',
      page: `SELECT '/manage/sales/invoices/' || id || '/write-off' AS page FROM invoices
        WHERE studio_id = ?1 AND kind = 'invoice' AND state = 'open'
          AND person_id NOT IN (SELECT id FROM people WHERE email = 'ana@northside.test')
        ORDER BY number DESC`,
      form: 'reason',
      fill: { reason: 'They moved away' },
    },
    { as: 'owner', page: `${manage}/studio/reception/alerts`, fill: { archived: 'block' } },
    {
      as: 'owner',
      page: `${manage}/schedule/appointments/availability`,
      form: 'date',
      fill: { date: '2027-05-03' },
    },
    {
      as: 'owner',
      page: `${manage}/schedule/policies/exemptions`,
      fill: { person: 'ben@northside.test', who: 'ben@northside.test' },
    },
    { as: 'owner', page: `${manage}/members/members`, form: '/columns' },
    { as: 'owner', page: `${manage}/members/duplicates` },
    {
      as: 'owner',
      page: `${manage}/members/members?q=a`,
      form: '/segments',
      fill: { name: 'All a' },
    },
    { as: 'owner', page: `${manage}/members/members/bulk?act=note&all=1`, fill: { text: 'Ask' } },
    // A guardian found by name, for a child of the same list.
    {
      as: 'owner',
      page: `SELECT '/manage/members/members/' || child.id || '/family?q=' || replace(other.name, ' ', '+') AS page
        FROM people AS child JOIN people AS other ON other.studio_id = child.studio_id
          AND other.id <> child.id AND other.is_staff = 0 AND other.archived_at IS NULL
        WHERE child.studio_id = ?1 AND child.user_id IS NULL AND child.is_staff = 0
          AND child.archived_at IS NULL ORDER BY child.id, other.id`,
      form: 'relative',
      button: 'add-guardian',
    },
    {
      as: 'owner',
      page: `${manage}/sales/memberships/freeze?from=2027-04-08&until=2027-04-30`,
      form: 'key',
      fill: { reason: 'Works on the roof' },
    },
    { as: 'member', page: '/portal/notifications' },
    { as: 'member', page: '/portal/referrals' },
    { as: 'member', page: '/portal/calendar' },
    { as: 'member', page: '/portal/code' },
    {
      as: 'member',
      page: '/portal/family',
      form: 'adult',
      fill: { adult: 'partner@example.test' },
    },
    { as: 'member', page: '/portal/pin', fill: { pin: '5093' } },
    { as: 'member', page: '/home/encyclopedia/:exercise', form: '/favourite' },
    { as: 'member', page: '/home/appointments/:type' },
    { as: 'member', page: '/home/timetable/:occurrence/repeat', fill: { goOn: 'on' } },
    {
      as: 'owner',
      page: `${manage}/schedule/closures/new`,
      fill: { name: 'Storm', from: '2027-04-08', until: '2027-04-09', message: 'Closed' },
      goesOn: true,
    },
    { as: 'owner', page: `${manage}/schedule/policies/attendance` },
    { as: 'owner', page: `${manage}/schedule/publish` },
    { as: 'owner', page: `${manage}/schedule/classes/:occurrence/cancellation`, button: 'draft' },
    // A session somebody of a course cannot come to is made up for later.
    {
      as: 'owner',
      page: `SELECT '/manage/schedule/classes/' || b.occurrence_id || '/bookings/' || b.id AS page
        FROM bookings AS b JOIN occurrences AS o ON o.id = b.occurrence_id
        JOIN courses AS c ON c.id = o.series_id
        WHERE b.studio_id = ?1 AND b.state = 'booked' AND c.make_up_hours IS NOT NULL
        ORDER BY o.starts_at DESC`,
      button: 'cancel',
    },
    {
      as: 'owner',
      page: `SELECT '/manage/training/classes/' || id AS page FROM occurrences
        WHERE studio_id = ?1 AND kind = 'class' AND state = 'scheduled' ORDER BY starts_at DESC`,
      form: 'workout',
    },
    {
      as: 'owner',
      page: `${manage}/training/exercises/import`,
      form: 'file',
      file: JSON.stringify([{ name: 'Wall walk', category: 'strength' }]),
    },
  ]
  for (const press of [...presses, ...ofTraining, ...ofRetention]) await pressed(world, press)
  // Someone of staff looked at what is new.
  await world.ask('owner', `/${world.own.slug}${manage}/members`)
  await keepFile(world)
  await importPeople(world)
  await noteContact(world)
  await copyWeek(world)
  await holdTickets(world)
  await payOnline(world)
  // A wish needs a class that is full: the demo's becomes the walking member's.
  await world.env.STUDIOS_0.prepare('UPDATE wishes SET person_id = ? WHERE studio_id = ?')
    .bind(world.own.memberId, world.own.id)
    .run()
  await world.env.STUDIOS_0.batch([
    world.env.STUDIOS_0.prepare(
      'INSERT INTO score_asks (id, studio_id, person_id, token, asked_at) VALUES (?1, ?2, ?3, ?1, ?4)',
    ).bind(`score-${world.own.id}`, world.own.id, world.own.memberId, `${world.today}T00:00:00Z`),
    world.env.STUDIOS_0.prepare(
      'INSERT OR IGNORE INTO score_rules (studio_id, asks, every_days) VALUES (?, 0, 90)',
    ).bind(world.own.id),
    ...withoutForms.map((statement) =>
      world.env.STUDIOS_0.prepare(statement).bind(world.own.id, world.own.memberId),
    ),
  ])
  // What goes on behind an answer is done before anything is copied.
  for (const job of [
    'continue-closures',
    'continue-bulk-changes',
    'continue-freezes',
    'continue-people-imports',
    'tell-people',
    'keep-tasks',
    'keep-recurring',
    'begin-runs',
    'send-runs',
    // Any request sends what waits on its shard, also the other studio's: none may wait.
    'deliver-outbox',
  ])
    await fetch(`${world.origin}/dev/jobs/${job}`, { method: 'POST' })
}

async function pressed(
  world: Unfinished,
  { as, page, form = '', fill, button, file, goesOn }: Press,
) {
  const path = await pathOf(world, page)
  const { html, status } = await world.ask(as, path)
  const forms = formsOf(html, path).filter(({ action }) => !/notices|sign-out/.test(action))
  const found = forms.find(
    ({ action, fields, buttons }: PageForm) =>
      (action.includes(form) || fields.some(({ name }) => name === form)) &&
      (!button || buttons.some((one) => one?.value === button)),
  )
  if (!found) throw new Error(`${path} (${status}) has no form ${form} ${button ?? ''}`)
  const way = found.buttons.find((one) => (one?.value ?? '') === (button ?? '')) ?? found.buttons[0]
  const body = bodyOf(found, { button: way ?? null, today: world.today, fill: fill ?? {} })
  if (file) body.set('file', new Blob([file], { type: 'application/json' }), 'file.json')
  const answer = await world.ask(as, found.action, body)
  if (answer.status >= 400)
    throw new Error(`${found.action} ${answer.status}: ${sentences(answer.html)}`)
  if (!goesOn) return
  const shown = (await world.ask(as, answer.location)).html
  const [next] = formsOf(shown, answer.location).filter(
    ({ action }) => !/notices|sign-out/.test(action),
  )
  if (!next) throw new Error(`${found.action} shows no form to go on with`)
  const gone = await world.ask(as, next.action, bodyOf(next, { button: null, today: world.today }))
  if (gone.status >= 400) throw new Error(`${next.action} ${gone.status}: ${sentences(gone.html)}`)
}

/** A list of two people, checked and imported. */
async function importPeople({ ask, own }: Unfinished): Promise<void> {
  const page = `/${own.slug}/manage/members/import`
  const list =
    'Member ID,Name,Email\nM1,Wall Walker,wall.walker@example.test\nM2,Una Second,una.second@example.test\n'
  const body = new FormData()
  body.set('file', new Blob([list], { type: 'text/csv' }), 'people.csv')
  const sent = await ask('owner', `${page}?index`, body)
  const checked = formsOf((await ask('owner', sent.location)).html, sent.location)
  const commit = checked.find(({ action }) => action.endsWith('/commit'))
  if (!commit) throw new Error(`${sent.location} (${sent.status}) has no form to import with`)
  const answer = await ask('owner', commit.action, new FormData())
  if (answer.status >= 400) throw new Error(`No import: ${answer.status} ${sentences(answer.html)}`)
}

/** A call to somebody; the board has a form for each person who stays away, and nobody does here. */
async function noteContact({ ask, env, own }: Unfinished): Promise<void> {
  const { id } = await one(
    env.STUDIOS_0,
    `SELECT id ${newcomer.replaceAll('?1', `'${own.id}'`)} LIMIT 1`,
  )
  const sent = { key: '0123456789Am', person: id as string, how: 'call', note: '' }
  const path = `/${own.slug}/manage/sales/retention`
  const answer = await ask('owner', path, new URLSearchParams(sent))
  if (answer.status >= 400)
    throw new Error(`No contact: ${answer.status} ${sentences(answer.html)}`)
}

/** One weekly class copied to a later term. */
async function copyWeek({ ask, env, own }: Unfinished): Promise<void> {
  const series = await env.STUDIOS_0.prepare(
    "SELECT id FROM series WHERE studio_id = ? AND rrule <> '' AND ended_at IS NULL LIMIT 1",
  )
    .bind(own.id)
    .first<{ id: string }>()
  const body = new FormData()
  const span = { from: '2027-03-15', weeks: '1', to: '2027-06-07' }
  const sent = { key: '0123456789Ab', ...span, series: series?.id ?? '', as: 'draft' }
  for (const [name, value] of Object.entries(sent)) body.append(name, value)
  const answer = await ask('owner', `/${own.slug}/manage/schedule/copy?index`, body)
  if (answer.status >= 400) throw new Error(`No copy: ${answer.status} ${sentences(answer.html)}`)
}

/** Two tickets that somebody holds and has not confirmed. */
async function holdTickets({ ask, env, own }: Unfinished): Promise<void> {
  const type = await env.STUDIOS_0.prepare(
    `SELECT event_id AS event, id, price_minor AS price FROM ticket_types
      WHERE studio_id = ? ORDER BY price_minor DESC LIMIT 1`,
  )
    .bind(own.id)
    .first<{ event: string; id: string; price: number }>()
  const body = new FormData()
  const wish = { [`n.${type?.id}`]: '2', [`p.${type?.id}`]: String(type?.price) }
  const sent = { key: '0123456789Ah', ...wish, name: 'Kim Guest', email: 'kim@example.test' }
  for (const [name, value] of Object.entries(sent)) body.append(name, value)
  const answer = await ask('member', `/${own.slug}/home/timetable/${type?.event}/tickets`, body)
  if (answer.status >= 400)
    throw new Error(`No tickets: ${answer.status} ${answer.html.slice(0, 200)}`)
}

/** Stripe connected by the owner, a card that the member keeps, and a payment they have begun. */
async function payOnline(world: Unfinished): Promise<void> {
  const { ask, env, own, origin } = world
  const empty = () => new URLSearchParams()
  const on = async (role: Role, path: string, body: URLSearchParams, number: string) => {
    const begun = await ask(role, path, body)
    const { html } = await ask(role, begun.location)
    const page = /href="(http:\/\/127\.0\.0\.1[^"]+\/(?:pay|connect)\/[^"]+)"/.exec(html)?.[1]
    if (!page) throw new Error(`${path} (${begun.status}) leads to no page of Stripe's`)
    const typed = new URLSearchParams({ number })
    const done = await fetch(page, { method: 'POST', body: typed, redirect: 'manual' })
    await ask(role, `${new URL(done.headers.get('Location') ?? '').pathname}?back=1`)
  }
  await on('owner', `/${own.slug}/manage/settings/banking`, empty(), '')
  await on('member', `/${own.slug}/portal/cards`, empty(), '4242 4242 4242 4242')
  const pack = await env.STUDIOS_0.prepare(
    `SELECT id FROM packages WHERE studio_id = ? AND archived_at IS NULL AND price_minor > 0
      AND once_per_person = 0 AND bundle_id IS NULL AND kind = 'classes'
    ORDER BY name, version DESC LIMIT 1`,
  )
    .bind(own.id)
    .first<{ id: string }>()
  const checkout = `/${own.slug}/checkout?pack=${pack?.id}`
  await paidAndDisputed(world, checkout)
  const again = await ask(
    'member',
    `/${own.slug}/portal/top-ups`,
    new URLSearchParams({ package: pack?.id ?? '', version: '0', turn: 'on', left: '0' }),
  )
  if (again.status !== 303) throw new Error(`No pack bought again: ${sentences(again.html)}`)
  const left = await ask('member', checkout, await onlineOrder(world, checkout))
  if (left.status >= 400) throw new Error(`Nothing begun: ${sentences(left.html)}`)
  // Somebody without an account, who pays at the desk and has a letter.
  const page = await (await fetch(`${origin}${checkout}`)).text()
  const stranger = orderOn(page, 'desk')
  stranger.set('name', 'Sol Newly')
  stranger.set('email', 'sol@example.test')
  const sent = await fetch(`${origin}${checkout}`, {
    method: 'POST',
    headers: { origin },
    body: stranger,
    redirect: 'manual',
  })
  if (sent.status !== 303) throw new Error(`Nothing bought without an account: ${sent.status}`)
  await collect({ own, env })
}

/** What the page of a checkout sends. */
function orderOn(html: string, method: 'online' | 'desk'): URLSearchParams {
  const hidden = (name: string) =>
    new RegExp(`name="${name}" value="([^"]+)"`).exec(html)?.[1] ?? ''
  return new URLSearchParams({ key: hidden('key'), shown: hidden('shown'), method })
}

const onlineOrder = async ({ ask }: Unfinished, checkout: string) =>
  orderOn((await ask('member', checkout)).html, 'online')

/** The pack paid online, a part of it refunded to the card, what is left paid out, and disputed. */
async function paidAndDisputed(world: Unfinished, checkout: string): Promise<void> {
  const { ask, env, own, stripe } = world
  const begun = await ask('member', checkout, await onlineOrder(world, checkout))
  const { html } = await ask('member', begun.location)
  const page = /href="(http:\/\/127\.0\.0\.1[^"]+\/pay\/[^"]+)"/.exec(html)?.[1]
  if (!page)
    throw new Error(`${checkout} ${begun.status} ${begun.location}: ${sentences(begun.html)}`)
  await stripe.payOn(page, '4242 4242 4242 4242')
  const paid = await one(
    env.STUDIOS_0,
    `SELECT attempt.id, attempt.invoice_id AS invoice, account.account_ref AS account
      FROM payment_attempts AS attempt JOIN merchant_accounts AS account
        ON account.studio_id = attempt.studio_id
      WHERE attempt.studio_id = '${own.id}' AND attempt.state = 'succeeded'
        AND attempt.invoice_id IS NOT NULL`,
  )
  await pressed(world, {
    as: 'owner',
    page: `${manage}/sales/invoices/${paid.invoice}/refund`,
    form: 'amount',
    fill: { amount: '1.00', method: 'online', reason: 'The room was cold' },
  })
  const after = async (job: string) => {
    await fetch(`${world.origin}/dev/jobs/${job}`, { method: 'POST' })
  }
  await after('settle-refunds')
  await stripe.payOut(paid.account as string)
  await after('keep-payouts')
  await stripe.dispute(paid.id as string)
}

/** An unpaid invoice with a retry to come and a link that pays it. */
async function collect({ own, env }: Pick<Unfinished, 'own' | 'env'>): Promise<void> {
  const unpaid = `FROM invoices WHERE studio_id = ?1 AND kind = 'invoice' AND state = 'open'
    ORDER BY number LIMIT 1`
  const payer = 'coalesce(billed_to_id, person_id)'
  await env.STUDIOS_0.batch(
    [
      `INSERT INTO collection_steps (id, studio_id, invoice_id, payer_id, kind, n, due_on, state)
        SELECT 'walls-step', studio_id, id, ${payer}, 'charge', 1, '2199-01-01', 'coming' ${unpaid}`,
      `INSERT INTO pay_links (id, studio_id, invoice_id, payer_id, hash, created_at, expires_at)
        SELECT 'walls-link', studio_id, id, ${payer}, id, created_at,
          '2199-01-01T00:00:00Z' ${unpaid}`,
      `INSERT INTO dunning_settings (studio_id, version, retry_days, grace_days)
        VALUES (?1, 1, '1,3,7', 3)`,
    ].map((statement) => env.STUDIOS_0.prepare(statement).bind(own.id)),
  )
}

/** A private file, which only programs make. */
async function keepFile({ origin, own, sessions }: Unfinished): Promise<void> {
  const answer = await fetch(`${origin}/storage/v1/object/Files/${own.slug}/waivers/ana.png`, {
    method: 'POST',
    headers: {
      apikey: await signProjectKey(readConfiguration(testSecrets), 'anon'),
      Authorization: `Bearer ${sessions.owner.accessToken}`,
      'Content-Type': 'image/png',
    },
    body: pngOf(4, 4),
  })
  if (!answer.ok) throw new Error(`The file was refused: ${await answer.text()}`)
}

async function pathOf({ own, env }: Unfinished, page: string): Promise<string> {
  if (page.startsWith('SELECT ')) {
    const found = await env.STUDIOS_0.prepare(`${page} LIMIT 1`)
      .bind(own.id)
      .first<{ page: string }>()
    if (!found) throw new Error(`There is no record for ${page}`)
    return `/${own.slug}${found.page}`
  }
  if (!page.includes('/:')) return `/${own.slug}${page}`
  const databases = { directory: env.DIRECTORY, shard: env.STUDIOS_0 }
  const [path] = await addressesOf(`/:studio${page}`, own, databases)
  if (!path) throw new Error(`There is no record for ${page}`)
  return path
}

/** What a refused form says. */
export function sentences(html: string): string {
  const summary = /<div class="errors"[\s\S]*?<\/div>/.exec(html)?.[0] ?? html.slice(0, 200)
  return summary.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
}
