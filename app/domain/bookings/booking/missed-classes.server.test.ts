import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { type World, world } from '../../../../tests/support/world.ts'
import { cancelBooking } from '../cancelling/cancel-booking.server.ts'
import { bookClass } from './book-class.server.ts'

const now = '2026-10-12T08:00:00Z'

/** Three classes of one week, with a plan of two a week: the first is cancelled late. */
async function lateThenTwoMore(w: World, missedCounts: boolean) {
  await w.db.run(sql`UPDATE plans SET missed_counts = ${missedCounts ? 1 : 0}
    WHERE studio_id = ${w.studio.id}`)
  const person = await w.givenPerson('Two A Week')
  await w.giveMembership(person, { weekly: true })
  const classes = []
  for (const day of ['13', '15', '16']) {
    classes.push(await w.givenClass({ localStart: `2026-10-${day}T18:30` }))
  }
  const book = async (id: string, at: string) => bookClass(w.asMember(person, at), id)
  await book(classes[0]!, now)
  const [booking] = await w.db.all<{ id: string }>(
    sql`SELECT id FROM bookings WHERE person_id = ${person.id}`,
  )
  const late = '2026-10-13T17:00:00Z'
  await cancelBooking(w.asMember(person, late), booking!.id)
  const [cancelled] = await w.db.all<{ state: string }>(
    sql`SELECT state FROM bookings WHERE id = ${booking!.id}`,
  )
  expect(cancelled?.state).toBe('late_cancelled')
  await book(classes[1]!, late)
  return book(classes[2]!, late)
}

test('a class cancelled late uses the week, unless the plan says that it doesn’t count', async () => {
  expect(await lateThenTwoMore(await world(), true)).toMatchObject({
    ok: false,
    reason: 'weekly_limit',
  })
  expect(await lateThenTwoMore(await world(), false)).toMatchObject({ outcome: 'booked' })
})

test('of two bookings at the same moment only as many go through as the week has classes left', async () => {
  const w = await world()
  await w.db.run(sql`UPDATE plans SET missed_counts = 0 WHERE studio_id = ${w.studio.id}`)
  const person = await w.givenPerson('Racer')
  await w.giveMembership(person, { weekly: true })
  const classes = []
  for (const day of ['13', '14', '15', '16']) {
    classes.push(await w.givenClass({ localStart: `2026-10-${day}T18:30` }))
  }
  const results = await Promise.all(classes.map((id) => bookClass(w.asMember(person, now), id)))
  expect(results.filter(({ ok }) => ok)).toHaveLength(2)
})
