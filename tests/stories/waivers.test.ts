/** What has to be signed stops every booking a member makes, until it is signed (item of R17). */
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { confirmMine } from '#app/domain/appointments/confirm-appointment.server.ts'
import { holdSlot } from '#app/domain/appointments/hold-slot.server.ts'
import { bookClass } from '#app/domain/bookings/booking/book-class.server.ts'
import { bookGuest } from '#app/domain/bookings/booking/book-guest.server.ts'
import { addWalkIn } from '#app/domain/bookings/roster/add-walk-in.server.ts'
import { giveStandingPlace } from '#app/domain/bookings/standing-places/give-standing-place.server.ts'
import { joinWish } from '#app/domain/bookings/waitlist/join-wish.server.ts'
import { enrolPerson } from '#app/domain/courses/enrolments/enrol-person.server.ts'
import { holdPlace } from '#app/domain/courses/enrolments/hold-place.server.ts'
import { joinCourseWaitlist } from '#app/domain/courses/enrolments/join-course-waitlist.server.ts'
import { addDocument } from '#app/domain/documents/save-document.server.ts'
import { signDocument } from '#app/domain/documents/sign-document.server.ts'
import { newId } from '#app/values/id.ts'
import { givenAppointments } from '../support/appointments.ts'
import { givenCourse } from '../support/courses.ts'
import { beforeEvent, givenEvent, hold } from '../support/events.ts'
import { type Person, type World, world } from '../support/world.ts'

const now = '2026-10-12T09:00:00Z'

async function givenWaiver(w: World) {
  const key = newId()
  const text = 'I take part at my own risk and say so when something hurts.'
  const form = { key, name: 'Waiver', text, audience: 'everybody', blocksBooking: 'on' } as const
  await addDocument(w.asDesk(now), form)
  return key
}

const sign = (w: World, who: Person, documentId: string) =>
  signDocument(w.asMember(who, now), documentId, {
    key: newId(),
    person: who.id,
    number: 1,
    signerName: who.name,
    agreed: 'on',
  })

const reason = (result: { ok: boolean; reason?: string }) => (result.ok ? 'ok' : result.reason)

test('a course is neither enrolled in, held nor waited for until it is signed, but by the desk', async () => {
  const w = await world()
  const [course, full] = [await givenCourse(w), await givenCourse(w, { capacity: 1 })]
  const filled = await enrolPerson(w.asMember(w.cleo, now), full.id, w.cleo.id)
  expect(filled.ok).toBe(true)
  const waiver = await givenWaiver(w)
  const ana = w.asMember(w.ana, now)
  const tries = async () => [
    reason(await holdPlace(ana, course.id, w.ana.id)),
    reason(await enrolPerson(ana, course.id, w.ana.id)),
    reason(await joinCourseWaitlist(ana, full.id, w.ana.id)),
  ]
  expect(await tries()).toEqual(['waiver_missing', 'waiver_missing', 'waiver_missing'])
  expect(
    await enrolPerson(w.asDesk(now), course.id, w.ben.id, { byHand: { reason: 'Paper at hand' } }),
  ).toMatchObject({ ok: true })
  await sign(w, w.ana, waiver)
  // The other course meets at the same time.
  expect(await tries()).toEqual(['ok', 'ok', 'overlaps'])
})

test('a place that was kept before a waiver came is taken once it is signed', async () => {
  const w = await world()
  const course = await givenCourse(w)
  const ana = w.asMember(w.ana, now)
  expect(reason(await holdPlace(ana, course.id, w.ana.id))).toBe('ok')
  const waiver = await givenWaiver(w)
  expect(reason(await enrolPerson(ana, course.id, w.ana.id))).toBe('waiver_missing')
  await sign(w, w.ana, waiver)
  expect(reason(await enrolPerson(ana, course.id, w.ana.id))).toBe('ok')
})

test('an appointment is confirmed once it is signed', async () => {
  const w = await world()
  const typeId = await givenAppointments(w)
  const ana = w.asMember(w.ana, now)
  const startsAt = '2026-10-13T08:00:00Z'
  const held = await holdSlot(ana, { typeId, coachId: w.coach.id, startsAt })
  if (!held.ok) throw new Error(held.reason)
  const waiver = await givenWaiver(w)
  const press = async () => reason(await confirmMine(ana, held.appointmentId, { people: 1 }))
  expect(await press()).toBe('waiver_missing')
  await sign(w, w.ana, waiver)
  expect(await press()).toBe('ok')
})

test('tickets, guests and wishes ask for it, and a standing place is not booked by the job', async () => {
  const w = await world()
  const [free, full] = [
    await w.givenClass({ localStart: '2026-10-20T18:30' }),
    await w.givenClass({ localStart: '2026-10-21T18:30', capacity: 1 }),
  ]
  const ana = w.asMember(w.ana, now)
  await w.db.run(sql`UPDATE policies SET guest_limit = 2 WHERE studio_id = ${w.studio.id}`)
  const hosting = await bookClass(ana, free)
  await w.givePack(w.ana)
  if (!hosting.ok) throw new Error(hosting.reason)
  await bookClass(w.asMember(w.ben, now), full)
  await givenWaiver(w)
  const guest = { key: newId(), name: 'Zoë', email: '', pay: 'credit' as const, guestId: '' }
  expect(reason(await bookGuest(ana, hosting.booking.id, guest))).toBe('waiver_missing')
  const event = await givenEvent(w)
  expect(reason(await hold(w, event, { person: w.ana, now: beforeEvent }))).toBe('waiver_missing')
  expect(reason(await hold(w, event))).toBe('ok')
  const wish = await joinWish(ana, full, { also: [], key: newId() })
  expect(wish).toMatchObject({ ok: false, why: { reason: 'waiver_missing' } })

  const ids = await w.givenSeries({
    localStart: '2026-10-15T18:30',
    rrule: 'FREQ=WEEKLY;BYDAY=TH;COUNT=3',
    at: now,
  })
  const [series] = await w.db.all<{ id: string }>(
    sql`SELECT series_id AS id FROM occurrences WHERE id = ${ids[0]}`,
  )
  const given = await giveStandingPlace(w.asDesk(now), w.ana.id, {
    id: newId(),
    seriesId: series?.id ?? '',
    from: '2026-10-12',
    until: null,
  })
  expect(given).toMatchObject({ ok: true, booked: 0 })
  const outcomes = await w.db.all<{ outcome: string }>(
    sql`SELECT DISTINCT outcome FROM standing_dates WHERE studio_id = ${w.studio.id}`,
  )
  expect(outcomes).toEqual([{ outcome: 'waiver_missing' }])
  // The desk itself may: it is reminded at the door.
  expect(reason(await addWalkIn(w.asDesk(now), ids[0] ?? '', { personId: w.ana.id }))).toBe('ok')
})
