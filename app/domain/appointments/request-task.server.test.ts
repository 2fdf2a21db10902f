import { expect, test } from 'vitest'
import { givenAppointment, givenAppointments } from '../../../tests/support/appointments.ts'
import { openTitles, taskRows } from '../../../tests/support/tasks.ts'
import { world } from '../../../tests/support/world.ts'
import { approveRequest, declineRequest } from './answer-request.server.ts'
import { cancelAppointment } from './leave-appointment.server.ts'

const monday = '2026-10-12T09:00:00Z'

test('a request is a task until it is confirmed, declined or taken back; what needs no approval is none', async () => {
  const w = await world()
  const typeId = await givenAppointments(w, { name: 'Private', approval: true })
  const start = (hour: number) => `2026-10-13T${String(hour).padStart(2, '0')}:00:00Z`
  const [one, two, three] = [
    await givenAppointment(w, typeId, w.ana, start(8), monday),
    await givenAppointment(w, typeId, w.ben, '2026-10-13T09:15:00Z', monday),
    await givenAppointment(w, typeId, w.cleo, '2026-10-13T10:30:00Z', monday),
  ]
  expect(await openTitles(w, monday)).toEqual([
    'Ana Reyes asked for Private, Tue 13 Oct, 09:00',
    'Ben Okoro asked for Private, Tue 13 Oct, 10:15',
    'Cleo Park asked for Private, Tue 13 Oct, 11:30',
  ])
  await approveRequest(w.asDesk(monday), one)
  await declineRequest(w.asDesk(monday), two, 'Away')
  await cancelAppointment(w.asMember(w.cleo, monday), three)
  expect(await openTitles(w, monday)).toEqual([])

  const instant = await world()
  const free = await givenAppointments(instant)
  await givenAppointment(instant, free, instant.ana, start(8), monday)
  expect(await taskRows(instant, 'appointment_request')).toEqual([])
})
