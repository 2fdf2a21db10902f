import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { bookAtDesk } from '#app/domain/appointments/book-at-desk.server.ts'
import { confirmMine } from '#app/domain/appointments/confirm-appointment.server.ts'
import { holdSlot } from '#app/domain/appointments/hold-slot.server.ts'
import { refusalWords } from '#app/domain/bookings/availability/refusal-words.ts'
import { bookClass } from '#app/domain/bookings/booking/book-class.server.ts'
import { bookGuest } from '#app/domain/bookings/booking/book-guest.server.ts'
import { cancelBooking } from '#app/domain/bookings/cancelling/cancel-booking.server.ts'
import { addWalkIn } from '#app/domain/bookings/roster/add-walk-in.server.ts'
import { checkIn } from '#app/domain/bookings/roster/check-in.server.ts'
import { deskRefusals } from '#app/domain/bookings/roster/desk-words.ts'
import { moveBooking } from '#app/domain/bookings/roster/move-booking.server.ts'
import { bookRepeating } from '#app/domain/bookings/standing-places/book-repeating.server.ts'
import { bookStandingPlaces } from '#app/domain/bookings/standing-places/book-standing-places.server.ts'
import { giveStandingPlace } from '#app/domain/bookings/standing-places/give-standing-place.server.ts'
import { joinWish } from '#app/domain/bookings/waitlist/join-wish.server.ts'
import { enrolPerson } from '#app/domain/courses/enrolments/enrol-person.server.ts'
import { enrolRefusalWords } from '#app/domain/courses/enrolments/enrol-words.ts'
import { holdPlace } from '#app/domain/courses/enrolments/hold-place.server.ts'
import { joinCourseWaitlist } from '#app/domain/courses/enrolments/join-course-waitlist.server.ts'
import { offerPlaces } from '#app/domain/courses/enrolments/offer-places.server.ts'
import { withdrawPerson } from '#app/domain/courses/enrolments/withdraw-person.server.ts'
import { checkInTicket } from '#app/domain/events/check-in-ticket.server.ts'
import { confirmOrder } from '#app/domain/events/confirm-order.server.ts'
import { orderAtDesk } from '#app/domain/events/order-at-desk.server.ts'
import { banPerson, liftBan } from '#app/domain/people/ban-person.server.ts'
import { enterAtKiosk } from '#app/domain/reception/kiosk-page.server.ts'
import { makeKiosk, openKiosk } from '#app/domain/reception/kiosks.server.ts'
import { recordTaps } from '#app/domain/reception/record-taps.server.ts'
import { bookTrial, holdTrial } from '#app/domain/trials/book-trial.server.ts'
import { newId } from '#app/values/id.ts'
import { givenAppointments } from '../support/appointments.ts'
import { bookingOf } from '../support/bookings.ts'
import { enrolAll, enrolmentOf, givenCourse } from '../support/courses.ts'
import { beforeEvent, givenEvent, hold, ticketsOf } from '../support/events.ts'
import { givenTouch } from '../support/leads.ts'
import { type Person, type World, world } from '../support/world.ts'

const now = '2026-10-12T09:00:00Z'
const december = '2026-12-14T10:00:00Z'
const banned = { ok: false, reason: 'banned' }

const ban = (w: World, { id }: Person) => banPerson(w.asDesk(now), id, 'Threatened a coach')

const booked = async (w: World, person: Person, more = {}) => {
  const occurrence = await w.givenClass(more)
  const result = await bookClass(w.asMember(person, now), occurrence)
  if (!result.ok) throw new Error(result.reason)
  return { occurrence, bookingId: result.booking.id }
}

test('someone banned is promoted from no waitlist, and the next person is', async () => {
  const w = await world()
  const { occurrence, bookingId } = await booked(w, w.ana, { capacity: 1 })
  const next = await w.givenPerson('Nia Next')
  await w.giveMembership(next)
  await bookClass(w.asMember(w.ben, now), occurrence)
  await bookClass(w.asMember(next, now), occurrence)
  await ban(w, w.ben)
  await cancelBooking(w.asMember(w.ana, now), bookingId)
  expect(await bookingOf(w, occurrence, w.ben)).toMatchObject({ state: 'waitlisted' })
  expect(await bookingOf(w, occurrence, next)).toMatchObject({ state: 'booked' })
})

test('someone banned waits for nothing, brings no guest, and is no guest', async () => {
  const w = await world({ policy: { guestLimit: 2 } })
  const { occurrence, bookingId } = await booked(w, w.ben, { capacity: 2 })
  const zoe = { name: 'Zoe Guest', email: '', pay: 'credit' as const }
  const bring = (key: string) => bookGuest(w.asMember(w.ben, now), bookingId, { ...zoe, key })
  expect(await bring('guest-one0')).toMatchObject({ ok: true })
  const full = await joinWish(w.asMember(w.ana, now), occurrence, { key: newId(), also: [] })
  expect(full).toMatchObject({ ok: true })
  await ban(w, w.cleo)
  const wish = () => joinWish(w.asMember(w.cleo, now), occurrence, { key: newId(), also: [] })
  expect(await wish()).toMatchObject({ ok: false, why: { reason: 'banned' } })

  const other = await booked(w, w.ben, { localStart: '2026-10-16T18:30' })
  await w.db.run(sql`UPDATE people SET banned_at = ${now} WHERE name = 'Zoe Guest'`)
  const again = await bookGuest(w.asMember(w.ben, now), other.bookingId, { ...zoe, key: 'two' })
  // A name alone is no record: somebody of that name comes as a new guest.
  expect(again).toMatchObject({ ok: true })
  const [known] = await w.db.all<{ id: string }>(
    sql`SELECT id FROM people WHERE name = 'Zoe Guest' AND banned_at IS NOT NULL`,
  )
  const third = await booked(w, w.ben, { localStart: '2026-10-17T18:30' })
  const chosen = { ...zoe, name: '', guestId: known!.id, key: 'three' }
  expect(await bookGuest(w.asMember(w.ben, now), third.bookingId, chosen)).toMatchObject({
    ok: false,
    reason: 'unknown_guest',
  })
  await ban(w, w.ben)
  const refused = await bookGuest(w.asMember(w.ben, now), third.bookingId, { ...zoe, key: 'four' })
  expect(refused).toMatchObject(banned)
})

test('a place that was booked before a ban is not checked in, moved or repeated', async () => {
  const w = await world()
  const { occurrence, bookingId } = await booked(w, w.ana, { localStart: '2026-10-12T18:30' })
  const later = await w.givenClass({ localStart: '2026-10-19T18:30' })
  await ban(w, w.ana)
  expect(await checkIn(w.asDesk(now), occurrence, bookingId)).toEqual(banned)
  const tap = {
    key: newId(),
    bookingId,
    method: 'name',
    ago: 0,
    override: 'Owner said so',
  } as const
  const [answer] = await recordTaps(w.asDesk(now), [tap], {
    mayOverride: true,
    fees: true,
  } as never)
  expect(JSON.stringify(answer)).toContain('blocked')
  const tablet = await makeKiosk(w.asDesk(now), {
    id: newId(),
    name: 'Door',
    locationId: undefined,
  })
  const secret = (await openKiosk(w.at(now), tablet.secret!))!
  const free = {
    mayAsk: async () => true,
    mayProve: async () => true,
    proved: async () => undefined,
  }
  const guard = { ...free, pepper: 'a secret of the installation, long enough' }
  const soon = w.at('2026-10-12T16:20:00Z')
  const picked = { q: '', pick: bookingId, typed: undefined }
  expect(await enterAtKiosk(soon, secret, picked, guard)).toEqual({ kind: 'see_the_desk' })
  const moved = await moveBooking(w.asDesk(now), occurrence, bookingId, { to: later, reason: 'x' })
  expect(moved).toEqual(banned)
  expect(deskRefusals.banned).toBe('They are banned. End the ban on their profile first.')
  expect(await addWalkIn(w.asDesk(now), later, { personId: w.ana.id })).toMatchObject(banned)
  const repeat = { dates: [], goOn: true, key: 'r1' }
  expect(await bookRepeating(w.asMember(w.ana, now), later, repeat)).toMatchObject({ ok: false })
  await liftBan(w.asDesk(now), w.ana.id)
  expect(await checkIn(w.asDesk(now), occurrence, bookingId)).toEqual({ ok: true })
})

test('a standing place of someone banned books no more dates, and none is given', async () => {
  const w = await world()
  const ids = await w.givenSeries({
    localStart: '2026-10-15T18:30',
    rrule: 'FREQ=WEEKLY;BYDAY=TH;COUNT=4',
    at: now,
  })
  const [row] = await w.db.all<{ id: string }>(
    sql`SELECT series_id AS id FROM occurrences WHERE id = ${ids[0]!}`,
  )
  const given = { id: 's1', seriesId: row!.id, from: '2026-11-01', until: null }
  await giveStandingPlace(w.asDesk(now), w.ben.id, { ...given, until: '2026-11-01' })
  await w.db.run(sql`UPDATE standing_places SET from_date = '2026-10-01', until_date = NULL`)
  await ban(w, w.ben)
  expect(await bookStandingPlaces(w.at(now))).toBe(0)
  const dates = await w.db.all(sql`SELECT DISTINCT outcome FROM standing_dates`)
  expect(dates).toEqual([{ outcome: 'banned' }])
  await ban(w, w.ana)
  expect(await giveStandingPlace(w.asDesk(now), w.ana.id, { ...given, id: 's2' })).toEqual(banned)
})

test('someone banned has no appointment, on their own or at the desk', async () => {
  const w = await world()
  const typeId = await givenAppointments(w)
  const slot = { typeId, coachId: w.coach.id, startsAt: '2026-10-13T08:00:00Z' }
  const held = await holdSlot(w.asMember(w.ana, now), slot)
  if (!held.ok) throw new Error(held.reason)
  await ban(w, w.ana)
  const confirm = confirmMine(w.asMember(w.ana, now), held.appointmentId, { people: 1 })
  expect(await confirm).toEqual(banned)
  const again = { ...slot, startsAt: '2026-10-13T10:00:00Z' }
  expect(await holdSlot(w.asMember(w.ana, now), again)).toEqual(banned)
  const [room] = await w.db.all<{ id: string }>(sql`
    SELECT id FROM rooms WHERE studio_id = ${w.studio.id} LIMIT 1`)
  const atDesk = await bookAtDesk(w.asDesk(now), {
    key: newId(),
    typeId,
    personId: w.ana.id,
    coachId: w.coach.id,
    roomId: room!.id,
    localStart: '2026-10-14T11:00',
    weeks: 1,
    people: 1,
    guests: '',
  })
  expect(atDesk).toMatchObject({ booked: [], failed: [{ reason: 'banned' }] })
})

test('someone banned is in no course: no place, none held, no waiting and no offer', async () => {
  const w = await world()
  const course = await givenCourse(w, { capacity: 1 })
  await enrolAll(w, course.id, [w.cleo], december)
  await joinCourseWaitlist(w.asMember(w.ana, december), course.id, w.ana.id)
  await joinCourseWaitlist(w.asMember(w.ben, december), course.id, w.ben.id)
  await ban(w, w.ana)
  const stranger = await w.givenPerson('Sam Shut')
  await ban(w, stranger)
  const as = w.asMember(stranger, december)
  expect(await joinCourseWaitlist(as, course.id, stranger.id)).toMatchObject(banned)
  await withdrawPerson(w.asDesk(december), course.id, w.cleo.id, { reason: 'x' } as never)
  await offerPlaces(w.at(december), course.id)
  expect(await enrolmentOf(w, course.id, w.ana)).toMatchObject({ state: 'waitlisted' })
  expect(await enrolmentOf(w, course.id, w.ben)).toMatchObject({ state: 'offered' })

  const open = await givenCourse(w, { name: 'Other', starts: ['2027-01-07T18:30'] })
  expect(await holdPlace(as, open.id, stranger.id)).toMatchObject(banned)
  expect(await enrolPerson(as, open.id, stranger.id)).toMatchObject(banned)
  const byHand = await enrolPerson(w.asDesk(december), open.id, stranger.id, {
    byHand: { reason: 'x' },
  })
  expect(byHand).toMatchObject(banned)
  const words = enrolRefusalWords({ reason: 'banned', facts: {} }, {
    ...w.studio,
    now: december,
  } as never)
  expect(words.sentence).toBe('You can’t enrol here at the moment.')
})

test('someone banned orders no tickets, also by their address alone, and those they have let nobody in', async () => {
  const w = await world()
  const event = await givenEvent(w)
  const before = await hold(w, event, { person: w.ana })
  if (!before.ok) throw new Error(before.reason)
  const pays = { pays: 'door', personId: w.ana.id } as const
  expect(await confirmOrder(w.at(beforeEvent), before.token!, pays)).toMatchObject({ ok: true })
  const started = await hold(w, event, { person: w.ana })
  await ban(w, w.ana)
  expect(await hold(w, event, { person: w.ana })).toEqual(banned)
  const token = started.ok ? started.token! : ''
  expect(await confirmOrder(w.at(beforeEvent), token, pays)).toEqual(banned)
  const desk = await orderAtDesk(w.asDesk(beforeEvent), event.id, {
    key: newId(),
    typeId: event.typeId,
    count: 1,
    name: w.ana.name,
    email: w.ana.email,
    personId: w.ana.id,
    how: 'door',
    reason: '',
  })
  expect(desk).toEqual(banned)
  const [ticket] = await ticketsOf(w, event.id)
  const [{ at } = { at: '' }] = await w.db.all<{ at: string }>(
    sql`SELECT starts_at AS at FROM occurrences WHERE id = ${event.id}`,
  )
  expect(await checkInTicket(w.asDesk(at), event.id, ticket!.code)).toMatchObject(banned)
})

test('a lead who is banned has no trial and no place held', async () => {
  const w = await world()
  const occurrence = await w.givenClass()
  const lead = await givenTouch(w, now, { email: 'a@b.test' })
  await ban(w, { ...w.ana, id: lead.personId })
  expect(await bookTrial(w.asDesk(now), lead.leadId, occurrence)).toMatchObject(banned)
  const key = 'hold-a-place'
  expect(
    await holdTrial(w.asDesk(now), lead.leadId, { occurrenceId: occurrence, key }),
  ).toMatchObject({ ok: false })
  const words = refusalWords({ reason: 'banned', facts: {} }, { ...w.studio, now } as never)
  expect(words.sentence).toBe('You can’t book here at the moment.')
})
