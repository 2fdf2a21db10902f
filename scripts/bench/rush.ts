import { Agent } from 'node:http'
import { type BenchServer, benchServer, fillRush } from './bench-server.ts'
import { ask, median, percentile, round } from './load.ts'
import { cpuOf, withProcess } from './process-cost.ts'

const members = 600
const perMember = 3

/**
 * 600 members ask for the timetable, book tomorrow's class of 12 places and look again, within ten
 * seconds, each request over a connection of its own. Then a member of another class does the same
 * alone, for what the SQL of one takes.
 */
export async function noonRush(): Promise<object[]> {
  const server = await withProcess(() => benchServer())
  try {
    const { userIds, classes } = await fillRush(server, {
      slug: 'rush',
      members: 1_000,
      bookings: 20_000,
    })
    const noon = classes[0]?.id ?? ''
    const cookies = await Promise.all(userIds.slice(0, members).map((id) => server.cookieOf(id)))
    // workerd closes a connection that was idle for five seconds, also while the next request is
    // on its way: each has its own.
    const agent = new Agent({ keepAlive: false, maxSockets: Infinity })
    const times: number[] = []
    let [serverErrors, cut] = [0, 0]
    const send = async (path: string, cookie: string, form = false) => {
      const sent = await ask(`${server.url}/rush/home/timetable${path}`, {
        agent,
        method: form ? 'POST' : 'GET',
        headers: { Cookie: cookie, ...(form ? formHeaders(server) : {}) },
        ...(form ? { body: '' } : {}),
      }).catch(() => null)
      if (!sent) cut += 1
      if (sent) times.push(sent.milliseconds)
      if (sent && sent.status >= 500) serverErrors += 1
      return sent
    }
    const cpuBefore = cpuOf(server.pid)
    const began = performance.now()
    await Promise.all(
      cookies.map(async (cookie, i) => {
        // Spread over ten seconds, as people are.
        await new Promise((resolve) => setTimeout(resolve, (i / cookies.length) * 10_000))
        await send('', cookie)
        await send(`/${noon}/booking`, cookie, true)
        await send(`/${noon}`, cookie)
      }),
    )
    const seconds = round((performance.now() - began) / 1_000, 1)
    const cpu = round((cpuOf(server.pid) - cpuBefore) / (members * perMember))
    const sql: number[] = []
    for (const cookie of cookies.slice(0, 60)) {
      const quiet = classes[1]?.id ?? ''
      const steps = [
        await send('', cookie),
        await send(`/${quiet}/booking`, cookie, true),
        await send(`/${quiet}`, cookie),
      ]
      sql.push(steps.reduce((sum, one) => sum + sqlTimeOf(one?.headers['server-timing']), 0))
    }
    agent.destroy()
    times.sort((a, b) => a - b)
    const seats = await seatsOf(server, noon)
    const sqlAMember = round(median(sql), 1)
    return [
      {
        figure: 'noon rush, 600 members',
        requests: members * perMember,
        seconds,
        p50: round(percentile(times, 0.5)),
        p99: round(percentile(times, 0.99)),
        ...seats,
        serverErrors,
        cut,
        held: cut === 0 && serverErrors === 0 && seats.booked === seats.capacity,
      },
      { figure: 'noon rush, processor time a request (ms)', cpu, atMost: 5, held: cpu <= 5 },
      {
        figure: 'a member of the rush alone, time in D1 with the way there (ms)',
        sql: sqlAMember,
        atMost: 4,
        held: sqlAMember <= 4,
      },
    ]
  } finally {
    await server.stop()
  }
}

const formHeaders = (server: BenchServer) => ({
  Origin: server.url,
  'Content-Type': 'application/x-www-form-urlencoded',
})

const sqlTimeOf = (timing: string | string[] | undefined) =>
  Number(/db;dur=([\d.]+)/.exec(String(timing))?.[1] ?? 0)

async function seatsOf(server: BenchServer, occurrence: string) {
  const found = await server.databases.env.STUDIOS_0.prepare(
    `SELECT o.capacity, count(iif(b.state = 'booked', 1, NULL)) AS booked,
        count(iif(b.state = 'waitlisted', 1, NULL)) AS waiting
     FROM occurrences AS o LEFT JOIN bookings AS b ON b.studio_id = o.studio_id
       AND b.occurrence_id = o.id
     WHERE o.id = ?`,
  )
    .bind(occurrence)
    .first<{ capacity: number; booked: number; waiting: number }>()
  return found ?? { capacity: 0, booked: 0, waiting: 0 }
}
