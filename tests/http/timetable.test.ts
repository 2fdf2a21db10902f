import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { users } from '#app/db/directory.ts'
import { palette } from '#app/values/palette.ts'
import { popularIcons } from '../../scripts/icons/chosen-icons.ts'
import { mintSession } from '../support/accounts.ts'
import { builtDatabases } from '../support/built-databases.ts'
import { freezeClock, isolateText, releaseClock, rowOf } from '../support/member-pages.ts'
import { fillWeek, mintWeek, type Week, weekNow } from '../support/week.ts'
import { weightOf } from '../support/weight.ts'
import { workerOrigin } from '../support/worker-origin.ts'

const databases = builtDatabases()
let week: Week
let ana: string
let cleo: string

beforeAll(async () => {
  week = await mintWeek(databases)
  const variables = inject('variables')
  ana = (await mintSession(databases, week.ana, { variables })).cookie
  cleo = (await mintSession(databases, week.cleo, { variables })).cookie
  await freezeClock(weekNow)
})
afterAll(releaseClock)

const get = (query = '', cookie = '') =>
  fetch(`${workerOrigin}/${week.studio.slug}/home/timetable${query}`, {
    headers: cookie ? { cookie } : {},
  })

const page = async (query = '', cookie = '') => (await get(query, cookie)).text()

test('each state of a class says one sentence and offers one action', async () => {
  const html = await page('', ana)

  const message = (localStart: string) => isolateText(rowOf(html, week.at(localStart)))
  expect(message('2026-10-13T07:00')).toContain('Finished')
  expect(message('2026-10-13T12:15')).toMatch(/Ask us .*Booking closed at 12:05\./)
  expect(message('2026-10-13T17:30')).toMatch(/1 credit Book Pole 1, 17:30 3 left/)
  expect(message('2026-10-13T20:00')).toMatch(/included Book/)
  expect(message('2026-10-13T19:45')).toContain('last 2')
  expect(message('2026-10-14T17:15')).toContain('last place')
  expect(message('2026-10-13T18:45')).toMatch(
    /Join list .*Full\. You would be 6th on the waitlist\. Free while you wait\./,
  )
  expect(message('2026-10-15T09:30')).toMatch(
    /Sat 10:00 Aerial hoop 1 instead Cancelled\. Dee is ill\./,
  )
  expect(message('2026-10-15T17:15')).toContain('Theo for Ines')
  expect(message('2026-10-15T18:30')).toMatch(
    /Cancel .*Booked\. Free to cancel until Thu 06:30, then 1 credit and £5\.00\./,
  )
  expect(message('2026-10-15T18:45')).toMatch(
    /It’s at the same time as Pole 2: spins, Thu 18:30, which you’ve booked\./,
  )
  expect(message('2026-10-15T19:45')).toMatch(
    /Leave list .*2nd of 3 on the waitlist\. You pay 1 credit only if a place opens before Thu 17:45\./,
  )
  expect(message('2026-10-16T18:45')).toMatch(/Full, and 10 people are already on the waitlist\./)
  expect(message('2026-10-16T19:00')).toMatch(
    /See level .*This class needs level 3\. You have level 2\./,
  )
  expect(message('2026-10-19T17:30')).toContain('Booking opens today at 17:30.')
})

test('a refusal carries its code beside its sentence', async () => {
  const html = await page('', ana)

  expect(rowOf(html, week.at('2026-10-16T19:00'))).toContain('data-refusal="level_locked"')
  expect(rowOf(html, week.at('2026-10-15T18:45'))).toContain('data-refusal="overlaps"')
  expect(rowOf(html, week.at('2026-10-16T18:45'))).toContain('data-refusal="waitlist_full"')
})

test('an obstacle to all classes is said once, above them, with its way out', async () => {
  const html = await page('', cleo)

  expect(html.match(/data-refusal="no_entitlement"/g)).toHaveLength(1)
  expect(isolateText(html)).toMatch(
    /You have no credits or membership for these classes\. See prices .*Sunrise vinyasa/,
  )
  expect(isolateText(rowOf(html, week.at('2026-10-14T07:00')))).toMatch(
    /^07:00 45 min Sunrise vinyasa .* 8 left$/,
  )
})

test('a day of many classes folds by part of day: open are what comes next and what is mine', async () => {
  const long = await mintWeek(databases)
  await fillWeek(databases, long, 80)
  const { cookie } = await mintSession(databases, long.ana, { variables: inject('variables') })
  const html = await (
    await fetch(`${workerOrigin}/${long.studio.slug}/home/timetable`, { headers: { cookie } })
  ).text()
  const day = (date: string) =>
    html.split('<section').find((part) => part.includes(long.at(date))) ?? ''
  const folds = (part: string) =>
    [...part.matchAll(/<details class="of-day"( open="")?><summary>(.*?)<\/summary>/g)].map(
      ([, open, summary]) => `${isolateText(summary!)}${open ? ', open' : ''}`,
    )

  expect(folds(day('2026-10-15T07:00'))).toEqual([
    expect.stringMatching(/^Morning \d+ class(es)?, open$/),
    expect.stringMatching(/^Afternoon \d+ classes$/),
    expect.stringMatching(/^Evening \d+ classes, 2 yours, open$/),
  ])
  expect(day('2026-10-13T17:30')).not.toContain('<details')
})

test('a visitor sees places and no states of anyone', async () => {
  const html = await page()

  expect(isolateText(rowOf(html, week.at('2026-10-15T18:30')))).toMatch(
    /from level 2 Book .*3 left/,
  )
  expect(html).not.toContain('class="class mine"')
  expect(html).toContain('Sign in')
})

test('the page is one response without scripts, within two trips', async () => {
  const response = await get('', ana)
  const html = await response.text()

  expect(response.status).toBe(200)
  expect(html).not.toContain('<script')
  expect(html).not.toMatch(/<link[^>]+stylesheet/)
  expect(response.headers.get('Server-Timing')).toMatch(/desc="2 trips/)
})

test('fifty classes take at most 9,000 bytes', async () => {
  const full = await mintWeek(databases)
  await fillWeek(databases, full, 50)
  // Each class type with a sign of its own, as a studio that cares would have it.
  const shard = databases.shard(0)
  const types = await shard.all<{ id: string }>(
    sql`SELECT id FROM class_types WHERE studio_id = ${full.studio.id}`,
  )
  for (const [i, { id }] of types.entries()) {
    const colour = palette[(i * 7) % palette.length]!.value
    await shard.run(
      sql`UPDATE class_types SET icon = ${`i-linear-${popularIcons[i % 20]}`}, colour = ${colour} WHERE id = ${id}`,
    )
  }
  const { cookie } = await mintSession(databases, full.ana, { variables: inject('variables') })
  const html = await (
    await fetch(`${workerOrigin}/${full.studio.slug}/home/timetable`, { headers: { cookie } })
  ).text()

  expect(html.match(/<li class="class/g)?.length).toBeGreaterThanOrEqual(50)
  const bars = html.match(/class="what t\d+"/g) ?? []
  expect(bars.length).toBeGreaterThanOrEqual(50)
  expect(new Set(bars).size).toBe(types.length)
  expect(weightOf(html)).toBeLessThanOrEqual(9_000)
  // What the page says it never has (`spares` of its handle).
  expect(html).not.toMatch(/class="[^"]*\b(two|num|full|slim|dated|panel|dock|backlink|big|wide)\b/)
})

test('filters narrow the week, are shown and can be taken away', async () => {
  const html = await page('?places=1&level=Open+to+all+levels', ana)

  expect(html).toMatch(/Open to all levels.*remove/)
  expect(html).not.toContain(week.at('2026-10-16T19:00'))
  expect(html).not.toContain(week.at('2026-10-13T18:45'))
  expect(html).toContain(week.at('2026-10-13T17:30'))
  const included = await page('?included=1', ana)
  expect(included).toContain(week.at('2026-10-13T20:00'))
  expect(included).not.toContain(week.at('2026-10-13T17:30'))
})

test('bad parameters fall back to the whole week of today', async () => {
  const whole = (await page('', ana)).match(/<li class="class/g)?.length

  for (const query of [
    '?from=tomorrow',
    '?from=9999-99-99',
    '?discipline=%00',
    '?coach=nobody',
    '?level=<b>',
    '?places=yes',
  ])
    expect((await page(query, ana)).match(/<li class="class/g)?.length, query).toBe(whole)
})

test('another seven days are a link away, and a week without classes says so', async () => {
  expect(await page('', ana)).toMatch(/href="[^"]*\?from=2026-10-20"/)
  expect(await page('?from=2026-10-20', ana)).toContain(week.at('2026-10-21T17:30'))
  expect(await page('?from=2027-03-01', ana)).toContain('No classes in these seven days')
  expect(await page('?discipline=none&places=1&included=1&from=2026-10-21', cleo)).toContain(
    'No class matches',
  )
})

test('a New York member sees their own time beside the studio’s', async () => {
  const { cookie } = await mintSession(databases, week.cleo, { variables: inject('variables') })
  await databases.directory
    .update(users)
    .set({ timeZone: 'America/New_York' })
    .where(eq(users.authId, week.cleo.userId))
  const html = await page('', cookie)
  await databases.directory
    .update(users)
    .set({ timeZone: null })
    .where(eq(users.authId, week.cleo.userId))

  expect(isolateText(rowOf(html, week.at('2026-10-14T07:00')))).toMatch(/^07:00 .*02:00 for you/)
})

test('another studio’s classes never appear', async () => {
  const other = await mintWeek(databases)

  expect(await page('', ana)).not.toContain(other.at('2026-10-17T10:00'))
})
