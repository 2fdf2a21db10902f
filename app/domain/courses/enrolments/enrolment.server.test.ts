import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openInvoices } from '#app/domain/billing/invoices/open-invoices.server.ts'
import { takePayment } from '#app/domain/billing/invoices/take-payment.server.ts'
import { bookClass } from '#app/domain/bookings/booking/book-class.server.ts'
import { cancelBooking } from '#app/domain/bookings/cancelling/cancel-booking.server.ts'
import { cancelOccurrence } from '#app/domain/bookings/cancelling/cancel-occurrence.server.ts'
import { restoreOccurrence } from '#app/domain/bookings/cancelling/restore-occurrence.server.ts'
import { moveBooking } from '#app/domain/bookings/roster/move-booking.server.ts'
import { reconcileClasses } from '#app/domain/bookings/roster/reconcile-classes.server.ts'
import { closeDays } from '#app/domain/planning/close-days.server.ts'
import { lookAt } from '#app/domain/scope/look.ts'
import {
  balanceOf,
  bookingOf,
  feesOf,
  mailTo,
  noticesOf,
} from '../../../../tests/support/bookings.ts'
import {
  enrolAll,
  enrolmentOf,
  givenCourse,
  itemsOf,
  makeUpsOf,
  seatsOf,
} from '../../../../tests/support/courses.ts'
import { type Person, type World, world } from '../../../../tests/support/world.ts'
import { cancelCourse } from '../cancel-course.server.ts'
import { changeCourse, confirmCourse, publishCourse } from '../change-course.server.ts'
import { completeCourses } from '../complete-courses.server.ts'
import { moveSession } from '../move-session.server.ts'
import { previewCourseCancellation } from '../preview-course-cancellation.server.ts'
import { enrolPerson } from './enrol-person.server.ts'
import { enrolmentAtDesk } from './enrolment-page.server.ts'
import { holdPlace } from './hold-place.server.ts'
import { joinCourseWaitlist } from './join-course-waitlist.server.ts'
import { lapsePlaces, lapsePlacesDue } from './lapse-places.server.ts'
import { settleEnrolment } from './settle-enrolment.server.ts'
import { transferPerson } from './transfer-person.server.ts'
import { withdrawPerson } from './withdraw-person.server.ts'

const december = '2026-12-14T10:00:00Z'
const crowd = (w: World, n: number) =>
  w.givenPeople(Array.from({ length: n }, (_, i) => `Person ${i}`))

test('a place is held for ten minutes and nobody else gets it meanwhile', async () => {
  const w = await world()
  const course = await givenCourse(w, { capacity: 1 })
  expect(await holdPlace(w.asMember(w.ana, december), course.id, w.ana.id)).toMatchObject({
    ok: true,
    until: '2026-12-14T10:10:00Z',
  })
  expect(await holdPlace(w.asMember(w.ana, december), course.id, w.ana.id)).toMatchObject({
    ok: true,
    again: true,
  })
  expect(await enrolPerson(w.asMember(w.ben, december), course.id, w.ben.id)).toEqual({
    ok: false,
    reason: 'full',
  })
  expect(
    await enrolPerson(w.asMember(w.ana, '2026-12-14T10:10:00Z'), course.id, w.ana.id),
  ).toMatchObject({ ok: true })

  const other = await givenCourse(w, {
    capacity: 1,
    name: 'Yoga course',
    starts: ['2027-03-01T18:30'],
  })
  await holdPlace(w.asMember(w.ben, december), other.id, w.ben.id)
  const later = await enrolPerson(w.asMember(w.cleo, '2026-12-14T10:10:01Z'), other.id, w.cleo.id)
  expect(later).toMatchObject({ ok: true })
  expect(await enrolmentOf(w, other.id, w.ben)).toMatchObject({ state: 'lapsed' })
})

test('enrolling twice, or ten times at once, charges once and takes one place a session', async () => {
  const w = await world()
  const course = await givenCourse(w)
  const results = await Promise.all(
    Array.from({ length: 10 }, () => enrolPerson(w.asMember(w.ben, december), course.id, w.ben.id)),
  )
  expect(results.every(({ ok }) => ok)).toBe(true)
  expect(await itemsOf(w, w.ben)).toEqual(['course 9000 open'])
  expect(await seatsOf(w, course.id)).toEqual([1, 1, 1, 1, 1, 1])
  expect((await mailTo(w, w.ben)).map(({ kind }) => kind)).toEqual(['course-enrolled'])
})

test('a price that is not the one on the page is not charged', async () => {
  const w = await world()
  const tier = { name: 'Early bird', priceMinor: 8_000, until: '2026-12-14T10:00:00Z' }
  const course = await givenCourse(w, { tiers: [tier] })
  const late = await enrolPerson(w.asMember(w.ben, '2026-12-14T10:00:01Z'), course.id, w.ben.id, {
    expects: 8_000,
  })
  expect(late).toMatchObject({ ok: false, reason: 'quote_changed' })
  expect(await itemsOf(w, w.ben)).toEqual([])
  const early = await enrolPerson(w.asMember(w.ben, december), course.id, w.ben.id, {
    expects: 8_000,
  })
  expect(early).toMatchObject({ ok: true, priceMinor: 8_000 })
})

test('drop-ins book free places the ordinary way, and a full session keeps the course from being oversold', async () => {
  const w = await world()
  const course = await givenCourse(w, { capacity: 2, dropIns: true })
  const lot = await w.givePack(w.ben, { expiresOn: '2027-06-30' })
  await enrolAll(w, course.id, [w.ana], december)
  const booked = await bookClass(w.asMember(w.ben, december), course.sessions[1]!)
  expect(booked).toMatchObject({ ok: true, outcome: 'booked' })
  expect(await balanceOf(w, lot)).toBe(9)
  expect(await enrolPerson(w.asMember(w.cleo, december), course.id, w.cleo.id)).toEqual({
    ok: false,
    reason: 'full',
  })

  // Ben enrols himself: his single place becomes part of the course and the credit is back.
  expect(await enrolPerson(w.asMember(w.ben, december), course.id, w.ben.id)).toMatchObject({
    ok: true,
  })
  expect(await balanceOf(w, lot)).toBe(10)
  expect(await seatsOf(w, course.id)).toEqual([2, 2, 2, 2, 2, 2])
})

test('enrolments, drop-ins, make-ups and offers at the same moment never fill a session above its places', async () => {
  for (let round = 0; round < 4; round += 1) {
    const w = await world()
    const course = await givenCourse(w, {
      capacity: 3,
      dropIns: true,
      starts: ['2027-01-05T18:30', '2027-01-12T18:30'],
    })
    const other = await givenCourse(w, {
      name: 'Other',
      starts: ['2026-12-20T10:00', '2027-02-05T10:00'],
    })
    const people = await crowd(w, 14)
    for (const person of people.slice(0, 5)) await w.givePack(person, { expiresOn: '2027-12-31' })
    const makeUps = people.slice(5, 8)
    await enrolAll(w, other.id, makeUps, december)
    for (const person of makeUps) {
      await cancelBooking(
        w.asMember(person, december),
        (await bookingOf(w, other.sessions[1]!, person))!.id,
      )
    }
    await enrolAll(w, course.id, people.slice(8, 10), december)
    const [first, second] = course.sessions as [string, string]
    await Promise.all<unknown>([
      ...people
        .slice(0, 5)
        .map((person, i) => bookClass(w.asMember(person, december), i % 2 ? first : second)),
      ...makeUps.map((person) => bookClass(w.asMember(person, december), second)),
      ...people
        .slice(10, 13)
        .map((person) => enrolPerson(w.asMember(person, december), course.id, person.id)),
      holdPlace(w.asMember(people[13]!, december), course.id, people[13]!.id),
      withdrawPerson(w.asMember(people[8]!, december), course.id, people[8]!.id),
    ])
    const rows = await w.db.all<{ taken: number; kept: number; capacity: number }>(sql`
      SELECT o.capacity, (SELECT count(*) FROM bookings AS b WHERE b.occurrence_id = o.id
          AND b.state IN ('booked','checked_in','attended','no_show')) AS taken,
        (SELECT count(*) FROM enrolments AS enrolment
          WHERE enrolment.course_id = o.series_id AND enrolment.state IN ('held','offered')) AS kept
      FROM occurrences AS o WHERE o.studio_id = ${w.studio.id} AND o.series_id = ${course.id}`)
    for (const { taken, kept, capacity } of rows) expect(taken + kept).toBeLessThanOrEqual(capacity)
    // A make-up is used at most once, and each enrolment owes exactly its price.
    const twice = await w.db.all(sql`
      SELECT make_up_id FROM bookings
      WHERE studio_id = ${w.studio.id} AND make_up_id IS NOT NULL AND state = 'booked'
      GROUP BY make_up_id HAVING count(*) > 1`)
    const unpaid = await w.db.all(sql`
      SELECT enrolment.id FROM enrolments AS enrolment
      WHERE enrolment.studio_id = ${w.studio.id} AND enrolment.state = 'enrolled' AND 1 <> (
        SELECT count(*) FROM open_items AS item
        WHERE item.subject_id = enrolment.id AND item.amount_minor > 0)`)
    expect([twice, unpaid]).toEqual([[], []])
  }
}, 400_000)

test('twenty who press for the last place: one has it, and the list is first in, first out', async () => {
  const w = await world()
  const course = await givenCourse(w, { capacity: 1 })
  const people = await crowd(w, 20)
  const results = await Promise.all(
    people.map((person) => enrolPerson(w.asMember(person, december), course.id, person.id)),
  )
  expect(results.filter(({ ok }) => ok)).toHaveLength(1)
  expect(await seatsOf(w, course.id)).toEqual([1, 1, 1, 1, 1, 1])
  const rest = people.filter((_, i) => !results[i]!.ok)
  for (const person of rest.slice(0, 3))
    await joinCourseWaitlist(w.asMember(person, december), course.id, person.id)
  const holder = people.find((_, i) => results[i]!.ok)!
  await withdrawPerson(w.asMember(holder, december), course.id, holder.id)
  expect(await enrolmentOf(w, course.id, rest[0]!)).toMatchObject({ state: 'offered' })
  await withdrawPerson(w.asMember(rest[0]!, december), course.id, rest[0]!.id)
  expect(await enrolmentOf(w, course.id, rest[0]!)).toMatchObject({ state: 'declined' })
  expect(await enrolmentOf(w, course.id, rest[1]!)).toMatchObject({ state: 'offered' })
  // The job run twice, also at once, offers nothing more and tells nobody again.
  await Promise.all([lapsePlaces(w.at(december)), lapsePlaces(w.at(december))])
  expect(await enrolmentOf(w, course.id, rest[2]!)).toMatchObject({ state: 'waitlisted' })
  expect((await mailTo(w, rest[1]!)).filter(({ kind }) => kind === 'course-offered')).toHaveLength(
    1,
  )
})

test('a place freed on the evening of the last session is still offered west of UTC', async () => {
  const w = await world({ zone: 'America/New_York', now: december })
  const starts = ['2027-01-05T21:00', '2027-01-12T21:00']
  const course = await givenCourse(w, { capacity: 1, starts, lateJoin: 2 })
  await enrolAll(w, course.id, [w.ana], december)
  await joinCourseWaitlist(w.asMember(w.ben, december), course.id, w.ben.id)
  // Tuesday 20:00 in New York is Wednesday in UTC.
  const evening = '2027-01-13T01:00:00Z'
  await w.db.run(sql`UPDATE courses SET capacity = 2 WHERE id = ${course.id}`)
  await w.db.run(sql`UPDATE occurrences SET capacity = 2 WHERE series_id = ${course.id}`)
  const due = () =>
    w.db.all<{ due: number }>(sql`SELECT ${lapsePlacesDue(lookAt(w.at(evening)))} AS due`)
  expect(await due()).toEqual([{ due: 1 }])
  expect(await lapsePlaces(w.at(evening))).toBe(1)
  expect(await enrolmentOf(w, course.id, w.ben)).toMatchObject({ state: 'offered' })
})

test('a withdrawal sent ten times at once gives back once, and an unpaid price is void and not given back', async () => {
  const w = await world()
  const course = await givenCourse(w)
  await enrolAll(w, course.id, [w.ana, w.ben], december)
  await settleEnrolment(
    w.asDesk(december),
    course.id,
    (await enrolmentOf(w, course.id, w.ana))!.id,
    'card',
  )
  for (const person of [w.ana, w.ben]) {
    const all = Array.from({ length: 10 }, () =>
      withdrawPerson(w.asMember(person, december), course.id, person.id),
    )
    expect((await Promise.all(all)).every(({ ok }) => ok)).toBe(true)
  }
  expect(await itemsOf(w, w.ana)).toEqual(['course 9000 settled', 'refund -9000 open'])
  expect(await itemsOf(w, w.ben)).toEqual(['course 9000 void'])
  expect(await seatsOf(w, course.id)).toEqual([0, 0, 0, 0, 0, 0])
})

test('the desk can record payment for an enrolment, but a refund goes through its credit note', async () => {
  const w = await world()
  const course = await givenCourse(w)
  await enrolAll(w, course.id, [w.ana, w.ben], december)
  const id = (await enrolmentOf(w, course.id, w.ana))!.id
  const settle = () => settleEnrolment(w.asDesk(december), course.id, id, 'cash')
  expect(await settle()).toEqual({ ok: true })
  expect(await settle()).toEqual({ ok: true, again: true })
  await withdrawPerson(w.asMember(w.ana, december), course.id, w.ana.id)
  expect(await settle()).toEqual({ ok: false, reason: 'goes_back' })
  expect(await itemsOf(w, w.ana)).toEqual(['course 9000 settled', 'refund -9000 open'])

  await openInvoices(w.at(december))
  const page = await enrolmentAtDesk(w.at(december), course.id, id)
  expect(page).toMatchObject({ open: null, refund: { words: 'Refund £90.00' } })
  expect(
    await takePayment(w.asDesk(december), {
      key: 'back-to-ana',
      invoiceId: page!.refund!.path.split('/').at(-2)!,
      amountMinor: 9_000,
      method: 'cash',
      note: '',
    }),
  ).toMatchObject({ ok: false, reason: 'desk_limit' })

  // Part of a price that nobody paid goes back: what is left comes in.
  const monday = '2027-01-04T10:00:00Z'
  await withdrawPerson(w.asMember(w.ben, monday), course.id, w.ben.id)
  const { id: his } = (await enrolmentOf(w, course.id, w.ben))!
  expect(await enrolmentAtDesk(w.at(monday), course.id, his)).toMatchObject({
    open: '£45.00 is paid',
    refund: null,
  })
  expect(await settleEnrolment(w.asDesk(monday), course.id, his, 'cash')).toEqual({ ok: true })
  expect(await itemsOf(w, w.ben)).toEqual(['course 9000 settled', 'refund -4500 settled'])
})

test('a session that was missed by the course costs no fee, and a make-up given up in time is good again', async () => {
  const w = await world()
  const course = await givenCourse(w)
  const other = await givenCourse(w, {
    name: 'Other',
    starts: ['2027-01-07T18:30', '2027-01-14T18:30'],
  })
  await enrolAll(w, course.id, [w.ben], december)
  await enrolAll(w, other.id, [w.cleo], december)
  await cancelBooking(
    w.asMember(w.cleo, december),
    (await bookingOf(w, other.sessions[1]!, w.cleo))!.id,
  )
  const used = await bookClass(w.asMember(w.cleo, december), course.sessions[0]!)
  expect(used).toMatchObject({ ok: true })
  expect(await bookClass(w.asMember(w.cleo, december), course.sessions[1]!)).toMatchObject({
    reason: 'no_entitlement',
  })
  await cancelBooking(
    w.asMember(w.cleo, december),
    (await bookingOf(w, course.sessions[0]!, w.cleo))!.id,
  )
  expect(await bookClass(w.asMember(w.cleo, december), course.sessions[1]!)).toMatchObject({
    ok: true,
  })
  await reconcileClasses(w.at('2027-01-06T10:00:00Z'))
  expect(await bookingOf(w, course.sessions[0]!, w.ben)).toMatchObject({ state: 'no_show' })
  expect(await feesOf(w, w.ben)).toEqual([])
})

test('a place on a make-up is moved to another session as long as the make-up is good there, and no further', async () => {
  const w = await world()
  const course = await givenCourse(w)
  const other = await givenCourse(w, {
    name: 'Other',
    starts: ['2027-01-07T18:30', '2027-01-14T18:30'],
  })
  await enrolAll(w, other.id, [w.cleo], december)
  // Two weeks from the session given up: until 28 January.
  await cancelBooking(
    w.asMember(w.cleo, december),
    (await bookingOf(w, other.sessions[1]!, w.cleo))!.id,
  )
  const [first, second, , , fifth] = course.sessions
  await bookClass(w.asMember(w.cleo, december), first!)
  const move = async (from: string, to: string) => {
    const { id } = (await bookingOf(w, from, w.cleo))!
    return moveBooking(w.asDesk(december), from, id, { to, reason: 'asked' })
  }
  expect(await move(first!, fifth!)).toEqual({ ok: false, reason: 'does_not_pay' })
  expect(await move(first!, second!)).toMatchObject({ ok: true })
  expect(await bookingOf(w, second!, w.cleo)).toMatchObject({ state: 'booked' })
})

test('a session the studio moves is told and makes withdrawing free', async () => {
  const w = await world()
  const course = await givenCourse(w)
  await enrolAll(w, course.id, [w.ben], december)
  const running = '2027-01-13T10:00:00Z'
  const change = {
    localStart: '2027-01-20T19:00',
    roomId: w.ids.roomId,
    coachId: w.coach.id,
    topic: 'Spins',
  }
  const days = { from: '2027-01-20', until: '2027-01-20', locationId: null }
  const works = { ...days, key: 'closedtuesda', name: 'Works', message: '', extendsPacks: false }
  await closeDays(w.asDesk(running), works)
  expect(await moveSession(w.asDesk(running), course.id, course.sessions[2]!, change)).toEqual({
    ok: false,
    reason: 'closed_then',
  })
  await w.db.run(sql`UPDATE closures SET state = 'lifted' WHERE studio_id = ${w.studio.id}`)
  expect(await moveSession(w.asDesk(running), course.id, course.sessions[2]!, change)).toEqual({
    ok: true,
    moved: true,
    notified: 1,
  })
  expect(
    await moveSession(w.asDesk(running), course.id, course.sessions[2]!, change),
  ).toMatchObject({ again: true })
  expect((await mailTo(w, w.ben)).at(-1)!.text).toContain('Wednesday 20 January, 19:00')
  expect(await seatsOf(w, course.id)).toEqual([1, 1, 1, 1, 1, 1])
  const gone = await withdrawPerson(w.asMember(w.ben, running), course.id, w.ben.id)
  expect(gone).toMatchObject({ ok: true, quote: { refundMinor: 6_000, free: true } })
  expect(await itemsOf(w, w.ben)).toEqual(['course 9000 open', 'refund -6000 open'])
})

test('a session the studio cancels gives everyone a make-up and no money, and free withdrawal', async () => {
  const w = await world()
  const course = await givenCourse(w, { dropIns: true })
  await enrolAll(w, course.id, [w.ana, w.cleo], december)
  const lot = await w.givePack(w.ben, { expiresOn: '2027-06-30' })
  await bookClass(w.asMember(w.ben, december), course.sessions[1]!)
  const staff = w.asDesk(december)
  expect(await cancelOccurrence(staff, course.sessions[1]!, { reason: 'Flood' })).toMatchObject({
    ok: true,
    notified: 3,
  })
  expect(await cancelOccurrence(staff, course.sessions[1]!, { reason: 'Flood' })).toMatchObject({
    again: true,
  })
  expect((await makeUpsOf(w, w.ana)).map(({ validUntil }) => validUntil)).toEqual(['2027-02-23'])
  expect(await makeUpsOf(w, w.ben)).toEqual([])
  expect(await balanceOf(w, lot)).toBe(10)
  expect((await noticesOf(w, w.ana)).at(-1)!.text).toContain(
    'You have a make-up for it, to use by Tue 23 Feb',
  )

  // It takes place after all: anyone who is in the course has the place again, and the make-up ends
  // with it.
  expect(await restoreOccurrence(staff, course.sessions[1]!)).toMatchObject({
    ok: true,
    notified: 3,
  })
  expect(await seatsOf(w, course.id)).toEqual([2, 2, 2, 2, 2, 2])
  expect(await makeUpsOf(w, w.ana)).toEqual([])
  expect((await noticesOf(w, w.ben)).at(-1)!.text).toContain('book again')
})

test('a session that is cancelled, restored and cancelled again gives the make-up again and tells its people again', async () => {
  const w = await world()
  const course = await givenCourse(w)
  await enrolAll(w, course.id, [w.ana], december)
  const called = async () =>
    (await mailTo(w, w.ana)).filter(({ kind }) => kind === 'class-cancelled').length
  await cancelOccurrence(w.asDesk(december), course.sessions[1]!, { reason: 'Flood' })
  await restoreOccurrence(w.asDesk(december), course.sessions[1]!)
  const later = w.asDesk('2026-12-15T10:00:00Z')
  await cancelOccurrence(later, course.sessions[1]!, { reason: 'Flood again' })
  expect(
    await cancelOccurrence(later, course.sessions[1]!, { reason: 'Flood again' }),
  ).toMatchObject({ again: true })

  expect((await makeUpsOf(w, w.ana)).map(({ validUntil }) => validUntil)).toEqual(['2027-02-23'])
  expect(await called()).toBe(2)
  expect((await noticesOf(w, w.ana)).at(-1)!.text).toContain(
    'You have a make-up for it, to use by Tue 23 Feb',
  )
})

test('cancelling a course voids what is unpaid, refunds what is paid and tells everyone once', async () => {
  const w = await world()
  const course = await givenCourse(w, {
    capacity: 2,
    minimumPeople: 4,
    decideAt: '2027-01-02T12:00:00Z',
  })
  await enrolAll(w, course.id, [w.ana, w.ben], december)
  await joinCourseWaitlist(w.asMember(w.cleo, december), course.id, w.cleo.id)
  const paid = (await enrolmentOf(w, course.id, w.ana))!
  await settleEnrolment(w.asDesk(december), course.id, paid.id, 'card')
  const preview = await previewCourseCancellation(w.asDesk(december), course.id)
  expect(preview).toMatchObject({ refundMinor: 9_000, voidMinor: 9_000, singles: 0 })

  const staff = w.asDesk(december)
  const [first] = await Promise.all(
    [1, 2, 3].map(() => cancelCourse(staff, course.id, { reason: 'Too few people' })),
  )
  expect(first).toMatchObject({ ok: true })
  expect(await itemsOf(w, w.ana)).toEqual(['course 9000 settled', 'refund -9000 open'])
  expect(await itemsOf(w, w.ben)).toEqual(['course 9000 void'])
  expect(await seatsOf(w, course.id)).toEqual([0, 0, 0, 0, 0, 0])
  for (const person of [w.ana, w.ben, w.cleo]) {
    const notified = (await mailTo(w, person)).filter(
      ({ kind }) => kind === 'course-cancelled' || kind === 'class-cancelled',
    )
    expect(notified).toHaveLength(1)
    expect((await enrolmentOf(w, course.id, person))!.state).toBe('course_cancelled')
  }
  expect(await enrolPerson(w.asMember(w.cleo, december), course.id, w.cleo.id)).toMatchObject({
    reason: 'cancelled',
  })
})

test('changing to another course sets what is to come against its price, and needs a place there', async () => {
  const w = await world()
  const course = await givenCourse(w)
  const dear = await givenCourse(w, {
    name: 'Dearer',
    priceMinor: 10_500,
    starts: ['2027-02-16T18:30', '2027-02-23T18:30'],
  })
  await enrolAll(w, course.id, [w.ben], december)
  const running = '2027-01-13T10:00:00Z'
  const changed = await transferPerson(w.asMember(w.ben, running), course.id, w.ben.id, {
    to: dear.id,
    expects: 4_500,
  })
  expect(changed).toMatchObject({ ok: true, quote: { creditMinor: 6_000, dueMinor: 4_500 } })
  expect(await itemsOf(w, w.ben)).toEqual([
    'course 9000 open',
    'refund -6000 open',
    'course 10500 open',
  ])
  expect([await seatsOf(w, course.id), await seatsOf(w, dear.id)]).toEqual([
    [1, 1, 0, 0, 0, 0],
    [1, 1],
  ])
  expect((await enrolmentOf(w, course.id, w.ben))!.state).toBe('transferred')

  const full = await givenCourse(w, { name: 'Full', capacity: 1, starts: ['2027-03-16T18:30'] })
  await enrolAll(w, full.id, [w.cleo], running)
  const refused = await transferPerson(w.asMember(w.ben, running), dear.id, w.ben.id, {
    to: full.id,
  })
  expect(refused).toMatchObject({ ok: false, reason: 'full' })
  expect((await enrolmentOf(w, dear.id, w.ben))!.state).toBe('enrolled')
})

test('each rule about who may join refuses with its own reason', async () => {
  const w = await world()
  const running = await givenCourse(w, { name: 'No late starts', lateJoin: 0 })
  const at = '2027-01-06T10:00:00Z'
  const asBen = (now: string, id: string) => enrolPerson(w.asMember(w.ben, now), id, w.ben.id)
  expect(await asBen(at, running.id)).toMatchObject({ reason: 'started' })
  const two = await givenCourse(w, {
    name: 'Up to two',
    lateJoin: 2,
    starts: ['2027-01-04T08:00', '2027-01-05T08:00', '2027-01-06T08:00', '2027-01-20T08:00'],
  })
  expect(await asBen(at, two.id)).toMatchObject({
    reason: 'too_late',
    facts: { missed: 3, most: 2 },
  })
  const later = await givenCourse(w, { name: 'Opens later', opensAt: '2027-01-01T08:00:00Z' })
  expect(await asBen(december, later.id)).toMatchObject({ reason: 'not_open_yet' })
  const level = await givenCourse(w, { name: 'Level 2', levelId: w.ids.levelIds[1] })
  expect(await asBen(december, level.id)).toMatchObject({
    reason: 'level_locked',
    facts: { needs: 'Level 2' },
  })
  const age = await givenCourse(w, { name: 'Teens', minimumAge: 13, maximumAge: 17 })
  expect(await asBen(december, age.id)).toMatchObject({ reason: 'age', facts: { knows: false } })
  const draft = await givenCourse(w, { name: 'Draft', draft: true })
  expect(await asBen(december, draft.id)).toMatchObject({ reason: 'not_found' })
  await publishCourse(w.asDesk(december), draft.id, { anyway: true })
  expect(await asBen(december, draft.id)).toMatchObject({ ok: true })
  const clash = await givenCourse(w, { name: 'Same time' })
  expect(await asBen(december, clash.id)).toMatchObject({ reason: 'overlaps' })
  const next = await givenCourse(w, {
    name: 'Next term',
    followsId: draft.id,
    reEnrolUntil: '2026-12-20T10:00:00Z',
    starts: ['2027-03-02T18:30'],
  })
  expect(await enrolPerson(w.asMember(w.cleo, december), next.id, w.cleo.id)).toMatchObject({
    reason: 'priority',
  })
  expect(await asBen(december, next.id)).toMatchObject({ ok: true })
  expect(
    await enrolPerson(w.asMember(w.cleo, '2026-12-20T10:00:01Z'), next.id, w.cleo.id),
  ).toMatchObject({ ok: true })
})

test('the desk enrols by hand past the rules it may pass, with a reason in the audit, and never past the places', async () => {
  const w = await world()
  const course = await givenCourse(w, { capacity: 1, lateJoin: 0 })
  const at = '2027-01-06T10:00:00Z'
  const byHand = { reason: 'She was ill' }
  expect(await enrolPerson(w.asDesk(at), course.id, w.cleo.id, { byHand })).toMatchObject({
    ok: true,
    priceMinor: 7_500,
  })
  expect(await enrolPerson(w.asDesk(at), course.id, w.ben.id, { byHand })).toEqual({
    ok: false,
    reason: 'full',
  })
  const lines = await w.db.all<{ action: string; reason: string }>(sql`
    SELECT action, reason FROM audit_entries
    WHERE studio_id = ${w.studio.id} AND subject_kind = 'enrolment'`)
  expect(lines).toEqual([{ action: 'enrolment.added_at_desk', reason: 'She was ill' }])
})

test('another studio neither finds the course nor changes it, and a second editor is told', async () => {
  const [w, other] = [await world(), await world()]
  const course = await givenCourse(w)
  const theirs = other.asMember(other.ben, december)
  expect(await enrolPerson(theirs, course.id, other.ben.id)).toMatchObject({ reason: 'not_found' })
  expect(await holdPlace(theirs, course.id, other.ben.id)).toMatchObject({ reason: 'not_found' })
  expect(await withdrawPerson(theirs, course.id, other.ben.id)).toMatchObject({
    reason: 'not_found',
  })
  expect(await cancelCourse(other.asDesk(december), course.id, { reason: 'x' })).toMatchObject({
    reason: 'not_found',
  })
  expect(await confirmCourse(other.asDesk(december), course.id)).toMatchObject({
    reason: 'not_found',
  })
  const preview = (await previewCourseCancellation(w.asDesk(december), course.id))!.course
  const terms = { ...preview, tiers: [], withdrawal: [], dropInMinor: null }
  expect(await changeCourse(w.asDesk(december), course.id, { ...terms, name: 'New name' })).toEqual(
    { ok: true },
  )
  expect(await changeCourse(w.asDesk(december), course.id, { ...terms, name: 'Too late' })).toEqual(
    {
      ok: false,
      reason: 'changed_meanwhile',
    },
  )
  expect(await changeCourse(other.asDesk(december), course.id, terms)).toMatchObject({
    reason: 'not_found',
  })
})

test('when the last session is over the enrolments are completed, once', async () => {
  const w = await world()
  const course = await givenCourse(w, { starts: ['2027-01-05T18:30'] })
  await enrolAll(w, course.id, [w.ben as Person], december)
  expect(await completeCourses(w.at('2027-01-05T18:45:00Z'))).toBe(0)
  expect(await completeCourses(w.at('2027-01-05T19:31:00Z'))).toBe(1)
  expect(await completeCourses(w.at('2027-01-05T19:31:00Z'))).toBe(0)
  expect((await enrolmentOf(w, course.id, w.ben))!.state).toBe('completed')
})
