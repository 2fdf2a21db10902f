import { beforeAll, expect, test } from 'vitest'
import { type AccessWalk, accessWalk } from '../support/accessibility/access-walk.ts'
import type { Asked } from '../support/growth/page-addresses.ts'
import { wallPatterns } from '../support/walls/wall-routes.ts'
import { one } from '../support/walls/worked-studio.ts'

// Pages as they are served, each part on the first page that has it. Every page with its scripts at
// work, every rule in both looks: tests/long/accessibility.test.ts.
let walk: AccessWalk
let bookable: string
let courseId: string
let eventId: string

beforeAll(async () => {
  walk = await accessWalk()
  const { world } = walk
  const id = async (query: string) => (await one(world.env.STUDIOS_0, query)).id!
  bookable = await id(`SELECT id FROM occurrences WHERE kind = 'class' AND state = 'scheduled'
    AND starts_at > '${world.today}T20' ORDER BY starts_at LIMIT 1`)
  courseId = await id("SELECT id FROM courses WHERE kind = 'course' ORDER BY first_start LIMIT 1")
  eventId = await id('SELECT id FROM events LIMIT 1')
  return () => world.stop()
}, 400_000)

const all = { pages: 0, looked: 0 }

test.each(wallPatterns())(
  '%s has no part that breaks a rule of accessibility, on a narrow phone in light and a wide screen in dark, or scrolls sideways',
  async (pattern) => {
    const { pages, looked, found } = await walk.offencesOfRoute(pattern)
    all.pages += pages
    all.looked += looked
    expect(found).toEqual([])
  },
  // Pages with many pictures wait for them.
  400_000,
)

test('most routes are pages, and those with parts of their own were looked at', () => {
  expect(all.pages).toBeGreaterThan(350)
  expect(all.looked).toBeGreaterThan(100)
})

/** What a page shows in other states than that of its address, and what stands for no page. */
const states: [name: string, path: () => string, who: Asked['as']][] = [
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
    expect(await walk.offencesAt(who, path())).toEqual([])
  },
  400_000,
)
