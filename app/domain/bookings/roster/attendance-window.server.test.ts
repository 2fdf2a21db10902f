import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { checkInTicket, undoTicketCheckIn } from '#app/domain/events/check-in-ticket.server.ts'
import { attendanceWords } from '#app/domain/places/attendance-window.ts'
import { recordTaps } from '#app/domain/reception/record-taps.server.ts'
import { undoCheckInAtDesk } from '#app/domain/reception/undo-arrival.server.ts'
import type { Role } from '#app/domain/scope/permissions.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { newId } from '#app/values/id.ts'
import { addMinutes } from '#app/values/instant.ts'
import { givenAppointment, givenAppointments } from '../../../../tests/support/appointments.ts'
import { balanceOf, bookingOf, feesOf } from '../../../../tests/support/bookings.ts'
import { givenEvent, hold, ticketsOf } from '../../../../tests/support/events.ts'
import { type World, world } from '../../../../tests/support/world.ts'
import { bookClass } from '../booking/book-class.server.ts'
import { cancelForPerson } from '../cancelling/cancel-for-person.server.ts'
import { actOnBooking } from './act-on-booking.server.ts'
import { attendanceRuleForm } from './attendance-rule-form.ts'
import { checkIn, undoCheckIn } from './check-in.server.ts'
import { moveBooking } from './move-booking.server.ts'
import { reconcileClasses } from './reconcile-classes.server.ts'
import { reverseOutcome } from './reverse-outcome.server.ts'
import { findEditableDays, saveAttendanceRule } from './save-attendance-rule.server.ts'

// Thursday 15 October 2026, 18:30 to 19:30 in London; clocks go back on the 25th.
const monday = '2026-10-12T09:00:00Z'
const settled = '2026-10-15T20:30:00Z'
/** Thirty times 24 hours after the end. */
const lastSecond = '2026-11-14T18:30:00Z'
const tooLate = '2026-11-14T18:30:01Z'

const as = (w: World, role: Role, now: string): StaffContext => ({
  ...w.asDesk(now),
  actor: { userId: role, name: `Some ${role}`, role },
})

async function thursday() {
  const w = await world()
  const occurrence = await w.givenClass({ localStart: '2026-10-15T18:30', capacity: 4 })
  const booked = await bookClass(w.asMember(w.ben, monday), occurrence)
  if (!booked.ok) throw new Error(booked.reason)
  return { w, occurrence, id: booked.booking.id }
}

const linesOf = ({ db, studio }: World, subject: string) =>
  db.all<{ action: string; reason: string; detail: string; by: string }>(sql`
    SELECT action, reason, detail, actor_name AS "by" FROM audit_entries
    WHERE studio_id = ${studio.id} AND subject_id = ${subject} ORDER BY rowid`)

test('an outcome is corrected up to the last second of thirty days, and not one later', async () => {
  const { w, occurrence, id } = await thursday()
  await reconcileClasses(w.at(settled))
  const turn = (now: string, from: 'no_show' | 'attended') =>
    reverseOutcome(as(w, 'front_desk', now), occurrence, id, { from, reason: 'was in room 2' })

  expect(await turn(lastSecond, 'no_show')).toEqual({ ok: true, outcome: 'attended' })
  expect(await turn(tooLate, 'attended')).toMatchObject({ ok: false, reason: 'attendance_closed' })
  expect(await bookingOf(w, occurrence, w.ben)).toMatchObject({ state: 'attended' })
})

test('afterwards desk, coach and manager hear why and whom to ask, and only an owner corrects it', async () => {
  const { w, occurrence, id } = await thursday()
  await reconcileClasses(w.at(settled))
  const act = { act: 'reverse', from: 'no_show', reason: 'the list was wrong' } as const

  for (const role of ['front_desk', 'coach', 'manager'] as const) {
    expect(await actOnBooking(as(w, role, tooLate), occurrence, id, act)).toEqual({
      ok: false,
      reason: 'attendance_closed',
      message:
        'Editing attendance ended on Sat 14 Nov 18:30, 30 days after the end. ' +
        'Ask an owner to correct it.',
    })
  }
  expect(await bookingOf(w, occurrence, w.ben)).toMatchObject({ state: 'no_show' })
  expect(await actOnBooking(as(w, 'owner', tooLate), occurrence, id, act)).toMatchObject({
    ok: true,
  })
  expect(await bookingOf(w, occurrence, w.ben)).toMatchObject({ state: 'attended' })
  expect(await linesOf(w, id)).toMatchObject([
    { action: 'booking.corrected', reason: 'the list was wrong', by: 'Some owner' },
  ])
  expect(JSON.parse((await linesOf(w, id))[0]!.detail)).toMatchObject({ reopened: true })
})

test('a late cancel is no longer corrected either, and what it cost stays', async () => {
  const { w, occurrence, id } = await thursday()
  await cancelForPerson(w.asDesk('2026-10-15T14:00:00Z'), occurrence, id, {
    as: 'late',
    reason: '',
  })
  const turn = (role: Role, reason: string) =>
    reverseOutcome(as(w, role, tooLate), occurrence, id, { from: 'late_cancelled', reason })

  expect(await turn('manager', 'train strike')).toMatchObject({ reason: 'attendance_closed' })
  expect(await balanceOf(w, w.benLot)).toBe(9)
  expect(await feesOf(w, w.ben)).toMatchObject([{ state: 'pending' }])
  expect(await turn('owner', ' ')).toMatchObject({ ok: false, reason: 'no_reason' })
  expect(await turn('owner', 'train strike')).toMatchObject({ ok: true })
  expect(await balanceOf(w, w.benLot)).toBe(10)
})

test('a class that nobody settled takes no check-in, cancel, move or tap once the time is over', async () => {
  const { w, occurrence, id } = await thursday()
  const next = await w.givenClass({ localStart: '2026-11-19T18:30' })
  const desk = as(w, 'front_desk', tooLate)
  const owner = as(w, 'owner', tooLate)
  const closed = { ok: false, reason: 'attendance_closed' }

  expect(await checkIn(desk, occurrence, id)).toMatchObject(closed)
  expect(await checkIn(desk, occurrence, id, 'was there')).toMatchObject(closed)
  expect(await cancelForPerson(desk, occurrence, id, { as: 'on_time', reason: 'x' })).toMatchObject(
    closed,
  )
  expect(await moveBooking(desk, occurrence, id, { to: next, reason: 'x' })).toMatchObject(closed)
  const tap = { key: newId(), bookingId: id, method: 'name', ago: 0, override: 'known' } as const
  expect(await recordTaps(owner, [tap], { mayOverride: true })).toMatchObject([
    { status: 'conflict', reason: 'attendance_closed' },
  ])
  expect(await bookingOf(w, occurrence, w.ben)).toMatchObject({ state: 'booked' })

  expect(await checkIn(owner, occurrence, id)).toMatchObject({ reason: 'attendance_needs_reason' })
  expect(await checkIn(owner, occurrence, id, 'was there')).toEqual({ ok: true })
  expect(await undoCheckInAtDesk(desk, id)).toEqual({ ok: false, reason: 'attendance_closed' })
  expect(await undoCheckIn(owner, occurrence, id, 'mistook her')).toEqual({ ok: true })
  expect(await linesOf(w, id)).toMatchObject([
    { action: 'booking.checked_in', reason: 'was there', detail: '{"reopened":true}' },
    { action: 'booking.check_in_undone', reason: 'mistook her', detail: '{"reopened":true}' },
  ])
})

test('a window that ends while a correction is sent many times ends it for all of them', async () => {
  const { w, occurrence, id } = await thursday()
  await reconcileClasses(w.at(settled))
  const results = await Promise.all(
    [lastSecond, tooLate, lastSecond, tooLate].map((now) =>
      reverseOutcome(as(w, 'front_desk', now), occurrence, id, { from: 'no_show', reason: 'x' }),
    ),
  )
  expect(results.filter((r) => r.ok && !r.again)).toHaveLength(1)
  expect(await linesOf(w, id)).toHaveLength(1)
})

test('the settling job is no edit: it settles what an outage left, however old', async () => {
  const { w, occurrence } = await thursday()
  expect(await reconcileClasses(w.at('2027-03-01T09:00:00Z'))).toBe(1)
  expect(await bookingOf(w, occurrence, w.ben)).toMatchObject({ state: 'no_show' })
})

test('an appointment follows the same rule', async () => {
  const w = await world()
  const typeId = await givenAppointments(w)
  const start = '2026-10-20T08:00:00Z'
  const appointment = await givenAppointment(w, typeId, w.ana, start, monday)
  const { id } = (await bookingOf(w, appointment, w.ana))!
  const end = addMinutes(start, 60)
  const over = addMinutes(end, 30 * 1_440 + 1)

  expect(await checkIn(as(w, 'coach', over), appointment, id)).toMatchObject({
    reason: 'attendance_closed',
  })
  expect(await checkIn(as(w, 'coach', addMinutes(end, 30 * 1_440)), appointment, id)).toEqual({
    ok: true,
  })
})

test('nobody is admitted to an event, or sent out of one, after the time but by an owner with a reason', async () => {
  const w = await world()
  const event = await givenEvent(w)
  await hold(w, event, { count: 2 })
  await w.db.run(sql`UPDATE tickets SET state = 'valid' WHERE event_id = ${event.id}`)
  const [first, second] = await ticketsOf(w, event.id)
  // It ends on 12 December at 21:00.
  const [inTime, over] = ['2027-01-11T21:00:00Z', '2027-01-11T21:00:01Z']
  expect(await checkInTicket(as(w, 'front_desk', inTime), event.id, first!.code)).toMatchObject({
    ok: true,
  })
  const undo = (role: Role) =>
    undoTicketCheckIn(as(w, role, over), event.id, first!.id, { reason: 'another name' })
  expect(await undo('manager')).toMatchObject({ reason: 'attendance_closed' })
  expect(await undo('owner')).toEqual({ ok: true })
  const admit = (role: Role, reason?: string) =>
    checkInTicket(as(w, role, over), event.id, second!.code, reason)
  expect(await admit('front_desk', 'was there')).toMatchObject({ reason: 'attendance_closed' })
  expect(await admit('owner')).toMatchObject({ reason: 'attendance_needs_reason' })
  expect(await admit('owner', 'was there')).toMatchObject({ ok: true })
})

test('the studio sets the days, for what is past as well, within a range, and it is in the audit', async () => {
  const { w, occurrence, id } = await thursday()
  await reconcileClasses(w.at(settled))
  expect(await findEditableDays(w.at(settled))).toBe(30)
  const owner = as(w, 'owner', settled)
  await saveAttendanceRule(owner, { editableDays: 2 })
  await saveAttendanceRule(owner, { editableDays: 2 })
  expect(await findEditableDays(w.at(settled))).toBe(2)
  const result = await reverseOutcome(as(w, 'manager', '2026-10-17T18:30:01Z'), occurrence, id, {
    from: 'no_show',
    reason: 'x',
  })
  expect('window' in result && attendanceWords(result.window, w.studio)).toBe(
    'Editing attendance ended on Sat 17 Oct 19:30, 2 days after the end. Ask an owner to correct it.',
  )
  expect(await linesOf(w, w.studio.id)).toMatchObject([
    { action: 'attendance.editable_days_changed', detail: '{"editableDays":2}' },
  ])
  for (const editableDays of ['0', '366', '1.5', '', 'x', '-3'])
    expect(attendanceRuleForm.safeParse({ editableDays }).success).toBe(false)
  expect(attendanceRuleForm.parse({ editableDays: '365' })).toEqual({ editableDays: 365 })
})
