/**
 * Story 21. A parent with two children (10 and 13) books both into one class on the family's
 * 10-pack: 2 credits, 2 roster lines with each child's name, two waivers signed by the guardian (one
 * each), one mail to the parent. One child is below a class's age: refused for that child by name,
 * the other is booked. Cancelling one in time gives one credit back.
 */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { paths } from '#app/paths.ts'
import { mintAccount, mintSession } from '../../support/accounts.ts'
import { builtDatabases } from '../../support/built-databases.ts'
import { freezeClock, isolateText, releaseClock } from '../../support/member-pages.ts'
import { type MintedFamily, mintFamily } from '../../support/people/minted-family.ts'
import { formIn, newVisitor, type Page, type Visitor } from '../../support/visitor.ts'
import { mintWeek, type Week, weekNow } from '../../support/week.ts'

const databases = builtDatabases()
let week: Week
let family: MintedFamily
let rosa: Visitor
let desk: Visitor
let stranger: Visitor

const both = '2026-10-16T07:00'
const grown = '2026-10-16T12:15'

beforeAll(async () => {
  await freezeClock(weekNow)
  week = await mintWeek(databases)
  family = await mintFamily(databases, week, { name: 'Rosa Hale', minimumAgeAt: grown })
  const signIn = async (account: Parameters<typeof mintSession>[1]) =>
    newVisitor({
      cookie: (await mintSession(databases, account, { variables: inject('variables') })).cookie,
    })
  rosa = await signIn(family.guardian)
  stranger = await signIn(week.ana)
  desk = await signIn(
    await mintAccount(databases, { studio: week.studio, role: 'owner', name: 'Olive' }),
  )
})
afterAll(releaseClock)

const db = () => databases.shard(week.studio.shard as 0 | 1)

const left = async () =>
  (
    await db().all<{ n: number }>(
      sql`SELECT sum(amount) AS n FROM entries WHERE lot_id = ${family.lotId}`,
    )
  )[0]?.n

const mails = () =>
  db().all<{ subject: string; text: string }>(sql`SELECT subject, text FROM outbox
    WHERE recipient = ${family.guardian.email} ORDER BY rowid`)

/** Sends the booking form with these people ticked. */
async function book(visitor: Visitor, page: Page, people: readonly string[]) {
  const { action, fields } = formIn(page)
  const { person: _, ...rest } = fields
  const body = new URLSearchParams(rest)
  for (const id of people) body.append('person', id)
  return await visitor.post(action, body)
}

const classAt = (localStart: string) => paths.book(week.studio, week.at(localStart))

test('story 21: two children, two waivers, two credits, one mail', async () => {
  const { isla, max } = family
  const first = await rosa.get(classAt(both))
  expect(isolateText(first.html)).toContain('Isla, 13 to sign Sign “Waiver” before you book.')
  expect(isolateText(first.html)).toContain('Max, 10 to sign')
  expect((await book(rosa, first, [isla, max])).status).toBe(422)
  // The guardian signs for each of them, and comes back to the class each time.
  for (const [child, called] of [
    [isla, 'Isla'],
    [max, 'Max'],
  ] as const) {
    const page = await rosa.get(classAt(both))
    const link = new RegExp(`href="([^"]*person=${child}[^"]*)"[^>]*>Read and sign for ${called}`)
    const text = await rosa.get(link.exec(page.html)?.[1]?.replaceAll('&amp;', '&') ?? '')
    const signed = await rosa.submit(text, { signerName: 'Rosa Hale', agreed: 'on' }, 'sign')
    expect(signed.status).toBe(303)
    expect(signed.location).toContain(classAt(both))
  }

  const page = await rosa.get(classAt(both))
  expect(isolateText(page.html)).toContain('Isla, 13 1 credit of 10-class pack, 10 left')
  const answer = await book(rosa, page, [isla, max])
  expect(answer.status).toBe(303)
  expect(await left()).toBe(8)
  const said = isolateText((await rosa.get(answer.location ?? '')).html)
  expect(said).toContain('Booked for Isla and Max. Sunrise vinyasa, Friday 07:00.')
  const [mail, ...others] = await mails()
  expect(others).toEqual([])
  expect(mail?.subject).toContain('(Isla and Max)')
  expect(mail?.text).toContain('Isla and Max have places.')
  expect(mail?.text).toContain('Max: 1 credit of your 10-class pack was used. 8 left.')

  const roster = isolateText((await desk.get(paths.manageClass(week.studio, week.at(both)))).html)
  expect(roster).toContain('Isla Hale')
  expect(roster).toContain('Max Hale')

  // Once more changes nothing.
  expect((await book(rosa, page, [isla, max])).status).toBe(303)
  expect(await left()).toBe(8)
  expect(await mails()).toHaveLength(1)

  // Too young for the next class: refused by name, the other is booked.
  const older = await rosa.get(classAt(grown))
  expect(isolateText(older.html)).toContain('Max, 10 This class is for ages 12 and over.')
  const one = await book(rosa, older, [isla, max])
  expect(one.status).toBe(303)
  const told = isolateText((await rosa.get(one.location ?? '')).html)
  expect(told).toContain('Booked for Isla.')
  expect(told).toContain('Max isn’t booked. This class is for ages 12 and over.')
  expect(await left()).toBe(7)

  // One is cancelled in time, the other stays.
  const [booking] = await db().all<{ id: string }>(sql`SELECT id FROM bookings
    WHERE occurrence_id = ${week.at(both)} AND person_id = ${max}`)
  const cancel = paths.cancelBooking(week.studio, booking?.id ?? '')
  const asked = await rosa.get(`${cancel}?who=${max}`)
  expect((await rosa.submit(asked)).status).toBe(303)
  expect(await left()).toBe(8)
  const states = await db().all<{ person: string; state: string; guardian: string }>(sql`
    SELECT person_id AS person, state, guardian_id AS guardian FROM bookings
    WHERE occurrence_id = ${week.at(both)} AND person_id IN (${isla}, ${max}) ORDER BY seq`)
  const guardian = family.guardian.personId
  expect(states).toEqual([
    { person: isla, state: 'booked', guardian },
    { person: max, state: 'cancelled_on_time', guardian },
  ])
  expect((await mails()).at(-1)?.subject).toContain('(Max)')
})

test('nobody reaches another family’s child, by page, by form or by a made-up id', async () => {
  const { isla } = family
  for (const who of [isla, 'nobody', "'; --"]) {
    const query = `?who=${encodeURIComponent(who)}`
    expect((await stranger.get(`${paths.home(week.studio)}${query}`)).status).toBe(404)
    expect((await stranger.get(`${classAt(both)}${query}`)).status).toBe(404)
    expect((await stranger.post(`${classAt(both)}${query}`, new URLSearchParams())).status).toBe(
      404,
    )
  }
  const body = new URLSearchParams({ family: 'on', person: isla })
  expect((await stranger.post(classAt(both), body)).status).toBe(404)
  // What a browser remembers of somebody is forgotten when they are not one's own.
  const kept = newVisitor()
  for (const [name, value] of stranger.cookies) kept.cookies.set(name, value)
  kept.cookies.set(`who-${week.studio.slug}`, isla)
  const home = await kept.get(paths.home(week.studio))
  expect(home.status).toBe(303)
  expect((await kept.get(home.location ?? '')).status).toBe(200)
})

test('two tabs: a form books the child its page named, whatever was chosen since', async () => {
  const { isla, max, guardian } = family
  const timetable = paths.timetable(week.studio)
  const [booking] = await db().all<{ id: string; personId: string }>(sql`
    SELECT id, person_id AS personId FROM bookings
    WHERE occurrence_id = ${week.at(both)} AND person_id = ${isla} AND state = 'booked'`)
  const cancel = paths.cancelBooking(week.studio, booking?.id ?? '')
  await rosa.get(`${timetable}?who=${isla}`)
  const tab = await rosa.get(cancel)
  await rosa.get(`${timetable}?who=${max}`)
  expect(isolateText((await rosa.get(timetable)).html)).toContain('Max, change person')
  expect((await rosa.get(cancel)).status).toBe(404)
  const done = await rosa.submit(tab)
  expect(done.status).toBe(303)
  expect(done.location).toContain(`who=${isla}`)
  const back = await rosa.get(done.location ?? '')
  expect(isolateText(back.html)).toContain('Isla, change person')
  const mine = await rosa.get(`${timetable}?who=${guardian.personId}`)
  expect(isolateText(mine.html)).toContain('Rosa Hale, your account and family')
  expect(isolateText((await rosa.get(timetable)).html)).toContain('Rosa Hale, your account')
})
