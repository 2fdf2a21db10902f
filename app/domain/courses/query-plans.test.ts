import { expect, test } from 'vitest'
import { cancelBooking } from '#app/domain/bookings/cancelling/cancel-booking.server.ts'
import { timetablePage } from '#app/domain/timetable/timetable-page.server.ts'
import { bookingOf } from '../../../tests/support/bookings.ts'
import { givenCourse } from '../../../tests/support/courses.ts'
import { plansOf, remembering } from '../../../tests/support/query-plans.ts'
import { type World, world } from '../../../tests/support/world.ts'
import { cancelCourse } from './cancel-course.server.ts'
import { completeCourses } from './complete-courses.server.ts'
import { courseDeskPage } from './course-desk-page.server.ts'
import { coursesListPage } from './courses-list-page.server.ts'
import { enrolPerson } from './enrolments/enrol-person.server.ts'
import { enrolmentAtDesk } from './enrolments/enrolment-page.server.ts'
import { holdPlace } from './enrolments/hold-place.server.ts'
import { joinCourseWaitlist } from './enrolments/join-course-waitlist.server.ts'
import { lapsePlaces } from './enrolments/lapse-places.server.ts'
import { transferPerson } from './enrolments/transfer-person.server.ts'
import { withdrawPerson } from './enrolments/withdraw-person.server.ts'
import { moveSession } from './move-session.server.ts'
import { programFilters } from './programs/program-filters.ts'
import { programPage, programsPage, transferPage } from './programs/programs-page.server.ts'

const now = '2026-12-14T10:00:00Z'

test('nothing asked about courses scans a table that grows', async () => {
  const w = await world()
  const course = await givenCourse(w, { capacity: 2 })
  const other = await givenCourse(w, { name: 'Other', starts: ['2027-03-02T18:30'] })
  const { sent, remember } = remembering(w)
  const member = (person: World['ana']) => remember(w.asMember(person, now))
  await holdPlace(member(w.ben), course.id, w.ben.id)
  const enrolled = await enrolPerson(member(w.ben), course.id, w.ben.id)
  await enrolPerson(member(w.ana), course.id, w.ana.id)
  await joinCourseWaitlist(member(w.cleo), course.id, w.cleo.id)
  await cancelBooking(member(w.ana), (await bookingOf(w, course.sessions[2]!, w.ana))!.id)
  const viewer = { personId: w.ben.id, name: '', email: '', timeZone: null }
  await transferPage(member(w.ben), viewer, course.id)
  await transferPerson(member(w.ben), course.id, w.ben.id, { to: other.id })
  await withdrawPerson(member(w.ana), course.id, w.ana.id)
  const desk = remember(w.asDesk(now))
  const change = {
    localStart: '2027-01-20T19:00',
    roomId: w.ids.roomId,
    coachId: w.coach.id,
    topic: '',
  }
  await moveSession(desk, course.id, course.sessions[2]!, change)
  for (const job of [lapsePlaces, completeCourses])
    await job(remember(w.at('2027-02-20T10:00:00Z')))
  await programsPage(member(w.ben), viewer, programFilters('GBP').parse({}))
  await programPage(member(w.ben), viewer, course.id)
  await timetablePage(member(w.ben), viewer, new URLSearchParams('from=2027-01-04'))
  await coursesListPage(desk, 'course', 'now', { page: 1, perPage: 50 })
  await courseDeskPage(desk, course.id, 'ben')
  await enrolmentAtDesk(desk, course.id, enrolled.ok ? enrolled.enrolmentId : '')
  await cancelCourse(desk, course.id, { reason: 'Flood' })

  expect(sent.size).toBeGreaterThan(60)
  expect(await plansOf(w, sent)).toEqual([])
  for (const params of sent.values()) expect(params.length).toBeLessThanOrEqual(100)
})
