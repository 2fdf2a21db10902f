import { sql } from 'drizzle-orm'
import { beforeAll, expect, inject, test } from 'vitest'
import { paths } from '#app/paths.ts'
import { mintAccount, mintSession } from '../support/accounts.ts'
import { browserContext, type PageOptions } from '../support/browser.ts'
import { builtDatabases } from '../support/built-databases.ts'
import { mintWeek, type Week } from '../support/week.ts'
import { workerOrigin as origin } from '../support/worker-origin.ts'

const databases = builtDatabases()
let week: Week
let cookie: string

beforeAll(async () => {
  week = await mintWeek(databases)
  const { studio } = week
  const owner = await mintAccount(databases, { studio, role: 'owner', name: 'Olive Owner' })
  cookie = (await mintSession(databases, owner, { variables: inject('variables') })).cookie
})

async function open(path: string, options: Partial<PageOptions> = {}) {
  const context = await browserContext({ width: 1280, scripts: true, cookie, origin, ...options })
  const page = await context.newPage()
  await page.goto(origin + path)
  if (options.scripts !== false) await page.locator('form[data-live]').waitFor()
  return page
}

test('a class takes the length of its type, also of another one chosen after it, but keeps one that was typed', async () => {
  const types = await databases.shard(week.studio.shard as 0 | 1).all<{
    id: string
    minutes: number
  }>(sql`
    SELECT min(id) AS id, minutes FROM class_types
    WHERE studio_id = ${week.studio.id} AND kind = 'class' GROUP BY minutes ORDER BY minutes`)
  const [short, long] = [types[0]!, types.at(-1)!]
  expect(short.minutes).not.toBe(long.minutes)
  const page = await open(paths.manageClassNew(week.studio))
  const minutes = page.getByLabel('Minutes')
  const type = page.getByLabel('Class type')
  expect(await minutes.inputValue()).toBe('')
  await type.selectOption(short.id)
  expect(await minutes.inputValue()).toBe(String(short.minutes))
  await type.selectOption(long.id)
  expect(await minutes.inputValue()).toBe(String(long.minutes))
  await minutes.fill('42')
  await type.selectOption(short.id)
  expect(await minutes.inputValue()).toBe('42')
  await page.context().close()
})

test.each([
  ['with', true],
  ['without', false],
])(
  'rare fields of a workshop are folded, and what is wrong in them opens them, %s JavaScript',
  async (_how, scripts) => {
    const page = await open(paths.manageCourseNew(week.studio, 'workshop'), { scripts })
    const early = page.locator('details', { hasText: 'Early prices' })
    expect(await page.locator('.form-fold[open]').count()).toBe(0)
    expect(await page.getByLabel('Early price name').isVisible()).toBe(false)
    expect(
      await page.locator('form#course .field :is(input, select, textarea):visible').count(),
    ).toBeLessThan(22)

    // Closed again, what was typed is sent with it.
    await early.locator('summary').click()
    await early.getByLabel('Price', { exact: true }).first().fill('much')
    await early.locator('summary').click()
    await page.getByRole('button', { name: 'Add workshop' }).click()
    await page.getByText('Form incomplete.').waitFor()
    await page.getByRole('heading', { name: 'There is a problem' }).waitFor()
    await page.getByLabel('Early price name').waitFor({ state: 'visible' })
    expect(await early.getByLabel('Price', { exact: true }).first().inputValue()).toBe('much')
    expect(await page.locator('.form-fold[open]').count()).toBe(1)
    await page.context().close()
  },
)

test.each([320, 390, 1280] as const)(
  'controls beside each other are level at %i pixels, with hints, long labels and errors',
  async (width) => {
    for (const path of [
      paths.manageClassNew(week.studio),
      paths.manageClassTypeNew(week.studio),
      paths.manageCourseNew(week.studio, 'workshop'),
      `${paths.manageEvents(week.studio)}/new`,
    ]) {
      const page = await open(path, { width })
      await page.locator('.form-end .primary').click()
      await page.getByText('Form incomplete.').waitFor()
      const uneven = await page.evaluate(() => {
        for (const fold of document.querySelectorAll('details.form-fold'))
          (fold as HTMLDetailsElement).open = true
        return [...document.querySelectorAll('.row, .two-columns')].flatMap((row) => {
          const fields = [...row.querySelectorAll(':scope > .field')].map((field) => ({
            label: field.querySelector('label')?.textContent,
            top: field.getBoundingClientRect().top,
            control: field
              .querySelector('.field-body > :is(input, select)')
              ?.getBoundingClientRect().top,
          }))
          // Fields of one line of the grid begin at the same height.
          return fields.flatMap((one, i) => {
            const before = fields[i - 1]
            return before?.control &&
              one.control &&
              before.top === one.top &&
              Math.abs(before.control - one.control) > 0.5
              ? [`${before.label} and ${one.label}`]
              : []
          })
        })
      })
      expect([path, uneven]).toEqual([path, []])
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(
        true,
      )
      await page.context().close()
    }
  },
)
