import { beforeAll, expect, test } from 'vitest'
import { readByFile, readByName } from '../support/calendars.ts'
import { type DemoServer, demoServer } from '../support/demo-server.ts'
import { weightOf } from '../support/weight.ts'

let server: DemoServer
let ana: string

beforeAll(async () => {
  server = await demoServer()
  ana = await server.cookieOf('ana@northside.test')
})

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(server.origin + path, { headers, redirect: 'manual' })

const post = (path: string, body: Record<string, string>) =>
  fetch(server.origin + path, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      Cookie: ana,
      Origin: server.origin,
      'Content-Type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams(body).toString(),
  })

const ownLink = async () => {
  const html = await (await get('/northside/portal/calendar', { Cookie: ana })).text()
  return /\/northside\/calendar\/[0-9A-Za-z]{32}\.ics/.exec(html)?.[0] ?? null
}

test("the studio's feed is a file that two programs read, kept and asked for again by its ETag", async () => {
  const answer = await get('/Northside/calendar.ics')
  const text = await answer.text()
  expect(answer.status).toBe(200)
  expect(answer.headers.get('Content-Type')).toBe('text/calendar; charset=utf-8')
  expect(answer.headers.get('Cache-Control')).toBe('public, max-age=900')
  expect(readByFile(text).length).toBeGreaterThan(20)
  expect(readByName(text).map(({ starts }) => starts)).toEqual(
    readByFile(text).map(({ starts }) => starts),
  )
  const again = await get('/northside/calendar.ics', {
    'If-None-Match': answer.headers.get('ETag') ?? '',
  })
  expect([again.status, await again.text()]).toEqual([304, ''])
})

test('a person makes a secret link, subscribes without a session, and stops it with a new one', async () => {
  expect(await ownLink()).toBeNull()
  expect((await post('/northside/portal/calendar', {})).status).toBe(303)
  const first = (await ownLink()) ?? ''
  const feed = await get(first)
  expect(feed.status).toBe(200)
  expect(feed.headers.get('Cache-Control')).toBe('private, max-age=900')
  expect(readByFile(await feed.text()).length).toBeGreaterThan(0)
  // The link opens at its own studio only.
  expect((await get(first.replace('northside', 'southside'))).status).toBe(404)

  await post('/northside/portal/calendar', { replaces: first.slice(-36, -4) })
  const second = (await ownLink()) ?? ''
  expect(second).not.toBe(first)
  expect([(await get(first)).status, (await get(second)).status]).toEqual([404, 200])
})

test('a class can be added to a calendar from its page', async () => {
  const html = await (await get('/classes')).text()
  const path = /\/northside\/home\/timetable\/[\w-]{10,}/.exec(html)?.[0] ?? ''
  const page = await (await get(path)).text()
  expect(page).toContain(`${path}/class.ics`)
  expect(readByFile(await (await get(`${path}/class.ics`)).text())).toHaveLength(1)
  expect((await get('/northside/home/timetable/nothing00000/class.ics')).status).toBe(404)
})

test('reminders are chosen, kept, and refused with a sentence when they are none of those offered', async () => {
  expect(
    (await post('/northside/portal/notifications', { way: 'notice', minutes: '120' })).status,
  ).toBe(303)
  const html = await (await get('/northside/portal/notifications', { Cookie: ana })).text()
  expect(html).toMatch(/<option value="notice" selected[^>]*>/)
  const wrong = await post('/northside/portal/notifications', { way: 'pigeon', minutes: '7' })
  expect(wrong.status).toBe(422)
  expect(await wrong.text()).toContain('Choose how you want to be reminded')
})

test('the finder and the page of a class answer in any letter case, without scripts, within their weight', async () => {
  const finder = await get('/classes')
  const html = await finder.text()
  const id = /\/classes\/([\w-]{10,})/.exec(html)?.[1] ?? ''
  for (const path of [
    '/Classes/Index',
    '/classes/index?discipline=Yoga',
    `/classes/${id}`,
    `/CLASSES/${id}/Index`,
  ]) {
    const answer = await get(path)
    const text = await answer.text()
    expect([path, answer.status]).toEqual([path, 200])
    expect(text).toMatch(/"@type":"Event".*"endDate":"[\dT:-]+Z".*"eventStatus"/)
    expect(text).not.toMatch(/<script(?! type="application\/ld\+json")/)
    expect(weightOf(text)).toBeLessThan(13_000)
    expect(text).toContain('rel="canonical"')
  }
  expect((await get('/classes/nothing00000')).status).toBe(404)
  expect(await (await get('/classes?discipline=Nothing')).text()).toContain('No class matches')
  expect(await (await get('/')).text()).toContain('href="/classes"')
})

test('only the embedded timetable may be in a foreign frame; it sets no cookie and opens its links in a new tab', async () => {
  const answer = await get('/northside/embed/timetable', { Cookie: ana })
  const html = await answer.text()
  expect(answer.status).toBe(200)
  expect(answer.headers.get('Content-Security-Policy')).toContain('frame-ancestors *')
  expect(answer.headers.get('Set-Cookie')).toBeNull()
  expect(html).not.toMatch(/Ana|<form|<script/)
  const links = html.match(/<a [^>]*href="\/northside[^>]*>/g) ?? []
  expect(links.length).toBeGreaterThan(1)
  for (const link of links) expect(link).toContain('target="_blank"')
  for (const path of [
    '/',
    '/classes',
    '/northside/home',
    '/northside/home/timetable',
    '/northside/embed/nothing',
  ]) {
    expect((await get(path)).headers.get('Content-Security-Policy')).toContain(
      "frame-ancestors 'none'",
    )
  }
  const owner = await server.cookieOf('owner@northside.test')
  expect(
    await (await get('/northside/manage/schedule/classes', { Cookie: owner })).text(),
  ).toContain('/northside/embed/timetable')
})

test('the pages take two trips, the feeds too', async () => {
  const paths = [
    '/northside/calendar.ics?fresh=1',
    '/classes?price=90',
    '/northside/portal/calendar',
    '/northside/embed/timetable?x=2',
  ]
  for (const path of paths) {
    const timing = (await get(path, { Cookie: ana })).headers.get('Server-Timing') ?? ''
    expect([path, Number(/desc="(\d+) trips/.exec(timing)?.[1])]).toEqual([path, 2])
  }
})
