import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { classTypes, disciplines } from '#app/db/studio/scheduling.ts'
import { newId } from '#app/values/id.ts'
import { mintAccount, mintSession } from '../support/accounts.ts'
import { browserContext } from '../support/browser.ts'
import { builtDatabases } from '../support/built-databases.ts'
import { pngOf } from '../support/files.ts'
import { mintStudio } from '../support/studios.ts'
import { workerOrigin as origin } from '../support/worker-origin.ts'

const file = join(mkdtempSync(join(tmpdir(), 'cadence-')), 'The Hall.png')
writeFileSync(file, pngOf(64, 48))

async function gallery({
  scripts = true,
  path = '/dev/gallery',
  still = false,
} = {}): Promise<Page> {
  const context = await browserContext({ width: 1280, scripts, origin })
  const page = await context.newPage()
  page.on('pageerror', (error) => {
    throw error
  })
  if (still) await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto(origin + path)
  if (scripts) await page.locator('#f-icon[role=combobox]').waitFor()
  return page
}

const expanded = (box: Locator) => box.getAttribute('aria-expanded')
/** The search for an icon has been answered: its count is said. */
const answered = (page: Page) =>
  page
    .locator('.picker', { has: page.locator('#f-icon') })
    .locator('[role=status]', { hasText: /^\d+ icons$/ })
    .waitFor({ state: 'attached' })

/** What the form would post under a name. */
const posted = (page: Page, name: string) =>
  page.locator(`input[type=hidden][name="${name}"]`).inputValue()

test('the icon picker opens on focus and on hover, shows twenty popular icons and closes with Escape', async () => {
  const page = await gallery()
  const box = page.locator('#f-icon')
  expect(await expanded(box)).toBe('false')
  await box.hover()
  expect(await expanded(box)).toBe('true')
  await page.mouse.move(900, 20)
  expect(await expanded(box)).toBe('false')
  await box.focus()
  expect(await expanded(box)).toBe('true')
  expect(await page.locator('#f-icon-list [role=option]').count()).toBe(20)
  await page.keyboard.press('Escape')
  expect(await expanded(box)).toBe('false')
  expect(await box.evaluate((input) => input === document.activeElement)).toBe(true)
  await page.context().close()
})

test('typing finds at most thirty icons, and the arrow keys and Enter choose one without sending the form', async () => {
  const page = await gallery()
  const box = page.locator('#f-icon')
  const options = page.locator('#f-icon-list [role=option]')
  await box.pressSequentially('heart')
  await page.waitForFunction(() => {
    const labels = [...document.querySelectorAll('#f-icon-list [role=option]')].map(
      (option) => option.textContent,
    )
    return labels.length > 3 && labels.every((label) => label?.toLowerCase().includes('heart'))
  })
  await answered(page)
  expect(await options.count()).toBeLessThanOrEqual(30)
  await page.keyboard.press('ArrowDown')
  expect(await box.getAttribute('aria-activedescendant')).toBe('f-icon-list-0')
  await page.keyboard.press('ArrowRight')
  const wanted = await options.nth(1).textContent()
  await page.keyboard.press('Enter')
  // The preview is where the search text was.
  expect(await box.inputValue()).toBe('')
  expect(await page.locator('.example', { has: box }).locator('.picked').textContent()).toContain(
    wanted?.trim(),
  )
  expect(await posted(page, 'icon')).toMatch(/^i-linear-/)
  expect(page.url()).toBe(`${origin}/dev/gallery`)
  await page.getByRole('button', { name: 'Choose no icon' }).first().click()
  expect(await posted(page, 'icon')).toBe('')
  await page.context().close()
})

test('pressing Enter before the search has answered chooses no icon', async () => {
  const page = await gallery()
  let answer = () => {}
  const waits = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(/\/icons\?q=moon$/, async (route) => {
    await waits
    await route.continue()
  })
  const box = page.locator('#f-icon')
  await box.fill('moon')
  await page.keyboard.press('Enter')
  expect([await posted(page, 'icon'), await box.inputValue()]).toEqual(['', 'moon'])
  answer()
  await answered(page)
  await page.keyboard.press('Enter')
  await expect.poll(() => posted(page, 'icon')).toMatch(/moon/)
  await page.context().close()
})

test('a search without a result says so in the words of the specification', async () => {
  const page = await gallery()
  await page.locator('#f-icon').pressSequentially('zzzz')
  await page.getByText('Womp, Womp...try again?').first().waitFor()
  const message = page.locator('.icon-panel:visible [role=status]')
  expect(await message.evaluate((element) => element.textContent)).toBe('Womp, Womp...try again? ')
  await page.context().close()
})

test('an icon search is tried again when the server does not answer, and asked once for the same text', async () => {
  const page = await gallery()
  let asked = 0
  await page.route(/\/icons\?q=volley$/, async (route) => {
    asked += 1
    if (asked === 1) await route.fulfill({ status: 500, body: '' })
    else await route.continue()
  })
  const box = page.locator('#f-icon')
  const found = page.locator('#f-icon-list [role=option]', { hasText: 'Volleyball' }).first()
  await box.fill('volley')
  await found.waitFor({ timeout: 5_000 })
  // Once refused, and once answered a second later.
  expect(asked).toBe(2)
  await box.fill('sun')
  await found.waitFor({ state: 'detached' })
  await box.fill('volley')
  await found.waitFor()
  expect(asked).toBe(2)
  await page.context().close()
})

test('the colour picker opens a panel of 193 by 166 pixels, by hover and by key, and tells what is chosen', async () => {
  const page = await gallery()
  const button = page.locator('#f-colour')
  const panel = page.locator('#f-colour-panel')
  expect(await button.textContent()).toContain('#ffffff')
  await button.hover()
  const { width, height } = (await panel.boundingBox())!
  expect([width, height]).toEqual([193, 166])
  await page.mouse.move(900, 20)
  expect(await panel.isVisible()).toBe(false)

  await button.focus()
  expect(await panel.isVisible()).toBe(true)
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  expect(await page.locator('input[name="colour"]:checked').inputValue()).not.toBe('')
  await page.locator('input[name="colour"][value="var(--blue-700)"]').check({ force: true })
  expect(await button.textContent()).toContain('Blue 700')
  await page.keyboard.press('Escape')
  expect(await panel.isVisible()).toBe(false)
  expect(await button.evaluate((one) => one === document.activeElement)).toBe(true)

  expect(await panel.locator('label', { hasText: /^Gradient/ }).count()).toBe(0)
  const withGradients = page.locator('#f-colour-gradient-panel label')
  expect(await withGradients.filter({ hasText: /^(Gradient|Monochrome) \d+$/ }).count()).toBe(30)

  await button.click()
  await panel.locator('input[type=color]').fill('#123abc')
  expect(await button.textContent()).toContain('#123abc')
  expect(await page.locator('input[name="colour"]:checked').inputValue()).toBe('own')
  await page.context().close()
})

test('the image picker takes a file by choosing, dropping and pasting, and its trash clears the choice', async () => {
  const page = await gallery()
  const example = page.locator('.example', { has: page.locator('#f-image') })
  const drop = example.locator('.image-drop')
  expect(await example.textContent()).toMatch(/Select an image.*No image selected/)
  await page.locator('#f-image').setInputFiles(file)
  await example.getByText('The Hall.png').waitFor()
  expect(await example.locator('img').getAttribute('src')).toMatch(/^data:image\/png/)
  await example.getByRole('button', { name: 'Clear cover' }).click()
  expect(await example.textContent()).toContain('No image selected')
  expect(
    await page.locator('#f-image').evaluate((input: HTMLInputElement) => input.files?.length),
  ).toBe(0)

  for (const how of ['drop', 'paste'] as const) {
    const data = await page.evaluateHandle((name) => {
      const transfer = new DataTransfer()
      transfer.items.add(
        new File([Uint8Array.from([1, 2, 3])], `${name}.png`, { type: 'image/png' }),
      )
      return transfer
    }, how)
    await drop.evaluate(
      (element, [kind, transfer]) =>
        element.dispatchEvent(
          kind === 'drop'
            ? new DragEvent('drop', {
                bubbles: true,
                cancelable: true,
                dataTransfer: transfer as DataTransfer,
              })
            : new ClipboardEvent('paste', {
                bubbles: true,
                cancelable: true,
                clipboardData: transfer as DataTransfer,
              }),
        ),
      [how, data] as const,
    )
    await example.getByText(`${how}.png`).waitFor()
    expect(
      await page.locator('#f-image').evaluate((input: HTMLInputElement) => input.files?.[0]?.name),
    ).toBe(`${how}.png`)
  }
  await page.context().close()
})

test('digits typed on a slider set it after 350 ms, to a step of its range', async () => {
  const page = await gallery()
  const slider = page.locator('#f-slider-filled')
  await slider.focus()
  await page.keyboard.type('50')
  expect(await slider.inputValue()).toBe('45')
  await page.waitForTimeout(450)
  expect(await slider.inputValue()).toBe('45')
  await page.keyboard.type('9')
  await page.keyboard.type('9')
  await page.waitForTimeout(450)
  expect(await slider.inputValue()).toBe('105')
  expect(await page.locator('output[for="f-slider-filled"]').textContent()).toBe('105 min')
  await page.keyboard.press('ArrowLeft')
  expect(await slider.inputValue()).toBe('90')
  await page.context().close()
})

test('a form with something missing is held back, says "Form incomplete." and takes it back while it is mended', async () => {
  const page = await gallery()
  const form = page.locator('#live')
  const note = form.locator('.incomplete')
  await page.getByRole('button', { name: 'Save it' }).click()
  expect(await note.textContent()).toBe('Form incomplete.')
  expect(await page.locator('#live-title-error').textContent()).toContain('Enter a title')
  expect(
    await page.locator('#live-title').evaluate((input) => input === document.activeElement),
  ).toBe(true)
  await page.locator('#live-title').pressSequentially('S')
  await page.locator('#live-title-error').waitFor({ state: 'detached' })
  expect(await note.textContent()).toBe('')
  await page.locator('#live-minutes').fill('soon')
  await page.locator('#live-minutes').blur()
  expect(await page.locator('#live-minutes-error').textContent()).toContain('Enter a whole number')
  await page.context().close()
})

test('messages float newest on top, leave after five seconds unless held, and can be dismissed', async () => {
  const page = await gallery({ still: true })
  const say = page.getByRole('button', { name: 'Say something' })
  await say.click()
  const good = page.locator('.toasts .flash.good')
  await good.waitFor()
  await say.click()
  await say.click()
  expect(
    await page
      .locator('.toasts .flash')
      .evaluateAll((all) => all.map((one) => one.className.slice(6))),
  ).toEqual(['bad', 'warn', 'good'])
  expect(await page.locator('.toasts[aria-live="polite"]').count()).toBeGreaterThan(0)
  await good.hover()
  await page.waitForTimeout(5_600)
  expect(await good.count()).toBe(1)
  await page.mouse.move(20, 600)
  await good.waitFor({ state: 'detached', timeout: 6_000 })
  expect(await page.locator('.toasts .flash').count()).toBe(2)
  await page.locator('.flash.bad').getByRole('button', { name: 'Dismiss' }).click()
  await page.locator('.toasts .flash.bad').waitFor({ state: 'detached' })
  await page.context().close()
}, 30_000)

test.each(['/dev/gallery', '/dev/gallery/plain'])(
  'without scripts every picker of %s is plain controls',
  async (path) => {
    const page = await gallery({ scripts: false, path })
    const icon = page.locator('#f-icon')
    await icon.locator('summary').click()
    expect(await icon.locator('input[type=radio]').count()).toBe(21)
    expect(await icon.getByRole('button', { name: 'Find' }).isVisible()).toBe(true)
    await page.locator('#f-colour summary').click()
    expect(await page.locator('#f-colour input[type=radio]').count()).toBe(38)
    expect(await page.locator('#f-colour input[type=color]').isVisible()).toBe(true)
    expect(await page.locator('#f-image').getAttribute('type')).toBe('file')
    expect(await page.locator('#f-slider').getAttribute('type')).toBe('range')
    await page.context().close()
  },
)

test.each([
  ['with', true],
  ['without', false],
])(
  'a manager gives a class type a sign and a cover, %s scripts',
  async (how, scripts) => {
    const databases = builtDatabases()
    const studio = await mintStudio(databases)
    const account = await mintAccount(databases, { studio, role: 'manager', name: 'Mara Manager' })
    const { cookie } = await mintSession(databases, account, { variables: inject('variables') })
    const shard = databases.shard(0)
    const discipline = { id: newId(), studioId: studio.id, name: 'Yoga', sort: 0 }
    await shard.insert(disciplines).values(discipline)
    const type = {
      id: newId(),
      studioId: studio.id,
      name: 'Slow flow',
      shortName: 'Slow',
      minutes: 60,
    }
    await shard.insert(classTypes).values({ ...type, disciplineId: discipline.id })

    const context = await browserContext({ width: 1280, scripts, cookie, origin })
    const page = await context.newPage()
    await page.goto(`${origin}/${studio.slug}/manage/schedule/classes/types/${type.id}`)
    await page.getByLabel('Name', { exact: true }).fill(`Slower ${how}`)
    await page.locator('input[type=file]').setInputFiles(file)
    if (scripts) {
      await page.getByText('the-hall.webp').waitFor()
      await page.getByRole('combobox', { name: 'Icon' }).pressSequentially('moon')
      await page.getByRole('option', { name: 'Moon stars' }).click()
      await page.getByRole('button', { name: /Colour/ }).focus()
    } else {
      const icon = page.locator('#type-icon')
      await icon.locator('summary').click()
      await icon.getByLabel('Find an icon').fill('moon')
      await icon.getByRole('button', { name: 'Find' }).click()
      expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe(`Slower ${how}`)
      expect(await page.getByText('the-hall.webp').count()).toBe(1)
      await page.locator('#type-icon input[value="i-linear-moon-stars"]').check({ force: true })
      await page.locator('#type-colour summary').click()
    }
    await page.locator('input[name=colour][value="var(--gradient-12)"]').check({ force: true })
    await page.getByRole('button', { name: 'Save class type' }).click()
    await page.getByText(`Slower ${how} is changed.`).waitFor()
    expect(await page.locator('th svg.sign').count()).toBe(1)

    await page.goto(`${origin}/${studio.slug}/manage/schedule/classes/types/${type.id}`)
    expect(
      await page
        .locator('img.image-preview')
        .evaluate((img: HTMLImageElement) => img.decode().then(() => img.naturalWidth)),
    ).toBeGreaterThan(0)
    expect(await page.getByText('Moon stars').first().isVisible()).toBe(true)
    expect(await page.getByText('Gradient 12').first().isVisible()).toBe(true)
    await context.close()
  },
  400_000,
)
