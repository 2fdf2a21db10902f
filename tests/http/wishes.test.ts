import { brotliCompressSync, constants } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { mintAccount, mintSession } from '../support/accounts.ts'
import { builtDatabases } from '../support/built-databases.ts'
import { freezeClock, isolateText, releaseClock } from '../support/member-pages.ts'
import { mintWeek, type Week, weekNow } from '../support/week.ts'
import { workerOrigin } from '../support/worker-origin.ts'

const databases = builtDatabases()
let week: Week
let ana: string
let cleo: string
let manager: string

beforeAll(async () => {
  week = await mintWeek(databases)
  const variables = inject('variables')
  ana = (await mintSession(databases, week.ana, { variables })).cookie
  cleo = (await mintSession(databases, week.cleo, { variables })).cookie
  const boss = await mintAccount(databases, {
    studio: week.studio,
    role: 'manager',
    name: 'Mia Boss',
  })
  manager = (await mintSession(databases, boss, { variables })).cookie
  const { id } = week.studio
  const shard = databases.shard(0)
  await shard.run(sql`UPDATE policies SET guest_limit = 2 WHERE studio_id = ${id}`)
  await shard.run(
    sql`UPDATE rooms SET spots = '1,2,3,4,5,6', spot_columns = 3 WHERE studio_id = ${id} AND name = 'aerial studio'`,
  )
  await shard.run(sql`UPDATE series SET rrule = 'FREQ=WEEKLY;BYDAY=SA', first_start = '2026-10-03T10:00', expanded_until = '2027-12-31'
    WHERE studio_id = ${id} AND class_type_id = (SELECT id FROM class_types WHERE studio_id = ${id} AND name = 'Aerial hoop 1')`)
  await freezeClock(weekNow)
})
afterAll(releaseClock)

const base = () => `/${week.studio.slug}`
const ofClass = (localStart: string, act: string) =>
  `${base()}/home/timetable/${week.at(localStart)}${act}`

const get = (path: string, cookie: string) =>
  fetch(workerOrigin + path, { headers: { cookie }, redirect: 'manual' })
const post = (path: string, cookie: string, fields: [string, string][] = []) =>
  fetch(workerOrigin + path, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      cookie,
      Origin: workerOrigin,
      'Content-Type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams(fields),
  })
const textOf = async (answer: Response) => isolateText(await answer.text())
const keyIn = (html: string) => html.match(/name="key" value="([^"]+)"/)?.[1] ?? ''

/** A page without scripts, within two trips and 13,000 bytes. */
async function plainPage(path: string, cookie = ana): Promise<string> {
  const answer = await get(path, cookie)
  const html = await answer.text()
  expect(answer.status, path).toBe(200)
  expect(html).not.toContain('<script')
  const bytes = brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }).length
  expect(bytes, path).toBeLessThanOrEqual(13_000)
  expect(answer.headers.get('Server-Timing'), path).toMatch(/desc="[12] trips?/)
  return html
}

/** Whom the next page tells what the last action did. */
async function notified(answer: Response, cookie = ana): Promise<string> {
  expect(answer.status).toBe(303)
  const flash = answer.headers.getSetCookie().map((line) => line.split(';')[0])
  const page = await get(answer.headers.get('Location') ?? '', [cookie, ...flash].join('; '))
  return isolateText((await page.text()).match(/<p class="flash[\s\S]*?<\/p>/)?.[0] ?? '')
}

test('filters narrow the week, stay while paging, and an empty list says how to widen', async () => {
  const evening = await plainPage(`${base()}/home/timetable?time=Evening`)
  expect(evening).not.toContain(week.at('2026-10-14T07:00'))
  expect(evening).toContain(week.at('2026-10-14T19:45'))
  expect(evening).toMatch(/href="[^"]*\?from=2026-10-20&amp;time=Evening"/)

  const empty = isolateText(
    await plainPage(`${base()}/home/timetable?discipline=Aerial&time=Morning&coach=Ines+Duarte`),
  )
  expect(empty).toContain('No class matches')
  expect(empty).toMatch(/Without “\w+[^”]*”: \d+ class/)
})

test('several full classes are waited for as one wish, shown as one, and left one by one or all', async () => {
  const [silks, own, yin] = ['2026-10-13T18:45', '2026-10-15T19:45', '2026-10-15T20:15'].map((at) =>
    week.at(at),
  )
  expect(await plainPage(ofClass('2026-10-13T18:45', ''))).toContain(
    ofClass('2026-10-13T18:45', '/wish'),
  )
  const page = await plainPage(ofClass('2026-10-13T18:45', '/wish'))
  expect(page).toContain(`value="${own}"`)
  expect(page).toContain(`value="${yin}"`)
  expect(page).not.toContain(`value="${week.at('2026-10-16T18:45')}"`)
  const key = keyIn(page)

  const nothing = await post(ofClass('2026-10-13T18:45', '/wish'), ana, [['key', key]])
  expect(nothing.status).toBe(422)
  expect(await nothing.text()).toContain('data-refusal="nothing_chosen"')
  const open = await post(ofClass('2026-10-17T15:30', '/wish'), ana, [
    ['key', key],
    ['also', own!],
  ])
  expect(open.status).toBe(422)
  expect(await open.text()).toContain('data-refusal="has_places"')

  const answer = await post(ofClass('2026-10-13T18:45', '/wish'), ana, [
    ['key', key],
    ['also', own!],
    ['also', yin!],
  ])
  expect(answer.headers.get('Server-Timing')).toMatch(/desc="[23] trips/)
  expect(await notified(answer)).toContain('You’re waiting for any of 3 classes.')
  const portal = await plainPage(`${base()}/portal`)
  expect(isolateText(portal)).toContain('Any of these 3')
  const one = portal.match(/href="([^"]+\/cancellation)"[^>]*>Leave this list/)?.[1] ?? ''
  expect(isolateText(await plainPage(one))).toContain('You stay on the other 2 lists of your wish.')
  expect(isolateText(await plainPage(`${base()}/home/timetable/${silks}`))).toContain(
    'You get the first of your classes that opens.',
  )

  expect((await post(`${base()}/wishes/${key}/removal`, cleo)).status).toBe(404)
  expect(await notified(await post(`${base()}/wishes/${key}/removal`, ana))).toContain(
    'You left all of these waitlists',
  )
  expect(isolateText(await plainPage(`${base()}/portal`))).not.toContain('Any of these')
})

test('a class is booked for several dates at once, each with what pays or why not, and goes on with no end date', async () => {
  const hoop = ofClass('2026-10-17T10:00', '/repeat')
  expect(await plainPage(ofClass('2026-10-17T10:00', ''))).toContain('every Saturday 10:00')
  const page = await plainPage(hoop)
  const text = isolateText(page)
  expect(text).toContain('Sat 17 Oct 10:00 Dee. From Autumn five: 1 left, then 0. 1 credit')
  expect(text).toMatch(/Wed 21 Oct 17:30 Booking opens/)
  const [first, second] = [week.at('2026-10-14T17:15'), week.at('2026-10-17T10:00')]

  expect((await post(hoop, ana, [['key', keyIn(page)]])).status).toBe(422)
  const answer = await post(hoop, ana, [
    ['key', keyIn(page)],
    ['dates', first],
    ['dates', second],
    ['goOn', 'on'],
  ])
  expect(await notified(answer)).toBe(
    '2 dates booked. Later dates are booked for you when booking opens.',
  )
  expect(isolateText(await plainPage(hoop))).toContain('You repeat this class')
  expect(isolateText(await plainPage(`${base()}/portal`))).toContain('Every Saturday 10:00')
  expect(await notified(await post(`${base()}/repeats/${keyIn(page)}/removal`, ana))).toContain(
    'Dates already booked stay.',
  )
  expect((await get(ofClass('2026-10-16T19:00', '/repeat'), ana)).status).toBe(404)
})

test('a member brings guests up to the limit, and cancelling says that they go too', async () => {
  const booking = week.bookingAt('2026-10-18T10:00')
  const guests = `${base()}/bookings/${booking}/guests`
  expect(await plainPage(ofClass('2026-10-18T10:00', ''))).toContain(guests)
  const bring = async (name: string) =>
    post(guests, ana, [
      ['key', keyIn(await plainPage(guests))],
      ['name', name],
      ['email', 'zoe@example.test'],
      ['pay', 'credit'],
    ])

  const bad = await bring('')
  expect(bad.status).toBe(422)
  const again = await bad.text()
  expect(again).toContain('Enter the name of your guest.')
  expect(again).toContain('value="zoe@example.test"')
  const answer = await bring('Zoe Guest')
  expect(answer.headers.get('Server-Timing')).toMatch(/desc="[23] trips/)
  expect(await notified(answer)).toContain('Zoe Guest has a place.')
  expect(await notified(await bring('Max Guest'))).toContain('Max Guest has a place.')
  expect(await plainPage(guests)).toContain('data-refusal="guest_limit"')
  expect(
    (
      await post(guests, ana, [
        ['key', 'third-guest'],
        ['name', 'Tom'],
        ['pay', 'credit'],
      ])
    ).status,
  ).toBe(422)
  expect(isolateText(await plainPage(`${base()}/bookings/${booking}/cancellation`))).toContain(
    'The places of your guests (Zoe Guest, Max Guest) go too. What it took comes back.',
  )
  for (const answered of [
    await get(guests, cleo),
    await post(guests, cleo, [
      ['key', 'not-my-guest'],
      ['name', 'Tom'],
      ['pay', 'credit'],
    ]),
  ]) {
    expect(answered.status).toBe(404)
  }
})

test('a numbered place is chosen on a map of the room; a taken one costs neither the class nor the map', async () => {
  const path = ofClass('2026-10-14T17:15', '')
  const [{ id: mine } = { id: '' }] = await databases.shard(0).all<{ id: string }>(sql`
    SELECT id FROM bookings WHERE studio_id = ${week.studio.id} AND occurrence_id = ${week.at('2026-10-14T17:15')}
      AND person_id = ${week.ana.personId} AND state = 'booked'`)
  await databases.shard(0).run(sql`
    UPDATE bookings SET spot = '2' WHERE seq = (SELECT min(seq) FROM bookings WHERE studio_id = ${week.studio.id}
      AND occurrence_id = ${week.at('2026-10-14T17:15')} AND person_id <> ${week.ana.personId} AND state = 'booked')`)
  const spot = `${base()}/bookings/${mine}/spot`
  expect(await plainPage(path)).toContain(spot)
  const map = await plainPage(spot)
  expect(map.match(/class="spot-row"/g)).toHaveLength(2)
  expect(map.match(/<input[^>]*value="2"[^>]*>/)?.[0]).toContain('disabled')

  const taken = await post(spot, ana, [['spot', '2']])
  expect(taken.status).toBe(422)
  expect(await taken.text()).toMatch(/data-refusal="spot_taken"[\s\S]*class="spot-row"/)
  expect(await notified(await post(spot, ana, [['spot', '5']]))).toBe('Place 5 is yours.')
  expect(await plainPage(path)).toContain('Place 5: choose another')
  expect((await get(spot, cleo)).status).toBe(404)
})

test('the desk gives a standing place from the profile and ends it, and the roster says whose guest someone is', async () => {
  const profile = `${base()}/manage/members/members/${week.cleo.personId}`
  const availability = `${profile}/standing`
  expect(await (await get(profile, manager)).text()).toContain(availability)
  const page = await get(availability, manager)
  expect(page.headers.get('Server-Timing')).toMatch(/desc="[23] trips/)
  const html = await page.text()
  const series = html.match(/<option value="([^"]+)"[^>]*>Aerial hoop 1/)?.[1] ?? ''
  const fields: [string, string][] = [
    ['key', keyIn(html)],
    ['series', series],
    ['from', '2026-10-13'],
  ]

  expect((await post(availability, manager, [...fields, ['until', '2026-10-01']])).status).toBe(422)
  const given = await post(availability, manager, fields)
  expect(given.status).toBe(303)
  expect(await textOf(await get(availability, manager))).toMatch(
    /Every Saturday 10:00 .*Standing place\s· with no end date/,
  )
  expect((await post(availability, manager, [['end', keyIn(html)]])).status).toBe(303)
  expect((await get(availability, ana)).status).not.toBe(200)

  const roster = await textOf(
    await get(`${base()}/manage/schedule/classes/${week.at('2026-10-18T10:00')}`, manager),
  )
  expect(roster).toContain('Guest of Ana Reyes')
})
