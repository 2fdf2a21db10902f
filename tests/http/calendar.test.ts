import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Role } from '#app/domain/scope/permissions.ts'
import { paths } from '#app/paths.ts'
import { mintAccount, mintSession } from '../support/accounts.ts'
import { builtDatabases } from '../support/built-databases.ts'
import { fillMonth } from '../support/full-month.ts'
import { freezeClock, isolateText, releaseClock } from '../support/member-pages.ts'
import { mintWeek, type Week, weekNow } from '../support/week.ts'
import { weightOf } from '../support/weight.ts'
import { workerOrigin as origin } from '../support/worker-origin.ts'

const databases = builtDatabases()
let week: Week
let other: Week
const cookies = new Map<Role, string>()

beforeAll(async () => {
  await freezeClock(weekNow)
  ;[week, other] = [await mintWeek(databases), await mintWeek(databases)]
  for (const role of ['owner', 'manager', 'coach', 'front_desk', 'member'] as const) {
    const account = await mintAccount(databases, {
      studio: week.studio,
      role,
      name: `Some ${role}`,
    })
    cookies.set(
      role,
      (await mintSession(databases, account, { variables: inject('variables') })).cookie,
    )
  }
})
afterAll(releaseClock)

async function page(params: Record<string, string> | string = {}, role: Role = 'owner') {
  const path = typeof params === 'string' ? params : paths.manageSchedule(week.studio, params)
  const answer = await fetch(origin + path, {
    headers: { Cookie: cookies.get(role)! },
    redirect: 'manual',
  })
  const html = await answer.text()
  // What the browser is sent to take the page over is no part of its words.
  const main = html.split('<main')[1]?.split('</main>')[0] ?? ''
  const trips = Number(/(\d+) trips/.exec(answer.headers.get('Server-Timing') ?? '')?.[1])
  return { status: answer.status, html, main, text: isolateText(main), trips }
}

const post = (path: string, fields: Record<string, string>, role: Role = 'owner') =>
  fetch(origin + path, {
    method: 'POST',
    headers: { Cookie: cookies.get(role)!, Origin: origin },
    body: new URLSearchParams(fields),
    redirect: 'manual',
  })

const shard = () => databases.shard(week.studio.shard as 0 | 1)
const versionOf = async (id: string) => {
  const [row] = await shard().all<{ version: number }>(
    sql`SELECT series.version FROM series JOIN occurrences AS o ON o.series_id = series.id
      WHERE o.id = ${id}`,
  )
  return String(row?.version)
}
const roomOf = async (id: string) => {
  const [row] = await shard().all<{ roomId: string; coachId: string }>(
    sql`SELECT room_id AS roomId, coach_id AS coachId FROM occurrences WHERE id = ${id}`,
  )
  return row!
}

test('the week shows every class in its day with coach and places, and says what clashes', async () => {
  const { text, main, trips } = await page()
  expect(trips).toBeLessThanOrEqual(3)
  expect(text).toContain('12 to 18 October')
  expect(text).toMatch(/Week 42\. \d+ entries, \d+ booked\. Times are UK time\./)
  expect(text).toContain('Sunrise vinyasa 07:00 Cleo')
  expect(text).toContain('Cancelled')
  expect(text).toMatch(/Handstands 17:15 Theo for Ines/)
  expect(text).toContain('pole studio is taken twice on Thursday 15 October, 18:45 to 19:30.')
  expect(main).toContain(paths.manageClass(week.studio, week.at('2026-10-15T18:30')))
  expect(main).not.toMatch(/\sstyle="/)
})

test('a day stands by room or by coach, a month has figures and leads to its days', async () => {
  const day = await page({ view: 'day', on: '2026-10-15' })
  expect(day.text).toMatch(/aerial studio .* pole studio .* yoga room/)
  const staff = await page({ view: 'day', on: '2026-10-15', by: 'staff' })
  expect(staff.text).toMatch(/Ben Okafor .* Cleo Marsh/)
  const month = await page({ view: 'month' })
  expect(month.text).toContain('October 2026')
  expect(month.text).toMatch(/\+ \d more on Thursday 15 October/)
  expect(month.main).toContain(
    paths.manageSchedule(week.studio, { view: 'day', on: '2026-10-15' }).replace('&', '&amp;'),
  )
  for (const { trips, status } of [day, staff, month])
    expect([status, trips <= 3]).toEqual([200, true])
})

test('filters narrow it, and what makes no sense is answered with a page', async () => {
  const ben = await roomOf(week.at('2026-10-15T18:30'))
  const his = await page({ coach: ben.coachId })
  expect(his.text).toContain('Pole 2: spins')
  expect(his.text).not.toContain('Yin yoga')
  expect((await page({ kind: 'workshop' })).text).toContain('Nothing matches the filters')
  expect((await page({ on: '2031-01-01' })).text).toContain('Nothing is on this week')
  const path = paths.manageSchedule(week.studio)
  for (const odd of [
    'view=decade&on=2026-02-30',
    'on=0000-00-00&view=month',
    'view=day&by=moon&on=9999-12-31',
    'view=month&on=9999-12-31',
    'on=0001-01-01&view=week',
    `coach=${'x'.repeat(500)}`,
    'room=%00&kind=%27;DROP',
  ]) {
    const { status } = await page(`${path}?${odd}`)
    expect([odd, status]).toEqual([odd, 200])
  }
})

test('anyone who works here may look; only who plans may move; members and strangers do neither', async () => {
  const path = paths.manageMove(week.studio, week.at('2026-10-16T19:00'))
  for (const role of ['manager', 'coach', 'front_desk'] as const)
    expect((await page({}, role)).status).toBe(200)
  expect((await page({}, 'coach')).main).not.toContain('/schedule/move/')
  expect((await page({}, 'member')).status).toBe(403)
  expect((await page(path, 'manager')).status).toBe(200)
  for (const role of ['coach', 'front_desk', 'member'] as const) {
    expect([role, (await page(path, role)).status]).toEqual([role, 403])
    expect([role, (await post(path, {}, role)).status]).toEqual([role, 403])
  }
  const foreign = paths.manageMove(week.studio, other.at('2026-10-16T19:00'))
  expect((await page(foreign)).status).toBe(404)
  const wanted = { date: '2026-10-17', time: '19:00', roomId: 'r', coachId: 'k', version: '1' }
  expect((await post(foreign, wanted)).status).toBe(404)
})

test('a class is moved by its form: what changes, who is told and what is in the way come before the press', async () => {
  const id = week.at('2026-10-15T18:30')
  const path = paths.manageMove(week.studio, id)
  const { roomId, coachId } = await roomOf(id)
  const ask = await page(`${path}?date=2026-10-16&time=19:15`)
  expect(ask.trips).toBeLessThanOrEqual(3)
  expect(ask.text).toContain('Thursday 15 October, 18:30 becomes Friday 16 October, 19:15')
  expect(ask.text).toMatch(
    /\d+ people are booked or waiting: we tell each of them once, and nobody loses their place\./,
  )
  expect(ask.text).toContain('Ben Okafor teaches Pole 3 Fri 16 Oct, 19:00 to 20:00')

  const fields = {
    date: '2026-10-16',
    time: '19:15',
    minutes: '60',
    roomId,
    coachId,
    version: await versionOf(id),
  }
  const refused = await post(path, fields)
  expect(refused.status).toBe(422)
  const words = await refused.text()
  expect(words).toContain('data-refusal="taken"')
  expect(words).toContain('value="19:15"')
  for (const wrong of [{ time: '25:00' }, { date: '' }, { minutes: '0' }, { roomId: '' }]) {
    expect([wrong, (await post(path, { ...fields, ...wrong })).status]).toEqual([wrong, 422])
  }

  const moved = await post(path, { ...fields, anyway: 'on' })
  expect([moved.status, moved.headers.get('Location')]).toEqual([
    303,
    paths.manageSchedule(week.studio, { view: 'week', on: '2026-10-16', by: 'room' }),
  ])
  // The same press twice moves once.
  expect((await post(path, { ...fields, anyway: 'on' })).status).toBe(303)
  const [row] = await shard().all(
    sql`SELECT local_start AS start, sequence FROM occurrences WHERE id = ${id}`,
  )
  expect(row).toEqual({ start: '2026-10-16T19:15', sequence: 1 })
  const late = await post(path, { ...fields, time: '08:00', anyway: 'on' })
  expect([late.status, (await late.text()).includes('data-refusal="changed_meanwhile"')]).toEqual([
    422,
    true,
  ])
})

test('a month of 600 classes is answered in two trips and 30,000 bytes', async () => {
  const database = databases.env[`STUDIOS_${week.studio.shard as 0 | 1}`]
  await fillMonth(database, {
    occurrenceId: week.at('2026-10-13T17:30'),
    firstDate: '2026-11-01',
    perDay: 20,
  })
  const month = await page({ view: 'month', on: '2026-11-15' })
  expect(month.text).toContain('600 entries, 3000 booked')
  const wide = await page({ on: '2026-11-15' })
  expect(month.trips).toBe(2)
  expect(wide.trips).toBe(2)
  expect(weightOf(month.html)).toBeLessThan(30_000)
  expect(weightOf(wide.html)).toBeLessThan(36_000)
})
