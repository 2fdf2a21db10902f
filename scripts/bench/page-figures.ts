import { weightOf } from '../../tests/support/weight.ts'
import { fillDemoWorld } from '../demo/fill-world.ts'
import { benchServer } from './bench-server.ts'
import { ask } from './load.ts'

/** Bytes (brotli quality 4), trips and requests of each core page with the demo world. */
export async function pageFigures(): Promise<object[]> {
  const server = await benchServer()
  try {
    const { DIRECTORY, STUDIOS_0 } = server.databases.env
    await fillDemoWorld(server.databases.env, Date.now())
    const ana = await DIRECTORY.prepare(
      "SELECT id FROM auth_users WHERE email = 'ana@northside.test'",
    ).first<{
      id: string
    }>()
    const cookie = await server.cookieOf(ana?.id ?? '')
    const open = await STUDIOS_0.prepare(
      "SELECT id FROM occurrences WHERE state = 'scheduled' AND opens_at < datetime('now') AND starts_at > strftime('%Y-%m-%dT%H:%M:%SZ','now','+2 days') ORDER BY starts_at LIMIT 1",
    ).first<{ id: string }>()
    const mine = await STUDIOS_0.prepare(
      `SELECT b.id FROM bookings AS b JOIN people AS person ON person.id = b.person_id
        JOIN occurrences AS o ON o.id = b.occurrence_id
       WHERE person.email = 'ana@northside.test' AND b.state = 'booked'
         AND o.starts_at > strftime('%Y-%m-%dT%H:%M:%SZ','now') LIMIT 1`,
    ).first<{ id: string }>()
    const pages: [string, string, boolean][] = [
      ['landing', '/', false],
      ['sign-in', '/sign-in?studio=northside', false],
      ['home, visitor', '/northside/home', false],
      ['home', '/northside/home', true],
      ['timetable, visitor', '/northside/home/timetable', false],
      ['timetable', '/northside/home/timetable', true],
      ['class', `/northside/home/timetable/${open?.id}`, true],
      ['confirm booking', `/northside/home/timetable/${open?.id}/booking`, true],
      ['confirm cancel', `/northside/bookings/${mine?.id}/cancellation`, true],
      ['studio rules', '/northside/home/rules', true],
      ['portal', '/northside/portal', true],
      ['credits', '/northside/portal/credits', true],
      ['details', '/northside/portal/details', true],
      ['notices', '/northside/portal/notices', true],
    ]
    const lines: object[] = []
    for (const [name, path, signedIn] of pages) {
      const answer = await ask(server.url + path, { headers: signedIn ? { Cookie: cookie } : {} })
      // The first of a class reads what later ones know not to.
      const again = await ask(server.url + path, { headers: signedIn ? { Cookie: cookie } : {} })
      const told = (of: string, word: string) =>
        Number(new RegExp(`(\\d+) ${word}`).exec(of)?.[1] ?? 0)
      const [first, second] = [answer, again].map((one) => String(one.headers['server-timing']))
      const fetched =
        answer.text.match(/<(script|img|link)\b[^>]*\s(src|href)="(?!data:)[^"]*"/g) ?? []
      lines.push({
        figure: 'page',
        page: name,
        status: answer.status,
        bytes: weightOf(answer.text),
        limit: name.startsWith('timetable') ? 9_000 : 13_000,
        trips: told(first ?? '', 'trips'),
        statements: told(second ?? '', 'queries'),
        sqlBytes: told(second ?? '', 'characters'),
        requests: 1 + fetched.filter((tag) => !tag.includes('rel="canonical"')).length,
        scripts: (answer.text.match(/<script/g) ?? []).length,
      })
    }
    return lines
  } finally {
    await server.stop()
  }
}
