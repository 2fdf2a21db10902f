import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { bookClass } from '#app/domain/bookings/booking/book-class.server.ts'
import { cancelBooking } from '#app/domain/bookings/cancelling/cancel-booking.server.ts'
import { shownMark } from '#app/domain/calendar/shown-clashes.ts'
import { closeDays } from '#app/domain/planning/close-days.server.ts'
import { newId } from '#app/values/id.ts'
import { bookingOf, entriesOf, feesOf, mailTo, noticesOf } from '../../../tests/support/bookings.ts'
import { courseDraft, enrolAll, givenCourse } from '../../../tests/support/courses.ts'
import { type World, world } from '../../../tests/support/world.ts'
import { draftClashes, publishCourse } from './change-course.server.ts'
import { createCourse } from './create-course.server.ts'
import { moveSession } from './move-session.server.ts'

const now = '2026-12-01T09:00:00Z'

/** The second session, Tuesday 12 January 2027 at 18:30, with Ana enrolled and Ben in it alone. */
async function withSingleBooker() {
  const w = await world({ now })
  const course = await givenCourse(w, { dropIns: true }, now)
  await enrolAll(w, course.id, [w.ana], now)
  const session = course.sessions[1]!
  await w.givePack(w.cleo, { expiresOn: '2027-03-01' })
  const booked = await bookClass(w.asMember(w.cleo, now), session)
  if (!booked.ok) throw new Error(booked.reason)
  const move = (localStart: string, at: string) =>
    moveSession(w.asDesk(at), course.id, session, {
      localStart,
      roomId: w.ids.roomId,
      coachId: w.coach.id,
      topic: '',
    })
  return { w, courseId: course.id, session, move, bookingId: booked.booking.id }
}

test('when a session moves, everyone enrolled and everyone with a single place is told once', async () => {
  const { w, session, move } = await withSingleBooker()
  const before = { ana: (await mailTo(w, w.ana)).length, ben: (await mailTo(w, w.cleo)).length }
  expect(await move('2027-01-13T18:30', now)).toEqual({ ok: true, moved: true, notified: 2 })
  expect(await move('2027-01-13T18:30', now)).toMatchObject({ again: true })

  const ana = (await mailTo(w, w.ana)).slice(before.ana)
  const ben = (await mailTo(w, w.cleo)).slice(before.ben)
  expect([ana, ben].map((letters) => letters.length)).toEqual([1, 1])
  expect(ana[0]!.text).toContain('you can withdraw with a full refund for the remaining sessions')
  expect(ben[0]!.text).toContain(
    'The session of Tuesday 12 January, 18:30 is on Wednesday 13 January, 18:30 now.',
  )
  expect(ben[0]!.text).toContain('cancel it: its page says until when that is free')
  expect(ben[0]!.text).toContain(`/timetable/${session}`)
  expect((await noticesOf(w, w.cleo)).at(-1)?.text).toContain('Your place moves with it.')
})

test('someone whose cut-off is past at the new time may cancel the single place free until it starts', async () => {
  const { w, session, move, bookingId } = await withSingleBooker()
  // Noon of the day before: from half past six tomorrow to half past one today.
  await move('2027-01-11T13:30', '2027-01-11T12:00:00Z')
  expect((await mailTo(w, w.cleo)).at(-1)!.text).toContain(
    'You can cancel it free until it starts.',
  )
  const cancelled = await cancelBooking(w.asMember(w.cleo, '2027-01-11T13:00:00Z'), bookingId)
  expect(cancelled).toMatchObject({ ok: true })
  expect((await bookingOf(w, session, w.cleo))?.state).toBe('cancelled_on_time')
  expect(await entriesOf(w, w.cleo)).toEqual(['grant 10', 'book -1', 'return 1'])
  expect(await feesOf(w, w.cleo)).toEqual([])
})

const closing = (w: World, from: string, until: string) =>
  closeDays(w.asDesk(now), {
    key: newId(),
    name: 'Half term',
    from,
    until,
    locationId: null,
    message: '',
    extendsPacks: false,
  })

test('no course is made on closed days, nor put on sale on them, whatever is meant', async () => {
  const w = await world({ now })
  const draft = await givenCourse(w, { name: 'Drafted before', draft: true }, now)
  await closing(w, '2027-01-11', '2027-01-20')
  const clashes = ['Closed Tue 12 Jan: Half term', 'Closed Tue 19 Jan: Half term']
  for (const anyway of [false, true])
    expect(await createCourse(w.asDesk(now), courseDraft(w, { anyway }))).toEqual({
      ok: false,
      reason: 'closed',
      clashes,
    })
  expect(await publishCourse(w.asDesk(now), draft.id, { anyway: true })).toEqual({
    ok: false,
    reason: 'closed',
    clashes,
  })
  const rows = await w.db.all(
    sql`SELECT id FROM courses WHERE studio_id = ${w.studio.id} AND state = 'open'`,
  )
  expect(rows).toEqual([])
  // A workshop on an open day is made as ever.
  expect(
    await createCourse(
      w.asDesk(now),
      courseDraft(w, { kind: 'workshop', starts: ['2027-01-23T10:00'] }),
    ),
  ).toMatchObject({ ok: true })
})

test('a draft is put on sale over what its page showed, and asked about again when more is in the way', async () => {
  const w = await world({ now })
  const draft = await givenCourse(w, { name: 'Drafted before', draft: true }, now)
  expect(await draftClashes(w.at(now), draft.id)).toEqual([])
  await givenCourse(w, { name: 'First', starts: ['2027-01-12T18:00'] }, now)
  const shown = await draftClashes(w.at(now), draft.id)
  expect(shown.length).toBeGreaterThan(0)
  await givenCourse(w, { name: 'Second', starts: ['2027-01-19T18:00'] }, now)
  const again = await publishCourse(w.asDesk(now), draft.id, { anyway: shownMark(shown) })
  expect(again).toMatchObject({ ok: false, reason: 'taken' })
  const seen = await draftClashes(w.at(now), draft.id)
  expect(seen.length).toBeGreaterThan(shown.length)
  expect(await publishCourse(w.asDesk(now), draft.id, { anyway: shownMark(seen) })).toEqual({
    ok: true,
  })
})

test('a session cannot be moved to a time that has passed', async () => {
  const { w, session, move, bookingId } = await withSingleBooker()
  const noon = '2027-01-12T12:00:00Z'
  expect(await move('2027-01-12T09:00', noon)).toEqual({ ok: false, reason: 'in_the_past' })
  expect(await move('2027-01-12T12:00', noon)).toEqual({ ok: false, reason: 'in_the_past' })
  expect((await bookingOf(w, session, w.cleo))?.id).toBe(bookingId)
  // Its room, coach or topic may change as long as it is not over.
  const during = '2027-01-12T18:45:00Z'
  expect(await move('2027-01-12T18:30', during)).toMatchObject({ again: true })
})

test('a session that has begun keeps its day and time, while its topic may still change', async () => {
  const { w, courseId, session, move, bookingId } = await withSingleBooker()
  const during = '2027-01-12T18:50:00Z'
  const letters = (await mailTo(w, w.cleo)).length
  expect(await move('2027-01-14T18:30', during)).toEqual({ ok: false, reason: 'begun' })
  expect(await move('2027-01-14T18:30', '2027-01-12T18:30:00Z')).toMatchObject({ reason: 'begun' })
  const topic = { localStart: '2027-01-12T18:30', roomId: w.ids.roomId, coachId: w.coach.id }
  const changed = await moveSession(w.asDesk(during), courseId, session, {
    ...topic,
    topic: 'Spins',
  })
  expect(changed).toEqual({ ok: true, moved: false, notified: 0 })
  expect(await mailTo(w, w.cleo)).toHaveLength(letters)
  expect((await bookingOf(w, session, w.cleo))?.id).toBe(bookingId)
})
