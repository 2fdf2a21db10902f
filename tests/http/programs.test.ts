import { beforeAll, expect, test } from 'vitest'
import { addMinutes } from '#app/values/instant.ts'
import { type DemoServer, demoServer } from '../support/demo-server.ts'
import { formOf, isolateText } from '../support/member-pages.ts'
import { weightOf } from '../support/weight.ts'

let server: DemoServer
let ids: { pole: string; hoop: string; hand: string; belt: string; hoopSession: string }
/** Sessions of the pole course still to come: six Sundays, of which this week's is over on its afternoon. */
let left: number

beforeAll(async () => {
  server = await demoServer()
  const { STUDIOS_0, STUDIOS_1 } = server.databases.env
  const named = async (shard: D1Database, name: string) =>
    (await shard
      .prepare(
        'SELECT course.id FROM courses AS course JOIN class_types AS class_type ON class_type.id = course.class_type_id WHERE class_type.name LIKE ?',
      )
      .bind(`${name}%`)
      .first<{ id: string }>())!.id
  const hoop = await named(STUDIOS_0, 'Aerial hoop')
  const session = await STUDIOS_0.prepare(
    'SELECT id FROM occurrences WHERE series_id = ? ORDER BY starts_at LIMIT 1',
  )
    .bind(hoop)
    .first<{ id: string }>()
  const pole = await named(STUDIOS_0, 'Beginner pole')
  const toCome = await STUDIOS_0.prepare(
    'SELECT count(*) AS n FROM occurrences WHERE series_id = ? AND starts_at > ?',
  )
    .bind(pole, server.now)
    .first<{ n: number }>()
  left = toCome!.n
  ids = {
    hoop,
    pole,
    hand: await named(STUDIOS_0, 'Handstand'),
    belt: await named(STUDIOS_1, 'White to yellow'),
    hoopSession: session!.id,
  }
})

const cookies = new Map<string, string>()
async function ask(path: string, who: string | null, body?: URLSearchParams) {
  if (who && !cookies.has(who)) cookies.set(who, await server.cookieOf(`${who}@northside.test`))
  const answer = await fetch(server.origin + path, {
    redirect: 'manual',
    headers: {
      ...(who ? { Cookie: cookies.get(who)! } : {}),
      ...(body
        ? { Origin: server.origin, 'Content-Type': 'application/x-www-form-urlencoded' }
        : {}),
    },
    ...(body ? { method: 'POST', body: body.toString() } : {}),
  })
  const html = await answer.text()
  return {
    status: answer.status,
    location: answer.headers.get('Location') ?? '',
    html,
    headers: answer.headers,
  }
}

/** Presses the page's own form; answers what the post answered. */
async function press(page: { html: string }, who: string) {
  const { action, fields } = formOf(page.html)
  return ask(action, who, fields)
}

test('programs, a course and its confirm page are two trips, at most 13,000 bytes and no script', async () => {
  const base = '/northside/home/programs'
  for (const path of [
    base,
    `${base}/${ids.pole}`,
    `${base}/${ids.pole}/enrolment`,
    `${base}/${ids.pole}/withdrawal`,
  ]) {
    const page = await ask(path, 'ana')
    expect([path, page.status]).toEqual([path, 200])
    expect(page.headers.get('Server-Timing'), path).toMatch(/desc="[12] trips/)
    expect(weightOf(page.html), path).toBeLessThan(13_000)
    expect(page.html).not.toMatch(/<script(?! type="application\/ld\+json")/)
  }
})

test('anyone can look; enrolling asks to sign in and comes back', async () => {
  const list = await ask('/northside/home/programs', null)
  expect(isolateText(list.html)).toContain('Beginner pole, six Sundays')
  const course = await ask(`/northside/home/programs/${ids.pole}`, null)
  expect(isolateText(course.html)).toContain(`${left} of 6 sessions of £90.00`)
  const confirm = await ask(`/northside/home/programs/${ids.pole}/enrolment`, null)
  expect([confirm.status, confirm.location]).toEqual([303, expect.stringContaining('next=')])
})

test('a person reads what it costs, holds a place, enrols, gives a session up for a make-up and withdraws', async () => {
  const course = await ask(`/northside/home/programs/${ids.pole}`, 'ben')
  const held = await press(course, 'ben')
  expect([held.status, held.location]).toEqual([
    303,
    `/northside/home/programs/${ids.pole}/enrolment`,
  ])
  const confirm = await ask(held.location, 'ben')
  expect(isolateText(confirm.html)).toContain(
    `£${left * 15}.00 to pay (${left} of 6 sessions of £90.00)`,
  )
  expect(isolateText(confirm.html)).toMatch(/Your place is kept until \d/)
  const enrolled = await press(confirm, 'ben')
  expect(enrolled.status).toBe(303)
  // The same press again is answered the same way.
  expect((await press(confirm, 'ben')).status).toBe(303)

  const mine = await ask(`/northside/home/programs/${ids.pole}`, 'ben')
  expect(isolateText(mine.html)).toContain(`£${left * 15}.00 for ${left} sessions`)
  const give = /href="(\/northside\/bookings\/[^"]+)"/.exec(mine.html)?.[1] ?? ''
  const giveUp = await ask(give, 'ben')
  expect(isolateText(giveUp.html)).toContain('What happens when you give up your place')
  const withdraw = await ask(`/northside/home/programs/${ids.pole}/withdrawal`, 'ben')
  expect(isolateText(withdraw.html)).toContain('No refund')
  const stale = await ask(
    `/northside/home/programs/${ids.pole}/withdrawal`,
    'ben',
    new URLSearchParams({ expects: `${left * 1500}` }),
  )
  expect([stale.status, stale.html]).toEqual([
    422,
    expect.stringContaining('data-refusal="quote_changed"'),
  ])
  expect((await press(withdraw, 'ben')).status).toBe(303)
})

test('a full course offers its waitlist, and the timetable leads from a session to the course', async () => {
  const wait = await ask(`/northside/home/programs/${ids.hoop}/enrolment`, 'ben')
  expect(isolateText(wait.html)).toContain('You are 3rd on the waitlist. Nothing is charged.')
  expect((await press(wait, 'ben')).status).toBe(303)
  const after = await ask(`/northside/home/programs/${ids.hoop}`, 'ben')
  expect(isolateText(after.html)).toContain('You are 3rd of 3 on the waitlist.')
  const session = await ask(`/northside/home/timetable/${ids.hoopSession}/booking`, 'ben')
  expect(session.html).toContain('data-refusal="no_entitlement"')
  expect(isolateText(session.html)).toContain('You can only book this as part of the course.')
  expect(session.html).toContain(`/northside/home/programs/${ids.hoop}"`)
  const rules = isolateText((await ask(`/northside/home/timetable/${ids.hoopSession}`, 'ben')).html)
  expect(rules).toContain('You can only book this as part of the course.')
  expect(rules).not.toContain('lose the credit')
})

test('staff see money and go or no-go, a coach sees no money, and one press cancels the workshop', async () => {
  const path = `/northside/manage/schedule/workshops/${ids.hand}`
  const desk = await ask(path, 'manager')
  expect(isolateText(desk.html)).toMatch(/4 of the 6 it needs\. Decide by/)
  expect(isolateText(desk.html)).toContain('To Mika Sato £67.20')
  expect(isolateText((await ask(path, 'coach')).html)).not.toContain('Money so far')
  const cancel = await ask(`${path}/cancellation`, 'manager')
  expect(isolateText(cancel.html)).toContain(
    '£84.00 refunded: everything paid for sessions still to come.',
  )
  expect(isolateText(cancel.html)).toContain('£28.00 not paid yet is cancelled.')
  const nothing = await ask(`${path}/cancellation`, 'manager', new URLSearchParams())
  expect(nothing.status).toBe(422)
  expect((await ask(`${path}/cancellation`, 'coach')).status).toBe(403)
  const done = await ask(
    `${path}/cancellation`,
    'manager',
    new URLSearchParams({ reason: 'Too few people: 4 of 6' }),
  )
  expect([done.status, done.location]).toEqual([303, path])
  expect(isolateText((await ask(path, 'manager')).html)).toContain(
    'Cancelled. Too few people: 4 of 6',
  )
  const file = await ask(`${path}/people.csv`, 'owner')
  expect([file.status, file.headers.get('Content-Type')]).toEqual([
    200,
    expect.stringContaining('text/csv'),
  ])
  expect((await ask(`${path}/people.csv`, 'frontdesk')).status).toBe(403)
})

test('a course is added once, with its clashes asked about once, and typed values kept', async () => {
  const { STUDIOS_0 } = server.databases.env
  const one = async (query: string) => (await STUDIOS_0.prepare(query).first<{ id: string }>())!.id
  const page = await ask('/northside/manage/schedule/courses/new', 'manager')
  const key = /name="key" value="([^"]+)"/.exec(page.html)?.[1] ?? ''
  const values: Record<string, string> = {
    key,
    name: 'Evening basics',
    disciplineId: await one("SELECT id FROM disciplines WHERE name = 'Pole'"),
    roomId: await one("SELECT id FROM rooms WHERE name = 'Pole studio'"),
    coachId: await one("SELECT id FROM people WHERE name LIKE 'Dee %' AND is_staff = 1"),
    policyId: await one("SELECT id FROM policies WHERE name = 'Classes'"),
    capacity: '8',
    minutes: '60',
    time: '13:15',
    list: '',
    price: '72.00',
    withdrawal: '14 days: 100%',
    days: 'SU',
    count: '3',
    from: addMinutes(server.now, 2 * 24 * 60).slice(0, 10),
  }
  const post = (more: Record<string, string> = {}) =>
    ask(
      '/northside/manage/schedule/courses/new',
      'manager',
      new URLSearchParams({ ...values, ...more }),
    )
  const wrong = await post({ price: 'much', list: 'soon' })
  expect([wrong.status, wrong.html]).toEqual([
    422,
    expect.stringContaining('Enter a price like 90.00'),
  ])
  expect(wrong.html).toContain('value="Evening basics"')
  const taken = await post()
  expect([taken.status, taken.html]).toEqual([422, expect.stringContaining('data-refusal="taken"')])
  const anyway = /name="anyway" value="([^"]+)"/.exec(taken.html)?.[1] ?? ''
  expect((await post({ anyway: '-' })).status).toBe(422)
  const made = await post({ anyway })
  expect([made.status, made.location]).toEqual([303, `/northside/manage/schedule/courses/${key}`])
  expect((await post({ anyway })).location).toBe(made.location)
  const n = await STUDIOS_0.prepare('SELECT count(*) AS n FROM occurrences WHERE series_id = ?')
    .bind(key)
    .first<{ n: number }>()
  expect(n).toEqual({ n: 3 })
})

test("another studio's course is not found anywhere", async () => {
  for (const path of ['', '/enrolment', '/withdrawal', '/transfer']) {
    expect([
      path,
      (await ask(`/northside/home/programs/${ids.belt}${path}`, 'ana')).status,
    ]).toEqual([path, 404])
  }
  for (const path of ['', '/edit', '/cancellation', '/people.csv']) {
    const answer = await ask(`/northside/manage/schedule/courses/${ids.belt}${path}`, 'owner')
    expect([path, answer.status]).toEqual([path, 404])
  }
})

test('programs lists plans and packs: a stranger reads how to buy, a member what they have already', async () => {
  const stranger = await ask('/northside/home/programs', null)
  expect(stranger.html).toContain('Memberships and packs')
  expect(isolateText(stranger.html)).toContain('Buy at the desk')
  expect(isolateText(stranger.html)).not.toContain('You have ')
  const member = await ask('/northside/home/programs', 'ana')
  expect(isolateText(member.html)).toMatch(/You have [^.]+\./)
  const prices = await ask('/northside/prices', null)
  expect(isolateText(prices.html)).toContain('Joining costs £10.00 once.')
})
