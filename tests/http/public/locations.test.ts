/** Locations: their pages, and choosing between those of one studio. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { newId } from '#app/values/id.ts'
import { mintSession } from '../../support/accounts.ts'
import { builtDatabases } from '../../support/built-databases.ts'
import { freezeClock, isolateText, releaseClock, rowOf } from '../../support/member-pages.ts'
import { mintWeek, type Week, weekNow } from '../../support/week.ts'
import { weightOf } from '../../support/weight.ts'
import { workerOrigin } from '../../support/worker-origin.ts'

const databases = builtDatabases()
const mill = newId()
let week: Week
let single: Week
let ana: string

beforeAll(async () => {
  week = await mintWeek(databases)
  single = await mintWeek(databases)
  ana = (await mintSession(databases, week.ana, { variables: inject('variables') })).cookie
  const { studio } = week
  const db = databases.shard(studio.shard as 0 | 1)
  await db.run(sql`INSERT INTO locations (id, studio_id, name, address, directions, hours)
    VALUES (${mill}, ${studio.id}, 'Mill Lane', '3 Mill Lane, Leeds', 'Bus 4 to the end.',
      '06:30-21:00,06:30-21:00,06:30-21:00,06:30-21:00,06:30-21:00,09:00-14:00,')`)
  const [room] = await db.all<{ id: string }>(sql`
    SELECT room_id AS id FROM occurrences
    WHERE studio_id = ${studio.id} AND id = ${week.at('2026-10-17T10:00')}`)
  await db.run(sql`UPDATE rooms SET location_id = ${mill} WHERE id = ${room!.id}`)
  await freezeClock(weekNow)
})
afterAll(releaseClock)

const get = (path: string, cookie = '') =>
  fetch(`${workerOrigin}/${path}`, { headers: cookie ? { cookie } : {}, redirect: 'manual' })

const slug = () => week.studio.slug

test('a location says where it is, how to get there, when it is open, its rooms and what is on', async () => {
  const answer = await get(`${slug()}/home/locations/${mill}`)
  const html = await answer.text()
  const text = isolateText(html)

  expect(answer.status).toBe(200)
  expect(text).toContain('3 Mill Lane, Leeds')
  expect(text).toContain('Bus 4 to the end.')
  expect(text).toMatch(/Monday to Friday (\(today\) )?06:30 to 21:00/)
  expect(text).toContain('Sunday Closed')
  expect(html).toContain('https://www.openstreetmap.org/search?query=3+Mill+Lane%2C+Leeds')
  expect(html).toContain(`/home/timetable/${week.at('2026-10-17T10:00')}"`)
  expect(html).toContain('"openingHoursSpecification":[')
  expect(html).toContain('<title>Mill Lane – ')
  expect(weightOf(html)).toBeLessThanOrEqual(13_000)
  expect(html).not.toContain('<script src')
})

test('an unknown location is a 404, one of another studio too', async () => {
  for (const path of [
    `${slug()}/home/locations/nothing`,
    `${single.studio.slug}/home/locations/${mill}`,
  ])
    expect([path, (await get(path)).status]).toEqual([path, 404])
})

test('a class leads to its location, its calendar file too', async () => {
  const at = `${slug()}/home/timetable/${week.at('2026-10-17T10:00')}`
  expect(await (await get(at)).text()).toContain(`href="/${slug()}/home/locations/${mill}"`)
  const file = (await (await get(`${at}/class.ics`)).text()).replaceAll('\r\n ', '')
  expect(file).toContain(`/home/locations/${mill}`)
})

test('a member chooses a location once: timetable and home keep it, all brings the others back', async () => {
  const here = week.at('2026-10-17T10:00')
  const elsewhere = week.at('2026-10-15T18:30')
  const first = await get(`${slug()}/home/timetable`, ana)
  const all = await first.text()
  expect(rowOf(all, here)).toContain(', Mill Lane')
  expect(all).toContain('All locations')
  expect(first.headers.get('Set-Cookie')).toBe(null)

  const chosen = await get(`${slug()}/home/timetable?location=Mill+Lane`, ana)
  const [kept = ''] = (chosen.headers.get('Set-Cookie') ?? '').split(';')
  expect(kept).toContain('=Mill%20Lane')
  const later = await (await get(`${slug()}/home/timetable`, `${ana}; ${kept}`)).text()
  expect(later).toContain(here)
  expect(later).not.toContain(`/timetable/${elsewhere}"`)
  expect(later).toContain(`href="/${slug()}/home/locations/${mill}"`)
  const home = await (await get(`${slug()}/home`, `${ana}; ${kept}`)).text()
  expect(isolateText(home)).toContain('Address and hours')

  const link = /href="([^"]+location=all[^"]*)"/.exec(later)?.[1] ?? ''
  const back = await get(link.slice(1), `${ana}; ${kept}`)
  expect(await back.text()).toContain(elsewhere)
  expect(back.headers.get('Set-Cookie')).toContain('Max-Age=0')
})

test('for a stranger nothing is kept, so that the page can be everybody’s', async () => {
  const answer = await get(`${slug()}/home/timetable?location=Mill+Lane`)
  expect(answer.headers.get('Set-Cookie')).toBe(null)
  expect(answer.headers.get('Cache-Control')).toContain('public')
  expect(await answer.text()).toContain(week.at('2026-10-17T10:00'))
})

test('the pages of a studio with one location carry nothing of it', async () => {
  for (const page of ['timetable', '']) {
    const { cookie } = await mintSession(databases, single.ana, { variables: inject('variables') })
    const html = await (await get(`${single.studio.slug}/home/${page}`, cookie)).text()
    expect(html).not.toContain('at-location')
  }
})

test('a class is found by words of its name, whatever their case', async () => {
  const found = await (await get(`${slug()}/home/timetable?q=HOOP+aer`, ana)).text()
  expect(found).toContain(week.at('2026-10-17T10:00'))
  expect(found).not.toContain(`/timetable/${week.at('2026-10-15T18:30')}"`)
  expect(isolateText(found)).toContain('HOOP aer, remove')
  const none = isolateText(await (await get(`${slug()}/home/timetable?q=zumba`, ana)).text())
  expect(none).toContain('No class matches')
  expect(none).toContain('Without “zumba”')
})
