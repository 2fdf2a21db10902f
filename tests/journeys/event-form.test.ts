import { beforeAll, expect, inject, test } from 'vitest'
import { mintAccount, mintSession } from '../support/accounts.ts'
import { browserContext } from '../support/browser.ts'
import { builtDatabases } from '../support/built-databases.ts'
import { mintWeek } from '../support/week.ts'
import { workerOrigin as origin } from '../support/worker-origin.ts'

const databases = builtDatabases()
let cookie: string
let path: string

beforeAll(async () => {
  const { studio } = await mintWeek(databases)
  const owner = await mintAccount(databases, { studio, role: 'owner', name: 'Olive Owner' })
  cookie = (await mintSession(databases, owner, { variables: inject('variables') })).cookie
  path = `/${studio.slug}/manage/schedule/events/new`
})

const nonsense = [
  ['Minutes', 'abc', 'Enter how many minutes it lasts'],
  ['Total tickets', '-5', 'Enter how many tickets there are: 1 or more'],
  ['Refund (%)', '900', 'Enter the percent: 100 at most'],
] as const

async function newEvent(scripts: boolean) {
  const context = await browserContext({ width: 1280, scripts, cookie, origin })
  const page = await context.newPage()
  await page.goto(origin + path)
  if (scripts) await page.locator('form#event[data-live]').waitFor()
  return page
}

test('numbers that make no sense are told at once on a new event, and stay in their fields', async () => {
  const page = await newEvent(true)
  for (const [label, typed, sentence] of nonsense) {
    const field = page.getByLabel(label)
    await field.fill(typed)
    await field.blur()
    await page.locator('.field.wrong').filter({ hasText: sentence }).waitFor({ timeout: 2_000 })
    expect(await field.inputValue()).toBe(typed)
    await field.fill('60')
    await page.getByText(sentence).waitFor({ state: 'detached', timeout: 2_000 })
  }
  await page.context().close()
})

test('without scripts the page itself says what is wrong, above and at each field, and keeps what was typed', async () => {
  const page = await newEvent(false)
  await page.getByLabel('Name', { exact: true }).fill('Summer show')
  for (const [label, typed] of nonsense) await page.getByLabel(label).fill(typed)
  await page.getByRole('button', { name: 'Save draft' }).click()
  const summary = page.locator('.errors')
  expect(await summary.locator('h2').textContent()).toBe('There is a problem')
  for (const [label, typed, sentence] of nonsense) {
    expect(await summary.textContent()).toContain(sentence)
    expect(await page.getByLabel(label).inputValue()).toBe(typed)
  }
  expect(await page.locator('.incomplete').textContent()).toBe('Form incomplete.')
  expect(await page.title()).toMatch(/^Error: /)
  await page.context().close()
})
