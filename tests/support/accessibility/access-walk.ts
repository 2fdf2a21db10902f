/** What axe finds in pages, and whether they scroll sideways. */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'
import { browserContext } from '../browser.ts'
import { type Asked, routeAddresses } from '../growth/page-addresses.ts'
import { afterFile } from '../run/test-file.ts'
import { type WorkedStudio, workedStudio } from '../walls/worked-studio.ts'
import { partsOf } from './page-parts.ts'

/** How a page is looked at. */
type Look = { width: 320 | 1280; colours: 'light' | 'dark' }

/** What a width or a scheme decides; the other rules read what both looks have alike. */
const rulesOfLook = [
  ...['color-contrast', 'link-in-text-block'],
  ...['scrollable-region-focusable', 'target-size'],
]

/** Each width and each scheme once. */
const bothLooks: Look[] = [
  { width: 1280, colours: 'dark' },
  { width: 320, colours: 'light' },
]

/** How each page was last looked at: the next address begins so, and need not be laid out twice. */
const last = new WeakMap<Page, Look>()

/**
 * Serves axe, which answers its address: a browser keeps what it made of a script that it loads, and
 * not of one that is evaluated, which costs a third of a second a page.
 */
async function serveAxe(): Promise<string> {
  const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'))
  const headers = { 'Content-Type': 'text/javascript', 'Cache-Control': 'max-age=3600' }
  const server = createServer((_, response) => response.writeHead(200, headers).end(axe))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterFile(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/axe.js`
}

/**
 * Writes a page as it was served, without its scripts, into the document that is open: axe, its
 * machine code and the style sheets stay, which saves two thirds of the walk's work.
 */
async function writeInto(page: Page, path: string, html: string): Promise<void> {
  const served = html.replace(/<script\b[\s\S]*?<\/script>/g, '')
  await page.evaluate(
    async ({ path, served }) => {
      history.replaceState(null, '', path)
      document.open()
      const loaded = new Promise((resolve) => addEventListener('load', resolve, { once: true }))
      document.write(served)
      document.close()
      await loaded
    },
    { path, served },
  )
}

/**
 * Looks at the page that is open, of a context that `bypassCSP`, in both looks: the rules of WCAG 2.2
 * AA that it breaks and by how much it is too wide, each with the look; empty where all is well.
 * The wide look is asked what a look decides alone, or `everyRule` (tests/long/accessibility.test.ts).
 */
async function offencesOf(page: Page, axeAt: string, everyRule: boolean): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.addScriptTag({ url: axeAt })
  const found: string[] = []
  const looks = last.get(page) === bothLooks[0] ? bothLooks : bothLooks.toReversed()
  for (const look of looks) {
    const { width, colours } = look
    if (last.get(page) !== look) {
      await page.setViewportSize({ width, height: width === 1280 ? 900 : 844 })
      await page.emulateMedia({ colorScheme: colours, reducedMotion: 'reduce' })
      last.set(page, look)
    }
    const rules = everyRule || width === 320 ? null : rulesOfLook
    const { violations, overflow } = await page.evaluate(async (rules) => {
      const { axe } = globalThis as unknown as {
        axe: { run(context: object, options: object): Promise<AxeResults> }
      }
      // A colour that is still on its way to the other look would be read as a weak contrast.
      for (const moving of document.getAnimations()) moving.finish()
      // The calendar opens at today on a phone; what then lies under the head is no target.
      scrollTo(0, 0)
      const { violations } = await axe.run(document, {
        runOnly: rules
          ? { type: 'rule', values: rules }
          : { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
        resultTypes: ['violations'],
        // No rule of these reads the style sheets, which it would fetch again.
        preload: false,
      })
      const { scrollWidth, clientWidth } = document.documentElement
      return {
        violations: violations.map(({ id, nodes }) => ({
          id,
          where: nodes.map(({ target }) => String(target)).join(' | '),
        })),
        overflow: scrollWidth - clientWidth,
      }
    }, rules)
    if (overflow > 0) found.push(`${width} ${colours}: ${overflow} px too wide`)
    for (const { id, where } of violations)
      found.push(`${width} ${colours}: ${id}: ${where.slice(0, 200)}`)
  }
  return found
}

export type AccessWalk = {
  world: WorkedStudio
  /** What is wrong with the page that somebody finds at an address. */
  offencesAt(who: Asked['as'], path: string): Promise<string[]>
  /**
   * The same of all addresses of a route, how many of them are pages, and at how many it looked: a
   * walk that is not thorough leaves out those of which every part was on a page before.
   */
  offencesOfRoute(pattern: string): Promise<{ pages: number; looked: number; found: string[] }>
}

/**
 * A studio at work and the browsers of those who look at its pages as they are served. A `thorough`
 * walk opens each as people do, with its scripts at work, and asks every rule in both looks.
 */
export async function accessWalk({ thorough = false } = {}): Promise<AccessWalk> {
  const world = await workedStudio()
  const axeAt = await serveAxe()
  const all = await routeAddresses(world)
  const opened = new Map<Asked['as'], Promise<Page>>()
  const seen = new Set<string>()

  /** Whether a page has a part that none had before. */
  function isNew(html: string): boolean {
    const parts = [...partsOf(html)].filter((part) => !seen.has(part))
    for (const part of parts) seen.add(part)
    return parts.length > 0
  }

  /** The page each of them goes through the product with: its process and its files are kept. */
  function pageOf(who: Asked['as']): Promise<Page> {
    const page = opened.get(who) ?? openPage(who)
    opened.set(who, page)
    return page
  }
  async function openPage(who: Asked['as']): Promise<Page> {
    const cookie = who === 'nobody' ? undefined : world.sessions[who].cookie
    const settings = { width: 320 as const, scripts: true, bypassCSP: true }
    const context = await browserContext({ ...settings, cookie, origin: world.origin })
    const page = await context.newPage()
    // Any page without scripts will do to write the others into.
    await page.goto(`${world.origin}/`)
    return page
  }
  const ask = (who: Asked['as'], path: string) => world.ask(who === 'nobody' ? null : who, path)

  async function offencesOn(who: Asked['as'], path: string, html: string): Promise<string[]> {
    const page = await pageOf(who)
    if (thorough) await page.goto(world.origin + path)
    else await writeInto(page, path, html)
    return offencesOf(page, axeAt, thorough)
  }
  return {
    world,
    async offencesAt(who, path) {
      const { location, html } = await ask(who, path)
      if (location) throw new Error(`${path} leads to ${location}`)
      return offencesOn(who, path, html)
    },
    async offencesOfRoute(pattern) {
      const found: string[] = []
      let [pages, looked] = [0, 0]
      for (const asked of all.filter((one) => one.pattern === pattern)) {
        const { status, headers, html } = await ask(asked.as, asked.path)
        const isPage = (headers.get('Content-Type') ?? '').startsWith('text/html')
        if (status >= 300 || !isPage) continue
        pages += 1
        if (!thorough && !isNew(html)) continue
        looked += 1
        const offences = await offencesOn(asked.as, asked.path, html)
        found.push(...offences.map((offence) => `${asked.as} ${asked.path}: ${offence}`))
      }
      return { pages, looked, found }
    },
  }
}
