/**
 * The hour that happens twice when the clocks go back: anyone who prints a time in its second round
 * says so, and all of them alike.
 */
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { type DemoServer, demoServer } from '../../support/demo-server.ts'
import { isolateText } from '../../support/member-pages.ts'

// Sydney's clocks go back from 03:00 to 02:00 on Sunday 4 April 2027, at 16:00 UTC of the 3rd.
const date = '2027-04-04'
const second = '2027-04-03T16:30:00Z'
const named = '02:30 (after the clocks go back)'

let server: DemoServer
let cleo: string
let owner: string

beforeAll(async () => {
  server = await demoServer()
  await server.databases.directory.run(
    sql`UPDATE studios SET time_zone = 'Australia/Sydney' WHERE slug = 'northside'`,
  )
  cleo = await server.cookieOf('cleo@northside.test')
  owner = await server.cookieOf('owner@northside.test')
})

async function read(path: string, cookie: string): Promise<string> {
  const answer = await fetch(server.origin + path, { headers: { Cookie: cookie } })
  expect([path, answer.status]).toEqual([path, 200])
  return answer.text()
}

const text = async (path: string, cookie: string) => isolateText(await read(path, cookie))

async function post(path: string, cookie: string, fields: Record<string, string>) {
  const answer = await fetch(server.origin + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { Cookie: cookie, Origin: server.origin },
    body: new URLSearchParams(fields),
  })
  expect([path, answer.status]).toEqual([path, 303])
  return answer.headers.get('Location') ?? ''
}

test('every page, letter and list names a time in the second of the two hours alike', async () => {
  const list = await read('/northside/home/appointments', cleo)
  const path = list.match(/href="(\/northside\/home\/appointments\/[\w-]+)"/)![1]!
  const coachId = (await read(path, cleo)).match(/name="coach" value="([^"]+)"/)![1]!
  const hours = '/northside/manage/schedule/appointments/availability'
  await post(hours, owner, {
    act: 'dated',
    kind: 'extra',
    coachId,
    date,
    from: '00:00',
    until: '09:00',
  })

  const slots = await text(`${path}?coach=${coachId}&day=${date}`, cleo)
  expect(slots).toContain(named)

  const appointment = await post(path, cleo, { coach: coachId, start: second })
  expect(await text(appointment, cleo)).toContain(named)
  await post(appointment, cleo, { people: '1', pay: 'account' })

  const id = appointment.split('/').at(-1)!
  const member = [appointment, `${appointment}/cancellation`, '/northside/portal']
  for (const page of member)
    expect([page, await text(page, cleo)]).toEqual([page, expect.stringContaining(named)])
  const desk = [
    `/northside/manage/schedule/appointments?from=${date}`,
    `/northside/manage/schedule/appointments/${id}`,
    `/northside/manage/schedule?view=day&on=${date}`,
    `/northside/manage/schedule?view=week&on=${date}`,
  ]
  for (const page of desk)
    expect([page, await text(page, owner)]).toEqual([page, expect.stringContaining(named)])

  const outbox = await (await fetch(`${server.origin}/dev/outbox.json`)).json()
  const letters = (outbox as { to: string; text: string; html: string }[]).filter(
    ({ to }) => to === 'cleo@northside.test',
  )
  expect(letters[0]?.text).toContain(named)
  expect(letters[0]?.html).toContain(named)

  // Seen in that hour, it is told with the visit too.
  await server.databases
    .shard(0)
    .run(sql`UPDATE people SET last_visit_at = ${second} WHERE email = 'cleo@northside.test'`)
  await server.databases
    .shard(1)
    .run(sql`UPDATE people SET last_visit_at = ${second} WHERE email = 'cleo@northside.test'`)
  const csv = await read('/northside/manage/members/members.csv?q=cleo', owner)
  expect(csv).toContain(`${date} ${named}`)
})
