import { beforeAll, expect, test } from 'vitest'
import { addMinutes } from '#app/values/instant.ts'
import { browserContext } from '../support/browser.ts'
import { type DemoServer, demoServer } from '../support/demo-server.ts'

let server: DemoServer

beforeAll(async () => {
  server = await demoServer()
})

test('the desk checks people in through a network gap and a reload, each once, and settles what changed meanwhile', async () => {
  const shard = server.databases.env.STUDIOS_0
  const ahead = await shard
    .prepare(
      `SELECT * FROM (SELECT o.id, o.starts_at AS startsAt,
         (SELECT count(*) FROM bookings AS b JOIN people AS person ON person.id = b.person_id
           WHERE b.occurrence_id = o.id AND b.state = 'booked') AS booked
       FROM occurrences AS o WHERE o.kind = 'class' AND o.state = 'scheduled' AND o.starts_at > '${server.now}')
       WHERE booked >= 5 ORDER BY startsAt LIMIT 1`,
    )
    .first<{ id: string; startsAt: string }>()
  await server.clock(addMinutes(ahead!.startsAt, -20))
  const cookie = await server.cookieOf('frontdesk@northside.test')
  const context = await browserContext({
    width: 1280,
    scripts: true,
    origin: server.origin,
    cookie,
  })
  const page = await context.newPage()
  await page.goto(`${server.origin}/northside/manage/studio/reception`)
  const roster = page.locator(`section[aria-labelledby=c${ahead!.id}] .arrivals`)
  const ids = await roster
    .locator('input[name=bookingId]')
    .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value))
  const [one, two, three] = ids as [string, string, string]
  const row = (id: string) => page.locator(`li[id="b${id}"]`)
  const states = async () => {
    const { results } = await shard
      .prepare('SELECT id, state FROM bookings WHERE id IN (?, ?, ?)')
      .bind(one, two, three)
      .all<{ id: string; state: string }>()
    return [one, two, three].map((id) => results.find((found) => found.id === id)?.state)
  }

  // With a network a tap is sent at once.
  await expect
    .poll(() => page.evaluate(() => document.querySelector('.notices[aria-live=polite]') !== null))
    .toBe(true)
  await row(one)
    .getByRole('button', { name: /^Check in|Check in/ })
    .click()
  await expect.poll(states, { timeout: 10_000 }).toEqual(['checked_in', 'booked', 'booked'])
  // The page has read what its tap did before the network goes.
  await row(one)
    .getByText(/In, \d/)
    .waitFor()

  await context.setOffline(true)
  await row(two)
    .getByRole('button', { name: /Check in/ })
    .click()
  await row(three)
    .getByRole('button', { name: /Check in/ })
    .click()
  await page.getByText('2 check-ins waiting to be sent').waitFor()
  expect(await context.cookies()).toContainEqual(
    expect.objectContaining({ name: 'unsent-check-ins', value: '2' }),
  )
  expect(await states()).toEqual(['checked_in', 'booked', 'booked'])

  // The page is read again while the way to the queue is still closed: nothing is lost.
  await page.route('**/reception/taps*', (route) => route.abort())
  await context.setOffline(false)
  await page.reload()
  await page.getByText('2 check-ins waiting to be sent').waitFor()
  // Meanwhile one of the two gave their place up.
  await shard.prepare("UPDATE bookings SET state = 'late_cancelled' WHERE id = ?").bind(three).run()
  await page.unroute('**/reception/taps*')
  await expect
    .poll(states, { timeout: 15_000 })
    .toEqual(['checked_in', 'checked_in', 'late_cancelled'])
  await page.locator('[data-refusal=booking_cancelled]').waitFor()
  await page.getByRole('button', { name: /^Settled/ }).click()
  await expect.poll(() => page.locator('[data-refusal]').count()).toBe(0)
  const arrivals = await shard
    .prepare('SELECT count(*) AS n FROM arrivals WHERE booking_id IN (?, ?, ?)')
    .bind(one, two, three)
    .first<{ n: number }>()
  expect(arrivals!.n).toBe(2)
})
