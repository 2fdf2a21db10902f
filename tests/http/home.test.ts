import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { mintAccount, mintSession } from '../support/accounts.ts'
import { builtDatabases } from '../support/built-databases.ts'
import { freezeClock, releaseClock, rowOf } from '../support/member-pages.ts'
import { newVisitor, type Page, textOf } from '../support/visitor.ts'
import { mintWeek, type Week, weekNow } from '../support/week.ts'
import { weightOf } from '../support/weight.ts'

const databases = builtDatabases()
const variables = inject('variables')
let week: Week
let ana: string
let cleo: string

beforeAll(async () => {
  week = await mintWeek(databases)
  ana = (await mintSession(databases, week.ana, { variables })).cookie
  cleo = (await mintSession(databases, week.cleo, { variables })).cookie
  await freezeClock(weekNow)
})
afterAll(releaseClock)

const home = (cookie = '', slug = week.studio.slug) => newVisitor({ cookie }).get(`/${slug}/home`)

/** Bytes on the wire and trips, against budgets.md. */
function figures(page: Page): { bytes: number; trips: number } {
  const trips = /desc="(\d+) trips/.exec(page.headers.get('Server-Timing') ?? '')?.[1]
  return { bytes: weightOf(page.html), trips: Number(trips) }
}

test('a member sees what is next, what is left and what to do', async () => {
  const page = await home(ana)
  const text = textOf(page.html)

  expect(page.status).toBe(200)
  expect(text).toContain(
    'Next for you in 2 days Thu 18:30 Pole 2: spins 15 October, 60 min. Ben, pole studio',
  )
  expect(text).toContain('Booked. Free to cancel until Thu 06:30, then 1 credit and £5.00.')
  expect(text).toContain('Cancel Thu 18:30')
  expect(page.html).toContain(`/bookings/${week.bookingAt('2026-10-15T18:30')}/cancellation`)
  expect(text).toContain('What you have left See all 8 credits Yoga unlimited Since September 2026')
  expect(text).toContain('Tell us who to call in an emergency')
  expect(text).toContain('Good for you this week')
  expect(rowOf(page.html, week.at('2026-10-13T17:30'))).toContain('button ask')
})

test('the cancel line is as long as the time until the cut-off and is told in words as well', async () => {
  const { html } = await home(ana)
  const line = /<svg class="until told" aria-hidden="true">.*?<\/svg>/s.exec(html)?.[0] ?? ''

  expect(line).toMatch(/class="free"[^>]*width="74%"/)
  expect(textOf(line)).toBe('now Thu 06:30 18:30')
})

test('someone new is told what comes first, and nothing that is not there', async () => {
  const text = textOf((await home(cleo)).html)

  expect(text).toContain('Your first class')
  expect(text).toContain('See the timetable')
  expect(text).toContain('No credits and no membership yet. See prices and how to pay.')
  expect(text).not.toContain('Good for you')
  expect(text).not.toContain('in a row')
})

test('nobody in particular learns who the studio is, what is next and how to come in', async () => {
  const page = await home()
  const text = textOf(page.html)

  expect(page.html).toContain('<h1>Northside</h1>')
  expect(page.html.match(/<li class="class/g)).toHaveLength(6)
  expect(text).toContain('Join Northside')
  expect(text).toContain('Coaches')
  expect(text).toContain('Ben Okafor')
  expect(text).not.toContain('Next for you')
})

test('someone signed in without a place here is asked to join', async () => {
  const stranger = await mintAccount(databases, { name: 'Olu Stranger' })
  const { cookie } = await mintSession(databases, stranger, { variables })
  const page = await home(cookie)

  expect(page.html).toContain(`/${week.studio.slug}/join?next=`)
  expect(page.html).not.toContain('Sign in<')
})

test('a member of one studio is a visitor at another, and an unknown studio is not found', async () => {
  const other = await mintWeek(databases, { shard: 1 })
  const text = textOf((await home(ana, other.studio.slug)).html)

  expect(text).toContain('Join Northside')
  expect(text).not.toContain('Next for you')
  expect((await home(ana, 'no-such-studio')).status).toBe(404)
})

test('home is one light response without scripts in two trips', async () => {
  for (const cookie of [ana, cleo, '']) {
    const page = await newVisitor({ cookie }).get(
      `/${week.studio.slug}/home?weighed=${cookie.length}`,
    )
    const { bytes, trips } = figures(page)
    expect(bytes).toBeLessThanOrEqual(13_000)
    expect(trips).toBeLessThanOrEqual(2)
    expect(page.html).not.toMatch(/<script(?! type="application\/ld\+json")|\sstyle="/)
  }
})

test('odd queries change nothing', async () => {
  const visitor = newVisitor({ cookie: ana })
  for (const query of ['?page=-1', '?q[]=a&q=b', '?%00', '?__proto__=x']) {
    expect((await visitor.get(`/${week.studio.slug}/home${query}`)).status).toBeLessThan(500)
  }
})
