import { expect, test } from 'vitest'
import { portalPage } from '#app/domain/overview/portal-page.server.ts'
import { closeDays } from '#app/domain/planning/close-days.server.ts'
import { newId } from '#app/values/id.ts'
import { givenAppointments } from '../../../tests/support/appointments.ts'
import { world } from '../../../tests/support/world.ts'
import { slotsPage } from './appointment-pages.server.ts'

// Monday 12 October 2026; Dee has hours on Tuesdays.
const now = '2026-10-12T09:00:00Z'

test('closed days are told where times of appointments are chosen and in the account, and have no times', async () => {
  const w = await world({ now })
  const type = await givenAppointments(w)
  const viewer = { personId: w.ben.id, name: w.ben.name, email: w.ben.email }
  const page = async () => {
    const found = await slotsPage(w.asMember(w.ben, now), viewer, type, {
      coach: '',
      day: '2026-10-13',
      moves: '',
    })
    if (!found) throw new Error('The type is not offered')
    return found
  }
  expect((await page()).shown).toMatchObject({ date: '2026-10-13', closed: null })
  expect((await page()).shown.slots.length).toBeGreaterThan(0)

  await closeDays(w.asDesk(now), {
    key: newId(),
    name: 'Floor is sanded',
    from: '2026-10-13',
    until: '2026-10-20',
    locationId: null,
    message: 'See you on the 21st',
    extendsPacks: false,
  })
  const told = 'Closed 13 to 20 October (Floor is sanded). See you on the 21st.'
  const { shown, closed, days } = await page()
  expect(shown).toMatchObject({ date: '2026-10-13', closed: 'Floor is sanded', slots: [] })
  expect(days.every(({ slots }) => slots.length === 0)).toBe(true)
  expect(closed).toEqual([told])
  expect((await portalPage(w.asMember(w.ben, now), viewer)).closed).toEqual([told])
})
