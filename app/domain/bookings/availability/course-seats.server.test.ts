import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { enrolPerson } from '#app/domain/courses/enrolments/enrol-person.server.ts'
import { accountOf, rosterOf } from '../../../../tests/support/bookings.ts'
import { givenCourse, seatsOf } from '../../../../tests/support/courses.ts'
import { world } from '../../../../tests/support/world.ts'
import { addWalkIn } from '../roster/add-walk-in.server.ts'

const december = '2026-12-14T10:00:00Z'

test('what was paid for a single place goes back when the place becomes part of the course', async () => {
  const w = await world()
  const course = await givenCourse(w, { dropIns: true, dropInMinor: 1_400 })
  const walkIn = { personId: w.ben.id, pay: { kind: 'drop_in' as const, method: 'cash' as const } }
  expect(await addWalkIn(w.asDesk(december), course.sessions[1]!, walkIn)).toMatchObject({
    ok: true,
  })
  expect(await accountOf(w, w.ben)).toEqual(['drop_in 1400 settled'])

  const enrol = () => enrolPerson(w.asMember(w.ben, december), course.id, w.ben.id)
  await Promise.all([enrol(), enrol()])

  expect(await seatsOf(w, course.id)).toEqual([1, 1, 1, 1, 1, 1])
  expect((await accountOf(w, w.ben)).sort()).toEqual([
    'course 9000 open',
    'drop_in 1400 settled',
    'refund -1400 open',
  ])
})

test('a wish for a session is won by enrolling in its course, and its other lists are left', async () => {
  const w = await world()
  const course = await givenCourse(w, { dropIns: true })
  const other = await w.givenClass({ localStart: '2027-01-22T18:30', capacity: 1 })
  const member = w.asMember(w.ben, december)
  await w.db.run(sql`
    INSERT INTO wishes (id, studio_id, person_id, state, created_at)
    VALUES ('of-ben', ${w.studio.id}, ${w.ben.id}, 'open', ${december})`)
  for (const [i, occurrence] of [course.sessions[1]!, course.sessions[2]!, other].entries())
    await w.db.run(sql`
      INSERT INTO bookings (id, studio_id, occurrence_id, person_id, state, wish_id, policy_id,
        created_at)
      VALUES (${`wait-${w.ben.id}-${i}`}, ${w.studio.id}, ${occurrence}, ${w.ben.id},
        'waitlisted', 'of-ben', ${w.ids.policyId}, ${december})`)

  await enrolPerson(member, course.id, w.ben.id)
  const [wish] = await w.db.all<{ state: string; bookingId: string }>(
    sql`SELECT state, booking_id AS bookingId FROM wishes
      WHERE studio_id = ${w.studio.id} AND id = 'of-ben'`,
  )
  expect(wish).toEqual({ state: 'won', bookingId: `wait-${w.ben.id}-0` })
  expect(await seatsOf(w, course.id)).toEqual([1, 1, 1, 1, 1, 1])
  expect(await rosterOf(w, other)).toEqual({ left: 1 })
})
