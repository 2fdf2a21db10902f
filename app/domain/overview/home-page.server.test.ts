import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { bookClass } from '#app/domain/bookings/booking/book-class.server.ts'
import { cancelBooking } from '#app/domain/bookings/cancelling/cancel-booking.server.ts'
import { closeDays, liftClosure } from '#app/domain/planning/close-days.server.ts'
import { timetablePage } from '#app/domain/timetable/timetable-page.server.ts'
import { newId } from '#app/values/id.ts'
import { bookingOf } from '../../../tests/support/bookings.ts'
import { type Person, type World, world } from '../../../tests/support/world.ts'
import { memberHomePage, visitorHomePage } from './home-page.server.ts'

const monday = '2026-10-12T09:00:00Z'

const homeOf = (w: World, person: Person, now = monday) =>
  memberHomePage(w.at(now), { personId: person.id, name: person.name, email: person.email })

const kinds = (toDos: { kind: string }[]) => toDos.map(({ kind }) => kind)

test('home shows the soonest class, booked or waitlisted, also weeks ahead', async () => {
  const w = await world()
  const far = await w.givenClass({ localStart: '2026-11-20T18:30' })
  const near = await w.givenClass({ capacity: 1 })
  await bookClass(w.asMember(w.ben, monday), far)
  expect((await homeOf(w, w.ben)).next).toMatchObject({ id: far, availability: { kind: 'booked' } })

  await bookClass(w.asMember(w.ana, monday), near)
  await bookClass(w.asMember(w.ben, monday), near)
  expect((await homeOf(w, w.ben)).next).toMatchObject({
    id: near,
    availability: { kind: 'waiting', position: 1, of: 1 },
  })
})

test('a class is next until it ends, and what was cancelled is not', async () => {
  const w = await world()
  const occurrence = await w.givenClass()
  await bookClass(w.asMember(w.ben, monday), occurrence)
  expect((await homeOf(w, w.ben, '2026-10-15T18:29:59Z')).next?.availability.kind).toBe('running')
  expect((await homeOf(w, w.ben, '2026-10-15T18:30:00Z')).next).toBeNull()

  await cancelBooking(w.asMember(w.ben, monday), (await bookingOf(w, occurrence, w.ben))!.id)
  expect((await homeOf(w, w.ben)).next).toBeNull()
})

test('a booking is told under the rules it was made with', async () => {
  const w = await world()
  const occurrence = await w.givenClass()
  await bookClass(w.asMember(w.ben, monday), occurrence)
  await w.db.run(sql`
    INSERT INTO policies (id, studio_id, name, version, opens_days, closes_minutes, cancel_minutes,
      late_keeps_credit, late_fee_minor, no_show_fee_minor, waitlist_closes_minutes, waitlist_limit,
      decline_minutes, created_at)
    SELECT 'dearer', studio_id, name, 2, opens_days, closes_minutes, cancel_minutes,
      late_keeps_credit, 9900, no_show_fee_minor, waitlist_closes_minutes, waitlist_limit,
      decline_minutes, created_at
    FROM policies WHERE id = ${w.ids.policyId}`)
  await w.db.run(sql`UPDATE occurrences SET policy_id = 'dearer' WHERE id = ${occurrence}`)

  expect((await homeOf(w, w.ben)).next?.availability).toMatchObject({
    terms: { after: [{ loss: { feeMinor: 500 } }] },
  })
})

test('credits that end within two weeks are to be used, with a class they pay for', async () => {
  const w = await world()
  await w.givePack(w.cleo, { credits: 2, expiresOn: '2026-10-17' })
  expect((await homeOf(w, w.cleo)).toDos[0]).toEqual({
    kind: 'credits',
    title: 'Use 2 credits by Sat 17 Oct',
    note: 'They expire at the end of that day.',
  })
  await w.givenClass({ localStart: '2026-10-18T18:30' })
  await w.givenClass({ capacity: 4 })
  const home = await homeOf(w, w.cleo)
  expect(home.toDos[0]?.note).toBe('Pole 2: spins on Thursday 18:30, 4 left')
  expect(home.credits).toEqual([
    { appointments: false, covers: [], left: 2, soon: { credits: 2, on: '2026-10-17' } },
  ])

  await w.db.run(sql`UPDATE lots SET expires_on = '2026-10-27' WHERE person_id = ${w.cleo.id}`)
  expect(kinds((await homeOf(w, w.cleo)).toDos)).toEqual(['details'])
})

test('a place given late can be declined free until its minutes are over, and only then is it to do', async () => {
  const w = await world()
  const occurrence = await w.givenClass({ capacity: 1 })
  await bookClass(w.asMember(w.ana, monday), occurrence)
  await bookClass(w.asMember(w.ben, monday), occurrence)
  await cancelBooking(
    w.asMember(w.ana, '2026-10-15T14:30:00Z'),
    (await bookingOf(w, occurrence, w.ana))!.id,
  )

  const [toDo, notice] = (await homeOf(w, w.ben, '2026-10-15T14:40:00Z')).toDos
  expect(toDo).toMatchObject({
    kind: 'decline',
    note: 'Decline free until 16:00, or keep it.',
    bookingId: (await bookingOf(w, occurrence, w.ben))!.id,
  })
  expect(notice?.title).toBe('Read 1 new notice')
  expect(kinds((await homeOf(w, w.ben, '2026-10-15T15:00:01Z')).toDos)).not.toContain('decline')
})

test('an unpaid membership is said, and who to call is asked for until it is known', async () => {
  const w = await world()
  await w.db.run(sql`UPDATE memberships SET state = 'past_due' WHERE id = ${w.anaMembership}`)
  expect(kinds((await homeOf(w, w.ana)).toDos)).toEqual(['payment', 'details'])

  await w.db.run(sql`UPDATE people SET emergency_phone = '0113 496 0000' WHERE id = ${w.ana.id}`)
  expect(kinds((await homeOf(w, w.ana)).toDos)).toEqual(['payment'])
})

test('classes are suggested that can be booked with what one holds', async () => {
  const w = await world()
  const yoga = await w.givenClass({ discipline: 'yoga', localStart: '2026-10-14T18:30' })
  await w.givenClass({ localStart: '2026-10-25T18:30' })
  expect((await homeOf(w, w.ben)).good.map(({ id }) => id)).toEqual([yoga])
  expect((await homeOf(w, w.cleo)).good).toEqual([])
})

test('weeks with a class that was visited make a row', async () => {
  const w = await world()
  for (const localStart of ['2026-09-29T18:30', '2026-10-06T18:30']) {
    const occurrence = await w.givenClass({ localStart })
    await bookClass(w.asMember(w.ben, '2026-09-20T09:00:00Z'), occurrence)
    await w.db.run(sql`UPDATE bookings SET state = 'attended' WHERE occurrence_id = ${occurrence}`)
  }
  const home = await homeOf(w, w.ben)
  expect(home.weeks).toMatchObject({ streak: 2, classes: 2 })
  expect(home.seen).toBe(true)
  expect((await homeOf(w, w.cleo)).seen).toBe(false)
})

test('a visitor sees the next six classes that can be booked, and who teaches', async () => {
  const w = await world()
  await w.givenSeries({
    localStart: '2026-10-12T09:30',
    rrule: 'FREQ=DAILY;COUNT=9',
    at: '2026-10-11T09:00:00Z',
  })
  await w.givenClass({ localStart: '2026-10-12T08:00' })
  const home = await visitorHomePage(w.at(monday), null)

  expect(home.coming.map(({ localStart }) => localStart)).toEqual(
    [13, 14, 15, 16, 17, 18].map((day) => `2026-10-${day}T09:30`),
  )
  expect(home.coming[0]?.availability.kind).toBe('sign_in')
  expect(home.coaches).toEqual([{ name: 'Dee Coach', teaches: 'Pole' }])
  await w.db.run(sql`UPDATE people SET preferred_name = 'Dee' WHERE id = ${w.coach.id}`)
  expect((await visitorHomePage(w.at(monday), null)).coaches).toEqual([
    { name: 'Dee', teaches: 'Pole' },
  ])
  const { options } = await timetablePage(w.at(monday), null, new URLSearchParams())
  expect(options.coaches).toEqual([{ id: w.coach.id, name: 'Dee' }])
  expect(home.shell).toEqual({ unread: 0, viewerName: null })
})

test('closed days are told two weeks ahead at home, and the timetable says which days are empty for them', async () => {
  const w = await world()
  const key = newId()
  await closeDays(w.asDesk(monday), {
    key,
    name: 'New floor',
    from: '2026-10-20',
    until: '2026-10-27',
    locationId: null,
    message: 'The floor is laid anew',
    extendsPacks: false,
  })
  const told = ['Closed 20 to 27 October (New floor). The floor is laid anew.']
  expect((await homeOf(w, w.ben)).closed).toEqual(told)
  expect((await visitorHomePage(w.at(monday), null)).closed).toEqual(told)
  expect((await homeOf(w, w.ben, '2026-10-05T09:00:00Z')).closed).toEqual([])

  const week = async (from: string) =>
    timetablePage(w.at(monday), null, new URLSearchParams({ from }))
  const around = await week('2026-10-19')
  expect([around.closed, around.days.map(({ closed }) => closed)]).toEqual([
    told,
    [null, ...Array(6).fill('New floor')],
  ])
  expect((await week('2026-10-28')).closed).toEqual([])
  expect((await week('2026-10-21')).days.every(({ closed }) => closed === 'New floor')).toBe(true)

  await liftClosure(w.asDesk(monday), key)
  expect((await homeOf(w, w.ben)).closed).toEqual([])
})

test("another studio's home shows nothing of this one", async () => {
  const [w, other] = [await world(), await world()]
  await bookClass(w.asMember(w.ben, monday), await w.givenClass())
  const foreign = { ...w.at(monday), studio: { ...w.studio, id: other.studio.id } }
  const home = await memberHomePage(foreign, { personId: w.ben.id, name: '', email: '' })

  expect([home.next, home.credits, home.memberships, home.good]).toEqual([null, [], [], []])
})
