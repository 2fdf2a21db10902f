import { beforeAll, expect, inject, test } from 'vitest'
import { packages } from '#app/db/studio/entitlements.ts'
import type { Studio } from '#app/domain/scope/studio.ts'
import { newId } from '#app/values/id.ts'
import { mintAccount, mintSession } from '../support/accounts.ts'
import { browserContext } from '../support/browser.ts'
import { builtDatabases } from '../support/built-databases.ts'
import { mintStudio } from '../support/studios.ts'
import { workerOrigin as origin } from '../support/worker-origin.ts'

const databases = builtDatabases()
let studio: Studio
let cookie: string

beforeAll(async () => {
  studio = await mintStudio(databases)
  const desk = await mintAccount(databases, { studio, role: 'front_desk', name: 'Finn Desk' })
  cookie = (await mintSession(databases, desk, { variables: inject('variables') })).cookie
  const sold = {
    name: '10-class pack',
    version: 1,
    credits: 10,
    priceMinor: 12_000,
    currency: 'GBP',
    validDays: 90,
  }
  await databases
    .shard(0)
    .insert(packages)
    .values({ id: newId(), studioId: studio.id, ...sold })
})

test.each([
  ['with', true],
  ['without', false],
])(
  'the desk adds a person, gives a package, notes an injury and takes a change back, %s JavaScript',
  async (how, scripts) => {
    const context = await browserContext({ width: 1280, scripts, cookie, origin })
    const page = await context.newPage()
    const complaints: string[] = []
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
    page.on('pageerror', (error) => complaints.push(String(error)))
    const name = `Nia ${how}`

    await page.goto(`${origin}/${studio.slug}`)
    await page.waitForURL('**/manage/studio')
    await page.getByRole('link', { name: 'Members', exact: true }).click()
    await page.getByRole('link', { name: 'Add a person' }).click()
    await page.getByLabel('Name', { exact: true }).fill(name)
    await page.getByLabel('Tags').fill('first month')
    await page.getByRole('button', { name: 'Add person' }).click()
    await page.getByText(`${name} added.`).waitFor()

    await page.getByRole('link', { name: 'Add a package' }).first().click()
    await page.getByLabel('Why').fill('Won the raffle')
    await page.getByRole('button', { name: 'Add package' }).click()
    await page.getByText('10 credits left').waitFor()

    await page.getByLabel('Add a note').fill('Left shoulder, no inverts')
    await page.getByText('Pin, red').click()
    await page.getByRole('button', { name: 'Add note' }).click()
    await page.locator('.notice.bad', { hasText: 'Left shoulder, no inverts' }).waitFor()

    await page.getByRole('button', { name: /Undo.*10-class pack added/ }).click()
    await page.getByText('Undone: the package').waitFor()
    expect(await page.getByText('10 credits left').count()).toBe(0)

    await page.getByRole(scripts ? 'combobox' : 'searchbox', { name: 'Find anything' }).fill(how)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/find?q=*')
    await page.getByRole('region', { name: 'People' }).getByRole('link', { name }).waitFor()
    expect(await page.getByRole('region', { name: 'People' }).getByRole('link').count()).toBe(1)
    expect(complaints).toEqual([])
    await context.close()
  },
)

test('with JavaScript a form is checked while typing, held back when incomplete, and filters send themselves', async () => {
  const context = await browserContext({ width: 1280, scripts: true, cookie, origin })
  const page = await context.newPage()
  await page.goto(`${origin}/${studio.slug}/manage/members/members/new`)
  await page.locator('form[data-live]').waitFor()
  const email = page.getByLabel('Email')
  await email.fill('nia@')
  await page.getByLabel('Phone').focus()
  await page.getByText('Enter an email address like name@example.com').waitFor()
  await email.fill('nia@example.test')
  await page
    .getByText('Enter an email address like name@example.com')
    .waitFor({ state: 'detached' })

  await page.getByRole('button', { name: 'Add person' }).click()
  await page.getByText('Form incomplete.').waitFor()
  await page.getByText('Enter a name').first().waitFor()
  expect(page.url()).toContain('/new')
  expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('name')

  await page.locator('#tabs').getByRole('link', { name: 'Members', exact: true }).click()
  await page.waitForURL('**/members/members')
  await page.getByLabel('Any visit').selectOption('never')
  await page.waitForURL('**/members?*visit=never*')
  await context.close()
})

test('a preview of what is typed leaves the page where it was scrolled to', async () => {
  const owner = await mintAccount(databases, { studio, role: 'owner' })
  const { cookie: keys } = await mintSession(databases, owner, { variables: inject('variables') })
  const context = await browserContext({ width: 390, scripts: true, cookie: keys, origin })
  const page = await context.newPage()
  await page.goto(`${origin}/${studio.slug}/manage/schedule/policies/new`)
  await page.locator('form[data-live]').waitFor()
  await page.getByLabel('Name', { exact: true }).fill('Mornings')
  await page.locator('form[data-live] button[type=submit]').click()
  await page.locator('form.policy-form[data-live]').waitFor()
  const guests = page.getByLabel('Most guests to a class')
  await guests.scrollIntoViewIfNeeded()
  await page.evaluate(() => window.scrollBy(0, 200))
  const before = await page.evaluate(() => window.scrollY)
  expect(before).toBeGreaterThan(100)
  await guests.evaluate((input: HTMLInputElement) => input.focus({ preventScroll: true }))
  await page.keyboard.type('3')
  await page.waitForURL(/guestLimit=/)
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(100)
  await context.close()
})

test('each navigation within the browser scrolls to the top, and a message leaves after its five seconds', async () => {
  const context = await browserContext({ width: 390, scripts: true, cookie, origin })
  const page = await context.newPage()
  await page.goto(`${origin}/${studio.slug}/manage/members/members/new`)
  await page.locator('form[data-live]').waitFor()
  await page.getByLabel('Name', { exact: true }).fill('Gia Romano')
  await page.evaluate(() => window.scrollTo(0, 9_999))
  await page.getByRole('button', { name: 'Add person' }).click()
  await page.getByText('Gia Romano added.').waitFor()
  expect(await page.evaluate(() => window.scrollY)).toBe(0)

  await page.evaluate(() => window.scrollTo(0, 9_999))
  await page.getByRole('button', { name: 'Areas' }).click()
  await page.getByRole('link', { name: 'Studio', exact: true }).click()
  await page.waitForURL('**/manage/studio')
  await page.locator('.sections').waitFor()
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
  await page.getByText('is on the books').waitFor({ state: 'detached', timeout: 10_000 })
  expect(await page.getByRole('link', { name: 'Members', exact: true }).isVisible()).toBe(false)
  await context.close()
})
