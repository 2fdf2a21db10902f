import { benchServer, fillRush } from './bench-server.ts'
import { type Load, load, median, round } from './load.ts'

/** The timetable's p50 with 200,000 bookings against that with 2,000, in turns. */
export async function growth(): Promise<object[]> {
  const small = await benchServer()
  const large = await benchServer()
  try {
    const targets = await Promise.all(
      [[small, 2_000] as const, [large, 200_000] as const].map(async ([server, bookings]) => {
        const { userIds } = await fillRush(server, { slug: 'rush', members: 10_000, bookings })
        return {
          url: `${server.url}/rush/home/timetable`,
          headers: { Cookie: await server.cookieOf(userIds[0] ?? '') },
        }
      }),
    )
    const measured: Load[][] = [[], []]
    for (const { url, headers } of targets) await load(url, headers, { connections: 1, seconds: 1 })
    for (let i = 0; i < 4; i += 1) {
      for (const [at, { url, headers }] of targets.entries())
        measured[at]?.push(await load(url, headers, { connections: 1, seconds: 2 }))
    }
    const p50 = measured.map((loads) => median(loads.map((m) => m.p50)))
    return [
      {
        figure: 'timetable p50, 200,000 against 2,000 bookings',
        milliseconds: { of2000: p50[0], of200000: p50[1] },
        ratio: round((p50[1] ?? 0) / (p50[0] ?? 1)),
        atMost: 1.2,
      },
    ]
  } finally {
    await Promise.all([small.stop(), large.stop()])
  }
}
