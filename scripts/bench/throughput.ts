import { fillWeek, mintWeek, weekNow } from '../../tests/support/week.ts'
import { benchServer } from './bench-server.ts'
import { ask, burst, lowerQuartile, median, round } from './load.ts'
import { buildPeer, rowsOf, startPeer } from './peers.ts'
import { cpuOf, withProcess } from './process-cost.ts'

const rows = 50
const warmUp = 1_000
const bursts = 12
const inBurst = 100

type Target = { pid: number; url: string; headers: Record<string, string> }

/**
 * Our timetable of 50 rows, signed in and anonymous, against a bare Remix page and a page of
 * strings, all with the same bindings. What counts is the processor time of the whole workerd
 * process a request, the lower quartile of bursts in turns; requests a second stand beside it.
 */
export async function throughput(): Promise<object[]> {
  buildPeer()
  const server = await withProcess(() => benchServer())
  const week = await mintWeek(server.databases)
  await fillWeek(server.databases, week, rows)
  await ask(`${server.url}/dev/clock`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ now: weekNow }),
  })
  // The cache of public pages as production has it; development also asks it for the frozen clock.
  const open = await withProcess(() => benchServer({ DEV_TOOLS: '', SITE_URL: 'http://127.0.0.1' }))
  const openWeek = await mintWeek(open.databases)
  await fillWeek(open.databases, openWeek, rows)
  const peerRows = await rowsOf(
    week.studio.shard === 0 ? server.databases.env.STUDIOS_0 : server.databases.env.STUDIOS_1,
    week.studio.id,
  )
  const remix = await withProcess(() => startPeer('remix', peerRows))
  const plain = await withProcess(() => startPeer('plain', peerRows))
  try {
    const home = `${server.url}/${week.studio.slug}/home/timetable`
    const Cookie = await server.cookieOf(week.ana.userId)
    const own = await ask(home, { headers: { Cookie } })
    const shown = (own.text.match(/<li class="class/g) ?? []).length
    const targets: Record<string, Target> = {
      signedIn: { pid: server.pid, url: home, headers: { Cookie } },
      anonymous: {
        pid: open.pid,
        url: `${open.url}/${openWeek.studio.slug}/home/timetable?from=2026-10-13`,
        headers: {},
      },
      bareRemix: { pid: remix.pid, url: `${remix.url}/`, headers: {} },
      plainStrings: { pid: plain.pid, url: `${plain.url}/`, headers: {} },
    }
    const { cpu, perSecond, failed } = await costsInTurns(targets)
    const faster = (name: string) => round((cpu.bareRemix ?? 0) / (cpu[name] ?? 1))
    return [
      {
        figure: 'processor time a request (ms), 50-row timetable',
        rows: { ours: shown, peers: peerRows.length },
        ...cpu,
        failed,
      },
      { figure: 'requests a second, 50-row timetable', ...perSecond },
      bar('signed in against bare Remix', faster('signedIn'), 0.75),
      bar('anonymous against bare Remix', faster('anonymous'), 3),
      {
        figure: 'anonymous against plain strings',
        ratio: round((cpu.plainStrings ?? 0) / (cpu.anonymous ?? 1)),
      },
    ]
  } finally {
    await Promise.all([server.stop(), open.stop(), remix.stop(), plain.stop()])
  }
}

/** A ratio with what it should be at least, and whether it is. */
const bar = (figure: string, ratio: number, atLeast: number) => ({
  figure,
  ratio,
  atLeast,
  held: ratio >= atLeast,
})

/** What each target costs a request: warmed up, then asked in bursts that take turns. */
async function costsInTurns(targets: Record<string, Target>) {
  const samples: Record<string, { cpu: number[]; perSecond: number[] }> = {}
  let failed = 0
  for (const [name, { url, headers }] of Object.entries(targets)) {
    samples[name] = { cpu: [], perSecond: [] }
    failed += (await burst(url, headers, { requests: warmUp })).failed
  }
  for (let i = 0; i < bursts; i += 1) {
    for (const [name, { pid, url, headers }] of Object.entries(targets)) {
      const before = cpuOf(pid)
      const done = await burst(url, headers, { requests: inBurst })
      samples[name]?.cpu.push((cpuOf(pid) - before) / inBurst)
      samples[name]?.perSecond.push(inBurst / (done.milliseconds / 1_000))
      failed += done.failed
    }
  }
  const each = (of: (one: { cpu: number[]; perSecond: number[] }) => number) =>
    Object.fromEntries(Object.entries(samples).map(([name, one]) => [name, of(one)]))
  return {
    cpu: each(({ cpu }) => round(lowerQuartile(cpu))),
    perSecond: each(({ perSecond }) => Math.round(median(perSecond))),
    failed,
  }
}
