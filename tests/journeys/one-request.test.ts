import { beforeAll, expect, test, vi } from 'vitest'
import { browserContext } from '../support/browser.ts'
import { type DemoServer, demoServer } from '../support/demo-server.ts'

let server: DemoServer
let ana: string
const ids = { class: '', course: '', exercise: '' }

beforeAll(async () => {
  server = await demoServer()
  ana = await server.cookieOf('ana@northside.test')
  const { STUDIOS_0 } = server.databases.env
  const one = async (query: string) =>
    (await STUDIOS_0.prepare(query).first<{ id: string }>())?.id ?? ''
  ids.class = await one(
    `SELECT o.id FROM occurrences AS o JOIN class_types AS t ON t.id = o.class_type_id
      WHERE o.kind = 'class' AND o.state = 'scheduled' AND t.icon <> '' AND t.cover = ''
        AND o.opens_at < '${server.now}' AND o.closes_at > '${server.now}' LIMIT 1`,
  )
  ids.course = await one("SELECT id FROM courses WHERE kind = 'course' LIMIT 1")
  ids.exercise = await one('SELECT id FROM exercises LIMIT 1')
  // The logo becomes part of the pages once it was asked for near here.
  await fetch(`${server.origin}/northside/home/rules`)
  await vi.waitFor(
    async () => {
      const page = await fetch(`${server.origin}/northside/home/rules?q=${Math.random()}`)
      expect(await page.text()).toContain('src="data:image/webp')
    },
    { timeout: 60_000, interval: 200 },
  )
})

/** What a phone that was never here asks for. */
async function requestsOf(path: string, cookie: string | undefined): Promise<string[]> {
  const context = await browserContext({ width: 390, cookie, origin: server.origin })
  const page = await context.newPage()
  const asked: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith('data:')) asked.push(request.url().slice(server.origin.length))
  })
  const answer = await page.goto(server.origin + path, { waitUntil: 'networkidle' })
  expect(answer?.status()).toBe(200)
  await context.close()
  return asked
}

test.each<[name: string, path: () => string]>([
  ['home', () => '/northside/home'],
  ['the timetable', () => '/northside/home/timetable'],
  ['a class', () => `/northside/home/timetable/${ids.class}`],
  ['the booking of a class', () => `/northside/home/timetable/${ids.class}/booking`],
  ['programs', () => '/northside/home/programs'],
  ['a course', () => `/northside/home/programs/${ids.course}`],
  ['the portal', () => '/northside/portal'],
])('%s is one request', async (_name, path) => {
  expect(await requestsOf(path(), ana)).toEqual([path()])
})

test.each<[name: string, path: () => string]>([
  ['home', () => '/northside/home'],
  ['the timetable', () => '/northside/home/timetable'],
  ['landing', () => '/'],
])('%s is one request for a visitor', async (_name, path) => {
  expect(await requestsOf(path(), undefined)).toEqual([path()])
})

test.each<[name: string, path: () => string]>([
  ['the encyclopedia', () => '/northside/home/encyclopedia'],
  ['an exercise', () => `/northside/home/encyclopedia/${ids.exercise}`],
])('%s asks for nothing but its photographs', async (_name, path) => {
  const [page, ...others] = await requestsOf(path(), ana)
  expect(page).toBe(path())
  expect(others.filter((one) => !one.startsWith('/northside/media/'))).toEqual([])
})
