import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { demoPassword } from '../support/accounts.ts'
import { browserContext } from '../support/browser.ts'
import { type DemoServer, demoServer } from '../support/demo-server.ts'

let server: DemoServer

beforeAll(async () => {
  server = await demoServer()
})

/**
 * Presses `what` on the first day that shows it, from the day after tomorrow on: there a cancel is
 * free.
 */
async function pressOnTimetable(page: Page, what: string): Promise<void> {
  for (let week = 0; week < 2; week += 1) {
    for (let day = week === 0 ? 3 : 1; day <= 7; day += 1) {
      await page.locator(`.strip a[href="#d${day}"]`).click()
      const button = page.locator(`#d${day} .act a`, { hasText: what }).first()
      if (await button.isVisible()) return button.click()
    }
    await page.getByRole('link', { name: 'Next seven days' }).click()
  }
  throw new Error(`Nowhere on the timetable: ${what}`)
}

const press = (page: Page) => page.locator('main form button[type=submit]').click()
const message = async (locator: Locator) => (await locator.first().textContent()) ?? ''
const flash = (page: Page) => message(page.locator('.flash'))

test('on a phone without scripts a member signs in, books, waits and cancels', async () => {
  const context = await browserContext({ width: 390, origin: server.origin })
  const page = await context.newPage()
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.resourceType()))

  await page.goto(`${server.origin}/sign-in?studio=northside&next=/northside/home/timetable`)
  await page.getByLabel('Email').fill('ben@northside.test')
  await page.getByLabel('Password').fill(demoPassword)
  await page.getByRole('main').getByRole('button').first().click()
  await page.waitForURL('**/northside/home/timetable')

  await pressOnTimetable(page, 'Book')
  const title = await message(page.locator('h1'))
  expect(await message(page.locator('.timeline'))).toContain('1 credit')
  await press(page)
  await page.waitForURL('**/home/timetable**')
  expect(await flash(page)).toMatch(new RegExp(`^Booked\\. ${title}, `))
  const mine = page.locator('.day:target .mine', { hasText: title }).first()
  expect(await message(mine)).toContain('Booked.')

  await mine.getByRole('link', { name: /^(Cancel|Decline)/ }).click()
  expect(await message(page.locator('.timeline'))).toContain('1 credit is back')
  await press(page)
  await page.waitForURL('**/home/timetable**')
  expect(await flash(page)).toMatch(/^Cancelled in time\. .* 1 credit is back in your /)

  await page.goto(`${server.origin}/northside/home/timetable`)
  await pressOnTimetable(page, 'Join list')
  await press(page)
  await page.waitForURL('**/home/timetable**')
  expect(await flash(page)).toMatch(/^You are \d+(st|nd|rd|th) on the waitlist\. /)
  await page
    .locator('.day:target')
    .getByRole('link', { name: /^Leave list/ })
    .first()
    .click()
  await press(page)
  await page.waitForURL('**/home/timetable**')
  expect(await flash(page)).toMatch(/^You left the waitlist\. /)

  // Core pages ask for nothing beside themselves but pictures, which nothing waits for.
  expect([...new Set(requests)].filter((kind) => kind !== 'image')).toEqual(['document'])
  await context.close()
})
