import { sql } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { paths } from '#app/paths.ts'
import { mintAccount, mintSession } from '../support/accounts.ts'
import { browserContext } from '../support/browser.ts'
import { builtDatabases } from '../support/built-databases.ts'
import { freezeClock, releaseClock } from '../support/member-pages.ts'
import { mintWeek, type Week } from '../support/week.ts'
import { workerOrigin as origin } from '../support/worker-origin.ts'

const databases = builtDatabases()
let week: Week
let cookie: string
const shard = () => databases.shard(week.studio.shard as 0 | 1)

beforeAll(async () => {
  // A quarter of an hour before Pole 1.
  await freezeClock('2026-10-13T16:15:00Z')
  week = await mintWeek(databases)
  const { studio } = week
  await shard().run(sql`UPDATE class_types SET drop_in_minor = 1200 WHERE studio_id = ${studio.id}`)
  await shard().run(sql`
    INSERT INTO people (id, studio_id, name, joined_on, created_at)
    SELECT DISTINCT b.person_id, b.studio_id, 'Booked ' || substr(b.person_id, -3), '2026-01-01',
      '2026-01-01T00:00:00Z'
    FROM bookings AS b WHERE b.occurrence_id = ${week.at('2026-10-13T17:30')}`)
  const desk = await mintAccount(databases, { studio, role: 'front_desk', name: 'Finn Desk' })
  cookie = (await mintSession(databases, desk, { variables: inject('variables') })).cookie
})
afterAll(releaseClock)

async function open(path: string, size: { width: 1280 } = { width: 1280 }) {
  const context = await browserContext({ ...size, scripts: true, cookie, origin })
  const page = await context.newPage()
  await page.goto(origin + path)
  await page.locator('[role=combobox]').first().waitFor()
  return page
}

/** What has the focus, as it is read out: its label, or what it says. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const at = document.activeElement as HTMLElement
    const label = at.id && document.querySelector(`label[for="${at.id}"]`)
    return (label ? label.textContent : (at.getAttribute('aria-label') ?? at.textContent))
      ?.replace(/\s+/g, ' ')
      .trim()
  })

/** Goes on with Tab until something of that name has the focus. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  const passed: unknown[] = []
  for (let i = 0; i < 60; i += 1) {
    await page.keyboard.press('Tab')
    const at = await focused(page)
    if (name.test(at ?? '')) return
    passed.push(at)
  }
  throw new Error(`Tab never came to ${name}, only to ${passed.join(' · ')}`)
}

const stateOf = async (personId: string) =>
  (
    await shard().all<{ state: string }>(sql`
      SELECT state FROM bookings WHERE studio_id = ${week.studio.id}
        AND occurrence_id = ${week.at('2026-10-13T17:30')} AND person_id = ${personId}`)
  )[0]?.state

test('"/" leads to the box that finds everything from anywhere, but not out of a field, and who is proposed is taken with arrows and Enter', async () => {
  const page = await open(paths.manageToday(week.studio))
  await page.keyboard.press('/')
  expect(await focused(page)).toBe('Find anything')
  await page.keyboard.type('ana r')
  await page.getByRole('option', { name: /Ana Reyes/ }).waitFor()
  const box = page.getByRole('combobox', { name: 'Find anything' })
  expect(await box.inputValue()).toBe('ana r')
  expect(await box.getAttribute('aria-expanded')).toBe('true')
  await page.keyboard.press('Escape')
  await page.getByRole('option').first().waitFor({ state: 'detached' })
  await page.keyboard.type('ana re')
  await page.getByRole('option', { name: /Ana Reyes/ }).waitFor()
  await page.keyboard.press('ArrowDown')
  expect(await page.getByRole('option', { selected: true }).textContent()).toContain('Ana Reyes')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Ana Reyes', level: 1 }).waitFor()

  const note = page.getByLabel('Add a note')
  await note.focus()
  await page.keyboard.type('1/2')
  expect(await note.inputValue()).toBe('1/2')
  await page.context().close()
})

test('a keyboard alone runs the desk’s evening: reception, a walk-in, a drop-in, who was booked, and the next', async () => {
  const page = await open(paths.manageToday(week.studio))
  const ready = () =>
    expect.poll(() => focused(page), { timeout: 10_000 }).toBe('Name, or scan a code')
  const find = async (typed: string, name: string) => {
    await page.keyboard.type(typed)
    await page.getByRole('option', { name: new RegExp(name) }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('list', { name: 'Found' }).getByRole('heading', { name }).waitFor()
    await ready()
  }
  await tabTo(page, /^Check people in$/)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/reception')
  await ready()

  // Has credits and no place: booked and checked in with one press.
  await find('ana r', 'Ana Reyes')
  await tabTo(page, /^Book 17:30 Pole 1 and check in: Ana Reyes$/)
  await page.keyboard.press('Enter')
  await expect.poll(() => stateOf(week.ana.personId), { timeout: 10_000 }).toBe('checked_in')
  await ready()

  // Holds nothing: asked once more before money is noted.
  await find('cleo b', 'Cleo Bird')
  await tabTo(page, /^Book 17:30 Pole 1 as a drop-in, £12.00 for Cleo Bird$/)
  await page.keyboard.press('Enter')
  expect(await stateOf(week.cleo.personId)).toBeUndefined()
  await tabTo(page, /^Cash for Cleo Bird$/)
  await page.keyboard.press('Enter')
  await expect.poll(() => stateOf(week.cleo.personId), { timeout: 10_000 }).toBe('checked_in')
  await ready()

  // A slow network: what is on its way can't be taken back before it is answered.
  await page.route('**/reception/taps', async (route) => {
    await new Promise((go) => setTimeout(go, 1_500))
    await route.continue()
  })
  // From the roster itself, and the box is ready for the next person.
  await tabTo(page, /Check in /)
  const name = (await focused(page))!.replace(/^.*Check in /, '')
  await page.keyboard.press('Enter')
  await page
    .getByRole('button', { name: `Undo for ${name}` })
    .first()
    .waitFor()
  await ready()

  // It was somebody else: undone without a mouse too.
  await tabTo(page, new RegExp(`^(.* )?Undo for ${name}$`))
  await page.keyboard.press('Enter')
  await page
    .getByRole('button', { name: `Check in ${name}` })
    .first()
    .waitFor()
  await ready()
  await page.context().close()
})

test('the calendar prints a week, a day and a month on one page each', async () => {
  const context = await browserContext({ width: 1280, cookie, origin })
  const page = await context.newPage()
  for (const view of ['week', 'day', 'month']) {
    await page.goto(`${origin}${paths.manageSchedule(week.studio, { view })}`)
    const pdf = await page.pdf({ preferCSSPageSize: true })
    const sheets = pdf.toString('latin1').match(/\/Type\s*\/Page\b/g) ?? []
    expect([view, sheets.length]).toEqual([view, 1])
  }
  await context.close()
})

test('days of the calendar are equally wide, no name is cut, and no line of a box is shown in half', async () => {
  const page = await open(paths.manageSchedule(week.studio))
  const seen = await page.evaluate(() => {
    const widths = [...document.querySelectorAll('.cal > li:not(.axis)')].map(
      (day) => day.getBoundingClientRect().width,
    )
    const cut = [...document.querySelectorAll('.slot > a:first-child')].flatMap((box) => {
      const name = box.querySelector('b')!.getBoundingClientRect()
      const whole = box.getBoundingClientRect()
      const rest = box.querySelector('.rest')!
      const line = Number.parseFloat(getComputedStyle(box).lineHeight)
      const lines = rest.getBoundingClientRect().height / line
      return name.bottom > whole.bottom + 0.5 ||
        name.right > whole.right + 0.5 ||
        Math.abs(lines - Math.round(lines)) > 0.1
        ? [`${box.textContent}: ${lines} lines`]
        : []
    })
    return { spread: Math.max(...widths) - Math.min(...widths), days: widths.length, cut }
  })
  expect(seen.days).toBe(7)
  expect(seen.spread).toBeLessThan(1)
  expect(seen.cut).toEqual([])
  await page.context().close()
})
