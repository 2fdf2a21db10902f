import { beforeAll, expect, inject, test } from 'vitest'
import type { Role } from '#app/domain/scope/permissions.ts'
import type { Studio } from '#app/domain/scope/studio.ts'
import { mintAccount, mintSession } from '../support/accounts.ts'
import { browserContext } from '../support/browser.ts'
import { builtDatabases } from '../support/built-databases.ts'
import { mintStudio } from '../support/studios.ts'
import { workerOrigin as origin } from '../support/worker-origin.ts'

const databases = builtDatabases()
let studio: Studio

beforeAll(async () => {
  studio = await mintStudio(databases)
})

async function cookieOf(role: Role, place: Studio = studio): Promise<string> {
  const account = await mintAccount(databases, { studio: place, role, name: `Some ${role}` })
  return (await mintSession(databases, account, { variables: inject('variables') })).cookie
}

const get = (path: string, cookie = '') =>
  fetch(origin + path, { headers: { Cookie: cookie }, redirect: 'manual' })

test('the way in leads staff to the today board, nobody to sign-in, and shows a member why not', async () => {
  const staff = await get(`/${studio.slug}/manage`, await cookieOf('front_desk'))
  const nobody = await get(`/${studio.slug}/manage`)
  const member = await get(`/${studio.slug}/manage`, await cookieOf('member'))

  expect([staff.status, staff.headers.get('Location')]).toEqual([
    303,
    `/${studio.slug}/manage/studio`,
  ])
  expect([nobody.status, nobody.headers.get('Location')]).toEqual([
    303,
    `/sign-in?next=%2F${studio.slug}%2Fmanage&studio=${studio.slug}`,
  ])
  expect(member.status).toBe(403)
  expect(await member.text()).toContain('Your role at Northside does not allow this')
})

test("another studio's owner is nobody here, and a page that is not there is a 404 in the staff's frame", async () => {
  const stranger = await get(
    `/${studio.slug}/manage/studio`,
    await cookieOf('owner', await mintStudio(databases)),
  )
  const missing = await get(`/${studio.slug}/manage/nothing`, await cookieOf('owner'))

  expect([303, 403, 404]).toContain(stranger.status)
  expect(missing.status).toBe(404)
  const html = await missing.text()
  expect(html).toContain('class="rail"')
  expect(html).toContain('This page doesn’t exist')
  // It is done with: no scripts, and none of what they would take over.
  expect(html).not.toMatch(/<script|__remixContext/)
  expect(missing.headers.get('Content-Security-Policy')).toContain("script-src 'none'")
})

test('a manage page is taken over by the browser without a word from its policy or from React', async () => {
  const context = await browserContext({
    width: 1280,
    scripts: true,
    cookie: await cookieOf('owner'),
    origin,
  })
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(String(error)))
  await page.goto(`${origin}/${studio.slug}/manage/studio`)
  await page.waitForFunction(() => '__remixRouteModules' in window)
  const styles = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('style')].map((style) => style.textContent?.length),
    )
  const sent = await styles()
  await page.evaluate(() => Object.assign(window, { sameDocument: true }))
  await page.getByRole('link', { name: 'Northside' }).click()
  await page.waitForLoadState('networkidle')

  expect(complaints).toEqual([])
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
  expect(await styles()).toEqual(sent)
  await context.close()
})
