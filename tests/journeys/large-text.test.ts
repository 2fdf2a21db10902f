import { createHmac } from 'node:crypto'
import type { CDPSession, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { testSecrets } from '../support/accounts.ts'
import { browserContext } from '../support/browser.ts'
import { type DemoServer, demoServer } from '../support/demo-server.ts'

/** Names as studios have them, and then some: long, in one word, and in another script. */
const long = {
  studio: 'Nordhaus Bewegungswissenschaft & Luftakrobatik',
  person: 'Maximiliana Wolfeschlegelsteinhausen-Bergerdorff',
  other: 'กรุงเทพมหานครอมรรัตนโกสินทร์มหินทรายุธยา',
  type: 'Handstands and hand-balancing fundamentals',
  room: 'Großer Bewegungsraum im zweiten Obergeschoss',
  email: 'maximiliana.wolfeschlegelsteinhausen-bergerdorff@northside.test',
}

let server: DemoServer
const cookies: Record<'ana' | 'owner', string> = { ana: '', owner: '' }
const ids = { class: '', course: '', exercise: '', person: '', roster: '' }

beforeAll(async () => {
  server = await demoServer()
  cookies.ana = await server.cookieOf('ana@northside.test')
  cookies.owner = await server.cookieOf('owner@northside.test')
  const shard = server.databases.env.STUDIOS_0
  const write = (db: D1Database, query: string, ...values: string[]) =>
    db
      .prepare(query)
      .bind(...values)
      .run()
  const { DIRECTORY } = server.databases.env
  await write(DIRECTORY, "UPDATE studios SET name = ? WHERE slug = 'northside'", long.studio)
  await write(shard, "UPDATE people SET name = ? WHERE email LIKE '%a@%'", long.person)
  await write(shard, "UPDATE people SET name = ? WHERE email LIKE '%r@%'", long.other)
  await write(
    shard,
    "UPDATE people SET email = ? WHERE id = (SELECT id FROM people WHERE email LIKE 'priya%' LIMIT 1)",
    long.email,
  )
  await write(
    shard,
    "UPDATE class_types SET name = ? || ' ' || rowid WHERE name LIKE '%s%' OR kind <> 'class'",
    long.type,
  )
  await write(shard, 'UPDATE rooms SET name = ? || rowid WHERE name LIKE ?', long.room, 'P%')
  const one = async (query: string) =>
    (await shard.prepare(query).first<{ id: string }>())?.id ?? ''
  const open = `kind = 'class' AND state = 'scheduled' AND opens_at < '${server.now}' AND closes_at > '${server.now}'`
  ids.class = await one(`SELECT id FROM occurrences WHERE ${open} ORDER BY starts_at DESC LIMIT 1`)
  ids.roster = await one(
    `SELECT o.id FROM occurrences AS o JOIN bookings AS b ON b.occurrence_id = o.id
      WHERE o.kind = 'class' AND o.starts_at > '${server.now}' GROUP BY o.id ORDER BY count(*) DESC LIMIT 1`,
  )
  ids.course = await one("SELECT id FROM courses WHERE kind = 'course' LIMIT 1")
  ids.exercise = await one('SELECT id FROM exercises LIMIT 1')
  ids.person = await one("SELECT id FROM people WHERE email = 'ben@northside.test'")
})

type Who = 'ana' | 'owner' | 'nobody'
const pages: [name: string, path: () => string, who: Who][] = [
  ['landing', () => '/', 'nobody'],
  ['class finder', () => '/classes', 'nobody'],
  ['home for visitors', () => '/northside/home', 'nobody'],
  ['home', () => '/northside/home', 'ana'],
  ['home for staff', () => '/northside/home', 'owner'],
  ['timetable', () => '/northside/home/timetable', 'ana'],
  ['class', () => `/northside/home/timetable/${ids.class}`, 'ana'],
  ['confirm a booking', () => `/northside/home/timetable/${ids.class}/booking`, 'ana'],
  ['programs', () => '/northside/home/programs', 'ana'],
  ['a course', () => `/northside/home/programs/${ids.course}`, 'ana'],
  ['encyclopedia', () => '/northside/home/encyclopedia', 'ana'],
  ['an exercise', () => `/northside/home/encyclopedia/${ids.exercise}`, 'ana'],
  ['portal', () => '/northside/portal', 'ana'],
  ['today board', () => '/northside/manage/studio', 'owner'],
  ['reception', () => '/northside/manage/studio/reception', 'owner'],
  ['staff', () => '/northside/manage/studio/staff', 'owner'],
  ['facilities', () => '/northside/manage/studio/facilities', 'owner'],
  ['members', () => '/northside/manage/members/members', 'owner'],
  ['a member', () => `/northside/manage/members/members/${ids.person}`, 'owner'],
  ['calendar', () => '/northside/manage/schedule', 'owner'],
  ['classes', () => '/northside/manage/schedule/classes', 'owner'],
  ['a roster', () => `/northside/manage/schedule/classes/${ids.roster}`, 'owner'],
  ['a new class', () => '/northside/manage/schedule/classes/new', 'owner'],
  ['courses', () => '/northside/manage/schedule/courses', 'owner'],
  ['a new course', () => '/northside/manage/schedule/courses/new', 'owner'],
  ['a new workshop', () => '/northside/manage/schedule/workshops/new', 'owner'],
  ['appointments', () => '/northside/manage/schedule/appointments', 'owner'],
  ['substitutes', () => '/northside/manage/schedule/substitutions', 'owner'],
  ['closures', () => '/northside/manage/schedule/closures', 'owner'],
  ['copy a term', () => '/northside/manage/schedule/copy', 'owner'],
  ['policies', () => '/northside/manage/schedule/policies', 'owner'],
  ['exercises', () => '/northside/manage/training/exercises', 'owner'],
]

const widths = [320, 390, 768, 1280] as const

const opened = new Map<Who, Promise<{ page: Page; browser: CDPSession }>>()

/** The page each of them goes through the product with: its process and its files are kept. */
function pageOf(who: Who) {
  const page = opened.get(who) ?? openPage(who)
  opened.set(who, page)
  return page
}

async function openPage(who: Who) {
  const cookie = who === 'nobody' ? undefined : cookies[who]
  const context = await browserContext({ width: 320, cookie, origin: server.origin })
  const page = await context.newPage()
  return { page, browser: await context.newCDPSession(page) }
}

test.each(pages)(
  '%s fits 320, 390, 768 and 1280 px, at 100 and 200 %% text, and where only the text is twice as large',
  async (_name, path, who) => {
    const { page, browser } = await pageOf(who)
    // What someone sets in their browser: also what media queries are told in.
    const sizes = (standard: number, fixed: number) =>
      browser.send('Page.setFontSizes', { fontSizes: { standard, fixed } })
    const answer = await page.goto(server.origin + path())
    expect(answer?.status()).toBe(200)
    const found = await widthsTooSmall(page, '100 %')
    await sizes(32, 26)
    found.push(...(await widthsTooSmall(page, '200 %')))
    for (const width of [320, 390] as const) found.push(...(await brokenWords(page, width)))
    await sizes(16, 13)
    if (who !== 'owner') {
      await page.evaluate(() => {
        document.documentElement.style.fontSize = '200%'
      })
      found.push(...(await widthsTooSmall(page, 'zoomed')))
    }
    expect(found).toEqual([])
  },
)

/** At which widths something stands outside of the page, and what. */
async function widthsTooSmall(page: Page, text: string): Promise<string[]> {
  const found: string[] = []
  for (const width of widths) {
    await page.setViewportSize({ width, height: 844 })
    const { over, who } = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement
      const outside = [...document.body.querySelectorAll('*')].filter(
        (element) => element.getBoundingClientRect().right > clientWidth + 1,
      )
      // A table may be wider than its column without the page being so.
      const tables = [...document.querySelectorAll('.table')].map((table) => {
        const column = table.parentElement?.getBoundingClientRect().right ?? 0
        return table.getBoundingClientRect().right - column
      })
      return {
        over: Math.max(scrollWidth - clientWidth, ...tables.map((by) => Math.floor(by))),
        who: outside
          .slice(-2)
          .map(
            (element) =>
              `${element.tagName}.${element.className} ${element.textContent?.slice(0, 30)}`,
          ),
      }
    })
    if (over > 0) found.push(`${text} ${width}: ${over} px (${who.join(' | ')})`)
  }
  return found
}

/** Short words of which letters stand on two lines; names and addresses may be longer than a line. */
async function brokenWords(page: Page, width: 320 | 390): Promise<string[]> {
  await page.setViewportSize({ width, height: 844 })
  const broken = await page.evaluate(() => {
    const found: string[] = []
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    for (let text = texts.nextNode() as Text | null; text; text = texts.nextNode() as Text | null) {
      const box = text.parentElement
      // What only screen readers hear is a pixel wide.
      if (!box?.checkVisibility() || box.closest('thead, .vh, .apply, option')) continue
      for (const word of text.data.matchAll(
        /(?<![\p{L}\p{M}@.-])[a-z]{2,8}(?![\p{L}\p{M}@.-])/giu,
      )) {
        range.setStart(text, word.index)
        range.setEnd(text, word.index + word[0].length)
        const tops = [...range.getClientRects()]
          .filter((one) => one.width > 1)
          .map(({ top }) => top)
        if (Math.max(...tops) - Math.min(...tops) > 4) found.push(`${word[0]} in ${box.className}`)
      }
    }
    return found.slice(0, 4)
  })
  return broken.map((word) => `200 % ${width}: ${word} is broken`)
}

test('a name is never under the button of its class on a phone of 320 px', async () => {
  const context = await browserContext({ width: 320, cookie: cookies.ana, origin: server.origin })
  const page = await context.newPage()
  await page.goto(`${server.origin}/northside/home/timetable`)
  const covered = await page.locator('.class').evaluateAll((rows) =>
    rows.flatMap((row) => {
      const name = row.querySelector('h3 a')
      const act = row.querySelector('.act')
      if (!name || !act || !row.checkVisibility()) return []
      const range = document.createRange()
      range.selectNodeContents(name)
      const [words, button] = [range.getBoundingClientRect(), act.getBoundingClientRect()]
      return words.right > button.left + 1 && words.top < button.bottom && words.bottom > button.top
        ? [name.textContent]
        : []
    }),
  )
  await context.close()
  expect(covered).toEqual([])
})

/** As the server says something on the next page. */
function flashCookie(text: string): { name: string; value: string } {
  const body = Buffer.from(JSON.stringify([{ text, tone: 'good' }])).toString('base64url')
  const signature = createHmac('sha256', testSecrets.COOKIE_SECRET ?? '')
    .update(body)
    .digest('base64url')
  return { name: 'cadence-flash', value: `${body}.${signature}` }
}

test('a message of the last action leaves the title of the page in sight', async () => {
  for (const [width, scripts, path] of [
    [390, false, '/northside/home'],
    [390, true, '/northside/manage/studio'],
    [1280, true, '/northside/manage/studio'],
  ] as const) {
    const context = await browserContext({
      width,
      scripts,
      cookie: cookies.owner,
      origin: server.origin,
    })
    await context.addCookies([{ ...flashCookie('Ana is checked in.'), url: server.origin }])
    const page = await context.newPage()
    await page.goto(server.origin + path)
    const message = await page.locator('.flash').boundingBox()
    const title = await page.locator('h1').boundingBox()
    await context.close()
    expect(message && title && message.y >= title.y + title.height, `${width} ${path}`).toBe(true)
  }
})
