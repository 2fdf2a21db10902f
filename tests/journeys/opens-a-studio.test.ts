import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { batch } from '#app/db/batch.server.ts'
import { grantLotStatements } from '#app/domain/entitlements/ledger.server.ts'
import { findStudioBySlug } from '#app/domain/studios/studio-queries.server.ts'
import { newId } from '#app/values/id.ts'
import { instantToMs } from '#app/values/instant.ts'
import { browserContext } from '../support/browser.ts'
import { type DemoServer, demoServer } from '../support/demo-server.ts'

let server: DemoServer

beforeAll(async () => {
  server = await demoServer()
})

/** A person, with scripts or without, who counts the forms that were sent. */
async function newPerson(width: 390 | 1280, scripts: boolean) {
  const page = await (await browserContext({ width, scripts, origin: server.origin })).newPage()
  let forms = 0
  const press = async () => {
    forms += 1
    await page.locator('main form button[type=submit]').first().click()
  }
  return { page, press, forms: () => forms }
}

/** Creates an account on the page that is open, and follows the link in the mail. */
async function signUp(
  { page, press }: { page: Page; press: () => Promise<void> },
  name: string,
  email: string,
) {
  await page.getByLabel('Your name').fill(name)
  await page.locator('[name=email]').fill(email)
  await page.getByLabel('Password').fill('three-plain-words')
  await page.getByLabel('I agree').check()
  await press()
  const answer = await fetch(`${server.origin}/dev/outbox.json`)
  const mails = (await answer.json()) as { to: string; text: string }[]
  const link = /https?:\/\/\S+/.exec(mails.find(({ to }) => to === email)?.text ?? '')?.[0] ?? ''
  await page.goto(link)
  await press()
}

const h1 = async (page: Page) => (await page.locator('h1').textContent()) ?? ''

test.each([
  ['without', false, 'Tidewater Pilates', 'tidewater-pilates'],
  ['with', true, 'Lantern Pilates', 'lantern-pilates'],
])(
  'an owner opens a studio from nothing within ten forms, and a stranger books its class, %s JavaScript',
  async (how, scripts, name, slug) => {
    const owner = await newPerson(390, scripts)
    const { page, press } = owner
    await page.goto(server.origin)
    await page.getByRole('link', { name: 'Start your studio' }).last().click()
    await signUp(owner, 'Hana Whitlock', `hana-${how}@example.test`)

    expect(await h1(page)).toBe('What is your studio called?')
    await page.getByLabel('Name', { exact: true }).fill(name)
    await page.getByLabel('Town', { exact: true }).fill('Brighton')
    await page.getByLabel('Time zone').fill('London')
    await page.getByLabel('Currency').selectOption('GBP')
    await page.getByLabel('Pilates reformer').check()
    await press()

    expect(await h1(page)).toBe('Where do people come?')
    await page.getByLabel('Name of the place').fill('Kings Road')
    await page.getByLabel('Room 1').fill('Reformer room')
    await page.getByLabel('People at most').first().fill('8')
    await press()

    await page.getByLabel('Teach Reformer foundation').check()
    await press()

    expect(await page.getByLabel('Places').first().inputValue()).toBe('8')
    await page.getByLabel('Day').first().selectOption('Wednesday')
    await page.getByLabel('Time', { exact: true }).first().fill('18:30')
    await press()

    await page.getByLabel('Price in GBP').first().fill('95')
    await page.getByLabel('Price in GBP').last().fill('140.00')
    await press()

    expect(await page.locator('input[type=radio]:checked').count()).toBe(0)
    await page.getByLabel('12 hours before the class').check()
    await page.getByLabel('A fee. The credit comes back').check()
    await page.getByLabel('Fee in GBP').fill('5')
    const notified = await page.locator('.told-h:visible, .told-l:visible').allTextContents()
    expect(notified.join('')).toContain(
      'free until Thursday 06:30. Later, the credit comes back and the fee is owed.',
    )
    await press()

    await page.getByRole('radio', { name: 'Teal', exact: true }).check()
    await press()

    expect(await h1(page)).toBe('Open your studio')
    expect(await page.locator('dl').textContent()).toContain('£5.00')
    await page.getByLabel('Everybody').check()
    await press()

    await page.waitForURL(`**/${slug}/manage/studio`)
    expect(await page.locator('.flash').first().textContent()).toContain(`${name} is open.`)
    expect(owner.forms()).toBe(10)

    const stranger = await newPerson(390, scripts)
    await stranger.page.goto(`${server.origin}/?q=${slug.split('-')[0]}`)
    await stranger.page.locator('.finder ol a').first().click()
    await stranger.page
      .getByRole('main')
      .getByRole('link', { name: /^Book|^Sign in/ })
      .first()
      .click()
    await stranger.page.getByRole('link', { name: 'Create an account' }).click()
    await signUp(stranger, 'Sol Mendes', `sol-${how}@example.test`)
    // Buying comes with billing: until then a desk gives the package by hand.
    await givePackage(slug, `sol-${how}@example.test`)
    await stranger.page.reload()
    expect(await h1(stranger.page)).toContain('Reformer foundation')
    await stranger.press()
    await stranger.page.waitForURL('**/home/timetable**')
    expect(await stranger.page.locator('.flash').first().textContent()).toMatch(
      /^Booked\. Reformer foundation, Wed/,
    )
  },
  60_000,
)

async function givePackage(slug: string, email: string): Promise<void> {
  const { directory, shard } = server.databases
  const studio = await findStudioBySlug(directory, slug)
  if (!studio) throw new Error(`No studio ${slug}`)
  const db = shard(studio.shard as 0 | 1)
  const one = async (table: string, column: string, value: string) => {
    const sql = `SELECT id FROM ${table} WHERE studio_id = ? AND ${column} = ?`
    const row = await db.$client.prepare(sql).bind(studio.id, value).first<{ id: string }>()
    return row?.id ?? ''
  }
  const { now } = server
  const lot = {
    id: newId(),
    personId: await one('people', 'email', email),
    packageId: await one('packages', 'name', '10-class pack'),
    credits: 10,
    startsOn: now.slice(0, 10),
    expiresOn: '2099-01-01',
  }
  await batch(db, grantLotStatements({ db, studio, now, nowMs: instantToMs(now), origin: '' }, lot))
}
