import { beforeAll, expect, test } from 'vitest'
import { browserContext } from '../support/browser.ts'
import { type DemoServer, demoServer } from '../support/demo-server.ts'

let server: DemoServer

beforeAll(async () => {
  server = await demoServer()
})

const cleo = () => server.cookieOf('cleo@northside.test')

test('with scripts a member logs sets on a phone, one of them without a network, and finishes', async () => {
  const context = await browserContext({
    scripts: true,
    origin: server.origin,
    cookie: await cleo(),
  })
  const page = await context.newPage()
  const failures: string[] = []
  page.on('pageerror', ({ message }) => failures.push(message))
  await page.goto(`${server.origin}/northside/workout`)
  await page.getByRole('button', { name: 'Start empty' }).click()
  await page.waitForURL('**/active')
  await page.getByRole('button', { name: 'Add an exercise' }).click()
  await page.getByLabel('Find an exercise').fill('Ring row')
  await page.getByRole('button', { name: 'Use Ring row as it is typed' }).click()
  await page.getByRole('textbox', { name: 'kg' }).fill('20')
  await page.getByRole('textbox', { name: 'reps' }).fill('8')
  await page.getByRole('button', { name: 'Log set 1' }).click()
  await page.getByText(/min, saved$/).waitFor()

  await context.setOffline(true)
  await page.getByRole('button', { name: 'Log set 2' }).click()
  await page.getByText('no network, saved on this phone').waitFor()
  await context.setOffline(false)
  await page.getByText(/min, saved$/).waitFor()

  await page.getByRole('button', { name: 'Finish' }).click()
  await page.waitForURL((url) => !url.pathname.endsWith('/active'))
  const review = await page.getByRole('main').innerText()
  expect(review).toContain('20 kg × 8, 8')
  expect(failures).toEqual([])
})

test('without scripts a member adds an exercise by its name and logs a set of it', async () => {
  const context = await browserContext({ origin: server.origin, cookie: await cleo() })
  const page = await context.newPage()
  await page.goto(`${server.origin}/northside/workout`)
  await page.getByRole('button', { name: 'Start empty' }).click()
  await page.waitForURL('**/active')
  await page.getByLabel('Add an exercise').fill('Ring row')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('heading', { name: 'Ring row' }).waitFor()
  await page.getByRole('textbox', { name: 'kg' }).fill('20')
  await page.getByRole('textbox', { name: 'reps' }).fill('8')
  await page.getByRole('button', { name: 'Log set 1' }).click()
  await page.getByRole('button', { name: 'Log set 2' }).waitFor()
})
