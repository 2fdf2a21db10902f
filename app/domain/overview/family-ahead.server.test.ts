import { expect, test } from 'vitest'
import { batch } from '#app/db/batch.server.ts'
import { givenAppointment, givenAppointments } from '../../../tests/support/appointments.ts'
import { givenChild } from '../../../tests/support/people/families.ts'
import { world } from '../../../tests/support/world.ts'
import { bookClass } from '../bookings/booking/book-class.server.ts'
import { familyAheadStatement, toFamilyAhead } from './family-ahead.server.ts'

const monday = '2026-10-12T09:00:00Z'

test('a guardian sees the classes and the appointments of a child, soonest first, and no request', async () => {
  const w = await world()
  const isla = await givenChild(w, 'Isla Reyes', { birthDate: '2014-01-01', guardians: [w.ana] })
  const typeId = await givenAppointments(w)
  const asked = await givenAppointments(w, { name: 'Private', approval: true })
  const meets = await givenAppointment(w, typeId, isla, '2026-10-13T08:00:00Z', monday)
  await givenAppointment(w, asked, isla, '2026-10-13T10:30:00Z', monday)
  await w.givePack(isla, { expiresOn: '2026-12-31' })
  await bookClass(w.asMember(isla, monday), await w.givenClass({ localStart: '2026-10-15T18:30' }))
  const { rows } = await batch(w.db, { rows: familyAheadStatement(w.at(monday), w.ana.id) })
  expect(
    toFamilyAhead(rows).map(({ child, appointmentId, localStart }) => [
      child,
      appointmentId,
      localStart,
    ]),
  ).toEqual([
    ['Isla', meets, '2026-10-13T09:00'],
    ['Isla', null, '2026-10-15T18:30'],
  ])
})
