import { expect, test } from 'vitest'
import type { Instant } from '#app/values/instant.ts'
import {
  accountOf,
  givenAppointment,
  givenAppointments,
  stateOf,
} from '../../../tests/support/appointments.ts'
import { balanceOf, entriesOf, feesOf, mailTo, rosterOf } from '../../../tests/support/bookings.ts'
import { type Person, type World, world } from '../../../tests/support/world.ts'
import { approveRequest, declineRequest, lapseHolds } from './answer-request.server.ts'
import { confirmMine } from './confirm-appointment.server.ts'
import { holdSlot } from './hold-slot.server.ts'
import { cancelAppointment } from './leave-appointment.server.ts'

const monday = '2026-10-12T09:00:00Z'
const nine = '2026-10-13T08:00:00Z'
const eleven = '2026-10-13T10:00:00Z'
const nextWeek = '2026-10-20T08:00:00Z'

/** Asks for a time, instead of an appointment that is there or on its own; answers its id. */
async function ask(
  w: World,
  person: Person,
  wish: { typeId: string; startsAt: Instant; moves?: string; at?: Instant; lotId?: string },
) {
  const { typeId, startsAt, moves, at = monday, lotId } = wish
  const ctx = w.asMember(person, at)
  const hold = { typeId, coachId: w.coach.id, startsAt }
  const held = await holdSlot(ctx, moves ? { ...hold, movesId: moves } : hold)
  if (!held.ok) return held.reason
  const pays = lotId ? { lotId } : {}
  const asked = await confirmMine(ctx, held.appointmentId, { people: 1, ...pays })
  return asked.ok ? held.appointmentId : asked.reason
}

test('moving an appointment that needs approval keeps the old time until the studio approves', async () => {
  const w = await world()
  const typeId = await givenAppointments(w, { approval: true })
  const first = await givenAppointment(w, typeId, w.ana, nine, monday)
  await approveRequest(w.asDesk(monday), first)
  const owed = ['appointment 4500 open']

  const asked = await ask(w, w.ana, { typeId, startsAt: eleven, moves: first })
  expect([await stateOf(w, first), await stateOf(w, asked)]).toEqual([
    'confirmed, scheduled',
    'requested, held',
  ])
  expect((await mailTo(w, w.ana)).at(-1)!.text).toContain(
    'Your appointment on Tuesday 13 October, 09:00 stays until we confirm.',
  )
  // Another request for the same appointment waits for the answer to this one.
  expect(await ask(w, w.ana, { typeId, startsAt: nextWeek, moves: first })).toBe('asked_already')

  await declineRequest(w.asDesk(monday), asked, 'Dee is away.')
  expect(await stateOf(w, first)).toBe('confirmed, scheduled')
  expect(await rosterOf(w, first)).toEqual({ booked: 1 })
  expect(await accountOf(w, w.ana)).toEqual(owed)
  expect((await mailTo(w, w.ana)).at(-1)!.text).toContain(
    'Your appointment on Tuesday 13 October, 09:00 stays as it was.',
  )

  const unanswered = await ask(w, w.ana, { typeId, startsAt: '2026-10-13T08:30:00Z', moves: first })
  await lapseHolds(w.at('2026-10-13T08:30:00Z'))
  expect(await stateOf(w, unanswered)).toBe('declined, cancelled')
  expect(await stateOf(w, first)).toBe('confirmed, scheduled')
  expect([await accountOf(w, w.ana), await feesOf(w, w.ana)]).toEqual([owed, []])
})

test('approving a move cancels the old appointment on the terms that applied when the member asked', async () => {
  const w = await world()
  const typeId = await givenAppointments(w, { approval: true })
  const given = async (person: Person, startsAt: Instant) => {
    const id = await givenAppointment(w, typeId, person, startsAt, monday)
    await approveRequest(w.asDesk(monday), id)
    return id
  }
  const [inTime, tooLate] = [await given(w.ana, nine), await given(w.ben, eleven)]
  // The cut-off is 12 hours before: 20:00Z for nine o'clock, 22:00Z for eleven.
  const early = { typeId, startsAt: nextWeek, moves: inTime, at: '2026-10-12T19:59:00Z' }
  const late = {
    typeId,
    startsAt: '2026-10-20T10:00:00Z',
    moves: tooLate,
    at: '2026-10-12T22:30:00Z',
  }
  const [anas, bens] = [await ask(w, w.ana, early), await ask(w, w.ben, late)]
  const answered = '2026-10-13T06:00:00Z'
  for (const id of [anas, bens]) {
    expect(await approveRequest(w.asDesk(answered), id)).toEqual({ ok: true })
    expect(await approveRequest(w.asDesk(answered), id)).toEqual({ ok: true, again: true })
    expect(await stateOf(w, id)).toBe('confirmed, scheduled')
  }
  expect(await stateOf(w, inTime)).toBe('rescheduled, cancelled')
  expect(await rosterOf(w, inTime)).toEqual({ cancelled_on_time: 1 })
  expect(await accountOf(w, w.ana)).toEqual(['appointment 4500 void', 'appointment 4500 open'])
  expect(await feesOf(w, w.ana)).toEqual([])
  expect((await mailTo(w, w.ana)).at(-1)!.subject).toContain('Moved: ')

  expect(await rosterOf(w, tooLate)).toEqual({ late_cancelled: 1 })
  expect(await accountOf(w, w.ben)).toEqual(['appointment 4500 open', 'appointment 4500 open'])
  expect(await feesOf(w, w.ben)).toMatchObject([
    { kind: 'late_cancel', amountMinor: 500, dueAt: '2026-10-14T06:00:00Z' },
  ])
})

test('the last credit moves with an appointment that needs approval, and stays where the move is declined or taken back', async () => {
  const w = await world()
  const typeId = await givenAppointments(w, { approval: true, packageIds: [w.ids.tenPack] })
  const lotId = await w.givePack(w.cleo, { credits: 1 })
  const first = await ask(w, w.cleo, { typeId, startsAt: nine, lotId })
  await approveRequest(w.asDesk(monday), first)
  const move = () => ask(w, w.cleo, { typeId, startsAt: eleven, moves: first, lotId })
  const spent = ['grant 1', 'book -1']

  await declineRequest(w.asDesk(monday), await move(), 'Dee is away.')
  expect(await entriesOf(w, w.cleo)).toEqual(spent)
  expect(await cancelAppointment(w.asMember(w.cleo, monday), await move())).toMatchObject({
    ok: true,
    leaving: { cancellation: { credit: null } },
  })
  expect(await entriesOf(w, w.cleo)).toEqual(spent)
  expect(await approveRequest(w.asDesk(monday), await move())).toEqual({ ok: true })
  expect(await entriesOf(w, w.cleo)).toEqual([...spent, 'return 1', 'book -1'])
  expect(await balanceOf(w, lotId)).toBe(0)
})

test('a move whose old appointment has been cancelled becomes a new booking that needs a credit', async () => {
  const w = await world()
  const typeId = await givenAppointments(w, { approval: true, packageIds: [w.ids.tenPack] })
  const lotId = await w.givePack(w.cleo, { credits: 1 })
  const first = await ask(w, w.cleo, { typeId, startsAt: nine, lotId })
  await approveRequest(w.asDesk(monday), first)
  const asked = await ask(w, w.cleo, { typeId, startsAt: eleven, moves: first, lotId })
  await cancelAppointment(w.asMember(w.cleo, monday), first)
  expect(await balanceOf(w, lotId)).toBe(1)
  // Spent elsewhere before the studio answers, and given back.
  const other = await ask(w, w.cleo, { typeId, startsAt: nextWeek, lotId })
  expect(await approveRequest(w.asDesk(monday), asked)).toEqual({
    ok: false,
    reason: 'no_entitlement',
  })
  await cancelAppointment(w.asMember(w.cleo, monday), other)
  expect(await approveRequest(w.asDesk(monday), asked)).toEqual({ ok: true })
  expect(await stateOf(w, asked)).toBe('confirmed, scheduled')
  expect(await balanceOf(w, lotId)).toBe(0)
  expect((await mailTo(w, w.cleo)).at(-1)!.subject).toContain('Confirmed: ')
})
