/** What a public page tells to who finds it elsewhere or shares it. */
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { newId } from '#app/values/id.ts'
import { mintSession } from '../../support/accounts.ts'
import { browserContext } from '../../support/browser.ts'
import { builtDatabases } from '../../support/built-databases.ts'
import { freezeClock, releaseClock } from '../../support/member-pages.ts'
import { mintStudio } from '../../support/studios.ts'
import { newVisitor } from '../../support/visitor.ts'
import { mintWeek, type Week, weekNow } from '../../support/week.ts'
import { workerOrigin as origin } from '../../support/worker-origin.ts'

const databases = builtDatabases()
let week: Week

beforeAll(async () => {
  week = await mintWeek(databases, { name: 'Northside', town: 'Leeds', address: '14 Canal Row' })
  await freezeClock(weekNow)
})
afterAll(releaseClock)

const home = (rest = '') => `/${week.studio.slug}/home${rest}`
const bytes = async (path: string) =>
  Buffer.from(await (await fetch(new URL(path, origin))).arrayBuffer())

/** Of a page: what its head says, and its facts. */
async function headOf(path: string, cookie = '') {
  const { html } = await newVisitor({ cookie }).get(path)
  const named = (name: string) =>
    new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1] ?? null
  const facts = /<script type="application\/ld\+json">([\s\S]*?)<\/script>/.exec(html)?.[1]
  return {
    html,
    named,
    canonical: /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1] ?? null,
    facts: facts === undefined ? null : JSON.parse(facts),
  }
}

test('a class says its one address, its picture, and what it is, when, where and for how much', async () => {
  const path = home(`/timetable/${week.at('2026-10-17T10:00')}`)
  const { named, canonical, facts } = await headOf(`${path}?x=1`)

  expect(canonical).toBe(origin + path)
  expect(named('og:title')).toBe('Aerial hoop 1, Saturday 10:00')
  expect(named('description')).toContain('Aerial hoop 1')
  expect(named('twitter:card')).toBe('summary_large_image')
  expect(facts).toMatchObject({
    '@type': 'Event',
    name: 'Aerial hoop 1',
    startDate: '2026-10-17T09:00:00Z',
    endDate: '2026-10-17T10:00:00Z',
    eventStatus: 'https://schema.org/EventScheduled',
    url: origin + path,
    location: {
      '@type': 'SportsActivityLocation',
      name: 'Northside',
      address: { streetAddress: '14 Canal Row', addressLocality: 'Leeds' },
    },
  })
  const cancelled = await headOf(home(`/timetable/${week.at('2026-10-15T09:30')}`))
  expect(cancelled.facts.eventStatus).toBe('https://schema.org/EventCancelled')
})

test('the picture of a shared link is drawn in the colour of the studio, for any name', async () => {
  const { named } = await headOf(home())
  const address = named('og:image') ?? ''
  expect(address).toMatch(new RegExp(`^${origin}/${week.studio.slug}/look/share\\.png\\?v=\\w+$`))
  const { data, info } = await sharp(await bytes(address))
    .raw()
    .toBuffer({ resolveWithObject: true })
  expect([info.format, info.width, info.height]).toEqual(['raw', 1200, 630])
  // Below runs a band of the accent, above is its tint.
  const at = (x: number, y: number) => [
    ...data.subarray((y * 1200 + x) * info.channels).subarray(0, 3),
  ]
  const [band = [], ground = []] = [at(600, 625), at(600, 5)]
  expect(Math.max(...band)).toBeLessThan(Math.min(...ground))

  const other = await mintStudio(databases, { name: 'Студия движения', hue: 150 })
  const drawn = await sharp(await bytes(`/${other.slug}/look/share.png`)).metadata()
  expect([drawn.format, drawn.width, drawn.height]).toEqual(['png', 1200, 630])
  expect((await fetch(`${origin}/${other.slug}/look/other.png`)).status).toBe(404)
})

test('a studio and the house tell who they are, and only to someone who is not signed in', async () => {
  const studio = await headOf(home())
  expect(studio.facts).toMatchObject({
    '@type': 'SportsActivityLocation',
    name: 'Northside',
    url: origin + home(),
    telephone: '+44 113 496 0140',
  })
  const house = await headOf('/')
  expect(house.facts[0]).toMatchObject({ '@type': 'WebSite', url: `${origin}/` })
  expect(house.canonical).toBe(`${origin}/`)

  const cookie = (await mintSession(databases, week.ana, { variables: inject('variables') })).cookie
  expect((await headOf(home(), cookie)).facts).toBeNull()
})

test('a timetable says its title and what it is, and no more: its bytes are counted', async () => {
  const { html, named, canonical } = await headOf(home('/timetable'))
  expect(named('description')).toBe('Classes of the week with their places.')
  expect([canonical, named('og:image'), named('theme-color')]).toEqual([null, null, null])
  expect(html).not.toContain('apple-touch-icon')
})

test('an unlisted studio asks not to be found, and the map of the site leaves it out', async () => {
  const hidden = await mintWeek(databases, { listed: false, name: 'Hidden' })
  const { named, facts } = await headOf(`/${hidden.studio.slug}/home`)
  expect([named('robots'), facts]).toEqual(['noindex', null])

  // As the job keeps what the public pages of classes tell.
  const location = newId()
  await databases.directory.run(sql`
    INSERT INTO public_class_pages
      (class_type_id, studio_id, title, discipline, level, description, minutes, coaches, place, location_id, rules)
    VALUES (${newId()}, ${week.studio.id}, 'Pole 1', 'Pole', '', '', 60, '', 'Leeds', ${location}, '[]')`)
  const lists = await (await fetch(`${origin}/sitemap.xml`)).text()
  expect(lists).toContain(`<loc>${origin}/sitemap.xml?first=${week.studio.slug[0]}</loc>`)
  const map = await (await fetch(`${origin}/sitemap.xml?first=${week.studio.slug[0]}`)).text()
  expect(map).toContain(`<loc>${origin}${home('/timetable')}</loc>`)
  expect(map).toContain(`<loc>${origin}${home(`/locations/${location}`)}</loc>`)
  expect(map).toMatch(/<\/urlset>$/)
  expect(map).not.toContain(hidden.studio.slug)
  expect((await fetch(`${origin}/sitemap.xml?first=studio`)).status).toBe(404)
})

test('browsers and search engines find what they ask for by name', async () => {
  const robots = await (await fetch(`${origin}/robots.txt`)).text()
  expect(robots).toContain(`Sitemap: ${origin}/sitemap.xml`)
  const icon = await bytes('/favicon.ico')
  expect([...icon.subarray(0, 6)]).toEqual([0, 0, 1, 0, 1, 0])
  expect((await sharp(icon.subarray(22)).metadata()).width).toBe(32)

  const { html } = await headOf(home())
  const manifest = /<link rel="manifest" href="([^"]*)"/.exec(html)?.[1] ?? ''
  const app = await (await fetch(origin + manifest)).json()
  expect(app).toMatchObject({ name: 'Northside', start_url: home(), display: 'minimal-ui' })
  for (const { src, sizes } of (app as { icons: { src: string; sizes: string }[] }).icons)
    expect(`${(await sharp(await bytes(src)).metadata()).width}`).toBe(sizes.split('x')[0])
  const touch = /<link rel="apple-touch-icon" href="([^"]*)"/.exec(html)?.[1] ?? ''
  expect((await sharp(await bytes(touch)).metadata()).width).toBe(180)
})

test('a browser takes the facts without a word against its policy, and asks for nothing more', async () => {
  const context = await browserContext({ width: 390, scripts: true, origin })
  const page = await context.newPage()
  const [said, asked]: [string[], string[]] = [[], []]
  page.on('console', (message) => said.push(message.text()))
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const path = home(`/timetable/${week.at('2026-10-17T10:00')}`)
  for (const one of ['/', '/classes', home(), path]) await page.goto(origin + one)

  expect(said).toEqual([])
  expect(asked).toEqual(['/', '/classes', home(), path])
  await context.close()
})
