import { expect, test } from 'vitest'
import { enrolPerson } from '#app/domain/courses/enrolments/enrol-person.server.ts'
import { accountOf } from '../../../../tests/support/bookings.ts'
import { givenCourse, seatsOf } from '../../../../tests/support/courses.ts'
import { world } from '../../../../tests/support/world.ts'
import { addWalkIn } from '../roster/add-walk-in.server.ts'

const december = '2026-12-14T10:00:00Z'

test('what was paid for a single place goes back when the place becomes part of the course', async () => {
  const w = await world()
  const course = await givenCourse(w, { dropIns: true, dropInMinor: 1_400 })
  const walkIn = { personId: w.ben.id, pay: { kind: 'drop_in' as const } }
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
