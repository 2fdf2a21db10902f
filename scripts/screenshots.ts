/**
 * `npm run screenshots`: takes the pictures of docs/images from the demo world, with JavaScript
 * off.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { fillDemoWorld } from './demo/fill-world.ts'
import { freshDevVars } from './dev-vars.ts'
import { databaseEnv, root, startLocalServer } from './local-server.ts'

const folder = join(root, 'docs/images')
mkdirSync(folder, { recursive: true })

const { url, miniflare } = await startLocalServer({
  variables: { ...freshDevVars(), DEV_TOOLS: 'true' },
})
await fillDemoWorld(await databaseEnv(miniflare), Date.now())

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-quic', '--disable-background-networking'],
})

/** Signs in and answers a page of that width. */
async function pageOf(width: number, height: number, email: string) {
  const context = await browser.newContext({
    viewport: { width, height },
    javaScriptEnabled: false,
    locale: 'en-GB',
    timezoneId: 'Europe/London',
  })
  const page = await context.newPage()
  await page.goto(`${url}/sign-in?studio=northside`)
  await page.fill('[name=email]', email)
  await page.fill('[name=password]', 'studio-demo-1')
  await page.click('main form button')
  return page
}

const phone = await pageOf(390, 844, 'ana@northside.test')
const desk = await pageOf(1280, 900, 'ana@northside.test')
const staff = await pageOf(1280, 900, 'manager@northside.test')
for (const [page, path, name] of [
  [phone, '/northside/home/timetable', 'timetable-phone'],
  [phone, '/northside/home', 'home-phone'],
  [desk, '/northside/home/timetable', 'timetable'],
  [staff, '/northside/manage/members/members', 'members'],
] as const) {
  await page.goto(url + path)
  await page.screenshot({ path: join(folder, `${name}.png`) })
}

await browser.close()
await miniflare.dispose()
