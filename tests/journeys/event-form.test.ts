import { beforeAll, expect, inject, test } from 'vitest'
import { mintAccount, mintSession } from '../support/accounts.ts'
import { browserContext } from '../support/browser.ts'
import { builtDatabases } from '../support/built-databases.ts'
import { mintWeek } from '../support/week.ts'

const origin = inject('origin')
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
  ['Minutes', 'abc', 'Enter a whole number from 5 to 1,440'],
  ['Tickets in all', '-5', 'Enter a whole number from 1 to 10,000'],
  ['Given back in time brings back', '900', 'Enter a whole number from 0 to 100'],
] as const

async function newEvent(scripts: boolean) {
  const context = await browserContext({ width: 1280, scripts, cookie, origin })
  const page = await context.newPage()
  await page.goto(origin + path)
  if (scripts) await page.locator('form#event[novalidate]').waitFor()
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

test('without scripts the browser itself keeps such numbers from being sent, and says why', async () => {
  const page = await newEvent(false)
  const posts: string[] = []
  page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()))
  await page.getByLabel('Name', { exact: true }).fill('Summer show')
  for (const choice of ['Room', 'Who is responsible'])
    await page.getByLabel(choice).selectOption({ index: 1 })
  for (const [label, typed, sentence] of nonsense) {
    const field = page.getByLabel(label)
    const before = await field.inputValue()
    await field.fill(typed)
    await page.getByRole('button', { name: 'Keep the draft' }).click()
    const told = await field.evaluate((input: HTMLInputElement) => ({
      valid: input.validity.valid,
      focused: input === document.activeElement,
      title: input.title,
    }))
    expect([label, told]).toEqual([label, { valid: false, focused: true, title: sentence }])
    await field.fill(before)
  }
  expect(posts).toEqual([])
  await page.context().close()
})
