import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { paths } from '#app/paths.ts'
import { mintAccount, mintSession } from '../support/accounts.ts'
import { browserContext } from '../support/browser.ts'
import { builtDatabases } from '../support/built-databases.ts'
import { freezeClock, releaseClock } from '../support/member-pages.ts'
import { mintWeek, type Week, weekNow } from '../support/week.ts'
import { workerOrigin as origin } from '../support/worker-origin.ts'

const databases = builtDatabases()
let week: Week
let page: Page

beforeAll(async () => {
  await freezeClock(weekNow)
  week = await mintWeek(databases)
  const owner = await mintAccount(databases, {
    studio: week.studio,
    role: 'owner',
    name: 'Olu Owner',
  })
  const { cookie } = await mintSession(databases, owner, { variables: inject('variables') })
  const context = await browserContext({ width: 1280, scripts: true, cookie, origin })
  page = await context.newPage()
})
afterAll(async () => {
  await page.context().close()
  await releaseClock()
})

/** Opens a page that React has taken over, and marks its document. */
async function open(path: string): Promise<void> {
  await page.goto(origin + path)
  await page.locator('[role=combobox]').first().waitFor()
  await page.evaluate(() => Object.assign(window, { stayed: true }))
}
const sameDocument = () => page.evaluate(() => 'stayed' in window)

test('a section of the desk goes from page to page in one document, and to another section by a new one', async () => {
  const { studio } = week
  await open(paths.manageMembers(studio))
  await page
    .getByRole('navigation', { name: 'Members' })
    .getByRole('link', { name: 'Leads' })
    .click()
  await page.waitForURL(/\/members\/leads/)
  await page.getByRole('heading', { level: 1, name: 'Leads' }).waitFor()
  expect(await sameDocument()).toBe(true)

  await page.getByRole('navigation', { name: 'Areas' }).getByRole('link', { name: 'Sales' }).click()
  await page.waitForURL(/\/manage\/sales/)
  await page.locator('[role=combobox]').first().waitFor()
  expect(await sameDocument()).toBe(false)
  expect(await page.title()).not.toContain('not found')

  await page.goBack()
  await page.getByRole('heading', { level: 1, name: 'Leads' }).waitFor()
})

test('a form that sends to another section arrives there with what was typed', async () => {
  await open(paths.manageMembers(week.studio))
  // The desk has no such form of its own: one of this section is turned to the other.
  const form = page.locator('main form[method=post]').first()
  const target = paths.manageProductNew(week.studio)
  const sent = page.waitForRequest(
    (one) => one.method() === 'POST' && one.url().startsWith(origin + target),
  )
  await form.evaluate((node, action) => {
    node.setAttribute('action', action)
    node.insertAdjacentHTML('beforeend', '<input name="name" value="Grip & chalk">')
    ;(node as HTMLFormElement).requestSubmit()
  }, target)

  expect((await sent).isNavigationRequest()).toBe(true)
  await page.getByRole('alert').first().waitFor()
  expect(page.url()).toContain(paths.manageProductNew(week.studio))
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Grip & chalk')
})

test('an address of the desk that no page has is said in its frame, as a new document', async () => {
  await open(paths.manageMembers(week.studio))
  await page.evaluate((path) => {
    const link = document.querySelector<HTMLAnchorElement>('.areas a')!
    link.href = path
    link.click()
  }, `/${week.studio.slug}/manage/nothing`)
  await page
    .getByRole('heading', { level: 1 })
    .filter({ hasText: 'This page doesn’t exist' })
    .waitFor()
  expect(await sameDocument()).toBe(false)
  await page.getByRole('navigation', { name: 'Areas' }).waitFor()
})
