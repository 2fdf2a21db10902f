import { readdirSync, readFileSync } from 'node:fs'
import { getTableColumns, getTableName, is, sql } from 'drizzle-orm'
import { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { expect, test } from 'vitest'
import { studios } from '#app/db/directory.ts'
import * as schema from '#app/db/studio/schema.ts'
import { archivePerson } from '#app/domain/people/archive-person.server.ts'
import { banPerson } from '#app/domain/people/ban-person.server.ts'
import { viewSql } from '#app/domain/people/list/people-where.server.ts'
import { setStaffStatement } from '#app/domain/people/set-staff.server.ts'
import { newId } from '#app/values/id.ts'
import { givenTouch } from '../../../tests/support/leads.ts'
import { type World, world } from '../../../tests/support/world.ts'
import { leadFilters } from '../leads/list/lead-filters.ts'
import { leadsListPage } from '../leads/list/leads-list-page.server.ts'
import { moveLeadToKind } from '../leads/move-lead.server.ts'
import { touchLead } from '../leads/touch-lead.server.ts'
import { allPersonRows } from './all-person-rows.ts'
import { erasePerson } from './erase-person.server.ts'
import { keepErased } from './keep-erased.server.ts'
import { mergePeople } from './merge-people.server.ts'

const now = '2026-06-10T08:00:00Z'

const tables = Object.values(schema).flatMap((value) => (is(value, SQLiteTable) ? [value] : []))

/** Tables that erasing reaches by statements of their own. */
const reachedOtherwise = [
  'audit_entries',
  'happenings',
  'lead_submissions',
  'lead_touches',
  'objects',
  'outbox',
  'people',
  'people_imports',
  'suppressions',
  'tickets',
]

/** Tables that say nothing about a member: what a studio offers, plans and sets. */
const aboutNobody = [
  'score_rules',
  'doors',
  'webhook_targets',
  'saved_replies',
  'qualification_kinds',
  'automations',
  'campaigns',
  'marketing_rules',
  'funnels',
  'funnel_days',
  'announcements',
  'allocations',
  'file_folders',
  'file_links',
  'file_shares',
  'file_versions',
  'video_parts',
  'videos',
  'pay_runs',
  'pay_settings',
  'billing_settings',
  'closed_tills',
  'coupons',
  'invoice_lines',
  'invoice_parts',
  'alert_rules',
  'appointment_types',
  'attendance_rules',
  'class_skills',
  'gradings',
  'level_skills',
  'skill_needs',
  'skill_teachings',
  'skills',
  'bulk_changes',
  'class_types',
  'closure_lots',
  'closure_targets',
  'closures',
  'consent_texts',
  'course_tiers',
  'disciplines',
  'document_versions',
  'documents',
  'equipment',
  'equipment_needs',
  'events',
  'exercise_media',
  'exercise_spellings',
  'exercise_terms',
  'exercises',
  // Memberships of a freeze of many, which are the person's.
  'freeze_run_members',
  'dunning_settings',
  'gift_card_entries',
  'gift_card_settings',
  'gift_card_sums',
  'freeze_runs',
  'import_jobs',
  'api_keys',
  'kiosk_settings',
  'kiosks',
  'lead_form_versions',
  'lead_pipelines',
  'lead_sources',
  'lead_stages',
  'letter_rules',
  'ladders',
  'levels',
  'person_fields',
  'exercise_links',
  'flow_comments',
  'flow_exercises',
  'flow_versions',
  'flows',
  'class_flows',
  'series_flows',
  'series_workouts',
  'workouts',
  'class_workouts',
  'workout_versions',
  'training_programs',
  'training_program_versions',
  'locations',
  // Of a membership, which is the person's.
  'membership_freezes',
  'membership_periods',
  'merchant_accounts',
  'payout_lines',
  'payouts',
  'packages',
  'people_segments',
  'plans',
  'policies',
  'product_variants',
  'products',
  'provider_events',
  'metric_days',
  'metric_months',
  'money_facts',
  'recurring_days',
  'rooms',
  'saved_reports',
  'run_order_items',
  'standing_dates',
  'stock_counts',
  'stock_moves',
  'stray_objects',
  'targets',
  'term_copies',
  'ticket_types',
]

test('every table of a studio is declared: what becomes of it when someone is erased', () => {
  const declared = new Set([
    ...allPersonRows.map(({ table }) => table),
    ...reachedOtherwise,
    ...aboutNobody,
  ])
  expect(tables.map(getTableName).filter((name) => !declared.has(name))).toEqual([])
})

test('every column that holds the id of a person is declared', () => {
  const holds =
    /^(person|guardian|dependant|other|booker|referrer|friend|coach|substituted_coach|owner)_id$|^claimed_by$/
  const declared = new Set(
    allPersonRows.flatMap(({ table, columns }) => columns.map((column) => `${table}.${column}`)),
  )
  // Of a file and of a saved report it is the account that may change it.
  const accounts = new Set(['objects.owner_id', 'saved_reports.owner_id'])
  const found = tables.flatMap((table) =>
    Object.values(getTableColumns(table))
      .filter(({ name }) => holds.test(name))
      .map(({ name }) => `${getTableName(table)}.${name}`),
  )
  expect(found.filter((name) => !declared.has(name) && !accounts.has(name))).toEqual([])
})

const marker = 'Zzyzx'

/** Columns of words from closed lists, of ids, times and what other rows have: they name nobody. */
const structural =
  /(^|_)(id|key|sealed|state|kind|currency|method|at|on|by|until|day|reference|seller|code|cause|channel|purpose|source|role|result|path|outcome|way|prefix|ref|spot|working|from|zone|action|start|step|token|hash|room_ids|coach_ids|page|version|since)$|^tax_name$|^(taken|by)_|^hour/

/** What stays on purpose: it is not about who someone was. */
const kept = [
  'campaign_recipients.variant',
  'certificates.issued_by',
  'certificates.level',
  'certificates.on_date',
  'gift_cards.last_four',
  'person_exits.reason',
  'policy_exemptions.policy_name',
  'ticket_orders.pays',
]

/** A row of the person in a table, with the marker in every text that tells something. */
async function givenRow(w: World, table: SQLiteTable, column: string, personId: string) {
  const name = getTableName(table)
  const columns = Object.values(getTableColumns(table)).filter((one) => one.name !== 'seq')
  const values = columns.map((one) => {
    if (one.name === 'studio_id') return w.studio.id
    if (one.name === column) return personId
    if (one.name === 'id') return `${name}-${column}-${personId}`.slice(0, 60)
    if (one.columnType === 'SQLiteText' && one.dataType === 'string')
      return one.notNull
        ? `${structural.test(one.name) || kept.includes(`${name}.${one.name}`) ? '' : `${marker} `}${name} ${one.name}`
        : null
    if (one.dataType === 'json') return JSON.stringify({ said: marker })
    return one.notNull ? 1 : null
  })
  await w.db.run(sql`INSERT OR IGNORE INTO ${sql.raw(name)}
    (${sql.raw(columns.map((one) => `"${one.name}"`).join(', '))})
    VALUES (${sql.join(
      values.map((value) => sql`${value}`),
      sql`, `,
    )})`)
}

/** Tables of the shard in which something still says the marker. */
async function tellingTables(w: World) {
  const telling: string[] = []
  for (const table of tables) {
    const name = getTableName(table)
    const rows = await w.db.all(sql`SELECT * FROM ${sql.raw(name)}`)
    if (JSON.stringify(rows).includes(marker)) telling.push(name)
  }
  return telling
}

/** An R2 that holds nothing. */
const media = {
  list: async () => ({ objects: [], truncated: false }),
  delete: async () => undefined,
} as unknown as R2Bucket

const erase = (w: World, personId: string) =>
  erasePerson({ ...w.asDesk(now), directory: w.directory, media }, personId)

const keep = (w: World) =>
  keepErased({ ...w.at(now), directory: w.directory, media, shardOf: () => w.db })

async function givenTold(w: World) {
  const person = await w.givenPerson('Zzyzx Road')
  const { id } = person
  const s = w.studio.id
  await w.db.run(sql`UPDATE people SET user_id = NULL, preferred_name = 'Zzyzx', tags = 'zzyzx',
      phone = '+447700900555', address = '1 Zzyzx Road', emergency_name = 'Zzyzx', barcode = 'Zzyzx',
      referrer = 'Zzyzx', pronouns = 'Zzyzx' WHERE id = ${id}`)
  for (const { table, columns, erase: what } of allPersonRows) {
    const found = tables.find((one) => getTableName(one) === table)
    // A row of staff, such as a lead they own, is about someone else.
    if (what === 'keep' || !found || (typeof what === 'object' && columns[0]! in what)) continue
    for (const column of columns) await givenRow(w, found, column, id)
  }
  await w.db.run(sql`INSERT INTO audit_entries (id, studio_id, actor_id, actor_name, action,
      subject_kind, subject_id, reason, detail, created_at)
    VALUES (${`a${id}`}, ${s}, 'hana', 'Hana', 'credits.adjusted', 'person', ${id}, 'Zzyzx was ill',
      '{"was":"Zzyzx"}', ${now})`)
  await w.db.run(sql`INSERT INTO lead_touches (id, studio_id, lead_id, kind, text, detail, by_name,
      at) VALUES (${`t${id}`}, ${s}, ${`leads-person_id-${id}`}, 'note', 'Zzyzx called', '{}',
      'Zzyzx Road', ${now})`)
  await w.db.run(sql`INSERT INTO lead_submissions (id, studio_id, form_id, form_version,
      content_type, raw, state, received_at)
    VALUES (${`s${id}`}, ${s}, 'f', 1, 'form', ${`name=Zzyzx&email=${encodeURIComponent(person.email)}`},
      'spam', ${now})`)
  await w.db.run(sql`INSERT INTO outbox (id, studio_id, dedupe_key, channel, recipient, kind,
      subject, text, html, state, next_attempt_at_ms, created_at_ms)
    VALUES (${`q${id}`}, ${s}, ${`q${id}`}, 'email', ${person.email}, 'x', 'Hi Zzyzx', 'Zzyzx', '',
      'queued', 0, 0), (${`o${id}`}, ${s}, ${`o${id}`}, 'email', ${person.email}, 'x', 'Hi Zzyzx',
      'Zzyzx', '', 'sent', 0, 0)`)
  await w.db.run(sql`INSERT INTO tickets (id, studio_id, event_id, order_id, ticket_type_id,
      holder_name, holder_email, price_minor, state, code)
    VALUES (${`k${id}`}, ${s}, 'e', ${`ticket_orders-person_id-${id}`}, 'tt', 'Zzyzx', 'Zzyzx', 0,
      'valid', ${`c${id}`})`)
  await w.db.run(sql`INSERT INTO open_items (id, studio_id, person_id, kind, subject_id,
      amount_minor, currency, working, state, dedupe_key, created_at)
    VALUES (${`i${id}`}, ${s}, ${id}, 'drop_in', 'x', 900, 'GBP', '1 class', 'open', ${`i${id}`},
      ${now})`)
  return person
}

test('erasing a person removes texts to their number in any form, sent or waiting, also those of a merged record', async () => {
  const w = await world()
  const [person, twin] = [await w.givenPerson('Zzyzx Road'), await w.givenPerson('Zzyzx Twin')]
  const phone = (id: string, typed: string) =>
    w.db.run(sql`UPDATE people SET user_id = NULL, phone = ${typed} WHERE id = ${id}`)
  await phone(person.id, '07700 900556')
  await phone(twin.id, '+44 (0)7700 900557')
  await w.db.run(sql`UPDATE people SET merged_into = ${person.id} WHERE id = ${twin.id}`)
  for (const [number, state] of [
    ['+447700900556', 'sent'],
    ['+447700900556', 'queued'],
    ['+447700900557', 'sent'],
  ])
    await w.db.run(sql`INSERT INTO outbox (id, studio_id, dedupe_key, channel, recipient, kind,
        subject, text, html, state, next_attempt_at_ms, created_at_ms)
      VALUES (${newId()}, ${w.studio.id}, ${newId()}, 'sms', ${number}, 'campaign-text', '',
        'Zzyzx, Vinyasa on Monday', '', ${state}, 0, 0)`)
  expect(await erase(w, person.id)).toEqual({ ok: true })
  const left = await w.db.all<{ recipient: string; text: string; state: string }>(sql`
    SELECT recipient, text, state FROM outbox
    WHERE studio_id = ${w.studio.id} AND kind = 'campaign-text'`)
  expect(left).toEqual(
    Array.from({ length: 2 }, () => ({ recipient: '', text: '', state: 'sent' })),
  )
})

test('of someone erased nothing tells who they were, and the books stay', async () => {
  const w = await world()
  const person = await givenTold(w)
  expect((await tellingTables(w)).length).toBeGreaterThan(20)

  expect(await erase(w, person.id)).toEqual({ ok: true })
  expect(await tellingTables(w)).toEqual([])
  expect(
    await w.db.all(sql`SELECT name, email, phone FROM people WHERE id = ${person.id}`),
  ).toEqual([{ name: 'Erased person', email: '', phone: '' }])
  expect(
    await w.db.all(
      sql`SELECT amount_minor AS amount FROM open_items WHERE person_id = ${person.id}`,
    ),
  ).toContainEqual({ amount: 900 })
  expect(
    await w.db.all(sql`SELECT rowid FROM people_search WHERE people_search MATCH 'zzyzx'`),
  ).toEqual([])
  expect(await erase(w, person.id)).toEqual({ ok: false, reason: 'not_found' })
})

test('letters, notices and push messages to a guardian that name an erased child go, those of another child stay', async () => {
  const w = await world()
  const child = await w.givenPerson('Mia Zzyzx')
  const parent = await w.givenPerson('Pat Parent')
  const s = w.studio.id
  await w.db.run(sql`UPDATE people SET user_id = NULL WHERE id = ${child.id}`)
  await w.db.run(sql`INSERT INTO guardians (studio_id, guardian_id, dependant_id, created_at)
    VALUES (${s}, ${parent.id}, ${child.id}, ${now})`)
  const letter = (id: string, subject: string, state: string) =>
    w.db.run(sql`
    INSERT INTO outbox (id, studio_id, dedupe_key, channel, recipient, kind, subject, text, html,
      state, next_attempt_at_ms, created_at_ms)
    VALUES (${`${id}-${s}`}, ${s}, ${`${id}-${s}`}, 'email', ${parent.email}, 'x', ${subject},
      'See you', '', ${state}, 0, 0)`)
  await letter('a', 'Booked for mia: Yoga', 'sent')
  await letter('b', 'Mia: your class moved', 'queued')
  await letter('c', 'Booked for Tom: Yoga', 'sent')
  for (const { id } of [child, parent])
    await w.db.run(sql`INSERT INTO push_devices (id, studio_id, person_id, user_id, session_id,
        endpoint, public_key, secret, name, created_at)
      VALUES (${`d${id}`}, ${s}, ${id}, 'u', 's', 'https://push.example.com', '', '', 'phone', ${now})`)
  await w.db.run(sql`INSERT INTO notices (id, studio_id, person_id, dedupe_key, kind, text, path,
      created_at) VALUES (${`own-${s}`}, ${s}, ${child.id}, ${`own-${s}`}, 'x', 'See you', '/', ${now})`)
  for (const name of ['Mia', 'Tom'])
    await w.db.run(sql`INSERT INTO notices (id, studio_id, person_id, dedupe_key, kind, text, path,
        created_at) VALUES (${`${name}-${s}`}, ${s}, ${parent.id}, ${`${name}-${s}`}, 'x',
        ${`${name} has a place`}, '/', ${now})`)
  expect(await erase(w, child.id)).toEqual({ ok: true })
  const left = await w.db.all(
    sql`SELECT subject, recipient <> '' AS told FROM outbox WHERE studio_id = ${s}
      AND channel = 'email' ORDER BY id`,
  )
  expect(left).toEqual([
    { subject: '', told: 1 },
    { subject: 'Booked for Tom: Yoga', told: 1 },
  ])
  const notices = await w.db.all(sql`SELECT text FROM notices WHERE person_id = ${parent.id}`)
  expect(notices).toEqual([{ text: 'Tom has a place' }])
  const pushed = sql`SELECT text FROM outbox WHERE studio_id = ${s} AND channel = 'push'`
  expect(await w.db.all(pushed)).toEqual([{ text: 'Tom has a place' }])
})

test('erasing a person deletes staff notices and tasks about them', async () => {
  const w = await world()
  const zoe = await w.givenPerson('Zoe Quill')
  const other = await w.givenPerson('Zoe Other')
  const s = w.studio.id
  await w.db.run(sql`UPDATE people SET user_id = NULL WHERE id = ${zoe.id}`)
  const inquiry = (key: string, name: string, email: string) =>
    touchLead(w.at(now), {
      key: newId() + key,
      kind: 'form',
      name,
      email,
      byName: 'Website form',
      ownerId: w.coach.id,
    })
  // The form was typed under another name, and that plan is done.
  const { leadId } = await inquiry('a', 'Zo Quill', zoe.email)
  await w.db.run(sql`UPDATE tasks SET state = 'done' WHERE studio_id = ${s}`)
  await w.db.run(sql`UPDATE leads SET next_ref = NULL, next_at = NULL WHERE id = ${leadId}`)
  await inquiry('b', 'Zoe Quill', zoe.email)
  await inquiry('c', 'Zoe Other', other.email)
  const notice = (kind: string, text: string, path: string, to = w.coach.id) =>
    w.db.run(sql`INSERT INTO notices (id, studio_id, person_id, dedupe_key, kind, text, path,
      created_at) VALUES (${newId()}, ${s}, ${to}, ${newId()}, ${kind}, ${text}, ${path}, ${now})`)
  await notice('standing-failed', 'Zoe Quill has a standing place', `/manage/${zoe.id}/standing`)
  await notice('conversation', 'Zoe Quill wrote to you.', '/manage/messenger')
  await notice('conversation', `${zoe.email} answered by email.`, '/manage/messenger')
  await notice('booking-agreed', 'Zoe Quill has agreed: you can book', '/portal', w.ana.id)
  await notice('conversation', 'Zoe Quillon wrote to you.', '/manage/messenger')
  await notice('booking-booked', 'Yoga with Zoe Quill', '/portal', w.ana.id)
  expect(await erase(w, zoe.id)).toEqual({ ok: true })

  const notices = await w.db.all<{ text: string }>(
    sql`SELECT text FROM notices WHERE studio_id = ${s} ORDER BY rowid`,
  )
  expect(notices.map(({ text }) => text)).toEqual([
    'New lead: Zoe Other.',
    'Zoe Quillon wrote to you.',
    'Yoga with Zoe Quill',
  ])
  const tasks = await w.db.all(
    sql`SELECT facts ->> 'name' AS name FROM tasks WHERE studio_id = ${s}`,
  )
  expect(tasks).toEqual([{ name: 'Zoe Other' }])
})

test.each([
  ['Bo Zzyzx', ['Bo: your class moved', 'Bo’s place'], ['Book for Bob', 'Mambo', 'a bo']],
  ['李雷', ['Yoga for 李雷', '李雷的课'], ['Yoga for 李']],
  ['* Zzyzx', ['Booked for *'], ['Booked for Bob']],
])('the short name %s is found where it stands as a word', async (called, gone, stay) => {
  const w = await world()
  const [child, parent] = [await w.givenPerson(called), await w.givenPerson('Pat Parent')]
  await w.db.run(sql`UPDATE people SET user_id = NULL WHERE id = ${child.id}`)
  await w.db.run(sql`INSERT INTO guardians (studio_id, guardian_id, dependant_id, created_at)
    VALUES (${w.studio.id}, ${parent.id}, ${child.id}, ${now})`)
  for (const text of [...gone, ...stay])
    await w.db.run(sql`INSERT INTO notices (id, studio_id, person_id, dedupe_key, kind, text, path,
      created_at) VALUES (${newId()}, ${w.studio.id}, ${parent.id}, ${newId()}, 'x', ${text}, '/',
      ${now})`)
  expect(await erase(w, child.id)).toEqual({ ok: true })
  const left = await w.db.all<{ text: string }>(
    sql`SELECT text FROM notices WHERE person_id = ${parent.id} ORDER BY rowid`,
  )
  expect(left.map(({ text }) => text)).toEqual(stay)
})

test('letters and invitations to the address of a merged record go with who is erased', async () => {
  const w = await world()
  const [kept, gone] = await w.givenPeople(['Kim Lee', 'Kim Lee'])
  const s = w.studio.id
  await w.db.run(sql`UPDATE people SET user_id = NULL WHERE id IN (${kept!.id}, ${gone!.id})`)
  await w.db.run(sql`UPDATE people SET merged_into = ${kept!.id} WHERE id = ${gone!.id}`)
  await w.db.run(sql`INSERT INTO outbox (id, studio_id, dedupe_key, channel, recipient, kind,
      subject, text, html, state, next_attempt_at_ms, created_at_ms)
    VALUES (${gone!.id}, ${s}, ${gone!.id}, 'email', ${gone!.email}, 'x', 'Hi Kim', 'Hi', '',
      'sent', 0, 0)`)
  await w.directory.run(sql`INSERT INTO invitations (id, studio_id, email, name, role_id, person_id,
      token_hash, invited_by, state, created_at, expires_at_ms)
    VALUES (${gone!.id}, ${s}, ${gone!.email}, 'Kim', 'member', ${gone!.id}, ${gone!.id}, 'x',
      'open', ${now}, 0)`)
  expect(await erase(w, kept!.id)).toEqual({ ok: true })
  const letters = await w.db.all(sql`SELECT recipient, subject FROM outbox WHERE id = ${gone!.id}`)
  expect(letters).toEqual([{ recipient: '', subject: '' }])
  const invitations = await w.directory.all(
    sql`SELECT state, name, person_id AS personId FROM invitations WHERE studio_id = ${s}`,
  )
  expect(invitations).toEqual([{ state: 'withdrawn', name: '', personId: null }])
})

test('people erased before a backup is restored are erased again afterwards', async () => {
  const w = await world()
  const person = await givenTold(w)
  await erase(w, person.id)
  await w.directory.insert(studios).values({ ...w.studio, createdAt: now })
  expect(await keep(w)).toBe(0)

  await w.db.run(sql`UPDATE people SET name = 'Zzyzx Road', email = ${person.email},
    erased_at = NULL WHERE id = ${person.id}`)
  expect(await keep(w)).toBe(1)
  expect(await tellingTables(w)).toEqual([])
  expect(await keep(w)).toBe(0)
})

test('a suspended person’s record cannot be erased, archived, banned or merged', async () => {
  const w = await world()
  const twin = await w.givenPerson('Dee Coach')
  await w.db.run(sql`UPDATE people SET user_id = NULL WHERE id = ${twin.id}`)
  await setStaffStatement(w.at(now), w.coach.userId, 'suspended')
  const refused = { ok: false, reason: 'is_staff' }
  expect(await erase(w, w.coach.id)).toEqual(refused)
  expect(await archivePerson(w.asDesk(now), w.coach.id, '')).toEqual(refused)
  expect(await banPerson(w.asDesk(now), w.coach.id, '')).toEqual(refused)
  const pair = { keptId: twin.id, goneId: w.coach.id }
  expect(
    await mergePeople({ ...w.asDesk(now), directory: w.directory }, pair, { kept: 1, gone: 1 }),
  ).toMatchObject({
    reason: 'keeps_other',
  })
  expect(
    await w.db.all(sql`SELECT name FROM people AS person WHERE person.studio_id = ${w.studio.id}
      AND ${viewSql(w.at(now), 'visitors')} AND person.name = 'Dee Coach'`),
  ).toHaveLength(1)
})

test('staff, people with a class ahead and people of another studio are not erased', async () => {
  const [w, other] = [await world(), await world()]
  expect(await erase(w, w.coach.id)).toEqual({ ok: false, reason: 'is_staff' })
  expect(await erase(w, other.ana.id)).toEqual({ ok: false, reason: 'not_found' })
  const classId = await w.givenClass({ localStart: '2026-06-12T18:30' })
  await w.db.run(sql`INSERT INTO bookings (id, studio_id, occurrence_id, person_id, state, policy_id,
    created_at) VALUES ('ahead', ${w.studio.id}, ${classId}, ${w.ana.id}, 'booked', 'p', ${now})`)
  expect(await erase(w, w.ana.id)).toEqual({ ok: false, reason: 'has_bookings' })
})

test('a record that was merged into theirs is erased with it', async () => {
  const w = await world()
  const person = await givenTold(w)
  const merged = await w.givenPerson('Zzyzx Lane')
  await w.db.run(
    sql`UPDATE people SET user_id = NULL, merged_into = ${person.id} WHERE id = ${merged.id}`,
  )
  await erase(w, person.id)
  expect(await tellingTables(w)).toEqual([])
})

test('erasing a person closes their open lead, which can then be neither moved nor won', async () => {
  const w = await world()
  const { leadId, personId } = await givenTouch(w, now, { email: 'zo@zzyzx.test' })
  const leads = await leadsListPage(w.at(now), leadFilters.parse({}), null, { page: 1, perPage: 9 })
  expect(leads.counts.open.n).toBe(1)
  expect(await erase(w, personId)).toEqual({ ok: true })
  const after = await leadsListPage(w.at(now), leadFilters.parse({}), null, { page: 1, perPage: 9 })
  expect(after.counts.open.n).toBe(0)
  const lead = () =>
    w.db.all(sql`SELECT state, stage_id AS stage, next_ref AS next FROM leads WHERE id = ${leadId}`)
  const lost = [{ state: 'lost', stage: 'membership-lost', next: null }]
  expect(await lead()).toEqual(lost)
  for (const kind of ['won', 'contacted'] as const)
    expect(await moveLeadToKind(w.asDesk(now), leadId, kind)).toMatchObject({ ok: false })
  expect(await lead()).toEqual(lost)
  const tasks = sql`SELECT 1 FROM tasks WHERE studio_id = ${w.studio.id} AND state = 'open'`
  expect(await w.db.all(tasks)).toEqual([])
  const [person] = await w.db.all(sql`
    SELECT prospect, archived_at IS NULL AS here FROM people WHERE id = ${personId}`)
  expect(person).toEqual({ prospect: 1, here: 0 })
})

test('the migration closes open leads of erased people as lost on the day of their erasure', async () => {
  const w = await world()
  const { leadId, personId } = await givenTouch(w, now, { email: 'zo@zzyzx.test' })
  const { leadId: other } = await givenTouch(w, now, { email: 'imogen@example.test' })
  await w.db.run(sql`UPDATE people SET erased_at = '2026-06-11T08:00:00Z' WHERE id = ${personId}`)
  const [file] = readdirSync('migrations/studio').filter((name) => name.includes('erased_leads'))
  await w.db.run(sql.raw(readFileSync(`migrations/studio/${file}`, 'utf8')))
  const leads = await w.db.all(sql`SELECT id, state, stage_id AS stage, next_ref IS NULL AS idle,
      closed_at AS closedAt FROM leads WHERE studio_id = ${w.studio.id} ORDER BY state`)
  expect(leads).toMatchObject([
    {
      id: leadId,
      state: 'lost',
      stage: 'membership-lost',
      idle: 1,
      closedAt: '2026-06-11T08:00:00Z',
    },
    { id: other, state: 'open', idle: 0, closedAt: null },
  ])
  const page = await leadsListPage(w.at(now), leadFilters.parse({}), null, { page: 1, perPage: 9 })
  expect(page.counts.open.n).toBe(1)
})
