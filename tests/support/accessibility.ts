/** What axe finds in a page, and whether it scrolls sideways. */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'
import { afterFile } from './run/test-file.ts'

/** How a page is looked at. */
type Look = { width: 320 | 1280; colours: 'light' | 'dark' }

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
export async function serveAxe(): Promise<string> {
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
 * Looks at the page that is open, of a context that `bypassCSP`, in both looks: the rules of WCAG 2.2
 * AA that it breaks and by how much it is too wide, each with the look; empty where all is well.
 */
export async function offencesOf(page: Page, axeAt: string): Promise<string[]> {
  await page.addScriptTag({ url: axeAt })
  const found: string[] = []
  const looks = last.get(page) === bothLooks[0] ? bothLooks : bothLooks.toReversed()
  for (const look of looks) {
    const { width, colours } = look
    if (last.get(page) !== look) {
      await page.setViewportSize({ width, height: width === 1280 ? 900 : 844 })
      await page.emulateMedia({ colorScheme: colours, reducedMotion: 'reduce' })
      last.set(page, look)
    }
    const { violations, overflow } = await page.evaluate(async () => {
      const { axe } = globalThis as unknown as {
        axe: { run(context: object, options: object): Promise<AxeResults> }
      }
      // A colour that is still on its way to the other look would be read as a weak contrast.
      for (const moving of document.getAnimations()) moving.finish()
      // The calendar opens at today on a phone; what then lies under the head is no target.
      scrollTo(0, 0)
      const { violations } = await axe.run(document, {
        runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
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
    })
    if (overflow > 0) found.push(`${width} ${colours}: ${overflow} px too wide`)
    for (const { id, where } of violations)
      found.push(`${width} ${colours}: ${id}: ${where.slice(0, 200)}`)
  }
  return found
}
