import { beforeAll, expect, test } from 'vitest'
import { addMinutes } from '#app/values/instant.ts'
import { browserContext } from '../support/browser.ts'
import { type DemoServer, demoServer } from '../support/demo-server.ts'

let server: DemoServer

beforeAll(async () => {
  server = await demoServer()
})

const post = (path: string, body: object) =>
  fetch(server.origin + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })

/** A class ahead with at least five booked and a free place; another one each time. */
async function classesAhead(): Promise<
  { id: string; startsAt: string; endsAt: string; booked: number }[]
> {
  const { results } = await server.databases.env.STUDIOS_0.prepare(
    `SELECT * FROM (SELECT o.id, o.starts_at AS startsAt, o.ends_at AS endsAt, o.capacity,
       (SELECT count(*) FROM bookings b WHERE b.occurrence_id = o.id AND b.state = 'booked') AS booked
     FROM occurrences o WHERE o.state = 'scheduled' AND o.starts_at > '${server.now}')
     WHERE booked >= 5 AND booked < capacity ORDER BY startsAt`,
  ).all<{ id: string; startsAt: string; endsAt: string; booked: number }>()
  return results
}

test.each([
  ['without', false, 0],
  ['with', true, 1],
])(
  'the desk runs an evening from check-in to reconcile, %s JavaScript',
  async (_how, scripts, which) => {
    const evening = (await classesAhead())[which]!
    await server.clock(addMinutes(evening.startsAt, -5))
    const context = await browserContext({
      width: 1280,
      scripts,
      origin: server.origin,
      cookie: await server.cookieOf('frontdesk@northside.test'),
    })
    const page = await context.newPage()
    const roster = `${server.origin}/northside/manage/schedule/classes/${evening.id}`
    const stateCounts = async () =>
      Object.fromEntries(
        (
          await server.databases.env.STUDIOS_0.prepare(
            'SELECT state, count(*) AS n FROM bookings WHERE occurrence_id = ? GROUP BY state',
          )
            .bind(evening.id)
            .all<{ state: string; n: number }>()
        ).results.map(({ state, n }) => [state, n]),
      )

    // Three arrive.
    await page.goto(roster)
    for (let i = 1; i <= 3; i += 1) {
      await page
        .getByRole('button', { name: /^Check in/ })
        .first()
        .click()
      await expect.poll(async () => (await stateCounts()).checked_in, { timeout: 10_000 }).toBe(i)
      await page.goto(roster)
    }

    // After the end the job settles who came.
    await server.clock(addMinutes(evening.endsAt, 180))
    await post('/dev/jobs/reconcile-classes', {})
    expect(await stateCounts()).toMatchObject({ attended: 3, no_show: evening.booked - 3 })

    // One was there after all: put right with a reason, under the name of who did it.
    const absent = await server.databases.env.STUDIOS_0.prepare(
      "SELECT id FROM bookings WHERE occurrence_id = ? AND state = 'no_show' LIMIT 1",
    )
      .bind(evening.id)
      .first<{ id: string }>()
    await page.goto(`${roster}/bookings/${absent?.id}`)
    const correction = page.locator('form', { has: page.locator('[name=act][value=reverse]') })
    await correction.locator('[name=reason]').fill('Came late, the coach saw them')
    await correction.getByRole('button').click()
    await expect.poll(async () => (await stateCounts()).attended, { timeout: 10_000 }).toBe(4)
    const line = await server.databases.env.STUDIOS_0.prepare(
      "SELECT actor_name AS by, reason FROM audit_entries WHERE reason = 'Came late, the coach saw them' ORDER BY created_at DESC LIMIT 1",
    ).first<{ by: string; reason: string }>()
    expect(line?.by).toBeTruthy()

    // The coach's list is a page of its own to print: names, and none of the buttons.
    await page.goto(roster)
    await page.emulateMedia({ media: 'print' })
    expect(await page.getByRole('button', { name: 'Find a person' }).isVisible()).toBe(false)
    await context.close()
    await server.clock(server.now)
  },
)
