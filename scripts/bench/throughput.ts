import { fillWeek, mintWeek, weekNow } from '../../tests/support/week.ts'
import { benchServer } from './bench-server.ts'
import { ask, type Load, load, median, round } from './load.ts'
import { buildPeer, type PeerRow, startPeer } from './peers.ts'

const rounds = 3
const rows = 50

/**
 * Our timetable of 50 rows, signed in and anonymous, against a bare Remix page and a page of
 * strings, in turns.
 */
export async function throughput(): Promise<object[]> {
  buildPeer()
  const server = await benchServer()
  const week = await mintWeek(server.databases)
  await fillWeek(server.databases, week, rows)
  await ask(`${server.url}/dev/clock`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ now: weekNow }),
  })
  // The cache of public pages as production has it; development also asks it for the frozen clock.
  const open = await benchServer({ DEV_TOOLS: '' })
  const openWeek = await mintWeek(open.databases)
  await fillWeek(open.databases, openWeek, rows)
  const peerRows = await rowsOf(
    week.studio.shard === 0 ? server.databases.env.STUDIOS_0 : server.databases.env.STUDIOS_1,
    week.studio.id,
  )
  const remix = await startPeer('remix', peerRows)
  const plain = await startPeer('plain', peerRows)
  try {
    const address = `${server.url}/${week.studio.slug}/home/timetable`
    const cookie = { Cookie: await server.cookieOf(week.ana.userId) }
    const own = await ask(address, { headers: cookie })
    const shown = (own.text.match(/<li class="class/g) ?? []).length
    const measured: Record<string, Load[]> = { signedIn: [], anonymous: [], remix: [], plain: [] }
    const targets: Record<string, [string, Record<string, string>]> = {
      signedIn: [address, cookie],
      anonymous: [`${open.url}/${openWeek.studio.slug}/home/timetable?from=2026-10-13`, {}],
      remix: [`${remix.url}/`, {}],
      plain: [`${plain.url}/`, {}],
    }
    for (const [url, headers] of Object.values(targets)) await load(url, headers, { seconds: 1 })
    for (let i = 0; i < rounds; i += 1) {
      for (const [name, [url, headers]] of Object.entries(targets))
        measured[name]?.push(await load(url, headers, { seconds: 3 }))
    }
    const of = (name: string) => median((measured[name] ?? []).map((m) => m.perSecond))
    const failed = Object.values(measured)
      .flat()
      .reduce((sum, m) => sum + m.failed, 0)
    const p50 = (name: string) => median((measured[name] ?? []).map((m) => m.p50))
    return [
      {
        figure: 'requests a second, 50-row timetable',
        rows: { ours: shown, peers: peerRows.length },
        signedIn: of('signedIn'),
        anonymous: of('anonymous'),
        bareRemix: of('remix'),
        plainStrings: of('plain'),
        p50: {
          signedIn: p50('signedIn'),
          anonymous: p50('anonymous'),
          bareRemix: p50('remix'),
          plainStrings: p50('plain'),
        },
        failed,
      },
      {
        figure: 'signed in against bare Remix',
        ratio: round(of('signedIn') / of('remix')),
        atLeast: 0.7,
      },
      {
        figure: 'anonymous against bare Remix',
        ratio: round(of('anonymous') / of('remix')),
        atLeast: 3,
      },
      { figure: 'anonymous against plain strings', ratio: round(of('anonymous') / of('plain')) },
    ]
  } finally {
    await Promise.all([server.stop(), open.stop(), remix.stop(), plain.stop()])
  }
}

async function rowsOf(shard: D1Database, studioId: string): Promise<PeerRow[]> {
  const { results } = await shard
    .prepare(
      `SELECT o.id, o.local_start AS localStart, class_type.name AS title, coach.name AS coach,
        room.name AS room, o.capacity, 4 AS booked
       FROM occurrences AS o JOIN class_types AS class_type ON class_type.id = o.class_type_id
       JOIN people AS coach ON coach.id = o.coach_id JOIN rooms AS room ON room.id = o.room_id
       WHERE o.studio_id = ? AND o.local_start BETWEEN '2026-10-13' AND '2026-10-20' ORDER BY o.local_start`,
    )
    .bind(studioId)
    .all<PeerRow>()
  return results
}
