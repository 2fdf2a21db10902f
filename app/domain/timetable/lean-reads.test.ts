import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import * as tables from '#app/db/studio/schema.ts'
import { bookClass } from '#app/domain/bookings/booking/book-class.server.ts'
import { addDocument } from '#app/domain/documents/save-document.server.ts'
import { newId } from '#app/values/id.ts'
import { type World, world } from '../../../tests/support/world.ts'
import { classPage } from './class-page.server.ts'
import { timetablePage } from './timetable-page.server.ts'

const now = '2026-10-12T09:00:00Z'
const viewerOf = ({ id, name, email }: World['ana']) => ({
  personId: id,
  name,
  email,
  timeZone: null,
})

/** Statements that D1 is given while `work` runs, and how long their text is. */
async function sqlOf(w: World, work: () => Promise<unknown>) {
  const client = w.db.$client as { prepare: D1Database['prepare'] }
  const { prepare } = client
  const sent: string[] = []
  client.prepare = (query) => {
    // Built code has no line breaks within SQL.
    sent.push(query.replace(/\s+/g, ' ').trim())
    return prepare(query)
  }
  await work().finally(() => {
    client.prepare = prepare
  })
  return { statements: sent.length, bytes: sent.join('').length }
}

/** Two pieces of equipment of which each person of a pole class needs one. */
async function twoHoops(w: World): Promise<void> {
  const equipmentId = newId()
  const studioId = w.studio.id
  await w.db
    .insert(tables.equipment)
    .values({ studioId, id: equipmentId, name: 'Hoop', quantity: 2, outOfService: 0 })
  await w.db
    .insert(tables.equipmentNeeds)
    .values({ studioId, equipmentId, classTypeId: w.ids.poleType })
}

test('a class that needs nothing more is read by 10 statements and 12 kB of SQL, and booked by 13 and 18 kB', async () => {
  const w = await world()
  const occurrence = await w.givenClass()
  const page = () => classPage(w.at(now), viewerOf(w.ben), occurrence)
  const cold = await sqlOf(w, page)
  const read = await sqlOf(w, page)
  const booked = await sqlOf(w, () => bookClass(w.asMember(w.ben, now), occurrence))

  expect(read.statements).toBeLessThanOrEqual(10)
  expect(read.bytes).toBeLessThanOrEqual(12_000)
  expect(booked.statements).toBeLessThanOrEqual(13)
  expect(booked.bytes).toBeLessThanOrEqual(18_000)
  expect(cold.bytes).toBeGreaterThan(2 * read.bytes)
})

test('what was left out is read as soon as a class needs it: equipment, on its page and in the week', async () => {
  const w = await world()
  const occurrence = await w.givenClass()
  const viewer = viewerOf(w.ana)
  const placesOnPage = async () =>
    (await classPage(w.at(now), viewer, occurrence))?.listing.placesLeft
  const placesInWeek = async () => {
    const week = await timetablePage(w.at(now), viewer, new URLSearchParams())
    return week.days.flatMap(({ classes }) => classes).map(({ placesLeft }) => placesLeft)
  }
  expect([await placesOnPage(), await placesOnPage()]).toEqual([12, 12])
  expect([await placesInWeek(), await placesInWeek()]).toEqual([[12], [12]])

  await twoHoops(w)
  expect(await placesOnPage()).toBe(2)
  expect(await placesInWeek()).toEqual([2])
})

test('what was left out is read as soon as a class needs it: the limits of its policy', async () => {
  const w = await world()
  const first = await w.givenClass({ localStart: '2026-10-15T18:30' })
  const second = await w.givenClass({ localStart: '2026-10-15T20:00' })
  const kindIn = async (id: string) =>
    (await classPage(w.at(now), viewerOf(w.ana), id))?.listing.availability
  await bookClass(w.asMember(w.ana, now), first)
  expect([await kindIn(second), await kindIn(second)]).toMatchObject([
    { kind: 'bookable' },
    { kind: 'bookable' },
  ])

  await w.db
    .update(tables.policies)
    .set({ dailyLimit: 1 })
    .where(eq(tables.policies.id, w.ids.policyId))
  expect(await kindIn(second)).toMatchObject({ kind: 'refused', reason: 'daily_limit' })
  expect(await bookClass(w.asMember(w.ana, now), second)).toMatchObject({
    ok: false,
    reason: 'daily_limit',
  })
})

test('a document that is to be signed is read as soon as there is one, also between the read and the write of a booking', async () => {
  const w = await world()
  const occurrence = await w.givenClass()
  const waiver = () =>
    addDocument(w.asDesk(now), {
      key: newId(),
      name: 'Waiver',
      audience: 'everybody',
      blocksBooking: 'on',
      text: 'I take part at my own risk and am well.',
    })
  const kind = async () =>
    (await classPage(w.at(now), viewerOf(w.ana), occurrence))?.listing.availability
  expect([await kind(), await kind()]).toMatchObject([{ kind: 'bookable' }, { kind: 'bookable' }])
  const client = w.db.$client as { batch: D1Database['batch'] }
  const { batch } = client
  let trips = 0
  client.batch = async <Row>(statements: D1PreparedStatement[]) => {
    trips += 1
    if (trips === 2) {
      client.batch = batch
      await waiver()
    }
    return await batch<Row>(statements)
  }
  expect(await bookClass(w.asMember(w.ana, now), occurrence)).toMatchObject({
    ok: false,
    reason: 'waiver_missing',
  })
  expect(await kind()).toMatchObject({ kind: 'refused', reason: 'waiver_missing' })
  // In another studio of this isolate nothing is to be signed.
  const other = await world()
  const theirs = await other.givenClass()
  expect(await bookClass(other.asMember(other.ana, now), theirs)).toMatchObject({ ok: true })
})

test('equipment that a class needs between the read and the write of a booking is not oversold', async () => {
  const w = await world()
  const occurrence = await w.givenClass()
  await classPage(w.at(now), viewerOf(w.ana), occurrence)
  for (const person of await w.givenPeople(['Dan', 'Eve'])) {
    await w.giveMembership(person)
    expect(await bookClass(w.asMember(person, now), occurrence)).toMatchObject({
      outcome: 'booked',
    })
  }
  const client = w.db.$client as { batch: D1Database['batch'] }
  const { batch } = client
  let trips = 0
  client.batch = async <Row>(statements: D1PreparedStatement[]) => {
    trips += 1
    // Both hoops are taken by now.
    if (trips === 2) await twoHoops(w)
    return await batch<Row>(statements)
  }
  const answer = await bookClass(w.asMember(w.ana, now), occurrence)
  client.batch = batch

  expect(answer).toMatchObject({ ok: true, outcome: 'waitlisted', position: 1 })
})
