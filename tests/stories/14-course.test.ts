import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { settleOpenItemsStatement } from '#app/domain/billing/open-items.server.ts'
import { bookClass } from '#app/domain/bookings/booking/book-class.server.ts'
import { cancelBooking } from '#app/domain/bookings/cancelling/cancel-booking.server.ts'
import { enrolPerson } from '#app/domain/courses/enrolments/enrol-person.server.ts'
import { joinCourseWaitlist } from '#app/domain/courses/enrolments/join-course-waitlist.server.ts'
import { lapsePlaces } from '#app/domain/courses/enrolments/lapse-places.server.ts'
import { withdrawPerson } from '#app/domain/courses/enrolments/withdraw-person.server.ts'
import { bookingOf, mailTo } from '../support/bookings.ts'
import {
  enrolAll,
  enrolmentOf,
  givenCourse,
  itemsOf,
  makeUpsOf,
  seatsOf,
} from '../support/courses.ts'
import { type Person, world } from '../support/world.ts'

// Six Tuesdays from 5 January 2027, 18:30 in London, which is 18:30 UTC in winter.
const december = '2026-12-14T10:00:00Z'

test('someone who joins after session 2 of 6 pays 4/6 of the price and comes to the four that are left', async () => {
  const w = await world()
  const course = await givenCourse(w)
  const dee = await w.givenPerson('Dee Late')
  const result = await enrolPerson(w.asMember(dee, '2027-01-13T10:00:00Z'), course.id, dee.id)
  expect(result).toMatchObject({ ok: true, priceMinor: 6_000 })
  expect(await itemsOf(w, dee)).toEqual(['course 6000 open'])
  const [item] = await w.db.all<{ working: string }>(
    sql`SELECT working FROM open_items WHERE studio_id = ${w.studio.id} AND person_id = ${dee.id}`,
  )
  expect(item?.working).toBe('Beginner pole: 4 of 6 sessions of £90.00')
  expect(await seatsOf(w, course.id)).toEqual([0, 0, 1, 1, 1, 1])
})

test('a withdrawal gives the price back, and the place is offered for 24 hours to each who waits in turn', async () => {
  const w = await world()
  const course = await givenCourse(w)
  const others = await w.givenPeople(Array.from({ length: 7 }, (_, i) => `Enrolled ${i}`))
  const [eli, first, second] = (await w.givenPeople(['Eli Goes', 'Wes First', 'Wyn Second'])) as [
    Person,
    Person,
    Person,
  ]
  await enrolAll(w, course.id, [eli, ...others], december)
  expect(await joinCourseWaitlist(w.asMember(first, december), course.id, first.id)).toMatchObject({
    position: 1,
  })
  expect(
    await joinCourseWaitlist(w.asMember(second, december), course.id, second.id),
  ).toMatchObject({ position: 2 })
  expect(await enrolPerson(w.asMember(second, december), course.id, second.id)).toEqual({
    ok: false,
    reason: 'full',
  })
  const paid = (await enrolmentOf(w, course.id, eli))!
  await settleOpenItemsStatement(w.at(december), paid.id)

  // Eli withdraws on Sunday 3 January, two days before: everything goes back.
  const sunday = '2027-01-03T12:00:00Z'
  const gone = await withdrawPerson(w.asMember(eli, sunday), course.id, eli.id, { expects: 9_000 })
  expect(gone).toMatchObject({ ok: true, quote: { refundMinor: 9_000, percent: 100 } })
  expect(await itemsOf(w, eli)).toEqual(['course 9000 settled', 'refund -9000 open'])
  expect(await seatsOf(w, course.id)).toEqual([7, 7, 7, 7, 7, 7])
  expect(await withdrawPerson(w.asMember(eli, sunday), course.id, eli.id)).toMatchObject({
    ok: true,
    again: true,
  })
  expect(await itemsOf(w, eli)).toHaveLength(2)

  // The first of the list has until Monday 12:00, and nobody else comes in meanwhile.
  expect(await enrolmentOf(w, course.id, first)).toMatchObject({
    state: 'offered',
    keptUntil: '2027-01-04T12:00:00Z',
  })
  expect((await mailTo(w, first)).at(-1)!.text).toContain(
    'keeping it for you until Mon 4 Jan 12:00',
  )
  const stranger = await w.givenPerson('Sly Stranger')
  expect(await enrolPerson(w.asMember(stranger, sunday), course.id, stranger.id)).toEqual({
    ok: false,
    reason: 'full',
  })

  // It is still theirs at the very second, and lapses after it: the second is offered it.
  await lapsePlaces(w.at('2027-01-04T12:00:00Z'))
  expect(await enrolmentOf(w, course.id, first)).toMatchObject({ state: 'offered' })
  await lapsePlaces(w.at('2027-01-04T12:00:01Z'))
  expect(await enrolmentOf(w, course.id, first)).toMatchObject({ state: 'lapsed' })
  expect(await enrolmentOf(w, course.id, second)).toMatchObject({
    state: 'offered',
    keptUntil: '2027-01-05T12:00:01Z',
  })
  const late = await enrolPerson(w.asMember(first, '2027-01-04T13:00:00Z'), course.id, first.id)
  expect(late).toEqual({ ok: false, reason: 'full' })

  const taken = await enrolPerson(w.asMember(second, '2027-01-04T18:00:00Z'), course.id, second.id)
  expect(taken).toMatchObject({ ok: true, priceMinor: 9_000 })
  expect(await itemsOf(w, second)).toEqual(['course 9000 open'])
  await settleOpenItemsStatement(
    w.at('2027-01-04T18:05:00Z'),
    (await enrolmentOf(w, course.id, second))!.id,
  )
  expect(await itemsOf(w, second)).toEqual(['course 9000 settled'])
  expect(await itemsOf(w, first)).toEqual([])
  expect(await seatsOf(w, course.id)).toEqual([8, 8, 8, 8, 8, 8])
})

test('a session given up five hours ahead gives one make-up, and its place takes one guest and no ninth person', async () => {
  const w = await world()
  const course = await givenCourse(w)
  const other = await givenCourse(w, {
    name: 'Beginner pole, Thursdays',
    starts: ['2027-01-07T18:30', '2027-01-14T18:30'],
    makeUpDays: 30,
  })
  const people = await w.givenPeople(Array.from({ length: 7 }, (_, i) => `Enrolled ${i}`))
  const [fay, gus, hal] = (await w.givenPeople(['Fay Away', 'Gus Guest', 'Hal Guest'])) as [
    Person,
    Person,
    Person,
  ]
  await enrolAll(w, course.id, [fay, ...people], december)
  await enrolAll(w, other.id, [gus, hal], december)
  const third = course.sessions[2]!

  // Session 3 is Tuesday 19 January 18:30; the limit is 14:30.
  const fiveAhead = '2027-01-19T13:30:00Z'
  const given = await cancelBooking(
    w.asMember(fay, fiveAhead),
    (await bookingOf(w, third, fay))!.id,
  )
  expect(given).toMatchObject({
    ok: true,
    outcome: 'cancelled_on_time',
    cancellation: { makeUp: 'given', feeMinor: 0 },
  })
  const again = await cancelBooking(
    w.asMember(fay, fiveAhead),
    (await bookingOf(w, third, fay))!.id,
  )
  expect(again).toMatchObject({ ok: true, again: true })
  expect((await makeUpsOf(w, fay)).map(({ validUntil }) => validUntil)).toEqual(['2027-02-23'])
  expect(await seatsOf(w, course.id)).toEqual([8, 8, 7, 8, 8, 8])

  // Gus and Hal have a make-up each, and one place is free: one of them gets it.
  for (const guest of [gus, hal]) {
    await cancelBooking(
      w.asMember(guest, '2027-01-13T12:00:00Z'),
      (await bookingOf(w, other.sessions[1]!, guest))!.id,
    )
  }
  const results = await Promise.all(
    [gus, hal].map((guest) => bookClass(w.asMember(guest, fiveAhead), third)),
  )
  expect(results.filter(({ ok }) => ok)).toHaveLength(1)
  expect(results.filter(({ ok }) => !ok)).toMatchObject([{ reason: 'class_full' }])
  expect(await seatsOf(w, course.id)).toEqual([8, 8, 8, 8, 8, 8])

  // Nobody comes in by the ordinary way: places are sold with the course.
  expect(await bookClass(w.asMember(w.ana, fiveAhead), third)).toMatchObject({
    ok: false,
    reason: 'no_entitlement',
    facts: { course: { id: course.id, name: 'Beginner pole' } },
  })

  // One second after the limit there is no make-up.
  const [late] = people
  const after = await cancelBooking(
    w.asMember(late!, '2027-01-19T14:30:01Z'),
    (await bookingOf(w, third, late!))!.id,
  )
  expect(after).toMatchObject({
    ok: true,
    outcome: 'late_cancelled',
    cancellation: { makeUp: 'too_late' },
  })
  expect(await makeUpsOf(w, late!)).toEqual([])
})
