import { mintAccount } from '../../tests/support/accounts.ts'
import { fillMonth } from '../../tests/support/full-month.ts'
import { weightOf } from '../../tests/support/weight.ts'
import { benchServer, fillRush } from './bench-server.ts'
import { ask, median, round } from './load.ts'

/**
 * Member search, list, roster, today board and calendar of a studio with 10,000 people and 200,000
 * bookings; November 2025 has 600 classes.
 */
export async function deskFigures(): Promise<object[]> {
  const server = await benchServer()
  try {
    const { classes } = await fillRush(server, { slug: 'rush', members: 10_000, bookings: 200_000 })
    const { DIRECTORY, STUDIOS_0 } = server.databases.env
    const studio = await DIRECTORY.prepare("SELECT id FROM studios WHERE slug = 'rush'").first<{
      id: string
    }>()
    const owner = await mintAccount(server.databases, {
      studio: { id: studio?.id ?? '', shard: 0 },
      role: 'owner',
    })
    const cookie = await server.cookieOf(owner.userId)
    const past = await STUDIOS_0.prepare(
      'SELECT o.id FROM occurrences o WHERE o.studio_id = ? ORDER BY o.starts_at LIMIT 1 OFFSET 500',
    )
      .bind(studio?.id)
      .first<{ id: string }>()
    // Beside the 12 classes a day that it has: 600 in the month.
    await fillMonth(STUDIOS_0, { occurrenceId: past?.id ?? '', firstDate: '2025-11-01', perDay: 8 })
    const pages: [string, string][] = [
      ['members', 'members/members'],
      ['member search', 'members/members?q=ana'],
      ['today board', 'studio'],
      ['roster, full', `schedule/classes/${past?.id}`],
      ['roster, empty', `schedule/classes/${classes[0]?.id}`],
      ['classes of the week', 'schedule/classes'],
      ['calendar, a month', 'schedule?view=month&on=2025-11-15'],
      ['calendar, a week', 'schedule?on=2025-11-15'],
      ['calendar, a day', 'schedule?view=day&on=2025-11-15'],
    ]
    const lines: object[] = []
    for (const [page, path] of pages) {
      const times: number[] = []
      let last = await ask(`${server.url}/rush/manage/${path}`, { headers: { Cookie: cookie } })
      for (let i = 0; i < 15; i += 1) {
        last = await ask(`${server.url}/rush/manage/${path}`, { headers: { Cookie: cookie } })
        times.push(last.milliseconds)
      }
      lines.push({
        figure: 'desk, 10,000 people and 200,000 bookings',
        page,
        status: last.status,
        p50: round(median(times)),
        trips: Number(/"(\d+) trips/.exec(String(last.headers['server-timing']))?.[1]),
        bytes: weightOf(last.text),
      })
    }
    return lines
  } finally {
    await server.stop()
  }
}
