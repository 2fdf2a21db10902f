/**
 * An adult of the household: asked by email, agreed to on their own page, booked for and cancelled by
 * the person switcher, and ended. Forms without scripts all the way.
 */
import { beforeAll, expect, test } from 'vitest'
import { type DemoServer, demoServer } from '../../support/demo-server.ts'
import { newVisitor, type Page, textOf, type Visitor } from '../../support/visitor.ts'

let server: DemoServer
let cleo: Visitor
let ana: Visitor
let shard: D1Database
let anaId: string
const family = '/northside/portal/family'

/** The fields of the form whose button says `button`. */
function fieldsOf({ html, url }: Page, button: string): URLSearchParams {
  const form = [...html.matchAll(/<form[^>]*>([\s\S]*?)<\/form>/g)].find(([one]) =>
    textOf(one).includes(button),
  )
  if (!form) throw new Error(`No form “${button}” on ${url}`)
  return new URLSearchParams(
    [...form[0].matchAll(/<input([^>]*)>/g)].flatMap(([, tag = '']) => {
      const name = /\sname="([^"]*)"/.exec(tag)?.[1]
      return name ? [[name, /\svalue="([^"]*)"/.exec(tag)?.[1] ?? '']] : []
    }),
  )
}
const withMore = (fields: URLSearchParams, more: Record<string, string>) =>
  new URLSearchParams({ ...Object.fromEntries(fields), ...more })

beforeAll(async () => {
  server = await demoServer()
  shard = server.databases.env.STUDIOS_0
  const signIn = async (email: string) =>
    newVisitor({ cookie: await server.cookieOf(email), origin: server.origin })
  cleo = await signIn('cleo@northside.test')
  ana = await signIn('ana@northside.test')
  anaId = (await shard
    .prepare("SELECT id FROM people WHERE email = 'ana@northside.test'")
    .first<string>('id'))!
  await shard.prepare('UPDATE documents SET blocks_booking = 0').run()
})

test('typed values are kept where an address cannot be asked', async () => {
  const page = await cleo.get(family)
  const fields = fieldsOf(page, 'Ask to book for them')
  const wrong = await cleo.post(family, withMore(fields, { adult: 'not an address' }))
  expect(wrong.status).toBe(422)
  expect(wrong.html).toContain('value="not an address"')
  const own = await cleo.post(family, withMore(fields, { adult: 'Cleo@Northside.test' }))
  expect([own.status, textOf(own.html)]).toEqual([
    422,
    expect.stringContaining('That is your own address. Enter theirs.'),
  ])
})

test('an adult agrees, is booked for and cancelled by the switcher, and ends it', async () => {
  const stranger = await cleo.get(`/northside/home/timetable?who=${anaId}`)
  expect(stranger.status).toBe(404)
  const fields = fieldsOf(await cleo.get(family), 'Ask to book for them')
  const asked = await cleo.post(family, withMore(fields, { adult: 'ana@northside.test' }))
  expect(asked.status).toBe(303)
  const inbox = await ana.get(family)
  expect(textOf(inbox.html)).toContain('Let Cleo')
  expect(textOf(inbox.html)).toContain('You sign your documents yourself')
  const answer = fieldsOf(inbox, 'Agree')
  expect((await ana.post(family, withMore(answer, { act: 'agree' }))).status).toBe(303)
  expect(textOf((await ana.get(family)).html)).toContain('books for you')

  const switcher = await cleo.get('/northside/home')
  expect(switcher.html).toContain(`who=${anaId}`)
  const open = (
    await shard
      .prepare(
        `SELECT o.id FROM occurrences AS o JOIN class_types AS t ON t.id = o.class_type_id
        WHERE o.kind = 'class' AND o.state = 'scheduled' AND o.starts_at > ?
          AND o.id NOT IN
            (SELECT occurrence_id FROM bookings WHERE person_id = ?)
        ORDER BY o.starts_at LIMIT 40`,
      )
      .bind(server.now, anaId)
      .all<{ id: string }>()
  ).results
  let booked = ''
  for (const { id } of open) {
    const form = `/northside/home/timetable/${id}/booking?who=${anaId}`
    const page = await cleo.get(form)
    if (!page.html.includes(`value="${anaId}"`)) continue
    const sent = await cleo.post(form, new URLSearchParams({ family: 'on', person: anaId }))
    if (sent.status === 303) {
      booked = id
      break
    }
  }
  const place = await shard
    .prepare(
      `SELECT id, guardian_id AS guardian FROM bookings
        WHERE occurrence_id = ? AND person_id = ? AND state = 'booked'`,
    )
    .bind(booked, anaId)
    .first<{ id: string; guardian: string }>()
  expect(place?.guardian).toBeTruthy()
  const letter = await shard
    .prepare("SELECT recipient FROM outbox WHERE dedupe_key = ? OR dedupe_key LIKE '%' || ?")
    .bind(`booking-booked:${place!.id}`, `booking-booked:${place!.id}`)
    .first<string>('recipient')
  expect(letter).toBe('ana@northside.test')

  const cancel = `/northside/bookings/${place!.id}/cancellation?who=${anaId}`
  const sure = await cleo.get(cancel)
  expect(sure.status).toBe(200)
  expect((await cleo.post(cancel, fieldsOf(sure, 'Cancel'))).status).toBe(303)

  // What only she decides.
  expect((await cleo.get(`/northside/portal/consents?person=${anaId}`)).status).toBe(404)
  const membership = await shard
    .prepare('SELECT id FROM memberships WHERE person_id = ?')
    .bind(anaId)
    .first<string>('id')
  const theirs = `/northside/portal/memberships/${membership}?who=${anaId}`
  expect((await cleo.get(theirs)).status).toBe(404)

  const mine = await ana.get(family)
  const end = fieldsOf(mine, 'End : Cleo')
  expect((await ana.post(family, withMore(end, { act: 'end' }))).status).toBe(303)
  expect((await cleo.get(`/northside/home/timetable?who=${anaId}`)).status).toBe(404)
})
