import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { beginRuns, sendRuns } from '#app/domain/automation/run-automations.server.ts'
import { bookClass } from '#app/domain/bookings/booking/book-class.server.ts'
import { newId } from '#app/values/id.ts'
import { type World, world } from '../support/world.ts'

/** Three in the night of Thursday 11 June 2026 in London, and eight in the morning. */
const night = '2026-06-11T02:00:00Z'
const morning = '2026-06-11T07:00:00Z'

/** Forty people with a membership who came last on 20 May, the first of them frozen and so on. */
async function givenForty(w: World) {
  const people = await w.givenPeople(Array.from({ length: 40 }, (_, i) => `Person ${i + 1}`))
  for (const [i, person] of people.entries()) {
    if (i < 3)
      await w.giveMembership(person, { frozenFrom: '2026-06-01', frozenUntil: '2026-06-30' })
    else await w.giveMembership(person)
    const yes = i < 3 || i >= 8 ? 1 : 0
    await w.db.run(sql`
      INSERT INTO consents (id, studio_id, person_id, channel, purpose, given, source, by_name, at)
      VALUES (${newId()}, ${w.studio.id}, ${person.id}, 'email', 'marketing', ${yes}, 'desk', '',
        '2026-01-01T09:00:00Z')`)
  }
  await w.db.run(sql`UPDATE people SET last_visit_at = '2026-05-20T17:30:00Z'
    WHERE studio_id = ${w.studio.id} AND name LIKE 'Person %'`)
  const classId = await w.givenClass({ capacity: 20, localStart: '2026-06-15T18:30' })
  for (const person of people.slice(8, 14)) {
    const booked = await bookClass(w.asMember(person, '2026-06-02T09:00:00Z'), classId)
    if (!booked.ok) throw new Error(`${person.name} was refused: ${booked.reason}`)
  }
  return people
}

test('40 people without a visit in 14 days: 3 frozen, 5 unsubscribed and 6 with a booking are skipped, 26 get one message, none before 08:00', async () => {
  const w = await world()
  await givenForty(w)
  await w.db.run(sql`
    INSERT INTO automations (id, studio_id, name, state, "trigger", days, subject, text, live_since,
      created_at)
    VALUES (${newId()}, ${w.studio.id}, 'Not seen for two weeks', 'live', 'no_visit', 14,
      'Your class has a place, {first name}', 'Come back soon.', ${night}, ${night})`)
  const states = async () =>
    Object.fromEntries(
      (
        await w.db.all<{ what: string; n: number }>(sql`
          SELECT state || iif(why = '', '', ' ' || why) AS what, count(*) AS n
          FROM automation_runs WHERE studio_id = ${w.studio.id} GROUP BY 1`)
      ).map(({ what, n }) => [what, n]),
    )
  const letters = async () =>
    w.db.all<{ recipient: string; at: number }>(sql`
      SELECT recipient, created_at_ms AS at FROM outbox
      WHERE studio_id = ${w.studio.id} AND kind = 'automation-letter'`)

  await beginRuns(w.at(night))
  expect(await states()).toEqual({
    waiting: 26,
    'skipped frozen': 3,
    'skipped unsubscribed': 5,
    'skipped booked': 6,
  })
  expect(await sendRuns(w.at(night))).toBe(0)
  expect(await sendRuns(w.at('2026-06-11T06:59:59Z'))).toBe(0)
  expect(await letters()).toEqual([])

  const sendAll = async (at: string) => {
    for (let i = 0; i < 5; i += 1) await sendRuns(w.at(at))
  }
  const everything = async () => {
    await beginRuns(w.at(morning))
    await sendAll(morning)
  }
  await Promise.all([everything(), everything()])
  await everything()
  const sent = await letters()
  expect(sent).toHaveLength(26)
  expect(new Set(sent.map(({ recipient }) => recipient)).size).toBe(26)
  expect(await states()).toMatchObject({ sent: 26, 'skipped frozen': 3 })

  // Run again the next days: the same absence is the same cause.
  await beginRuns(w.at('2026-06-12T02:00:00Z'))
  await sendAll('2026-06-12T09:00:00Z')
  expect(await letters()).toHaveLength(26)
}, 400_000)
