import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openInvoices } from '#app/domain/billing/invoices/open-invoices.server.ts'
import { refundInvoice } from '#app/domain/billing/invoices/refund-invoice.server.ts'
import { takePayment } from '#app/domain/billing/invoices/take-payment.server.ts'
import { bookClass } from '#app/domain/bookings/booking/book-class.server.ts'
import { restoreOccurrence } from '#app/domain/bookings/cancelling/restore-occurrence.server.ts'
import { shownCost } from '#app/domain/bookings/cancelling/shown-cost.ts'
import { findClassAtDesk } from '#app/domain/bookings/roster/find-class-at-desk.server.ts'
import { reconcileClasses } from '#app/domain/bookings/roster/reconcile-classes.server.ts'
import { newId } from '#app/values/id.ts'
import {
  accountOf,
  givenAppointment,
  givenAppointments,
  stateOf,
} from '../../../tests/support/appointments.ts'
import { balanceOf, entriesOf, feesOf, mailTo, rosterOf } from '../../../tests/support/bookings.ts'
import { world } from '../../../tests/support/world.ts'
import { approveRequest, declineRequest, lapseHolds } from './answer-request.server.ts'
import { appointmentPage } from './appointment-pages.server.ts'
import { paidWords } from './appointment-words.ts'
import { bookAtDesk } from './book-at-desk.server.ts'
import { cancelAtDesk } from './cancel-at-desk.server.ts'
import { confirmMine } from './confirm-appointment.server.ts'
import { holdSlot } from './hold-slot.server.ts'
import { cancelAppointment } from './leave-appointment.server.ts'
import { leavingWords } from './leaving-words.ts'

const monday = '2026-10-12T09:00:00Z'
const nine = '2026-10-13T08:00:00Z'
const eleven = '2026-10-13T10:00:00Z'

test('confirming charges the price once however often it is pressed, and tells once', async () => {
  const w = await world()
  const typeId = await givenAppointments(w, { pricePer: 'person' })
  const held = await holdSlot(w.asMember(w.ana, monday), {
    typeId,
    coachId: w.coach.id,
    startsAt: nine,
  })
  if (!held.ok) throw new Error(held.reason)
  const press = () =>
    confirmMine(w.asMember(w.ana, monday), held.appointmentId, { people: 2, guests: 'Zoë' })
  const results = await Promise.all([press(), press(), press()])

  expect(results.every(({ ok }) => ok)).toBe(true)
  expect(await accountOf(w, w.ana)).toEqual(['appointment 9000 open'])
  expect(await rosterOf(w, held.appointmentId)).toEqual({ booked: 1 })
  expect((await mailTo(w, w.ana)).map(({ kind }) => kind)).toEqual(['appointment-confirmed'])
  expect(await confirmMine(w.asMember(w.ben, monday), held.appointmentId, { people: 1 })).toEqual({
    ok: false,
    reason: 'not_found',
  })
})

test('a hold whose minutes are over, too many people, and another booking at the time are refused', async () => {
  const w = await world()
  const typeId = await givenAppointments(w)
  const held = await holdSlot(w.asMember(w.ana, monday), {
    typeId,
    coachId: w.coach.id,
    startsAt: nine,
  })
  if (!held.ok) throw new Error(held.reason)
  const confirm = (now: string, people = 1) =>
    confirmMine(w.asMember(w.ana, now), held.appointmentId, { people })
  expect(await confirm(monday, 3)).toEqual({ ok: false, reason: 'people' })
  expect(await confirm('2026-10-12T09:10:00Z')).toEqual({ ok: false, reason: 'lapsed' })
  const clash = await w.givenClass({ localStart: '2026-10-13T09:30', discipline: 'yoga' })
  expect((await bookClass(w.asMember(w.ana, monday), clash)).ok).toBe(true)
  expect(await confirm(monday)).toEqual({ ok: false, reason: 'overlaps' })
  expect(await accountOf(w, w.ana)).toEqual([])
})

test('a time at which the person has a class is refused when it is taken, and their own moved one is not in the way', async () => {
  const w = await world()
  const typeId = await givenAppointments(w)
  const clash = await w.givenClass({ localStart: '2026-10-13T09:30', discipline: 'yoga' })
  expect((await bookClass(w.asMember(w.ana, monday), clash)).ok).toBe(true)
  // With another coach, in another room.
  await w.db.run(
    sql`UPDATE occurrences SET coach_id = 'another', room_id = 'another' WHERE id = ${clash}`,
  )
  const hold = (startsAt: string, more: { movesId?: string } = {}) =>
    holdSlot(w.asMember(w.ana, monday), { typeId, coachId: w.coach.id, startsAt, ...more })
  expect(await hold(nine)).toEqual({ ok: false, reason: 'overlaps' })
  const held = await hold(eleven)
  if (!held.ok) throw new Error(held.reason)
  expect((await confirmMine(w.asMember(w.ana, monday), held.appointmentId, { people: 1 })).ok).toBe(
    true,
  )
  const half = '2026-10-13T10:30:00Z'
  expect(await hold(half, { movesId: held.appointmentId })).toMatchObject({ ok: true })
})

test('the price is the one that was shown when the time was taken, whatever the type asks since', async () => {
  const w = await world()
  const typeId = await givenAppointments(w)
  const ana = w.asMember(w.ana, monday)
  const held = await holdSlot(ana, { typeId, coachId: w.coach.id, startsAt: nine })
  if (!held.ok) throw new Error(held.reason)
  await w.db.run(
    sql`UPDATE appointment_types SET price_minor = 9900, price_per = 'person' WHERE id = ${typeId}`,
  )
  const viewer = { personId: w.ana.id, name: 'Ana', email: '' }
  const page = async () => (await appointmentPage(ana, viewer, held.appointmentId))!
  expect((await page()).type).toMatchObject({ priceMinor: 4_500, pricePer: 'session' })
  expect((await confirmMine(ana, held.appointmentId, { people: 2 })).ok).toBe(true)
  expect(await accountOf(w, w.ana)).toEqual(['appointment 4500 open'])

  const words = async () => {
    const { appointment, owedMinor } = await page()
    return paidWords({ ...appointment, owedMinor }, w.studio)
  }
  expect(await words()).toBe('£45.00 to pay, on your account.')
  await w.db.run(
    sql`UPDATE open_items SET state = 'settled' WHERE subject_id = ${held.appointmentId}`,
  )
  expect(await words()).toBe('£45.00 is paid.')
})

test('leaving an appointment promises a refund of what was paid and not yet refunded, and cancels what is owed', async () => {
  const w = await world()
  const id = await givenAppointment(w, await givenAppointments(w), w.ana, nine, monday)
  const viewer = { personId: w.ana.id, name: 'Ana', email: '' }
  const says = async () => {
    const { leaving, appointment } = (await appointmentPage(w.asMember(w.ana, monday), viewer, id))!
    const { lotName } = appointment
    return leavingWords({ ...leaving!.cancellation, ...leaving!.money, lotName }, w.studio)
      .effects.map(({ what }) => what)
      .slice(1)
  }
  expect(await says()).toEqual(['You no longer owe £45.00 for it.'])
  await openInvoices(w.at(monday))
  const [line] = await w.db.all<{ itemId: string; invoiceId: string }>(sql`
    SELECT id AS itemId, invoice_id AS invoiceId FROM open_items WHERE subject_id = ${id}`)
  const money = { invoiceId: line!.invoiceId, method: 'cash' } as const
  await takePayment(w.asDesk(monday), { ...money, key: newId(), amountMinor: 4_500, note: '' })
  expect(await says()).toEqual(['£45.00 is refunded to your account.'])
  await refundInvoice(w.asDesk(monday), {
    ...money,
    ...line!,
    key: newId(),
    amountMinor: 2_000,
    reason: 'Began late',
  })
  expect(await says()).toEqual(['£25.00 is refunded to your account.'])
  await cancelAppointment(w.asMember(w.ana, monday), id)
  expect(await accountOf(w, w.ana)).toEqual([
    ...['appointment 4500 settled', 'refund -2000 settled', 'refund -2500 open'],
  ])
})

test('a move whose cost has risen since its page is asked again', async () => {
  const w = await world()
  const typeId = await givenAppointments(w)
  const ana = (now: string) => w.asMember(w.ana, now)
  const first = await holdSlot(ana(monday), { typeId, coachId: w.coach.id, startsAt: eleven })
  if (!first.ok) throw new Error(first.reason)
  await confirmMine(ana(monday), first.appointmentId, { people: 1 })
  const late = '2026-10-13T06:30:00Z'
  const held = await holdSlot(ana(late), {
    typeId,
    coachId: w.coach.id,
    startsAt: nine,
    movesId: first.appointmentId,
  })
  if (!held.ok) throw new Error(held.reason)
  const press = (shown: string) =>
    confirmMine(ana(late), held.appointmentId, { people: 1, shown: shownCost(shown) })
  expect(await press('0')).toEqual({ ok: false, reason: 'dearer' })
  expect(
    await cancelAppointment(ana(late), first.appointmentId, { shown: shownCost('0') }),
  ).toEqual({ ok: false, reason: 'dearer' })
  expect((await press('late credit paid 500')).ok).toBe(true)
})

test('a start outside the hours, off the grid, too soon or too far ahead is not offered', async () => {
  const w = await world()
  const typeId = await givenAppointments(w)
  const hold = (startsAt: string, now = monday) =>
    holdSlot(w.asMember(w.ana, now), { typeId, coachId: w.coach.id, startsAt })
  const refused = { ok: false, reason: 'not_offered' }
  expect(await hold('2026-10-13T07:45:00Z')).toEqual(refused)
  expect(await hold('2026-10-13T08:05:00Z')).toEqual(refused)
  expect(await hold('9999-12-31T08:00:00Z')).toEqual(refused)
  expect(await hold('0000-01-01T08:00:00Z')).toEqual(refused)
  expect(await hold(nine, '2026-10-13T07:00:01Z')).toEqual(refused)
  expect((await hold(nine, '2026-10-13T07:00:00Z')).ok).toBe(true)
  expect(await hold('2027-02-02T09:00:00Z')).toEqual(refused)
  expect(await hold('2026-10-06T08:00:00Z')).toEqual(refused)
})

test('a package that the type names pays, its credit comes back in time and stays used late', async () => {
  const w = await world()
  const typeId = await givenAppointments(w, { packageIds: [w.ids.tenPack] })
  const book = async (startsAt: string) => {
    const held = await holdSlot(w.asMember(w.ben, monday), {
      typeId,
      coachId: w.coach.id,
      startsAt,
    })
    if (!held.ok) throw new Error(held.reason)
    const done = await confirmMine(w.asMember(w.ben, monday), held.appointmentId, {
      people: 1,
      lotId: w.benLot,
    })
    expect(done.ok).toBe(true)
    return held.appointmentId
  }
  const first = await book(nine)
  expect(await balanceOf(w, w.benLot)).toBe(9)
  expect(await accountOf(w, w.ben)).toEqual([])
  // The cut-off is 12 hours before: 20:00 UTC, and at that second it is in time.
  expect((await cancelAppointment(w.asMember(w.ben, '2026-10-12T20:00:00Z'), first)).ok).toBe(true)
  expect(await balanceOf(w, w.benLot)).toBe(10)
  expect(await stateOf(w, first)).toBe('cancelled, cancelled')

  const second = await book(eleven)
  const late = await cancelAppointment(w.asMember(w.ben, '2026-10-12T22:00:01Z'), second)
  expect(late.ok && late.leaving?.cancellation.kind).toBe('late')
  expect(await cancelAppointment(w.asMember(w.ben, '2026-10-12T22:00:02Z'), second)).toMatchObject({
    ok: true,
    again: true,
  })
  expect(await balanceOf(w, w.benLot)).toBe(9)
  expect(await entriesOf(w, w.ben)).toEqual([
    'grant 10',
    'book -1',
    'return 1',
    'book -1',
    'forfeit 0',
  ])
  expect((await feesOf(w, w.ben)).map(({ kind, amountMinor }) => [kind, amountMinor])).toEqual([
    ['late_cancel', 500],
  ])
})

test('another package, or someone else’s, does not pay', async () => {
  const w = await world()
  const typeId = await givenAppointments(w)
  const held = await holdSlot(w.asMember(w.ben, monday), {
    typeId,
    coachId: w.coach.id,
    startsAt: nine,
  })
  if (!held.ok) throw new Error(held.reason)
  const pay = (lotId: string) =>
    confirmMine(w.asMember(w.ben, monday), held.appointmentId, { people: 1, lotId })
  expect(await pay(w.benLot)).toEqual({ ok: false, reason: 'no_entitlement' })
  expect(await pay(newId())).toEqual({ ok: false, reason: 'no_entitlement' })
  expect(await balanceOf(w, w.benLot)).toBe(10)
})

test('a move in time gives the price back and charges the new one; across the cut-off it is a late cancel', async () => {
  const w = await world()
  const typeId = await givenAppointments(w)
  const move = async (from: string, startsAt: string, now: string) => {
    const held = await holdSlot(w.asMember(w.ana, now), {
      typeId,
      coachId: w.coach.id,
      startsAt,
      movesId: from,
    })
    if (!held.ok) throw new Error(held.reason)
    const moved = await confirmMine(w.asMember(w.ana, now), held.appointmentId, { people: 1 })
    if (!moved.ok) throw new Error(moved.reason)
    return held.appointmentId
  }
  const first = await givenAppointment(w, typeId, w.ana, nine, monday)
  // Half an hour later: it is not in its own way.
  const second = await move(first, '2026-10-13T08:30:00Z', monday)
  expect(await stateOf(w, first)).toBe('rescheduled, cancelled')
  expect(await accountOf(w, w.ana)).toEqual(['appointment 4500 void', 'appointment 4500 open'])
  expect(await feesOf(w, w.ana)).toEqual([])

  const third = await move(second, '2026-10-20T08:00:00Z', '2026-10-12T20:30:01Z')
  expect(await stateOf(w, second)).toBe('rescheduled, cancelled')
  expect(await rosterOf(w, second)).toEqual({ late_cancelled: 1 })
  expect(await stateOf(w, third)).toBe('confirmed, scheduled')
  expect(await accountOf(w, w.ana)).toEqual([
    'appointment 4500 void',
    'appointment 4500 open',
    'appointment 4500 open',
  ])
  expect((await feesOf(w, w.ana)).map(({ kind }) => kind)).toEqual(['late_cancel'])
})

test('a request binds coach and room, is charged when it is confirmed, and unanswered it ends with its start', async () => {
  const w = await world()
  const typeId = await givenAppointments(w, { approval: true, packageIds: [w.ids.tenPack] })
  const ask = async (startsAt: string, lotId?: string) => {
    const held = await holdSlot(w.asMember(w.ben, monday), {
      typeId,
      coachId: w.coach.id,
      startsAt,
    })
    if (!held.ok) throw new Error(held.reason)
    await confirmMine(w.asMember(w.ben, monday), held.appointmentId, {
      people: 1,
      ...(lotId ? { lotId } : {}),
    })
    return held.appointmentId
  }
  const asked = await ask(nine)
  expect(await stateOf(w, asked)).toBe('requested, held')
  expect(await accountOf(w, w.ben)).toEqual([])
  expect(
    await holdSlot(w.asMember(w.ana, '2026-10-12T12:00:00Z'), {
      typeId,
      coachId: w.coach.id,
      startsAt: nine,
    }),
  ).toEqual({
    ok: false,
    reason: 'not_offered',
  })
  expect(await approveRequest(w.asDesk(monday), asked)).toEqual({ ok: true })
  expect(await approveRequest(w.asDesk(monday), asked)).toEqual({ ok: true, again: true })
  expect(await stateOf(w, asked)).toBe('confirmed, scheduled')
  expect(await accountOf(w, w.ben)).toEqual(['appointment 4500 open'])

  const declined = await ask(eleven, w.benLot)
  expect(await balanceOf(w, w.benLot)).toBe(9)
  expect(await declineRequest(w.asDesk(monday), declined, 'Dee is away.')).toEqual({ ok: true })
  expect(await balanceOf(w, w.benLot)).toBe(10)

  const unanswered = await ask('2026-10-20T08:00:00Z', w.benLot)
  expect(await lapseHolds(w.at('2026-10-20T07:59:59Z'))).toBe(0)
  expect(await lapseHolds(w.at('2026-10-20T08:00:00Z'))).toBe(1)
  expect(await lapseHolds(w.at('2026-10-20T08:01:00Z'))).toBe(0)
  expect(await stateOf(w, unanswered)).toBe('declined, cancelled')
  expect(await balanceOf(w, w.benLot)).toBe(10)
})

test('weekly appointments say which dates failed, and the form sent twice books them once', async () => {
  const w = await world()
  const typeId = await givenAppointments(w)
  await w.givenClass({ localStart: '2026-10-27T09:30', at: monday })
  const wish = {
    key: newId(),
    typeId,
    personId: w.cleo.id,
    coachId: w.coach.id,
    roomId: w.ids.roomId,
    localStart: '2026-10-13T09:00',
    weeks: 4,
    people: 2,
    guests: '',
    companionIds: [w.ben.id],
  }
  const result = await bookAtDesk(w.asDesk(monday), wish)
  if (!result.ok) throw new Error(result.reason)
  expect(result.booked.map(({ localStart }) => localStart)).toEqual([
    '2026-10-13T09:00',
    '2026-10-20T09:00',
    '2026-11-03T09:00',
  ])
  expect(result.failed).toEqual([{ localStart: '2026-10-27T09:00', reason: 'taken' }])
  expect(await rosterOf(w, result.booked[0]!.appointmentId)).toEqual({ booked: 2 })
  await bookAtDesk(w.asDesk(monday), wish)
  expect(await accountOf(w, w.cleo)).toEqual([
    'appointment 4500 open',
    'appointment 4500 open',
    'appointment 4500 open',
  ])
})

test('a companion cannot be in two places at once, just like the person who books', async () => {
  const w = await world()
  const typeId = await givenAppointments(w)
  const ode = await w.givenPerson('Ben Ode', { isStaff: true })
  const elsewhere = await w.givenClass({ localStart: '2026-10-13T09:30', at: monday })
  await bookClass(w.asMember(w.ben, monday), elsewhere)
  await w.db.run(
    sql`UPDATE occurrences SET room_id = 'yoga', coach_id = ${ode.id} WHERE id = ${elsewhere}`,
  )
  const wish = {
    key: newId(),
    typeId,
    personId: w.cleo.id,
    coachId: w.coach.id,
    roomId: w.ids.roomId,
    localStart: '2026-10-13T09:00',
    weeks: 2,
    people: 2,
    guests: '',
    companionIds: [w.ben.id],
  }
  const result = await bookAtDesk(w.asDesk(monday), wish)
  expect(result).toMatchObject({
    booked: [{ localStart: '2026-10-20T09:00' }],
    failed: [{ localStart: '2026-10-13T09:00', reason: 'overlaps' }],
  })
})

test('the studio cancels: money and credit go back, nobody is late; anyone who does not come is a no-show after the end', async () => {
  const w = await world()
  const typeId = await givenAppointments(w)
  const first = await givenAppointment(w, typeId, w.ana, nine, monday)
  await w.db.run(sql`UPDATE open_items SET state = 'settled' WHERE studio_id = ${w.studio.id}`)
  expect(
    await cancelAtDesk(w.asDesk('2026-10-13T07:00:00Z'), first, {
      by: 'studio',
      reason: 'Dee is ill',
    }),
  ).toEqual({
    ok: true,
  })
  expect(await accountOf(w, w.ana)).toEqual(['appointment 4500 settled', 'refund -4500 open'])
  expect(await stateOf(w, first)).toBe('studio_cancelled, cancelled')
  expect(await feesOf(w, w.ana)).toEqual([])
  // Where classes are cancelled it is known for what it is; and it does not come back with nobody
  // in it and its coach bound.
  expect(await findClassAtDesk(w.at(monday), first)).toMatchObject({ kind: 'appointment' })
  expect(await restoreOccurrence(w.asDesk('2026-10-13T07:00:00Z'), first)).toEqual({
    ok: false,
    reason: 'not_found',
  })
  expect(await stateOf(w, first)).toBe('studio_cancelled, cancelled')

  const second = await givenAppointment(w, typeId, w.cleo, eleven, monday)
  await reconcileClasses(w.at('2026-10-13T13:00:00Z'))
  expect(await rosterOf(w, second)).toEqual({ no_show: 1 })
  expect((await feesOf(w, w.cleo)).map(({ kind }) => kind)).toEqual(['no_show'])
})

test('nobody books a place in someone else’s appointment as in a class', async () => {
  const w = await world()
  const typeId = await givenAppointments(w, { people: 2 })
  const id = await givenAppointment(w, typeId, w.ana, nine, monday)
  expect(await bookClass(w.asMember(w.ben, monday), id)).toMatchObject({
    ok: false,
    reason: 'not_found',
  })
  expect(await rosterOf(w, id)).toEqual({ booked: 1 })
})

test('an appointment that was cancelled is not restored like a class: its time is someone else’s by then', async () => {
  const w = await world()
  const typeId = await givenAppointments(w)
  const id = await givenAppointment(w, typeId, w.ana, nine, monday)
  await cancelAppointment(w.asMember(w.ana, monday), id)
  await givenAppointment(w, typeId, w.ben, nine, monday)
  expect(await restoreOccurrence(w.asDesk(monday), id)).toEqual({ ok: false, reason: 'not_found' })
  expect(await stateOf(w, id)).toBe('cancelled, cancelled')
})

test('a request that is refused stays a hold, also where its minutes end with its start', async () => {
  const w = await world()
  const typeId = await givenAppointments(w, { approval: true, noticeMinutes: 0 })
  const tenBefore = '2026-10-13T07:50:00Z'
  const held = await holdSlot(w.asMember(w.ana, tenBefore), {
    typeId,
    coachId: w.coach.id,
    startsAt: nine,
  })
  if (!held.ok) throw new Error(held.reason)
  const clash = await w.givenClass({ localStart: '2026-10-13T09:30', discipline: 'yoga' })
  expect((await bookClass(w.asMember(w.ana, monday), clash)).ok).toBe(true)
  expect(
    await confirmMine(w.asMember(w.ana, tenBefore), held.appointmentId, { people: 1 }),
  ).toMatchObject({
    ok: false,
  })
  expect(await stateOf(w, held.appointmentId)).toBe('held, held')
  expect(await rosterOf(w, held.appointmentId)).toEqual({})
})

test('a request of somebody who was banned since is not confirmed until the ban ends, and can be declined', async () => {
  const w = await world()
  const typeId = await givenAppointments(w, { name: 'Private', approval: true })
  const asked = await givenAppointment(w, typeId, w.ben, nine, monday)
  const ban = (at: string | null) =>
    w.db.run(sql`UPDATE people SET banned_at = ${at} WHERE id = ${w.ben.id}`)
  await ban(monday)
  const approve = () => approveRequest(w.asDesk(monday), asked)
  expect(await approve()).toEqual({ ok: false, reason: 'banned_since' })
  expect(await stateOf(w, asked)).toBe('requested, held')
  expect(await accountOf(w, w.ben)).toEqual([])
  await ban(null)
  expect(await approve()).toEqual({ ok: true })
})
