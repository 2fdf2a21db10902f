import { Agent } from 'node:http'
import { type BenchServer, benchServer, fillRush } from './bench-server.ts'
import { ask } from './load.ts'

/**
 * Requests whose connection was cut by the local proxy, and which were sent again as a browser
 * would.
 */
let resent = 0

function book(server: BenchServer, agent: Agent, occurrence: string, cookie: string) {
  const send = () =>
    ask(`${server.url}/rush/home/timetable/${occurrence}/booking`, {
      agent,
      method: 'POST',
      headers: {
        Cookie: cookie,
        Origin: server.url,
        'Content-Type': 'application/x-www-form-urlencoded',
      },
      body: '',
    })
  return send().catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ECONNRESET') throw error
    resent += 1
    return send()
  })
}

const count = async (server: BenchServer, occurrence: string) =>
  (await server.databases.env.STUDIOS_0.prepare(
    `SELECT sum(state = 'booked') AS booked, sum(state = 'waitlisted') AS waiting, count(*) AS rows, count(DISTINCT person_id) AS people
     FROM bookings WHERE occurrence_id = ? AND state IN ('booked','waitlisted')`,
  )
    .bind(occurrence)
    .first<{ booked: number; waiting: number; rows: number; people: number }>()) ?? {
    booked: 0,
    waiting: 0,
    rows: 0,
    people: 0,
  }

/** 200 parallel bookings for 12 seats, 50 times, over HTTP; 20 of each are sent twice. */
export async function oversell(): Promise<object[]> {
  const server = await benchServer()
  try {
    const { userIds, classes } = await fillRush(server, {
      slug: 'rush',
      members: 400,
      bookings: 2_000,
    })
    const cookies = await Promise.all(userIds.slice(0, 200).map((id) => server.cookieOf(id)))
    const agent = new Agent({ maxSockets: 100 })
    let oversold = 0
    let undersold = 0
    let doubled = 0
    let serverErrors = 0
    const trials = Math.min(50, classes.length)
    const began = performance.now()
    for (const { id } of classes.slice(0, trials)) {
      const senders = [...cookies, ...cookies.slice(0, 20)]
      const answers = await Promise.all(senders.map((cookie) => book(server, agent, id, cookie)))
      serverErrors += answers.filter((answer) => answer.status >= 500).length
      const { booked, rows, people } = await count(server, id)
      if (booked > 12) oversold += 1
      if (booked < 12) undersold += 1
      if (rows !== people) doubled += 1
    }
    agent.destroy()
    return [
      {
        figure: '200 parallel bookings of 12 seats, 20 sent twice',
        trials,
        oversold,
        undersold,
        doubled,
        serverErrors,
        resent,
        bookingsASecond: Math.round((trials * 220) / ((performance.now() - began) / 1_000)),
      },
    ]
  } finally {
    await server.stop()
  }
}
