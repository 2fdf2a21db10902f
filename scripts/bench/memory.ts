import { fillWeek, mintWeek } from '../../tests/support/week.ts'
import { benchServer } from './bench-server.ts'
import { burst, round } from './load.ts'
import { residentOf, withProcess } from './process-cost.ts'

const step = 2_500

/**
 * Memory of the workerd process, its databases included, while one isolate answers the timetable,
 * a class, home and the portal in turn: after the first 7,500 requests, and after 10,000 more.
 */
export async function memory(): Promise<object[]> {
  const server = await withProcess(() => benchServer())
  try {
    const week = await mintWeek(server.databases)
    await fillWeek(server.databases, week, 50)
    const headers = { Cookie: await server.cookieOf(week.ana.userId) }
    const home = `${server.url}/${week.studio.slug}/home`
    const pages = [
      `${home}/timetable?from=2026-10-13`,
      `${home}/timetable/${week.at('2026-10-17T10:00')}`,
      home,
      `${server.url}/${week.studio.slug}/portal`,
    ]
    const resident: number[] = []
    let failed = 0
    for (let i = 0; i < 7; i += 1) {
      for (const url of pages)
        failed += (await burst(url, headers, { requests: step / pages.length })).failed
      resident.push(residentOf(server.pid))
    }
    // Until then caches and compiled code fill up.
    const ratio = round((resident.at(-1) ?? 0) / (resident[2] ?? 1))
    return [
      {
        figure: 'memory of the process (MB), every 2,500 requests',
        resident,
        failed,
        ratio,
        atMost: 1.1,
        held: ratio <= 1.1,
      },
    ]
  } finally {
    await server.stop()
  }
}
