/**
 * What a guardian does for a child they have chosen (`?who=`): events, courses, appointments and
 * numbered places are the child's, what is to pay is on the guardian's account, and the guardian
 * finds all of it under their own name.
 */
import { beforeAll, expect, test } from 'vitest'
import { newId } from '#app/values/id.ts'
import { type DemoServer, demoServer } from '../../support/demo-server.ts'
import { isolateText, formOf as postedForm } from '../../support/member-pages.ts'

let server: DemoServer
let cookie: string
let shard: D1Database
let cleo: { id: string; studioId: string }
const nia = newId()
const who = `?who=${nia}`

beforeAll(async () => {
  server = await demoServer()
  cookie = await server.cookieOf('cleo@northside.test')
  shard = server.databases.env.STUDIOS_0
  cleo = (await one<{ id: string; studioId: string }>(
    "SELECT id, studio_id AS studioId FROM people WHERE email = 'cleo@northside.test'",
  ))!
  const at = server.now
  await shard
    .prepare(
      `INSERT INTO people (id, studio_id, name, birth_date, joined_on, created_at)
      VALUES (?, ?, 'Nia Lindqvist', '2016-05-04', '2026-09-01', ?)`,
    )
    .bind(nia, cleo.studioId, at)
    .run()
  await shard
    .prepare(
      `INSERT INTO guardians (studio_id, guardian_id, dependant_id, created_at)
      VALUES (?, ?, ?, ?)`,
    )
    .bind(cleo.studioId, cleo.id, nia, at)
    .run()
  await shard
    .prepare(
      `INSERT INTO documents (id, studio_id, name, blocks_booking, audience, created_at)
      VALUES ('niaswaiver01', ?, 'Children’s waiver', 1, 'minors', ?)`,
    )
    .bind(cleo.studioId, at)
    .run()
  await shard
    .prepare(
      `INSERT INTO document_versions (studio_id, document_id, number, text, asks_again, author_id,
        author_name, published_at)
      VALUES (?, 'niaswaiver01', 1, 'At the risk of their parents.', 1, 'x', 'Nora', ?)`,
    )
    .bind(cleo.studioId, at)
    .run()
  await shard.prepare('UPDATE policies SET minimum_age = 0').run()
})

const one = <Row>(sql: string, ...values: unknown[]) =>
  shard
    .prepare(sql)
    .bind(...values)
    .first<Row>()

async function ask(path: string, body?: Record<string, string>) {
  const answer = await fetch(server.origin + path, {
    redirect: 'manual',
    headers: {
      Cookie: cookie,
      ...(body
        ? { Origin: server.origin, 'Content-Type': 'application/x-www-form-urlencoded' }
        : {}),
    },
    ...(body ? { method: 'POST', body: new URLSearchParams(body).toString() } : {}),
  })
  const html = await answer.text()
  const location = answer.headers.get('Location') ?? ''
  return { status: answer.status, location, html, text: isolateText(html) }
}

/** The form of a page, with what is in it. */
function formOf(html: string): { action: string; fields: Record<string, string> } {
  const { action, fields } = postedForm(html)
  return { action: action.replaceAll('&amp;', '&'), fields: Object.fromEntries(fields) }
}

const owedBy = async (personId: string) =>
  (await one<{ minor: number }>(
    `SELECT coalesce(sum(amount_minor), 0) AS minor FROM open_items
      WHERE person_id = ? AND state = 'open'`,
    personId,
  ))!.minor

test('home asks a guardian to sign for the child, before anything can be booked', async () => {
  const home = await ask('/northside/home')
  expect(home.text).toMatch(/Read and sign “[^”]+” for Nia/)
  const event = (await one<{ id: string }>('SELECT id FROM events'))!
  const types = await one<{ id: string; price: number }>(
    "SELECT id, price_minor AS price FROM ticket_types WHERE name = 'Adult'",
  )
  const order = { [`n.${types!.id}`]: '1', [`p.${types!.id}`]: String(types!.price) }
  const refused = await ask(`/northside/home/timetable/${event.id}/tickets${who}`, {
    key: newId(),
    name: 'Nia Lindqvist',
    email: 'cleo@northside.test',
    ...order,
  })
  expect([refused.status, refused.html]).toEqual([
    422,
    expect.stringContaining('data-refusal="waiver_missing"'),
  ])
  for (let left = 5; left > 0; left -= 1) {
    const page = await ask('/northside/home')
    const link = /href="([^"]*portal\/documents\/[^"]*person=[^"]*)"/.exec(page.html)?.[1]
    if (!link) break
    const text = await ask(link.replaceAll('&amp;', '&'))
    const { action, fields } = formOf(text.html)
    const signed = await ask(action || link.replaceAll('&amp;', '&'), {
      ...fields,
      signerName: 'Cleo Lindqvist',
      agreed: 'on',
    })
    expect(signed.status).toBe(303)
  }
  expect((await ask('/northside/home')).text).not.toContain('for Nia')
})

test('a ticket is the child’s by name, and the guardian has the order and pays for it', async () => {
  const event = (await one<{ id: string }>('SELECT id FROM events'))!
  const form = `/northside/home/timetable/${event.id}/tickets`
  const page = await ask(form + who)
  expect(page.html).toContain('value="Nia Lindqvist"')
  const { action, fields } = formOf(page.html)
  expect(action).toContain(who)
  const type = (await one<{ id: string }>("SELECT id FROM ticket_types WHERE name = 'Adult'"))!
  const held = await ask(action, { ...fields, [`n.${type.id}`]: '1' })
  expect(held.location).toMatch(/^\/northside\/tickets\/\w{24}$/)
  const before = await owedBy(cleo.id)
  expect((await ask(held.location)).text).toContain('On your account')
  expect((await ask(held.location, { act: 'confirm', pays: 'account' })).status).toBe(303)
  const ticket = await one<{ holder: string; buyer: string; price: number }>(
    `SELECT ticket.holder_name AS holder, ticket_order.person_id AS buyer,
      ticket.price_minor AS price
    FROM tickets AS ticket JOIN ticket_orders AS ticket_order ON ticket_order.id = ticket.order_id
    ORDER BY ticket_order.created_at DESC, ticket_order.rowid DESC`,
  )
  expect(ticket).toMatchObject({ holder: 'Nia Lindqvist', buyer: cleo.id })
  expect(await owedBy(cleo.id)).toBe(before + ticket!.price)
  expect(await owedBy(nia)).toBe(0)
})

test('an appointment is the child’s, on the guardian’s account, and a stranger’s child is nobody’s', async () => {
  const list = await ask(`/northside/home/appointments${who}`)
  const path = /href="(\/northside\/home\/appointments\/[\w-]+)/.exec(list.html)![1]!
  const page = await ask(path + who)
  const coach = /name="coach" value="([^"]+)"/.exec(page.html)![1]!
  const start = /name="start" value="([^"]+)"/.exec(page.html)![1]!
  expect((await ask(`${path}?who=nobody`, { coach, start })).status).toBe(404)
  const held = await ask(path + who, { coach, start })
  expect(held.status).toBe(303)
  const confirm = await ask(held.location.includes('who=') ? held.location : held.location + who)
  const { action } = formOf(confirm.html)
  expect(action).toContain(`who=${nia}`)
  const before = await owedBy(cleo.id)
  expect((await ask(action, { people: '1', pay: 'account' })).status).toBe(303)
  const booked = await one<{ personId: string }>(
    'SELECT person_id AS personId FROM bookings ORDER BY seq DESC',
  )
  expect(booked?.personId).toBe(nia)
  expect(await owedBy(cleo.id)).toBeGreaterThan(before)
  expect(await owedBy(nia)).toBe(0)
})

test('a course is enrolled in for the child, and the guardian’s account shows what their family has', async () => {
  const course = (await one<{ id: string }>(
    `SELECT course.id FROM courses AS course
      JOIN class_types AS class_type ON class_type.id = course.class_type_id
      WHERE class_type.name LIKE 'Beginner pole%'`,
  ))!
  const program = await ask(`/northside/home/programs/${course.id}${who}`)
  const hold = formOf(program.html)
  expect(hold.action).toContain(who)
  const held = await ask(hold.action, hold.fields)
  expect(held.status).toBe(303)
  const confirm = await ask(held.location.includes('who=') ? held.location : held.location + who)
  const press = formOf(confirm.html)
  expect((await ask(press.action, press.fields)).status).toBe(303)
  const enrolled = await one<{ n: number }>(
    "SELECT count(*) AS n FROM enrolments WHERE person_id = ? AND state = 'enrolled'",
    nia,
  )
  expect(enrolled?.n).toBe(1)
  expect(await owedBy(nia)).toBe(0)

  const self = `?who=${cleo.id}`
  for (const page of ['/northside/home', '/northside/portal'])
    expect((await ask(page + self)).text).toContain('Nia: Beginner pole')
})

test('a numbered place is the child’s to choose: the guardian’s own pages do not know it', async () => {
  const booked = await one<{ id: string }>(
    `SELECT b.id FROM bookings AS b JOIN occurrences AS o ON o.id = b.occurrence_id
      WHERE b.person_id = ? AND b.state = 'booked' AND o.kind <> 'appointment'
      ORDER BY o.starts_at DESC`,
    nia,
  )
  await shard
    .prepare(
      `UPDATE rooms SET spots = '1,2,3' WHERE id = (
        SELECT o.room_id FROM occurrences AS o JOIN bookings AS b ON b.occurrence_id = o.id
        WHERE b.id = ?)`,
    )
    .bind(booked!.id)
    .run()
  const path = `/northside/bookings/${booked!.id}/spot`
  expect((await ask(`${path}?who=${cleo.id}`)).status).toBe(404)
  const page = await ask(path + who)
  expect(page.status).toBe(200)
  expect(formOf(page.html).action).toContain(`who=${nia}`)
})

test('the guardian’s own desk charge is theirs, and what the desk charged the child is shown to them once', async () => {
  await shard
    .prepare(
      `INSERT INTO open_items (id, studio_id, person_id, kind, subject_id, amount_minor, currency,
        working, state, dedupe_key, created_at)
      VALUES ('ofniaatdesk1', ?, ?, 'drop_in', 'x', 1234, 'GBP', 'Drop-in, Hoop', 'open',
        'test:nia', ?)`,
    )
    .bind(cleo.studioId, nia, server.now)
    .run()
  const portal = await ask(`/northside/portal?who=${cleo.id}`)
  expect(portal.text.match(/£12\.34 to pay/g)).toHaveLength(1)
  expect(portal.text).toContain('Nia: Drop-in, Hoop')
})
