import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { StudioDb } from '#app/db/connection.server.ts'
import { paths } from '#app/paths.ts'
import { newId } from '#app/values/id.ts'
import { type MintedAccount, mintAccount, mintSession } from '../../support/accounts.ts'
import { builtDatabases } from '../../support/built-databases.ts'
import { freezeClock, releaseClock } from '../../support/member-pages.ts'
import { open, send } from '../../support/sales/desk-forms.ts'
import { mintWeek, type Week, weekNow } from '../../support/week.ts'
import { workerOrigin as origin } from '../../support/worker-origin.ts'

const databases = builtDatabases()
let week: Week
let other: Week
let manager: string
let desk: string
let db: StudioDb

const cookieOf = async (account: MintedAccount) =>
  (await mintSession(databases, account, { variables: inject('variables') })).cookie

beforeAll(async () => {
  await freezeClock(weekNow)
  week = await mintWeek(databases)
  other = await mintWeek(databases)
  const { studio } = week
  db = databases.shard(studio.shard as 0 | 1)
  manager = await cookieOf(
    await mintAccount(databases, { studio, role: 'manager', name: 'Mina Manager' }),
  )
  desk = await cookieOf(
    await mintAccount(databases, { studio, role: 'front_desk', name: 'Hana Desk' }),
  )
  await db.run(sql`
    INSERT INTO consents (id, studio_id, person_id, channel, purpose, given, source, by_name, at)
    VALUES (${newId()}, ${studio.id}, ${week.ana.personId}, 'email', 'marketing', 1, 'desk', '',
      '2026-10-01T09:00:00Z')`)
})

afterAll(releaseClock)

const typed = {
  name: 'Autumn',
  who: 'everyone',
  subject: 'Autumn starts, {first name}',
  text: 'Hello {first name},\nthere are <b>new</b> classes.',
  button: 'See the timetable',
  page: 'timetable',
}

const runJob = async (name: string) => {
  const answer = await fetch(`${origin}/dev/jobs/${name}`, { method: 'POST' })
  expect(answer.status).toBeLessThan(400)
}

/** Begins a draft and answers its address. */
async function begun(fields: Record<string, string> = {}): Promise<string> {
  const made = await send(paths.manageCampaignNew(week.studio), manager, { ...typed, ...fields })
  expect([made.status, made.html.slice(0, 300)]).toEqual([303, ''])
  return made.location
}

test('a manager writes to everyone: counted before, scheduled, sent once, with what came of it', async () => {
  const { studio } = week
  const page = await begun()
  const draft = await open(page, manager)
  expect(draft.html).toMatch(/1 of \d+ people get it/)
  expect(draft.html).toContain('have not agreed to marketing email')
  expect(draft.html).toContain('&lt;b&gt;new&lt;/b&gt;')
  const gets = await open(`${page}/people?of=gets`, manager)
  expect(gets.html).toContain('Ana')

  const tested = await send(page, manager, { act: 'test', key: newId() })
  expect(tested.status).toBe(303)
  const past = await send(page, manager, {
    act: 'schedule',
    version: '1',
    when: 'at',
    date: '2026-10-12',
    time: '09:00',
  })
  expect(past.status).toBe(422)
  expect(past.html).toContain('That time is over')
  expect(past.html).toContain('value="2026-10-12"')
  const sent = await send(page, manager, { act: 'schedule', version: '1', when: 'now' })
  expect([sent.status, sent.location]).toEqual([303, page])
  await runJob('send-campaigns')
  await runJob('send-campaigns')
  const letters = await db.all<{ subject: string; unsubscribe: string | null }>(sql`
    SELECT subject, unsubscribe FROM outbox
    WHERE studio_id = ${studio.id} AND kind = 'campaign-letter' ORDER BY subject`)
  expect(letters.map(({ subject }) => subject)).toEqual([
    'Autumn starts, Ana',
    'Test: Autumn starts, Mina',
  ])
  const link = letters[0]!.unsubscribe!.replace(/^https?:\/\/[^/]+/, '')

  const asked = await fetch(origin + link)
  expect([asked.status, (await asked.text()).includes('Unsubscribe?')]).toEqual([200, true])
  const consent = () =>
    db.all<{ given: number }>(sql`
      SELECT given FROM consents WHERE studio_id = ${studio.id}
        AND person_id = ${week.ana.personId} AND channel = 'email' ORDER BY seq DESC LIMIT 1`)
  expect(await consent()).toEqual([{ given: 1 }])
  for (let press = 0; press < 2; press += 1) {
    const pressed = await fetch(origin + link, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
    })
    expect(pressed.status).toBe(200)
  }
  expect(await consent()).toEqual([{ given: 0 }])

  const results = await open(page, manager)
  expect(results.html).toContain('1 email sent')
  const left = await open(`${page}/people?of=left`, manager)
  expect(left.html).toContain('Ana')
  const none = await send(await begun(), manager, { act: 'schedule', version: '1', when: 'now' })
  expect(none.status).toBe(422)
  expect(none.html).toContain('data-refusal="nobody"')
})

test('errors are said beside their fields, and typed values stay', async () => {
  const path = paths.manageCampaignNew(week.studio)
  for (const [fields, sentence] of [
    [{ subject: 'Hello\r\nBcc: all@evil.test' }, 'Write the subject on one line.'],
    [{ subject: 'Hello {surname}' }, 'There is no field {surname}.'],
    [{ page: '' }, 'A button needs its words and where it leads.'],
  ] as const) {
    const wrong = await send(path, manager, { ...typed, ...fields })
    expect(wrong.status).toBe(422)
    expect(wrong.html).toContain(sentence)
    expect(wrong.html).toContain('value="Autumn"')
  }
})

test('a segment, a class and a campaign of another studio are not found', async () => {
  const { studio } = week
  const segment = newId()
  await databases.shard(other.studio.shard as 0 | 1).run(sql`
    INSERT INTO people_segments (id, studio_id, name, params, shared, author_id, author_name,
      created_at)
    VALUES (${segment}, ${other.studio.id}, 'Regulars', 'visit=week', 1, 'x', 'X', ${weekNow})`)
  const path = paths.manageCampaignNew(studio)
  const foreign = await send(path, manager, { ...typed, who: `segment-${segment}` })
  expect(foreign.status).toBe(404)
  const classId = other.at('2026-10-15T18:30')
  expect((await open(paths.manageCampaignNew(studio, { class: classId }), manager)).status).toBe(
    404,
  )
  const page = await begun()
  const theirs = await cookieOf(
    await mintAccount(databases, { studio: other.studio, role: 'manager', name: 'Ola Other' }),
  )
  const there = page.replace(`/${studio.slug}/`, `/${other.studio.slug}/`)
  expect((await open(there, theirs)).status).toBe(404)
  expect((await send(there, theirs, { act: 'cancel' })).status).toBe(404)
})

test('the front desk writes to nobody', async () => {
  const { studio } = week
  const page = await begun()
  for (const path of [paths.manageMarketing(studio), paths.manageCampaignNew(studio), page])
    expect((await open(path, desk)).status).not.toBe(200)
  const list = await open(paths.manageMarketing(studio), manager)
  expect(list.html).toContain('Classes with places left')
})

test('a draft is edited, and of two editors the second is told', async () => {
  const page = await begun({ name: 'Edited' })
  const edit = `${page}/edit`
  const fields = { ...typed, who: 'kept', name: 'Edited once' }
  expect((await send(edit, manager, fields)).status).toBe(303)
  const stale = await send(edit, manager, { ...fields, version: '1' })
  expect([stale.status, stale.html.includes('data-refusal="changed_meanwhile"')]).toEqual([
    422,
    true,
  ])
  expect((await send(page, manager, { act: 'cancel' })).status).toBe(303)
  expect((await send(edit, manager, fields)).status).toBe(422)
  expect((await open(page, manager)).html).toContain('Cancelled')
})

test('a text to many shows its parts and its cost, and has no subject', async () => {
  const path = paths.manageCampaignNew(week.studio, { by: 'sms' })
  const form = await open(path, manager)
  expect(form.html).toContain('160 characters are one part')
  expect(form.html).not.toContain('Subject')
  const long = await send(path, manager, {
    key: newId(),
    name: 'Tonight',
    who: 'everyone',
    text: 'a'.repeat(481),
    page: '',
  })
  expect(long.status).toBe(422)
  expect(long.html).toContain('Shorten it to 480 characters.')
  const made = await send(path, manager, {
    key: newId(),
    name: 'Tonight',
    who: 'everyone',
    text: 'Places tonight',
    page: 'timetable',
  })
  expect(made.status).toBe(303)
  const draft = await open(made.location, manager)
  expect(draft.html).toContain('Reply STOP to end texts.')
  expect(draft.html).toContain('to pay for')
})

test('how often is set for the studio', async () => {
  const path = paths.manageMarketing(week.studio)
  const wrong = await send(path, manager, {
    letters: '2',
    days: '7',
    fromHour: '20',
    untilHour: '8',
  })
  expect(wrong.status).toBe(422)
  const saved = await send(path, manager, {
    letters: '1',
    days: '14',
    fromHour: '9',
    untilHour: '19',
  })
  expect(saved.status).toBe(303)
  expect((await open(await begun(), manager)).html).toContain(
    'Nobody gets more than 1 marketing message in 14 days.',
  )
})
