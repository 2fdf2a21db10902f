import { beforeAll, expect, test } from 'vitest'
import { browserContext } from '../support/browser.ts'
import { type DemoServer, demoServer } from '../support/demo-server.ts'

let server: DemoServer

beforeAll(async () => {
  server = await demoServer()
})

type Row = { id: string; start: string; ends: string }

/** Two classes of next week that nothing comes near on their day after 20:00. */
async function classesNextWeek(): Promise<Row[]> {
  const { results } = await server.databases.env.STUDIOS_0.prepare(
    `SELECT o.id, o.local_start AS start, o.ends_at AS ends FROM occurrences o
     WHERE o.kind = 'class' AND o.state = 'scheduled' AND o.studio_id = (
       SELECT studio_id FROM people WHERE email = 'ben@northside.test')
       AND o.local_start > date('${server.now}', '+7 days') AND o.local_start < date('${server.now}', '+14 days')
     ORDER BY o.local_start`,
  ).all<Row>()
  return results
}

const rowOf = async (id: string) =>
  (await server.databases.env.STUDIOS_0.prepare(
    'SELECT id, local_start AS start, ends_at AS ends FROM occurrences WHERE id = ?',
  )
    .bind(id)
    .first<Row>())!

test('a class is dragged to another time and made longer, each after one look at what that changes', async () => {
  const [one] = await classesNextWeek()
  const context = await browserContext({
    width: 1280,
    scripts: true,
    origin: server.origin,
    cookie: await server.cookieOf('manager@northside.test'),
  })
  const page = await context.newPage()
  const date = one!.start.slice(0, 10)
  const open = () =>
    page.goto(`${server.origin}/northside/manage/schedule?on=${date}`, { waitUntil: 'networkidle' })
  await open()

  const drag = async (from: { x: number; y: number }, down: number) => {
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    await page.mouse.move(from.x, from.y + down / 2, { steps: 4 })
    await page.mouse.move(from.x, from.y + down, { steps: 4 })
  }
  const slot = page.locator(`[data-move="${one!.id}"]`)
  await slot.scrollIntoViewIfNeeded()
  const hour = await page.locator('.cal .axis .slots li').evaluateAll((rows) => {
    // The first of the names stands a little lower than its row.
    const [, second, third] = rows.map((row) => row.getBoundingClientRect().top)
    return third! - second!
  })
  const box = (await slot.boundingBox())!
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 }

  // Let go with Escape: nothing is asked.
  await drag(middle, hour)
  await page.keyboard.press('Escape')
  await page.mouse.up()
  expect(await page.locator('dialog[open]').count()).toBe(0)

  await drag(middle, hour)
  await page.mouse.up()
  const dialog = page.locator('dialog[open]')
  await dialog.getByText('becomes').waitFor()
  const anyway = dialog.getByLabel('Do it anyway')
  if (await anyway.count()) await anyway.check()
  await dialog.getByRole('button', { name: 'Move', exact: true }).click()
  await expect
    .poll(async () => (await rowOf(one!.id)).start, { timeout: 10_000 })
    .not.toBe(one!.start)
  const moved = await rowOf(one!.id)
  expect(Number(moved.start.slice(11, 13))).toBe(Number(one!.start.slice(11, 13)) + 1)
  await expect.poll(() => page.locator('dialog[open]').count()).toBe(0)

  await open()
  const after = (await slot.boundingBox())!
  await drag({ x: after.x + after.width / 2, y: after.y + after.height - 3 }, hour / 2)
  await page.mouse.up()
  await dialog.getByText('minutes become').waitFor()
  if (await anyway.count()) await anyway.check()
  await dialog.getByRole('button', { name: 'Move', exact: true }).click()
  await expect
    .poll(async () => (await rowOf(one!.id)).ends, { timeout: 10_000 })
    .toBe(new Date(Date.parse(moved.ends) + 30 * 60_000).toISOString().replace('.000', ''))
  await context.close()
})
