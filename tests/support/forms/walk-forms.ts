/** The walks through every form of the demo, which hold each against what its server asks. */
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { answersForm } from '#app/domain/people/fields/field-forms.ts'
import type { PersonField } from '#app/domain/people/fields/field-words.ts'
import { paths } from '#app/paths.ts'
import { newId } from '#app/values/id.ts'
import { addMinutes } from '#app/values/instant.ts'
import { type DemoServer, demoServer } from '../demo-server.ts'
import type { Entry } from './entry.ts'
import { type Found, formsOf, unescaped } from './found-forms.ts'
import { bubbling, judge, plain } from './judge-forms.ts'
import { pageForms } from './page-forms.ts'
import { peopleForms } from './people-forms.ts'
import { salesForms } from './sales-forms.ts'
import { scheduleForms } from './schedule-forms.ts'
import { settingsForms } from './settings-forms.ts'
import { studioForms } from './studio-forms.ts'
import { trainingForms } from './training-forms.ts'

const deskForms: readonly Entry[] = [
  ...scheduleForms,
  ...salesForms,
  ...peopleForms,
  ...trainingForms,
  ...studioForms,
  ...settingsForms,
]

let server: DemoServer
let cookie: string
/** Pages of one kind that are opened at most. */
let most: number

/** Starts the demo's server for both walks, which open `ofEachKind` pages of each kind at most. */
export async function startFormWalks(ofEachKind: number): Promise<void> {
  most = ofEachKind
  server = await demoServer()
  cookie = await server.cookieOf('owner@northside.test')
}

/**
 * Pages whose forms hang on what they are of: a class ahead, which can be moved and given away, and
 * someone with credits. What the links of today lead to is another at each hour.
 */
async function examples(): Promise<string[]> {
  const { STUDIOS_0 } = server.databases.env
  const one = async (query: string, ...given: string[]) =>
    (await STUDIOS_0.prepare(query)
      .bind(...given)
      .first<{ id: string }>())!.id
  const ahead = await one(
    `SELECT id FROM occurrences WHERE kind = 'class' AND state = 'scheduled' AND starts_at > ?
      ORDER BY starts_at LIMIT 1`,
    addMinutes(server.now, 2 * 24 * 60),
  )
  const ben = await one("SELECT id FROM people WHERE email = 'ben@northside.test'")
  const paid = await one(
    "SELECT id FROM invoices WHERE kind = 'invoice' AND state = 'paid' ORDER BY number LIMIT 1",
  )
  // An item's form is on the page of its flow once it is chosen.
  const item = await one(
    `SELECT flow_id || '?item=' || (part.value ->> '$.items[0].id') AS id
      FROM flow_versions, json_each(plan, '$.blocks') AS part
      WHERE part.value ->> '$.items[0].id' IS NOT NULL ORDER BY flow_id, version DESC LIMIT 1`,
  )
  return [
    `/northside/manage/training/flows/${item}`,
    `/northside/manage/schedule/classes/${ahead}`,
    `/northside/manage/members/members/${ben}`,
    `/northside/manage/sales/invoices/${paid}/refund`,
  ]
}

/** How many of a kind are opened: all packages and exercises, whose forms are others for each sort. */
const atMost = (kind: string) => (/\/(packages|exercises)\//.test(kind) ? 8 : most)

/** Walks pages from link to link, some of each kind at most; without an account where it is ''. */
async function walk(starts: string[], links: RegExp, as: string): Promise<Found[]> {
  const seen = new Map<string, number>()
  const known = new Set<string>()
  const waiting = [...starts]
  const found: Found[] = []
  const add = (link: string) => {
    const path = /\?(act|class|lot)=/.test(link) ? link : link.replace(/\?.*/, '')
    const kind = path
      .replace(/\/(?=[^/]*[0-9A-Z])[0-9A-Za-z]{10,12}(?=[/?]|$)/g, '/*')
      .replace(/=(?!note|tag|untag|notice|archive)[^&]*/g, '=')
    const times = seen.get(kind) ?? 0
    if (known.has(path) || times >= atMost(kind) || /\.(csv|ics)$/.test(path)) return
    known.add(path)
    seen.set(kind, times + 1)
    waiting.push(path)
  }
  for (let path = waiting.shift(); path; path = waiting.shift()) {
    const answer = await fetch(server.origin + path, { headers: { Cookie: as } })
    const html = await answer.text()
    if (!answer.headers.get('Content-Type')?.includes('html')) continue
    found.push(...formsOf(html, path))
    for (const [, link] of html.matchAll(/href="(\/[^"#]*)"/g))
      if (links.test(link!)) add(unescaped(link!))
  }
  return found
}

/**
 * Where tickets of a coming event are ordered, where a guest's place is asked for by someone who is
 * booked in a coming class with room, and an offer that is live with the checkout it leads to;
 * anyone will do.
 */
async function placesOf(slug: string) {
  const { directory, shard } = server.databases
  const [studio] = await directory.all<{ id: string; shard: 0 | 1 }>(
    sql`SELECT id, shard FROM studios WHERE slug = ${slug}`,
  )
  const db = shard(studio!.shard)
  const now = new Date().toISOString()
  const [event] = await db.all<{ id: string }>(sql`
    SELECT event.id FROM events AS event JOIN occurrences AS o ON o.id = event.id
    WHERE event.studio_id = ${studio!.id} AND event.state = 'on_sale' AND o.starts_at > ${now}
    LIMIT 1`)
  const [booking] = await db.all<{ id: string; classId: string; email: string }>(sql`
    SELECT b.id, o.id AS classId, person.email
    FROM bookings AS b JOIN occurrences AS o ON o.id = b.occurrence_id
    JOIN people AS person ON person.id = b.person_id
    WHERE b.studio_id = ${studio!.id} AND b.state = 'booked' AND b.guest_of IS NULL
      AND person.user_id IS NOT NULL AND o.kind = 'class' AND o.state = 'scheduled'
      AND o.starts_at > ${now}
    ORDER BY o.starts_at DESC LIMIT 1`)
  const [funnel] = await db.all<{ slug: string; pack: string }>(sql`
    SELECT slug, package_id AS pack FROM funnels
    WHERE studio_id = ${studio!.id} AND state = 'live' LIMIT 1`)
  await db.run(sql`UPDATE policies SET guest_limit = 2 WHERE studio_id = ${studio!.id}`)
  await db.run(sql`
    UPDATE occurrences SET capacity = 300, opens_at = '2000-01-01T00:00:00Z', closes_at = starts_at
    WHERE id = ${booking!.classId}`)
  return {
    order: paths.orderTickets({ slug }, event!.id),
    guests: paths.guests({ slug }, booking!.id),
    host: await server.cookieOf(booking!.email),
    offer: paths.offer({ slug }, funnel!.slug),
    checkout: paths.checkout({ slug }, { pack: funnel!.pack }),
  }
}

/** The page of an invoice that is being written; the demo has none. */
async function draftPage(): Promise<string> {
  const [person] = await server.databases
    .shard(0)
    .all<{ id: string }>(sql`SELECT id FROM people WHERE email = 'ben@northside.test'`)
  const path = '/northside/manage/sales/invoices/drafts/new'
  const made = await fetch(server.origin + path, {
    method: 'POST',
    headers: { cookie, origin: server.origin },
    body: new URLSearchParams({ person: person!.id, key: newId() }),
    redirect: 'manual',
  })
  return made.headers.get('location') ?? path
}

/** Where somebody is put on a level. */
async function levelPage(): Promise<string> {
  const [held] = await server.databases.shard(0).all<{ ladder: string; person: string }>(sql`
    SELECT level.ladder_id AS ladder, held.person_id AS person
    FROM person_levels AS held JOIN levels AS level ON level.id = held.level_id
    JOIN people AS person ON person.id = held.person_id
    WHERE person.email = 'ben@northside.test' LIMIT 1`)
  const path = paths.manageLadderAct({ slug: 'northside' }, held!.ladder, 'people')
  return `${path}?person=${held!.person}`
}

/** Where credits are added to a pack, and where it is transferred. */
async function packPages(): Promise<string[]> {
  const [lot] = await server.databases
    .shard(0)
    .all<{ id: string; personId: string; to: string }>(sql`
    SELECT lot.id, lot.person_id AS personId, ben.id AS "to"
    FROM people AS ben JOIN lots AS lot ON lot.studio_id = ben.studio_id AND lot.person_id <> ben.id
    JOIN packages AS package ON package.id = lot.package_id
    WHERE ben.email = 'ben@northside.test' AND lot.refunded_at IS NULL AND lot.family = 0
      AND lot.expires_on > ${new Date().toISOString()} AND package.once_per_person = 0
      AND (SELECT sum(amount) FROM entries WHERE lot_id = lot.id) > 1
    LIMIT 1`)
  const [studio, { id, personId, to }] = [{ slug: 'northside' }, lot!]
  return [
    paths.managePacks(studio, 'credits', { lot: id }),
    paths.managePersonTransfer(studio, personId, { lot: id, to }),
  ]
}

/** Pages that are asked about someone or a class: who is coached, a skill, and what is paid. */
async function askedPages(): Promise<string[]> {
  const db = server.databases.shard(0)
  const [one] = await db.all<{ ben: string; skill: string; occurrence: string }>(sql`
    SELECT ben.id AS ben, skill.id AS skill, booking.occurrence_id AS occurrence
    FROM people AS ben JOIN bookings AS booking ON booking.studio_id = ben.studio_id
    JOIN occurrences AS class ON class.id = booking.occurrence_id
    JOIN class_types AS type ON type.id = class.class_type_id
    JOIN skills AS skill ON skill.studio_id = ben.studio_id
      AND skill.discipline_id = type.discipline_id
    WHERE ben.email = 'ben@northside.test' AND skill.archived_at IS NULL AND class.kind = 'class'
      AND booking.state IN ('booked','checked_in','attended') LIMIT 1`)
  const [pay] = await db.all<{ occurrence: string; day: string }>(sql`
    SELECT line.occurrence_id AS occurrence, substr(class.local_start, 1, 10) AS day
    FROM pay_lines AS line JOIN occurrences AS class ON class.id = line.occurrence_id
    JOIN people AS ben ON ben.studio_id = line.studio_id
    WHERE ben.email = 'ben@northside.test' AND line.kind = 'work' AND line.run_id IS NULL LIMIT 1`)
  const [studio, { ben, skill, occurrence }] = [{ slug: 'northside' }, one!]
  const month = pay!.day.slice(0, 7)
  return [
    paths.manageCoaching(studio, { person: ben }),
    paths.manageSkillAct(studio, skill, 'assess', { person: ben }),
    paths.manageSkillClass(studio, occurrence, { skill }),
    paths.managePayLineNew(studio, month),
    paths.managePayTaught(studio, month, pay!.occurrence),
  ]
}

/** The studio's own fields are the schema of a form. */
async function answersEntry(): Promise<Entry> {
  const { directory, shard } = server.databases
  const [studio] = await directory.all<{ id: string; shard: 0 | 1 }>(
    sql`SELECT id, shard FROM studios WHERE slug = 'northside'`,
  )
  const fields = await shard(studio!.shard).all<PersonField>(sql`
    SELECT id, kind FROM person_fields WHERE studio_id = ${studio!.id}`)
  return ['fields', '/fields', answersForm(fields)]
}

/** What `judge` finds where all is well. */
export const nothing = {
  lacking: [],
  unknown: [],
  unmet: [],
  differing: [],
  plain: [],
  bubbling: [],
}

/** What is wrong with the forms of the desk. */
export async function wrongAtDesk() {
  const starts = [
    ...(await examples()),
    await draftPage(),
    ...(await packPages()),
    await levelPage(),
    ...(await askedPages()),
    '/northside/manage/studio',
    '/northside/manage/members/members?q=a',
    '/northside/manage/studio/reception?q=b',
    '/northside/manage/sales/memberships/freeze?from=2027-04-05&until=2027-04-25',
    '/northside/manage/schedule/closures/preview?name=Winter&from=2027-12-24&until=2027-12-26',
  ]
  const found = await walk(starts, /^\/northside\/manage\//, cookie)
  return {
    ...judge(found, [...deskForms, await answersEntry()]),
    plain: plain(found),
    bubbling: bubbling(found),
  }
}

/** The same of entry pages, of members and of a set-up. */
export async function wrongElsewhere() {
  const owner = await server.cookieOf('owner@southside.test')
  const begun = await fetch(`${server.origin}/welcome/setup/studio`, {
    method: 'POST',
    headers: { Cookie: owner, Origin: server.origin },
    body: new URLSearchParams({
      name: 'Live forms',
      timeZone: 'Europe/London',
      currency: 'GBP',
      town: 'Leeds',
      disciplines: 'pole',
    }),
    redirect: 'manual',
  })
  expect(begun.status).toBe(303)
  const none = /^$/
  const { order, guests, host, offer, checkout } = await placesOf('northside')
  const found = [
    ...(await walk(
      ['/sign-in', '/sign-up', '/sign-in/code', '/sign-up/check-mail', '/sign-in/sso'].concat([
        '/where',
        '/reset',
        '/reset/check-mail',
      ]),
      none,
      '',
    )),
    ...(await walk(
      ['name', 'email', 'phone', 'two-step/phone', 'password'].map((part) => `/account/${part}`),
      none,
      owner,
    )),
    ...(await walk(
      ['studio', 'rooms', 'classes', 'prices', 'rules'].map((step) => `/welcome/setup/${step}`),
      none,
      owner,
    )),
    ...(await walk([guests], none, host)),
    ...(await walk([offer, checkout], none, '')),
    ...(await walk(
      ['/northside/portal', order],
      /^\/northside\/(?:portal|tickets)/,
      await server.cookieOf('ana@northside.test'),
    )),
  ]
  // Pages without scripts say nothing while something is typed.
  return { ...judge(found, pageForms), plain: [], bubbling: bubbling(found) }
}
