import { chromium } from 'playwright-core'
import { fillWeek, mintWeek, weekNow } from '../../tests/support/week.ts'
import { benchServer } from './bench-server.ts'
import { ask, median, round } from './load.ts'
import { type PeerRow, rowsOf, startPeer } from './peers.ts'

/**
 * As Lighthouse throttles a browser to its "regular 3G": 300 ms there and back become 3.75 times that
 * for a request, as the protocol can't hold back each packet, and 700 kbit/s nine tenths of it
 * (`throttling.mobileRegular3G` of its constants). The budget's 1.19 s for a plain page is of these.
 */
const threeG = {
  offline: false,
  latency: 300 * 3.75,
  downloadThroughput: (700 * 0.9 * 1_024) / 8,
  uploadThroughput: (700 * 0.9 * 1_024) / 8,
}
const looks = 7

/**
 * When our signed-in timetable of 50 rows first shows something on 3G, against a page of strings
 * with the same rows, in turns, each in a fresh browser context with an empty cache.
 */
export async function firstPaint(): Promise<object[]> {
  const server = await benchServer()
  const week = await mintWeek(server.databases)
  await fillWeek(server.databases, week, 50)
  await ask(`${server.url}/dev/clock`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ now: weekNow }),
  })
  const { STUDIOS_0, STUDIOS_1 } = server.databases.env
  const rows: PeerRow[] = await rowsOf(
    week.studio.shard === 0 ? STUDIOS_0 : STUDIOS_1,
    week.studio.id,
  )
  const plain = await startPeer('plain', rows)
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  })
  try {
    const Cookie = await server.cookieOf(week.ana.userId)
    const pages = {
      ours: { url: `${server.url}/${week.studio.slug}/home/timetable`, headers: { Cookie } },
      plain: { url: `${plain.url}/`, headers: {} },
    }
    const paintOf = async ({ url, headers }: { url: string; headers: Record<string, string> }) => {
      const context = await browser.newContext({ extraHTTPHeaders: headers })
      const page = await context.newPage()
      const session = await context.newCDPSession(page)
      await session.send('Network.enable')
      await session.send('Network.emulateNetworkConditions', threeG)
      await page.goto(url, { waitUntil: 'load' })
      const at = await page.waitForFunction(
        () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
      )
      const milliseconds = Number(await at.jsonValue())
      await context.close()
      return milliseconds
    }
    const found: { ours: number[]; plain: number[] } = { ours: [], plain: [] }
    for (const one of Object.values(pages)) await paintOf(one)
    for (let i = 0; i < looks; i += 1) {
      found.ours.push(await paintOf(pages.ours))
      found.plain.push(await paintOf(pages.plain))
    }
    const [ours, theirs] = [median(found.ours), median(found.plain)]
    const ratio = round(ours / theirs)
    return [
      {
        figure: 'first contentful paint on 3G (ms), 50-row timetable against plain strings',
        ours: Math.round(ours),
        plain: Math.round(theirs),
        ratio,
        atMost: 1.1,
        held: ratio <= 1.1,
      },
    ]
  } finally {
    await browser.close()
    await Promise.all([server.stop(), plain.stop()])
  }
}
