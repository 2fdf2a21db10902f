import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
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

/** What was mailed to an address, the newest first. */
async function mailsTo(email: string) {
  const answer = await fetch(`${server.origin}/dev/outbox.json`)
  const mails = (await answer.json()) as { to: string; subject: string; text: string }[]
  return mails.filter(({ to }) => to === email)
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
  const [mail] = await mailsTo(email)
  const link = /https?:\/\/\S+/.exec(mail?.text ?? '')?.[0] ?? ''
  await page.goto(link)
  await press()
}

const text = async (page: Page, selector: string) =>
  (await page.locator(selector).first().innerText()).replace(/\s+/g, ' ')

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

    expect(await h1(page)).toBe('Where are your classes?')
    await page.getByLabel('Name of the location').fill('Kings Road')
    await page.getByLabel('Street and number (optional)').fill('12 Kings Road')
    expect(await page.getByLabel('Email for members (optional)').inputValue()).toBe(
      `hana-${how}@example.test`,
    )
    await page.getByLabel('Room 1').fill('Reformer room')
    await page.getByLabel('Capacity').first().fill('8')
    await press()

    await page.getByLabel('Teach Reformer foundation').check()
    await press()

    expect(await page.getByLabel('Places').first().inputValue()).toBe('8')
    await page.getByLabel('Day').first().selectOption('Wednesday')
    await page.getByLabel('Time', { exact: true }).first().fill('18:30')
    await press()

    // What is ticked opens what it takes, with scripts and without.
    expect(await page.getByLabel('Price in GBP').first().isVisible()).toBe(false)
    for (const [sold, price] of [
      ['Single classes', '16'],
      ['A pack of classes', '140.00'],
      ['A membership', '95'],
    ] as const) {
      await page.getByRole('checkbox', { name: sold }).check()
      await page.getByRole('group', { name: sold }).getByLabel('Price in GBP').fill(price)
    }
    await press()

    expect(await page.locator('input[type=radio]:checked').count()).toBe(0)
    await page.getByLabel('12 hours before the class').check()
    await page.getByLabel('A fee. The credit comes back').check()
    await page.getByLabel('Fee in GBP').fill('5')
    const notified = await page.locator('.told-h:visible, .told-l:visible').allTextContents()
    expect(notified.join('')).toContain(
      'Free cancellation until Thursday 06:30. After that the credit comes back and the fee is owed.',
    )
    await press()

    await page.getByRole('radio', { name: 'Teal', exact: true }).check()
    await press()

    expect(await h1(page)).toBe('Open your studio')
    expect(await page.locator('dl').textContent()).toContain('Single class, £16.00')
    await page.getByLabel('Everyone').check()
    await press()

    await page.waitForURL(`**/${slug}/manage/studio`)
    expect(await page.locator('.flash').first().textContent()).toContain(`${name} is open.`)
    expect(owner.forms()).toBe(10)
    // What comes next stands on the board, and in a mail with the address.
    const board = await text(page, 'main')
    for (const step of [
      'Share the link',
      'Bring your members over',
      'Invite your coaches',
      'Check your prices',
    ])
      expect(board).toContain(step)
    const letter = (await mailsTo(`hana-${how}@example.test`)).find(
      ({ subject }) => subject === `${name} is open`,
    )
    expect(letter?.text).toContain(`${server.origin}/${slug}/home`)

    const stranger = await newPerson(390, scripts)
    await stranger.page.goto(`${server.origin}/?q=${slug.split('-')[0]}`)
    await stranger.page.locator('.finder ol a').first().click()
    await stranger.page
      .getByRole('main')
      .getByRole('link', { name: /^Sign in/ })
      .first()
      .click()
    expect(await text(stranger.page, 'main')).toContain('To book Reformer foundation, Wed')
    await stranger.page.getByRole('link', { name: 'Create an account' }).click()
    expect(await text(stranger.page, 'main')).toContain('To book Reformer foundation, Wed')
    await signUp(stranger, 'Sol Mendes', `sol-${how}@example.test`)
    // Back at the class, which says why not and where to go: to the prices, and to the desk.
    expect(await text(stranger.page, 'main')).toContain('You have no credits or membership')
    await stranger.page.getByRole('main').getByRole('link', { name: 'See prices' }).click()
    expect(await h1(stranger.page)).toBe('What pays for Reformer foundation')
    expect(await text(stranger.page, 'main')).toMatch(
      /Reformer foundation £16\.00.*10-class pack £140\.00 £14\.00 a class.*Unlimited £95\.00 a month/,
    )

    // The class stays with them to the last step, and they pay when they come.
    await stranger.page.getByRole('link', { name: 'Choose 10-class pack' }).click()
    expect(await h1(stranger.page)).toBe('You are booking')
    await stranger.page.getByRole('button', { name: /pay at the desk$/ }).click()
    await stranger.page.getByRole('heading', { name: 'See you there' }).waitFor()
    expect(await text(stranger.page, 'main')).toMatch(/Booked.*£140\.00 to pay at the desk/)
    await page.goto(`${server.origin}/${slug}/manage/members/members`)
    await page.getByRole('link', { name: 'Sol Mendes' }).first().click()
    await page
      .getByText(/9 of 10/)
      .first()
      .waitFor()
    expect(await text(page, 'main')).toContain('£140.00')
  },
  400_000,
)
