/** Chromium for journeys: where it is, and pages with and without JavaScript. */
import { existsSync } from 'node:fs'
import { type Browser, type BrowserContext, chromium } from 'playwright-core'
import { afterFile, testFile } from './run/test-file.ts'

let opened: { turn: number; browser: Promise<Browser> } | undefined

/**
 * The browser of this test file. `CHROMIUM_PATH`, else /usr/bin/chromium, else Playwright's own.
 */
export function browser(): Promise<Browser> {
  const { turn } = testFile
  if (opened?.turn !== turn) opened = { turn, browser: open() }
  return opened.browser
}

/** What Playwright leaves out automatically; of two lists a browser takes the last. */
const playwrightLeavesOut = [
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades'],
  ...['HttpsFirstBalancedModeAutoEnable', 'LensOverlay', 'MediaRouter', 'PaintHolding'],
  ...['ThirdPartyStoragePartitioning', 'AvoidCorsURLLoaderRestartOnRedirect'],
  ...['OptimizationHints', 'NetworkTimeServiceQuerying', 'AimEnabled', 'PreconnectToSearch'],
]

/**
 * The suggestions under a window's address bar, which Chromium draws as pages of their own: two
 * seconds of a processor for each window, and again whenever its size changes.
 */
const drawnForNobody = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup']

async function open(): Promise<Browser> {
  const installed = [
    process.env.CHROMIUM_PATH,
    '/usr/bin/chromium',
    chromium.executablePath(),
  ].find((path) => path && existsSync(path))
  if (!installed) {
    throw new Error(
      'No Chromium: install it (`apt-get install chromium`, or `npx playwright-core install chromium`) or set CHROMIUM_PATH.',
    )
  }
  const opened = await chromium.launch({
    executablePath: installed,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      `--disable-features=${[...playwrightLeavesOut, ...drawnForNobody]}`,
    ],
  })
  afterFile(() => opened.close())
  return opened
}

export type PageOptions = {
  width?: 320 | 390 | 768 | 1280
  dark?: boolean
  scripts?: boolean
  cookie?: string
  origin: string
  /** Lets a test put a script into a page whose policy allows none. */
  bypassCSP?: boolean
}

/**
 * A fresh context; `cookie` is a header as `mintSession` gives it. Scripts are off unless asked
 * for.
 */
export async function browserContext({
  width = 390,
  dark = false,
  scripts = false,
  cookie,
  origin,
  bypassCSP = false,
}: PageOptions): Promise<BrowserContext> {
  const context = await (await browser()).newContext({
    viewport: { width, height: width === 1280 ? 900 : 844 },
    colorScheme: dark ? 'dark' : 'light',
    javaScriptEnabled: scripts,
    bypassCSP,
    locale: 'en-GB',
    timezoneId: 'Europe/London',
  })
  if (cookie) {
    await context.addCookies(
      cookie.split('; ').map((pair) => {
        const at = pair.indexOf('=')
        return { name: pair.slice(0, at), value: pair.slice(at + 1), url: origin }
      }),
    )
  }
  return context
}
