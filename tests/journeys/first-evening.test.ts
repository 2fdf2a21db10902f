import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { browserContext } from '../support/browser.ts'
import { type DemoServer, demoServer } from '../support/demo-server.ts'

let server: DemoServer

beforeAll(async () => {
  server = await demoServer()
})

type Mail = { to: string; subject: string; text: string }

/** The newest mail to that address, waited for: it is sent behind the answer. */
async function mailTo(address: string): Promise<Mail> {
  for (let i = 0; i < 50; i += 1) {
    const mails = (await (await fetch(`${server.origin}/dev/outbox.json`)).json()) as Mail[]
    const found = mails.find((mail) => mail.to === address)
    if (found) return found
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`No mail to ${address}`)
}

const text = async (page: Page, selector: string) =>
  (await page.locator(selector).first().textContent()) ?? ''

test('a new person signs up, confirms by the mailed link, and is told what to do before a first booking', async () => {
  const context = await browserContext({ width: 390, origin: server.origin })
  const page = await context.newPage()
  await page.goto(`${server.origin}/northside/home`)
  await page.getByRole('link', { name: 'Sign in' }).first().click()
  await page.getByRole('link', { name: /Create an account/ }).click()
  await page.locator('[name=name]').fill('Nia Novak')
  await page.locator('[name=email]').fill('nia@newcomer.test')
  await page.locator('[name=password]').fill('a long new password')
  await page.getByRole('checkbox').check()
  await page.getByRole('main').getByRole('button').first().click()
  expect(await text(page, 'h1')).toBe('Check your email')

  const link =
    /https?:\/\/\S+\/auth\/confirm\S+/.exec((await mailTo('nia@newcomer.test')).text)?.[0] ?? ''
  // A mail scanner opens every link: that must not use it up.
  await fetch(link)
  await page.goto(link)
  await page.getByRole('button', { name: 'Confirm address' }).click()
  await page.waitForURL('**/northside/**')
  expect(await text(page, '.top')).toContain('Nia Novak')

  const bookable = await server.databases.env.STUDIOS_0.prepare(
    `SELECT o.id FROM occurrences AS o JOIN class_types AS class_type ON class_type.id = o.class_type_id
     WHERE o.state = 'scheduled' AND class_type.minimum_level_id IS NULL
       AND o.starts_at > strftime('%Y-%m-%dT%H:%M:%SZ','${server.now}','+1 day')
       AND (SELECT count(*) FROM bookings AS b WHERE b.occurrence_id = o.id AND b.state IN ('booked','waitlisted')) < o.capacity - 2
     ORDER BY o.starts_at LIMIT 1`,
  ).first<{ id: string }>()
  await page.goto(`${server.origin}/northside/home/timetable/${bookable?.id}/booking`)
  expect(await page.locator('[data-refusal=no_entitlement]').count()).toBeGreaterThan(0)
  await context.close()
})

test('Ben takes the last place, Ana waits, Ben cancels in time with the credit back, and Ana is promoted and told', async () => {
  const shard = server.databases.env.STUDIOS_0
  // A yoga class in a few days that neither of them holds, lowered to one free place and nobody
  // waiting.
  const evening = await shard
    .prepare(
      `SELECT o.id, o.capacity, (SELECT count(*) FROM bookings AS b WHERE b.occurrence_id = o.id AND b.state = 'booked') AS booked
       FROM occurrences AS o JOIN class_types AS class_type ON class_type.id = o.class_type_id
       WHERE o.state = 'scheduled' AND class_type.minimum_level_id IS NULL
         AND o.opens_at < strftime('%Y-%m-%dT%H:%M:%SZ','${server.now}')
         AND o.starts_at > strftime('%Y-%m-%dT%H:%M:%SZ','${server.now}','+3 days')
         AND NOT EXISTS (SELECT 1 FROM bookings AS b WHERE b.occurrence_id = o.id AND b.state = 'waitlisted')
         AND NOT EXISTS (SELECT 1 FROM bookings AS b JOIN people AS person ON person.id = b.person_id
           JOIN occurrences AS other ON other.id = b.occurrence_id
           WHERE person.email IN ('ana@northside.test','ben@northside.test')
             AND other.starts_at < o.ends_at AND other.ends_at > o.starts_at)
       ORDER BY o.starts_at LIMIT 1`,
    )
    .first<{ id: string; capacity: number; booked: number }>()
  if (!evening) throw new Error('The demo world has no such class')
  await shard
    .prepare('UPDATE occurrences SET capacity = ? WHERE id = ?')
    .bind(evening.booked + 1, evening.id)
    .run()
  const creditsOf = async (email: string) =>
    (
      await shard
        .prepare(
          'SELECT sum(entry.amount) AS n FROM entries AS entry JOIN people AS person ON person.id = entry.person_id WHERE person.email = ?',
        )
        .bind(email)
        .first<{ n: number }>()
    )?.n ?? 0
  const before = await creditsOf('ben@northside.test')
  const pageOf = async (email: string) =>
    (
      await browserContext({
        width: 390,
        origin: server.origin,
        cookie: await server.cookieOf(email),
      })
    ).newPage()
  const address = `${server.origin}/northside/home/timetable/${evening.id}`
  const press = (page: Page) => page.locator('main form button[type=submit]').click()

  const ben = await pageOf('ben@northside.test')
  await ben.goto(`${address}/booking`)
  await press(ben)
  await ben.waitForURL('**/home/timetable**')
  expect(await creditsOf('ben@northside.test')).toBe(before - 1)

  const ana = await pageOf('ana@northside.test')
  await ana.goto(address)
  expect(await text(ana, 'main')).toContain('You would be 1st on the waitlist')
  await ana.goto(`${address}/booking`)
  await press(ana)
  await ana.waitForURL('**/home/timetable**')
  expect(await text(ana, '.flash')).toContain('1st on the waitlist')

  await ben.goto(address)
  await ben
    .getByRole('main')
    .getByRole('link', { name: /^Cancel/ })
    .click()
  await press(ben)
  await ben.waitForURL('**/home/timetable**')
  expect(await text(ben, '.flash')).toMatch(/Cancelled in time.*1 credit is back/)
  expect(await creditsOf('ben@northside.test')).toBe(before)

  await ana.goto(address)
  expect(await text(ana, 'main')).toContain('Booked.')
  expect((await mailTo('ana@northside.test')).text).toMatch(/place/i)
  await ana.goto(`${server.origin}/northside/portal/notices`)
  expect(await text(ana, 'main')).toMatch(/place/i)
  await ana.context().close()
  await ben.context().close()
})
