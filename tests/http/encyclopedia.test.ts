import { beforeAll, expect, test } from 'vitest'
import { browserContext } from '../support/browser.ts'
import { type DemoServer, demoServer } from '../support/demo-server.ts'
import { weightOf } from '../support/weight.ts'

let server: DemoServer
let owner: string
let exercise: string

beforeAll(async () => {
  server = await demoServer()
  owner = await server.cookieOf('owner@northside.test')
  const shard = server.databases.env.STUDIOS_0
  exercise = (await shard
    .prepare("SELECT id FROM exercises WHERE name = 'Fireman spin'")
    .first<{ id: string }>())!.id
})

const manage = (rest = '') => `/northside/manage/training/exercises${rest}`
const get = (path: string, cookie = '') =>
  fetch(server.origin + path, { headers: { Cookie: cookie } })

test.each([
  ['the index', () => '/northside/home/encyclopedia', 'Amazon'],
  ['a search', () => '/northside/home/encyclopedia?q=firman+spin&level=beginner', 'Fireman spin'],
  ['an entry', () => `/northside/home/encyclopedia/${exercise}`, 'Fireman spin'],
])(
  '%s is whole in one answer: no script, two trips, at most 13,000 bytes',
  async (_, path, name) => {
    const answer = await get(path(), await server.cookieOf('ana@northside.test'))
    const page = await answer.text()
    const bytes = weightOf(page)

    expect(answer.status).toBe(200)
    expect(page).toContain(name)
    expect(page).not.toMatch(/<script|<link rel="stylesheet"|style="/)
    expect(bytes).toBeLessThanOrEqual(13_000)
    expect(
      Number(/desc="(\d+) trips/.exec(answer.headers.get('Server-Timing') ?? '')?.[1]),
    ).toBeLessThanOrEqual(2)
  },
)

test('strange addresses answer a page or a 404, never an error', async () => {
  for (const search of [
    '?page=-1',
    '?page=99999',
    '?level=%00',
    `?q=${'x'.repeat(900)}`,
    '?q=%22%27%28%29*',
    '?equipment[]=a',
  ]) {
    expect([search, (await get(`/northside/home/encyclopedia${search}`)).status]).toEqual([
      search,
      200,
    ])
  }
  for (const path of [
    '/northside/home/encyclopedia/nothing',
    '/southside/home/encyclopedia/',
    '/northside/media/x/300x500',
  ]) {
    expect([200, 404]).toContain((await get(path)).status)
  }
  expect((await get(`/southside/home/encyclopedia/${exercise}`)).status).toBe(404)
})

test('a form that is filled in wrongly keeps what was typed, and a good one is saved, without scripts', async () => {
  const context = await browserContext({ scripts: false, cookie: owner, origin: server.origin })
  const page = await context.newPage()
  await page.goto(server.origin + manage('/new'))
  await page.getByLabel('Name').fill('Straddle climb')
  await page.getByLabel('Steps').fill(`One.\n${'long '.repeat(500)}`)
  await page.getByRole('group', { name: 'Muscles that work' }).getByLabel('Lats').check()
  await page.getByRole('button', { name: 'Add exercise' }).click()
  expect(await page.title()).toMatch(/^Error: /)
  expect(await page.getByLabel('Name').inputValue()).toBe('Straddle climb')
  expect(
    await page.getByRole('group', { name: 'Muscles that work' }).getByLabel('Lats').isChecked(),
  ).toBe(true)

  await page.getByLabel('Steps').fill('Hold.\nClimb.')
  await page.getByRole('button', { name: 'Add exercise' }).click()
  await page.getByRole('button', { name: 'Publish exercise' }).click()
  await page.goto(`${server.origin}/northside/home/encyclopedia?q=stradle+clmb`)
  await page.getByRole('link', { name: 'Straddle climb' }).click()
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Straddle climb')
  expect(await page.locator('.steps li').allTextContents()).toEqual(['Hold.', 'Climb.'])
  await context.close()
})

test('the list follows its filters in the browser and says nothing on the console', async () => {
  const context = await browserContext({
    width: 1280,
    scripts: true,
    cookie: owner,
    origin: server.origin,
  })
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(String(error)))
  await page.goto(server.origin + manage())
  await page.waitForFunction(() => '__remixRouteModules' in window)
  await page.getByPlaceholder('Name, muscle or equipment').fill('firman')
  await page.waitForURL(/q=firman/)
  await page.getByRole('link', { name: 'Fireman spin' }).click()
  await page.getByRole('heading', { level: 1, name: 'Fireman spin' }).waitFor()
  expect(complaints).toEqual([])
  await context.close()
})
