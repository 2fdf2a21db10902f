import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { batch } from '#app/db/batch.server.ts'
import { noticeStatement } from '#app/domain/messaging/notices.server.ts'
import { newId } from '#app/values/id.ts'
import { mintAccount, mintSession } from '../support/accounts.ts'
import { builtDatabases } from '../support/built-databases.ts'
import { freezeClock, releaseClock } from '../support/member-pages.ts'
import { newVisitor, refusalsOn, textOf, titleOf } from '../support/visitor.ts'
import { mintWeek, type Week, weekNow } from '../support/week.ts'
import { weightOf } from '../support/weight.ts'

const databases = builtDatabases()
const variables = inject('variables')
let week: Week
let elsewhere: Week
let ana: string
let cleo: string

beforeAll(async () => {
  week = await mintWeek(databases, { legalName: 'Northside Studios Ltd' })
  elsewhere = await mintWeek(databases, { shard: 1 })
  ana = (await mintSession(databases, week.ana, { variables })).cookie
  cleo = (await mintSession(databases, week.cleo, { variables })).cookie
  await freezeClock(weekNow)
})
afterAll(releaseClock)

const path = (rest = '') => `/${week.studio.slug}/portal${rest}`
const get = (rest = '', cookie = ana) => newVisitor({ cookie }).get(path(rest))
const pages = ['', '/bookings', '/credits', '/credits.csv', '/details', '/notices']

test('the account says who one is, whom one pays, what one has and what is booked', async () => {
  const page = await get()
  const text = textOf(page.html)

  expect(page.status).toBe(200)
  expect(text).toContain('You pay Northside Studios Ltd.')
  expect(text).toContain('Yoga unlimited £90.00 a month')
  expect(text).toMatch(/Autumn five 2 of 5 left Use by Saturday 31 October/)
  expect(text).toMatch(
    /18:30 Thu 15 Oct Pole 2: spins Free to cancel until Thu 06:30 Cancel Pole 2/,
  )
  expect(text).toMatch(/19:45 Thu 15 Oct Silks basics 2nd of 3 on the waitlist Leave list/)
  expect(page.html).toContain(`/bookings/${week.bookingAt('2026-10-15T19:45')}/cancellation`)
  expect(text).not.toMatch(/card/i)
})

test('what is left is the same number at home, in the account and at the end of the ledger', async () => {
  const sum = (html: string) =>
    [...html.matchAll(/data-credits="(\d+)"/g)].reduce((total, [, n]) => total + Number(n), 0)
  const atHome = sum((await newVisitor({ cookie: ana }).get(`/${week.studio.slug}/home`)).html)
  const account = (await get()).html
  const newest = /left: <\/span>(\d+)/.exec(account)?.[1]

  expect([atHome, sum(account), Number(newest)]).toEqual([8, 8, 8])
})

test('someone new sees empty sections that say what will be there', async () => {
  const text = textOf((await get('', cleo)).html)
  expect(text).toContain('No credits and no membership yet.')
  expect(text).toContain('Each credit you buy, use or get back appears here.')
  expect(text).toContain('Nothing booked. See the timetable')
  for (const [rest, says] of [
    ['/bookings', 'No past bookings yet'],
    ['/credits', 'No credits yet'],
    ['/notices', 'No notices'],
  ] as const) {
    expect(textOf((await get(rest, cleo)).html)).toContain(says)
  }
})

test.each(pages)('nobody in particular is led from portal%s to sign-in and back', async (rest) => {
  const page = await newVisitor().get(path(rest))
  expect(page.status).toBe(303)
  expect(page.location).toBe(
    `/sign-in?next=${encodeURIComponent(path(rest))}&studio=${week.studio.slug}`,
  )
})

test.each(pages)("another studio's portal%s is not open to a member of this one", async (rest) => {
  const page = await newVisitor({ cookie: ana }).get(`/${elsewhere.studio.slug}/portal${rest}`)
  expect(page.status).toBe(303)
  expect(page.location).toContain(`/${elsewhere.studio.slug}/join`)
})

test('the pages of the account are light, private and two trips', async () => {
  for (const rest of pages) {
    const page = await get(rest)
    const bytes = weightOf(page.html)
    expect(bytes).toBeLessThanOrEqual(13_000)
    expect(page.headers.get('Server-Timing')).toMatch(/"[12] trips/)
    expect(page.headers.get('Cache-Control')).toBe('private, no-store')
    expect(page.html).not.toMatch(/<script|\sstyle="/)
  }
})

test('the ledger comes as a file that no spreadsheet runs', async () => {
  const db = databases.shard(0)
  await db.run(
    sql`UPDATE packages SET name = '=HYPERLINK("x")' WHERE studio_id = ${week.studio.id} AND name = 'Autumn five'`,
  )
  const file = await get('/credits.csv')
  await db.run(
    sql`UPDATE packages SET name = 'Autumn five' WHERE studio_id = ${week.studio.id} AND name LIKE '=%'`,
  )

  expect(file.headers.get('Content-Type')).toBe('text/csv; charset=utf-8')
  expect(file.headers.get('Content-Disposition')).toBe(
    `attachment; filename="credits-${week.studio.slug}.csv"`,
  )
  const lines = file.html.replace(/^\uFEFF/, '').split('\r\n')
  expect(lines[0]).toBe('Date,What,Note,Package,Credits,Left')
  expect(lines.find((line) => line.includes('HYPERLINK'))).toContain(`"'=HYPERLINK(""x"")",2,`)
})

test.each(['0', '-1', '1.5', 'x', '99999999999', '2&page=3'])(
  'page %s of a list is answered without a failure',
  async (n) => {
    for (const rest of ['/bookings', '/credits', '/notices']) {
      expect((await get(`${rest}?page=${n}`)).status).toBe(200)
    }
  },
)

test('details are saved by the form as found, and are there afterwards', async () => {
  const visitor = newVisitor({ cookie: cleo })
  const form = await visitor.get(path('/details'))
  const saved = await visitor.submit(
    form,
    { preferredName: 'Clee', emergencyName: 'Leo', emergencyPhone: '0113 496 0000' },
    'details',
  )
  expect([saved.status, saved.location]).toEqual([303, path('/details')])

  const page = await visitor.get(saved.location ?? '')
  expect(textOf(page.html)).toContain('Your details are saved.')
  expect(page.html).toContain('value="Clee"')
  expect(
    textOf((await newVisitor({ cookie: cleo }).get(`/${week.studio.slug}/home`)).html),
  ).not.toContain('emergency')
})

const peopleRow = (personId: string) =>
  databases.shard(0).all(sql`SELECT * FROM people WHERE id = ${personId}`) as Promise<
    Record<string, unknown>[]
  >

test('details that cannot be are refused with 422, each beside its field, and what was typed is kept', async () => {
  const before = await peopleRow(week.ana.personId)
  const visitor = newVisitor({ cookie: ana })
  const form = await visitor.get(path('/details'))
  const page = await visitor.submit(
    form,
    { name: '', phone: 'call me', birthDate: '2099-01-01', emergencyName: '<b>Leo</b>' },
    'details',
  )

  expect(page.status).toBe(422)
  expect(titleOf(page)).toMatch(/^Error: My details/)
  const text = textOf(page.html)
  expect(text).toContain('There is a problem')
  expect(text).toContain('Enter your name')
  expect(text).toContain('Enter a phone number of 5 to 20 digits')
  expect(text).toContain('Enter a date in the past')
  expect(page.html).toContain('value="call me"')
  expect(page.html).toContain('value="&lt;b&gt;Leo&lt;/b&gt;"')
  expect(await peopleRow(week.ana.personId)).toEqual(before)
})

test('forged fields have no effect: not a role, a studio, another person or an address', async () => {
  const visitor = newVisitor({ cookie: ana })
  const form = await visitor.get(path('/details'))
  const [before] = await peopleRow(week.ana.personId)
  const others = await peopleRow(week.cleo.personId)
  const forged = {
    id: week.cleo.personId,
    personId: week.cleo.personId,
    studio_id: 'other',
    isStaff: 'on',
    is_staff: '1',
    role: 'owner',
    email: 'thief@example.test',
    user_id: week.cleo.userId,
    phone: '0113 496 1111',
  }
  expect((await visitor.submit(form, forged, 'details')).status).toBe(303)
  expect(await peopleRow(week.ana.personId)).toEqual([
    { ...before, phone: '0113 496 1111', version: 2 },
  ])
  expect(await peopleRow(week.cleo.personId)).toEqual(others)
  const roles = await databases.directory.all(
    sql`SELECT role_id AS role FROM affiliations WHERE user_id = ${week.ana.userId}`,
  )
  expect(roles).toEqual([{ role: 'member' }])
})

test.each([
  ['empty', ''],
  ['no form', '{"name":"x"}'],
  ['too long', new URLSearchParams({ name: 'x'.repeat(5_000) })],
  ['odd names', new URLSearchParams({ 'name.__proto__': 'x', 'name[0]': 'y', constructor: 'z' })],
])('a posted body that is %s changes no details and breaks nothing', async (_name, body) => {
  const before = await peopleRow(week.ana.personId)
  const page = await newVisitor({ cookie: ana }).post(path('/details'), body)
  expect(page.status).toBe(422)
  expect(await peopleRow(week.ana.personId)).toEqual(before)
})

test('the same details posted twice at once are written and told once', async () => {
  const account = await mintAccount(databases, { studio: week.studio, name: 'Dee Twice' })
  const { cookie } = await mintSession(databases, account, { variables })
  const visitor = newVisitor({ cookie })
  const form = await visitor.get(path('/details'))
  const answers = await Promise.all(
    [1, 2].map(() => visitor.submit(form, { phone: '0113 496 2222' }, 'details')),
  )

  expect(answers.map(({ status }) => status)).toEqual([303, 303])
  const audit = await databases.shard(0).all(sql`
    SELECT detail FROM audit_entries WHERE studio_id = ${week.studio.id} AND subject_id = ${account.personId}`)
  expect(audit).toEqual([{ detail: '{"changed":["phone"]}' }])
})

test('notices are new until they are marked as read, and lead on; a path that is not ours leads nowhere', async () => {
  const { studio } = week
  const db = databases.shard(0)
  const ctx = { db, studio, now: weekNow, nowMs: Date.parse(weekNow), origin: '', secret: '' }
  const tell = (text: string, leads: string) =>
    noticeStatement(ctx, {
      personId: week.ana.personId,
      dedupeKey: newId(),
      kind: 'test',
      text,
      path: leads,
    })
  await batch(db, {
    own: tell('A place opened', `/${studio.slug}/home/timetable`),
    foreign: tell('Win a prize', '//evil.example'),
  })
  const visitor = newVisitor({ cookie: ana })
  const page = await visitor.get(path('/notices'))
  expect(textOf(page.html)).toContain('Notices, 2 new')
  expect(page.html).toContain(`<a class="go" href="/${studio.slug}/home/timetable">`)
  expect(page.html).not.toContain('evil.example')

  const marked = await visitor.submit(page)
  expect([marked.status, marked.location]).toEqual([303, path('/notices')])
  const after = await visitor.get(path('/notices'))
  expect(textOf(after.html)).toContain('All notices are marked as read.')
  expect(after.html).not.toContain('Mark all as read')
  expect(refusalsOn(after)).toEqual([])
})

test('signing out from the account is a post that says so at the studio', async () => {
  const { cookie } = await mintSession(databases, week.cleo, { variables })
  const visitor = newVisitor({ cookie })
  const out = await visitor.submit(await visitor.get(path()))

  expect([out.status, out.location]).toEqual([303, `/${week.studio.slug}/home`])
  expect(textOf((await visitor.get(out.location ?? '')).html)).toContain('You have been signed out')
  expect((await visitor.get(path())).status).toBe(303)
})
