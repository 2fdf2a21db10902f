import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { offencesOf, serveAxe } from '../support/accessibility.ts'
import { browserContext } from '../support/browser.ts'
import { type Asked, routeAddresses } from '../support/growth/page-addresses.ts'
import { wallPatterns } from '../support/walls/wall-routes.ts'
import { one, type WorkedStudio, workedStudio } from '../support/walls/worked-studio.ts'

type Who = Asked['as']

let world: WorkedStudio
let axeAt: string
let addresses: Map<string, Asked[]>
let bookable: string
let courseId: string
let eventId: string

beforeAll(async () => {
  world = await workedStudio()
  axeAt = await serveAxe()
  const all = await routeAddresses(world)
  addresses = new Map(
    wallPatterns().map((pattern) => [pattern, all.filter((asked) => asked.pattern === pattern)]),
  )
  const id = async (query: string) => (await one(world.env.STUDIOS_0, query)).id!
  bookable = await id(`SELECT id FROM occurrences WHERE kind = 'class' AND state = 'scheduled'
    AND starts_at > '${world.today}T20' ORDER BY starts_at LIMIT 1`)
  courseId = await id("SELECT id FROM courses WHERE kind = 'course' ORDER BY first_start LIMIT 1")
  eventId = await id('SELECT id FROM events LIMIT 1')
  return () => world.stop()
}, 400_000)

const opened = new Map<Who, Promise<Page>>()

/** The page each of them goes through the product with: its process and its files are kept. */
function pageOf(who: Who): Promise<Page> {
  const page = opened.get(who) ?? openPage(who)
  opened.set(who, page)
  return page
}

async function openPage(who: Who): Promise<Page> {
  const cookie = who === 'nobody' ? undefined : world.sessions[who].cookie
  const { origin } = world
  const settings = { width: 320 as const, scripts: true, bypassCSP: true }
  return (await browserContext({ ...settings, cookie, origin })).newPage()
}

async function offencesAt(who: Who, path: string): Promise<string[]> {
  const page = await pageOf(who)
  await page.goto(world.origin + path)
  return offencesOf(page, axeAt)
}

/** Whether somebody who asks gets a page, and neither a file nor another address. */
async function isPage({ as, path }: Asked): Promise<boolean> {
  const { status, headers } = await world.ask(as === 'nobody' ? null : as, path)
  return status < 300 && (headers.get('Content-Type') ?? '').startsWith('text/html')
}

let looked = 0

test.each(wallPatterns())(
  '%s has no accessibility violation, on a narrow phone in light and a wide screen in dark, and never scrolls sideways',
  async (pattern) => {
    const found: string[] = []
    for (const asked of addresses.get(pattern) ?? []) {
      if (!(await isPage(asked))) continue
      looked += 1
      const offences = await offencesAt(asked.as, asked.path)
      found.push(...offences.map((offence) => `${asked.as} ${asked.path}: ${offence}`))
    }
    expect(found).toEqual([])
  },
  // Pages with many pictures wait for them.
  400_000,
)

test('most routes are pages, and each was looked at', () => {
  expect(looked).toBeGreaterThan(350)
})

/** What a page shows in other states than that of its address, and what stands for no page. */
const states: [name: string, path: () => string, who: Who][] = [
  ['landing without a result', () => '/?q=zzzz', 'nobody'],
  ['sign-in to a studio', () => '/sign-in?studio=northside', 'nobody'],
  ['sign-up at a studio', () => '/sign-up?studio=northside', 'nobody'],
  [
    'a mailed link that does not work',
    () => '/auth/confirm?type=email&token_hash=nothing',
    'nobody',
  ],
  ['an invitation that is over', () => '/welcome/invitation?token=nothing', 'nobody'],
  ['timetable of another zone', () => '/southside/home/timetable', 'nobody'],
  ['no exercise found', () => '/northside/home/encyclopedia?q=zzzz&body=legs', 'member'],
  ['no program found', () => '/northside/home/programs?most=1', 'member'],
  ['class finder without a result', () => '/classes?discipline=none', 'nobody'],
  ['no member found', () => '/northside/manage/members/members?q=zzzz', 'owner'],
  ['several people', () => '/northside/manage/members/members/bulk?act=archive&all=1', 'owner'],
  ['reception: people found', () => '/northside/manage/studio/reception?q=ben', 'owner'],
  ['the calendar of a day', () => '/northside/manage/schedule?view=day', 'owner'],
  ['the calendar of a month', () => '/northside/manage/schedule?view=month', 'owner'],
  ['moving a class', () => `/northside/manage/schedule/move/${bookable}?time=20:00`, 'owner'],
  ['no courses', () => '/northside/manage/schedule/courses?view=off', 'owner'],
  ['people for a course', () => `/northside/manage/schedule/courses/${courseId}?q=ben`, 'owner'],
  ['no events', () => '/northside/manage/schedule/events?view=off', 'owner'],
  [
    'people for tickets',
    () => `/northside/manage/schedule/events/${eventId}/orders?q=ana`,
    'owner',
  ],
  [
    'what closing does',
    () =>
      '/northside/manage/schedule/closures/preview?name=Works&from=2027-03-01&until=2027-03-03&extendsPacks=on',
    'owner',
  ],
  [
    'a substitute for a class',
    () => `/northside/manage/schedule/substitutions/new?class=${bookable}`,
    'owner',
  ],
  ['a manage page that is not there', () => '/northside/manage/nothing', 'owner'],
  ['a page that is not there', () => '/northside/home/nothing', 'member'],
  ['a studio that is not there', () => '/nowhere/home', 'nobody'],
]

test.each(states)(
  '%s has no accessibility violation and never scrolls sideways',
  async (_name, path, who) => {
    expect(await offencesAt(who, path())).toEqual([])
  },
  400_000,
)
