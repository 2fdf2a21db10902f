import { beforeAll, expect, test } from 'vitest'
import { newId } from '#app/values/id.ts'
import { type DemoServer, demoServer } from '../support/demo-server.ts'
import { isolateText } from '../support/member-pages.ts'
import { weightOf } from '../support/weight.ts'

let server: DemoServer
let eventId: string
let types: { id: string; name: string; price: number }[]
const cookies: Record<string, string> = {}

beforeAll(async () => {
  server = await demoServer()
  const shard = server.databases.env.STUDIOS_0
  eventId = (await shard.prepare('SELECT id FROM events').first<{ id: string }>())!.id
  types = (
    await shard
      .prepare('SELECT id, name, price_minor AS price FROM ticket_types ORDER BY sort')
      .all<{ id: string; name: string; price: number }>()
  ).results
  for (const who of ['ana', 'cleo', 'frontdesk', 'manager', 'owner']) {
    cookies[who] = await server.cookieOf(`${who}@northside.test`)
  }
})

async function ask(path: string, who: string | null, body?: Record<string, string>) {
  const answer = await fetch(server.origin + path, {
    redirect: 'manual',
    headers: {
      ...(who ? { Cookie: cookies[who]! } : {}),
      ...(body
        ? { Origin: server.origin, 'Content-Type': 'application/x-www-form-urlencoded' }
        : {}),
    },
    ...(body ? { method: 'POST', body: new URLSearchParams(body).toString() } : {}),
  })
  const html = await answer.text()
  return {
    status: answer.status,
    location: answer.headers.get('Location') ?? '',
    html,
    text: isolateText(html),
    headers: answer.headers,
  }
}

const event = () => `/northside/home/timetable/${eventId}`
const desk = (rest = '') => `/northside/manage/schedule/events/${eventId}${rest}`
const buyer = (name: string) => ({
  name,
  email: `${name.toLowerCase().replace(/\W+/g, '.')}@example.test`,
})
const typeOf = (name: string) => types.find((type) => type.name === name)!

/** What the form of an order sends for some tickets of one type. */
const orderOf = (typeName: string, count: number) => {
  const { id, price } = typeOf(typeName)
  return { key: newId(), [`n.${id}`]: String(count), [`p.${id}`]: String(price) }
}

/** The path of an order's tickets, as the newest letter to an address has it. */
async function mailedPath(to: string): Promise<string> {
  const letters = (await (await fetch(`${server.origin}/dev/outbox.json`)).json()) as {
    to: string
    text: string
  }[]
  const { text } = letters.find((letter) => letter.to === to)!
  return /\/northside\/tickets\/\w+/.exec(text)![0]
}

/** Orders as a guest without an account; answers the path of the order, from the mail. */
async function hold(name: string, count = 1): Promise<string> {
  const who = buyer(name)
  const held = await ask(`${event()}/tickets`, null, { ...orderOf('Adult', count), ...who })
  expect([held.status, held.location]).toEqual([303, `${event()}/tickets/check-mail`])
  return mailedPath(who.email)
}

/** Orders and confirms as a guest without an account; answers the path of the tickets. */
async function order(name: string, count = 1): Promise<string> {
  const path = await hold(name, count)
  expect((await ask(path, null, { act: 'confirm' })).status).toBe(303)
  return path
}

const codesOf = (text: string) =>
  text.match(/\b[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}\b/g) ?? []
const noScript = (html: string) =>
  expect(html).not.toMatch(/<script(?! type="application\/ld\+json")/)

test('an event is a row of the timetable with its tickets, and a page without scripts for everyone', async () => {
  const page = await ask(event(), null)
  expect(page.status).toBe(200)
  expect(page.text).toContain('Winter showcase')
  expect(page.text).toMatch(/Early bird .* £10\.00/)
  expect(page.text).toContain('For members: sign in first')
  expect(page.text).toMatch(/\d+ tickets left\. Order tickets/)
  noScript(page.html)
  const start = await server.databases.env.STUDIOS_0.prepare(
    'SELECT local_start FROM occurrences WHERE id = ?',
  )
    .bind(eventId)
    .first<{ local_start: string }>()
  const week = await ask(`/northside/home/timetable?from=${start!.local_start.slice(0, 10)}`, null)
  expect(week.text).toMatch(/Winter showcase .* event .* \d+ tickets left, from £8\.00\./)
  const form = await ask(`${event()}/tickets`, 'ana')
  expect(form.html).toContain('value="ana@northside.test"')
  const mine = await ask(event(), 'ana')
  expect(mine.text).toContain('See your 2 tickets')
  const own = await ask(/href="(\/northside\/tickets\/[^"]+)"/.exec(mine.html)![1]!, 'ana')
  for (const [name, one] of Object.entries({ page, form, mine, own })) {
    noScript(one.html)
    expect([name, weightOf(one.html) < 13_000, weightOf(one.html)]).toEqual([
      name,
      true,
      expect.any(Number),
    ])
    expect(one.headers.get('Server-Timing'), name).toMatch(/desc="[12] trips?/)
  }
  // What is booked elsewhere is not booked here: the way to a booking leads to the tickets.
  expect((await ask(`${event()}/booking`, 'ana')).location).toBe(event())
})

test('a guest orders without an account, is told what is wrong with everything kept, confirms and has codes to show', async () => {
  const nothing = await ask(`${event()}/tickets`, null, {
    ...orderOf('Adult', 0),
    ...buyer('Gil Guest'),
  })
  expect([nothing.status, nothing.html]).toEqual([
    422,
    expect.stringContaining('data-refusal="none_chosen"'),
  ])
  expect(nothing.html).toContain('value="gil.guest@example.test"')
  const nameless = await ask(`${event()}/tickets`, null, {
    ...orderOf('Adult', 2),
    name: '',
    email: 'nowhere',
  })
  expect(nameless.status).toBe(422)
  expect(nameless.text).toContain('Enter your name')
  const members = await ask(`${event()}/tickets`, null, {
    ...orderOf('Member', 1),
    ...buyer('Gil Guest'),
  })
  expect(members.html).toContain('data-refusal="members_only"')

  const sent = { ...orderOf('Adult', 2), ...buyer('Gil Guest') }
  const [held, again] = [
    await ask(`${event()}/tickets`, null, sent),
    await ask(`${event()}/tickets`, null, sent),
  ]
  expect([held.status, held.location]).toEqual([303, again.location])
  // The secret of the order is in the mail alone: anyone who typed the address learns nothing of it.
  const sentPage = await ask(held.location, null)
  expect(sentPage.text).toMatch(/Check your email.*within 10 minutes/)
  noScript(sentPage.html)
  const path = await mailedPath('gil.guest@example.test')
  const waiting = await ask(desk(), 'frontdesk')
  expect(waiting.text).toMatch(/Held.*Gil Guest.*Address not confirmed.*2 × Adult/)
  const confirm = await ask(path, null)
  expect(confirm.text).toMatch(
    /2 × Adult.*£28\.00.*Kept for you until \d\d:\d\d\. You pay £28\.00 at the door\./,
  )
  noScript(confirm.html)
  expect((await ask(path, null, { act: 'confirm' })).status).toBe(303)
  const tickets = await ask(path, null)
  expect(codesOf(tickets.text)).toHaveLength(2)
  expect(tickets.html.match(/<svg class="code"/g)).toHaveLength(2)
  expect(tickets.text).toContain('£28.00 is to pay at the door.')
  expect(tickets.headers.get('Cache-Control')).toContain('no-store')
  expect(weightOf(tickets.html)).toBeLessThan(13_000)
  expect((await ask('/northside/tickets/nothing0000000000000000', null)).status).toBe(404)
  expect(
    (await ask('/northside/tickets/nothing0000000000000000', null, { act: 'confirm' })).status,
  ).toBe(404)
})

test('a held order can be changed or given up before it is confirmed', async () => {
  const path = await hold('Hal Guest', 3)
  const change = await ask(`${event()}/tickets?instead=${path.split('/').at(-1)}`, null)
  expect(change.html).toMatch(/<option value="3" selected/)
  // By the link of the mail the address is shown already: no second mail, and the event's own time.
  const changed = await ask(`${event()}/tickets`, null, {
    ...orderOf('Adult', 1),
    ...buyer('Hal Guest'),
    instead: path.split('/').at(-1)!,
  })
  expect(changed.location).toMatch(/^\/northside\/tickets\/\w{24}$/)
  expect((await ask(changed.location, null, { act: 'release' })).status).toBe(303)
  for (const gone of [path, changed.location]) {
    expect((await ask(gone, null)).html).toContain('data-refusal="lapsed"')
    expect((await ask(gone, null, { act: 'confirm' })).status).toBe(422)
  }
})

test('the desk releases what someone holds and has not confirmed; a coach may not', async () => {
  const path = await hold('Max Guest', 2)
  const page = await ask(desk(), 'frontdesk')
  const release =
    /name="order" value="(\w{12})">Release<span class="vh"> the tickets of (?:<!-- -->)?Max/
  const held = { order: release.exec(page.html)![1]! }
  expect((await ask(desk('/holds'), 'cleo', held)).status).not.toBe(303)
  expect((await ask(desk('/holds'), 'frontdesk', held)).status).toBe(303)
  expect((await ask(path, null)).html).toContain('data-refusal="lapsed"')
  const sold = await order('Moa Guest')
  const own = await ask(desk('/holds'), 'frontdesk', { order: 'nothing00000' })
  expect([own.status, sold]).toEqual([422, expect.any(String)])
})

test('a ticket that is passed on has a new code by mail, and one that is given back says before what goes back', async () => {
  const path = await order('Pat Guest', 2)
  const before = await ask(path, null)
  const [first, second] = [...before.html.matchAll(/href="(\/northside\/tickets\/\w+\/\w+)"/g)].map(
    (one) => one[1]!,
  )
  const oldCodes = codesOf(before.text)
  const page = await ask(first!, null)
  expect(page.text).toContain('It isn’t paid yet, so there’s nothing to refund and nothing to pay.')
  noScript(page.html)
  expect((await ask(first!, null, { name: 'New Holder', email: '' })).status).toBe(422)
  expect((await ask(first!, null, { name: 'New Holder', email: 'new@example.test' })).status).toBe(
    303,
  )
  const after = await ask(path, null)
  expect(after.text).toContain('Passed on to New Holder, who now has the code.')
  expect(codesOf(after.text)).toHaveLength(1)
  const passed = oldCodes.find((code) => !after.text.includes(code))!
  expect((await ask(desk('/check-in'), 'frontdesk', { code: passed })).html).toContain(
    'data-refusal="unknown"',
  )
  expect((await ask(first!, null)).status).toBe(404)

  const stale = await ask(second!, null, { act: 'back', percent: '50' })
  expect([stale.status, stale.html]).toEqual([
    422,
    expect.stringContaining('data-refusal="quote_changed"'),
  ])
  expect((await ask(second!, null, { act: 'back', percent: '100' })).status).toBe(303)
  expect((await ask(path, null)).text).toContain('Returned.')
})

test('the door admits a code once, says who used it before, and takes it back with a reason', async () => {
  const path = await order('Dora Guest')
  const [code] = codesOf((await ask(path, null)).text)
  expect((await ask(desk('/check-in'), 'frontdesk')).status).toBe(200)
  const inside = await ask(desk('/check-in'), 'frontdesk', { code: code! })
  expect(inside.status).toBe(303)
  expect((await ask(inside.location, 'frontdesk')).text).toContain(
    'Dora Guest is in. Adult. To pay: £14.00.',
  )
  const twice = await ask(desk('/check-in'), 'manager', { code: code! })
  expect([twice.status, twice.html]).toEqual([
    422,
    expect.stringContaining('data-refusal="already"'),
  ])
  expect(twice.text).toMatch(/Already used\. Dora Guest\. Inside since \d\d:\d\d, admitted by/)
  const ticket = /href="(\/northside\/manage\/schedule\/events\/\w+\/tickets\/\w+)"/.exec(
    twice.html,
  )![1]!
  expect((await ask(ticket, 'frontdesk', { act: 'undo', reason: '' })).status).toBe(422)
  expect((await ask(ticket, 'frontdesk', { act: 'undo', reason: 'Wrong guest' })).status).toBe(303)
  expect((await ask(ticket, 'frontdesk')).text).toMatch(/Admission undone by .*: Wrong guest/)
  expect((await ask(desk('/check-in'), 'frontdesk', { code: code! })).status).toBe(303)
})

test('the desk sees its guests, sells by hand, takes the money and hands out a safe list', async () => {
  const page = await ask(desk('?q=vera'), 'frontdesk')
  expect(page.status).toBe(200)
  expect(page.text).toMatch(/Vera Lindqvist .* Early bird/)
  expect(page.headers.get('Server-Timing')).toMatch(/desc="[123] trips/)
  const key = newId()
  const sale = {
    key,
    typeId: typeOf('Adult').id,
    count: '1',
    name: '=HYPERLINK("x")',
    email: '',
    how: 'comp',
    reason: '',
  }
  const nowhy = await ask(desk('/orders'), 'frontdesk', sale)
  expect([nowhy.status, nowhy.text]).toEqual([422, expect.stringContaining('Write why it’s free')])
  expect((await ask(desk('/orders'), 'frontdesk', { ...sale, reason: 'The band' })).status).toBe(
    303,
  )
  expect((await ask(desk('/orders'), 'frontdesk', { ...sale, reason: 'The band' })).status).toBe(
    303,
  )
  expect((await ask(desk('/guests.csv'), 'frontdesk')).status).toBe(403)
  const csv = await ask(desk('/guests.csv'), 'owner')
  expect(csv.html.match(/HYPERLINK/g)).toHaveLength(2)
  expect(csv.html).toContain(`"'=HYPERLINK(""x"")"`)
  expect(csv.html).not.toMatch(/(^|,)"?=HYPERLINK/m)
})

test('an event is a draft that nobody sees, cannot be put over another, and is told to everyone when it is cancelled', async () => {
  const { local_start } = (await server.databases.env.STUDIOS_0.prepare(
    'SELECT local_start FROM occurrences WHERE id = ?',
  )
    .bind(eventId)
    .first<{ local_start: string }>())!
  const form = await ask('/northside/manage/schedule/events/new', 'manager')
  const choose = (name: string) =>
    new RegExp(`<select[^>]*name="${name}"[\\s\\S]*?<option value="(\\w[^"]*)"`).exec(
      form.html,
    )![1]!
  const room = (await server.databases.env.STUDIOS_0.prepare(
    'SELECT room_id AS id FROM occurrences WHERE id = ?',
  )
    .bind(eventId)
    .first<{ id: string }>())!.id
  const key = newId()
  const sent = {
    key,
    name: 'Open day',
    disciplineId: choose('disciplineId'),
    roomId: room,
    coachId: choose('coachId'),
    date: local_start.slice(0, 10),
    time: '04:00',
    minutes: '60',
    capacity: '10',
    refundHours: '48',
    refundPercent: '100',
    holdMinutes: '15',
    transferable: 'on',
    icon: '',
    colour: '',
    iconFind: '',
    iconShown: '',
  }
  const clash = await ask('/northside/manage/schedule/events/new', 'manager', {
    ...sent,
    time: '19:30',
  })
  expect([clash.status, clash.html]).toEqual([422, expect.stringContaining('data-refusal="taken"')])
  expect(clash.text).toMatch(/is taken .* by Winter showcase/)
  expect(clash.html).toContain('value="Open day"')
  expect((await ask('/northside/manage/schedule/events/new', 'frontdesk')).status).toBe(403)

  const made = await ask('/northside/manage/schedule/events/new', 'manager', sent)
  expect([made.status, made.location || made.text]).toEqual([
    303,
    `/northside/manage/schedule/events/${key}`,
  ])
  const path = made.location
  expect((await ask(`/northside/home/timetable/${key}`, null)).status).toBe(404)
  const early = await ask(`${path}/publication`, 'manager', {})
  expect([early.status, early.text]).toEqual([422, expect.stringContaining('Add a ticket first')])
  // An act without a page of its own: what it refuses is a page all the same.
  expect(early.html).toMatch(/^<!doctype html>/i)
  expect(early.html).toContain('data-refusal="no_types"')
  const type = { key: newId(), name: 'Free', price: '0', perOrder: '4', sort: '1' }
  expect((await ask(`${path}/types/new`, 'manager', type)).status).toBe(303)
  expect((await ask(`${path}/publication`, 'manager', {})).status).toBe(303)
  expect((await ask(`/northside/home/timetable/${key}`, null)).text).toContain('10 tickets left.')
  const stale = await ask(`${path}/edit`, 'manager', { ...sent, version: '1', name: 'Another' })
  expect([stale.status, stale.html]).toEqual([
    422,
    expect.stringContaining('data-refusal="changed"'),
  ])
  // Lists of every kind lead to the roster of a class, which an event has not.
  expect((await ask(`/northside/manage/schedule/classes/${key}`, 'manager')).location).toBe(path)
  expect(
    (await ask(`/northside/manage/schedule/classes/${key}/cancellation`, 'manager')).status,
  ).toBe(404)

  const free = {
    key: newId(),
    [`n.${type.key}`]: '2',
    [`p.${type.key}`]: '0',
    ...buyer('Fay Guest'),
  }
  const held = await ask(`/northside/home/timetable/${key}/tickets`, null, free)
  expect(held.location).toMatch(/\/check-mail$/)
  const faysPath = await mailedPath('fay.guest@example.test')
  await ask(faysPath, null, { act: 'confirm' })
  expect((await ask(`${path}/cancellation`, 'manager')).text).toContain('2 tickets of 1 order end')
  expect((await ask(`${path}/cancellation`, 'manager', { reason: 'The boiler' })).status).toBe(303)
  const off = await ask(faysPath, null)
  expect(off.text).toContain('It’s cancelled. The boiler.')
  expect(codesOf(off.text)).toHaveLength(0)
  const feed = await ask('/northside/calendar.ics', null)
  expect(feed.html.split('BEGIN:VEVENT').find((entry) => entry.includes(key))).toMatch(
    /SEQUENCE:1[\s\S]*STATUS:CANCELLED|STATUS:CANCELLED[\s\S]*SEQUENCE:1/,
  )
})

test('acts are put in order and haste between them is told', async () => {
  const page = await ask(desk('/run-order'), 'manager')
  expect(page.text).toMatch(/Ana Reyes is in the act before, too\./)
  expect(page.text).toContain('Aerial hoop has to be swapped for Pole.')
  const act = { act: 'add', key: newId(), title: 'Encore', performers: 'Everybody', minutes: '5' }
  expect((await ask(desk('/run-order'), 'manager', act)).status).toBe(303)
  expect((await ask(desk('/run-order'), 'manager', { act: 'up', id: act.key })).status).toBe(303)
  expect((await ask(desk('/run-order'), 'manager')).text).toMatch(/Encore .* Closing/)
  expect((await ask(desk('/run-order'), 'frontdesk', act)).status).toBe(403)
})

test('a guest whose link somebody else has gets another by email, and the old one opens nothing', async () => {
  const path = await order('Rita Replaced', 2)
  const before = await ask(path, null)
  expect(before.text).toContain('Replace the link')
  const replaced = await ask(path, null, { act: 'replace' })
  expect([replaced.status, replaced.location]).toEqual([303, '/northside/home/timetable'])
  expect((await ask(path, null)).status).toBe(404)
  expect((await ask(path, null, { act: 'replace' })).status).toBe(404)
  const next = await mailedPath(buyer('Rita Replaced').email)
  expect(next).not.toBe(path)
  const after = await ask(next, null)
  expect(codesOf(after.text)).toHaveLength(2)
  expect(codesOf(after.text)).not.toContain(codesOf(before.text)[0])
})
