import { expect, test } from 'vitest'
import { givenAppointments } from '../../../tests/support/appointments.ts'
import { plansOf, remembering } from '../../../tests/support/query-plans.ts'
import { type World, world } from '../../../tests/support/world.ts'
import { approveRequest, lapseHolds } from './answer-request.server.ts'
import { appointmentPage, appointmentsPage, slotsPage } from './appointment-pages.server.ts'
import { bookAtDesk } from './book-at-desk.server.ts'
import { cancelAtDesk } from './cancel-at-desk.server.ts'
import { confirmMine } from './confirm-appointment.server.ts'
import { appointmentDeskPage, appointmentsDeskPage } from './desk-pages.server.ts'
import { holdSlot } from './hold-slot.server.ts'
import { cancelAppointment } from './leave-appointment.server.ts'

const now = '2026-10-12T09:00:00Z'

test('no statement of appointments or their job walks a table that grows', async () => {
  const w = await world()
  const { sent, remember } = remembering(w)
  const typeId = await givenAppointments(w, { approval: true })
  const member = remember(w.asMember(w.ana, now))
  const staff = remember(w.asDesk(now))
  const held = await holdSlot(member, {
    typeId,
    coachId: w.coach.id,
    startsAt: '2026-10-13T08:00:00Z',
  })
  if (!held.ok) throw new Error(held.reason)
  await confirmMine(member, held.appointmentId, { people: 1 })
  await approveRequest(staff, held.appointmentId)
  const viewer = { personId: w.ana.id, name: '', email: '' }
  await appointmentsPage(member, viewer)
  await appointmentPage(member, viewer, held.appointmentId)
  await slotsPage(member, viewer, typeId, { coach: '', day: null, moves: held.appointmentId })
  await appointmentsDeskPage(staff, '2026-10-13')
  await appointmentDeskPage(staff, held.appointmentId)
  await cancelAppointment(member, held.appointmentId)
  const wish = {
    key: 'deskkey',
    typeId,
    personId: w.ben.id,
    coachId: w.coach.id,
    roomId: w.ids.roomId,
  }
  const booked = await bookAtDesk(staff, {
    ...wish,
    localStart: '2026-10-13T15:00',
    weeks: 2,
    people: 1,
    guests: '',
  })
  const [first] = booked.ok ? booked.booked : []
  await cancelAtDesk(staff, first!.appointmentId, { by: 'studio', reason: 'Ill' })
  await lapseHolds(remember(w.at('2026-10-12T09:30:00Z')))

  expect(sent.size).toBeGreaterThan(40)
  expect(await plansOf(w, sent)).toEqual([])
  expect(await byStudioAlone(w, sent)).toEqual([])
})

/**
 * Statements that would read everything a studio ever had on its calendar, or all its appointments
 * of a state that lasts.
 */
async function byStudioAlone(w: World, sent: Map<string, unknown[]>) {
  const found: string[] = []
  for (const [query, params] of sent) {
    const plan = w.db.$client.prepare(`EXPLAIN QUERY PLAN ${query}`).bind(...params)
    const { results } = await plan.all<{ detail: string }>()
    const wide = results.some(
      ({ detail }) =>
        /^SEARCH (?!session ).* (occurrences|appointments)_by_\w+ \(studio_id=\?\)$/.test(
          detail.trim(),
        ) ||
        (detail.includes('appointments_by_state') &&
          /WHERE .*state = '(lapsed|confirmed)'/s.test(query)),
    )
    if (wide) found.push(query)
  }
  return found
}
