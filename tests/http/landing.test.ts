import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Studio } from '#app/domain/scope/studio.ts'
import { newId } from '#app/values/id.ts'
import { mintAccount, mintSession } from '../support/accounts.ts'
import { builtDatabases } from '../support/built-databases.ts'
import { freezeClock, releaseClock } from '../support/member-pages.ts'
import { mintStudio } from '../support/studios.ts'
import { newestMailTo, newVisitor, refusalsOn, textOf, titleOf } from '../support/visitor.ts'
import { weightOf } from '../support/weight.ts'

const databases = builtDatabases()
const variables = inject('variables')
const now = '2026-10-13T11:10:00Z'
// One word that no other test's studio has, so that these are found alone.
const word = `Zephyr${newId().toLowerCase()}`
let leeds: Studio
let newYork: Studio

beforeAll(async () => {
  leeds = await mintStudio(databases, { name: `${word} Leeds`, hue: 255, chroma: 120 })
  newYork = await mintStudio(databases, {
    name: `${word} York`,
    town: 'New York',
    timeZone: 'America/New_York',
    locale: 'en-US',
  })
  const insert = (
    studio: Studio,
    title: string,
    startsAt: string,
    localStart: string,
    places: number,
  ) =>
    databases.directory.run(sql`
      INSERT INTO public_classes (occurrence_id, studio_id, title, starts_at, local_start, places, capacity, refreshed_at)
      VALUES (${newId()}, ${studio.id}, ${title}, ${startsAt}, ${localStart}, ${places}, 12, ${now})`)
  await insert(leeds, 'Pole 1', '2026-10-13T16:30:00Z', '2026-10-13T17:30', 3)
  await insert(leeds, 'Yin yoga', '2026-10-14T19:00:00Z', '2026-10-14T20:00', 1)
  await insert(leeds, 'Silks', '2026-10-22T19:00:00Z', '2026-10-22T20:00', 0)
  await insert(newYork, 'Judo', '2026-10-13T22:30:00Z', '2026-10-13T18:30', 6)
  await freezeClock(now)
})
afterAll(releaseClock)

const search = (q: string, cookie = '') =>
  newVisitor({ cookie }).get(`/?q=${encodeURIComponent(q)}`)

test('a studio is found with its next classes and its own colour, and its zone where zones differ', async () => {
  const page = await search(word)
  const text = textOf(page.html)

  expect(text).toContain(`${word} Leeds Pole, Aerial, Yoga. Leeds. UK time`)
  expect(text).toContain('Eastern Time')
  expect(text).toContain('Today 17:30 Pole 1 3 left')
  expect(text).toContain('Wed 20:00 Yin yoga last place')
  expect(text).toContain('Thu 22 Oct 20:00 Silks full')
  expect(text).toContain('Today 6:30 pm Judo 6 left')
  expect(page.html).toContain('data-hue="255-120"')
  expect(page.html).toContain('[data-hue="255-120"]{--hue:255;')
  expect(page.html).toContain(`href="/${leeds.slug}/home"`)
})

test('the zone is not named when all studios shown keep the same time', async () => {
  expect(textOf((await search(`${word} leeds`)).html)).not.toContain('UK time')
})

test('a search without a result says what to try and keeps the words', async () => {
  const page = await search('"><script>zzzz')
  const text = textOf(page.html)

  expect(page.status).toBe(200)
  expect(text).toContain('No studio matches that')
  expect(text).toContain('Try the start of its name')
  expect(page.html).not.toMatch(/<script(?! type="application\/ld\+json")/)
  expect(page.html).toContain('value="&quot;&gt;&lt;script&gt;zzzz"')
})

test.each([
  '?q=%00',
  '?page=0',
  '?page=x',
  '?page=999999',
  `?q=${'a'.repeat(2_000)}`,
  '?q=a&q=b',
  '?q=%27%22%2a',
])('the address /%s is answered without a failure', async (query) => {
  expect((await newVisitor().get(`/${query}`)).status).toBe(200)
})

test('many studios are told page by page', async () => {
  const many = `Mistral${newId().toLowerCase()}`
  for (let i = 0; i < 13; i += 1)
    await mintStudio(databases, { name: `${many} ${String(i).padStart(2, '0')}` })
  const first = await search(many)
  const second = await newVisitor().get(`/?q=${many}&page=2`)

  expect(textOf(first.html)).toContain('Page 1 of 2')
  expect(first.html.match(/class="who"/g)).toHaveLength(12)
  expect(first.html).toContain(`/?q=${many}&amp;page=2#found`)
  expect(second.html.match(/class="who"/g)).toHaveLength(1)
})

test('a person signed in finds the own studios first', async () => {
  const account = await mintAccount(databases, { studio: leeds })
  const { cookie } = await mintSession(databases, account, { variables })
  const text = textOf((await newVisitor({ cookie }).get('/')).html)

  expect(text).toContain(`Your studios ${word[0]} ${word} Leeds`)
  expect(text).toContain('Sign out')
  expect(text).not.toContain('Sign in ')
})

test('the front page is light, without scripts, in two trips', async () => {
  const page = await newVisitor().get(`/?weighed=${newId()}`)
  const bytes = weightOf(page.html)

  expect(bytes).toBeLessThanOrEqual(13_000)
  expect(page.headers.get('Server-Timing')).toMatch(/"[12] trips/)
  expect(page.html).not.toMatch(/<script(?! type="application\/ld\+json")|\sstyle="/)
})

test('only what exists is linked', async () => {
  const { html } = await newVisitor().get('/')
  for (const path of new Set(
    [...html.matchAll(/href="(\/[^"#?]*)/g)].map(([, path]) => path ?? ''),
  )) {
    expect([path, (await newVisitor().get(path)).status]).not.toEqual([path, 404])
  }
})

test('the list of studios is mailed, and the answer is the same for an address nobody has', async () => {
  const email = `${newId().toLowerCase()}@example.test`
  await mintAccount(databases, { email, studio: leeds })
  const ask = async (address: string) => {
    const visitor = newVisitor()
    const answer = await visitor.submit(await visitor.get('/where'), { email: address })
    return [answer.status, answer.location, textOf((await visitor.get('/sign-in')).html)]
  }
  const [known, unknown] = [
    await ask(` ${email.toUpperCase()} `),
    await ask(`${newId().toLowerCase()}@example.test`),
  ]

  expect(known).toEqual(unknown)
  expect(known.slice(0, 2)).toEqual([303, '/'])
  expect(known[2]).toContain('If there’s an account for that address, the list is on its way.')
  expect((await newestMailTo(email)).text).toContain(`/${leeds.slug}/portal`)
})

test('a text that is no address is refused with 422, and the typed values are kept', async () => {
  const visitor = newVisitor()
  for (const typed of [
    '',
    'nobody',
    'a@b',
    'a@example.test, b@example.test',
    `${'x'.repeat(300)}@example.test`,
  ]) {
    const page = await visitor.post('/where', new URLSearchParams({ email: typed }))
    expect(page.status).toBe(422)
    expect(titleOf(page)).toMatch(/^Error: Where is my membership/)
    expect(textOf(page.html)).toMatch(
      /There is a problem Form incomplete\. Enter (your|an) email address/,
    )
    if (typed) expect(page.html).toContain(`value="${typed}"`)
    expect(refusalsOn(page)).toEqual([])
  }
})

test.each([
  ['a letter left out', (slug: string) => slug.replace('ui', 'u')],
  ['two letters swapped', (slug: string) => slug.replace('ie', 'ei')],
  ['its first letters swapped', (slug: string) => slug.replace('qu', 'uq')],
  ['its end missing', (slug: string) => slug.slice(0, -3)],
])(
  'an address with %s is a page that names the studio and searches for others',
  async (_, slip) => {
    const slug = `quiet-${newId().toLowerCase()}`
    await mintStudio(databases, { slug, name: `Hall ${slug.slice(-4)}`, town: 'Hull' })
    for (const rest of ['', '/home/timetable']) {
      const page = await newVisitor().get(`/${slip(slug)}${rest}`)

      expect(page.status).toBe(404)
      expect(page.headers.get('Content-Type')).toContain('text/html')
      expect(textOf(page.html)).toContain(`Did you mean Hall ${slug.slice(-4)}, Hull`)
      expect(page.html).toContain(`href="/${slug}/home/timetable"`)
      expect(page.html).toContain('name="q"')
    }
  },
)

test('an address like no studio offers the search, and an unlisted studio is never guessed', async () => {
  const slug = `z${newId().toLowerCase()}`
  await mintStudio(databases, { slug, listed: false })
  for (const path of [`/${slug.slice(0, -1)}`, '/wp-login.php', '/sign-in/nope', '/q']) {
    const page = await newVisitor().get(path)

    expect(page.status).toBe(404)
    expect(textOf(page.html)).toContain('This page doesn’t exist')
    expect(textOf(page.html)).not.toContain('Did you mean')
    expect(page.html).toContain('action="/#found"')
  }
})
