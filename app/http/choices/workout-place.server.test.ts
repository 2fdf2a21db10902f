import { expect, test } from 'vitest'
import { databases } from '../../../tests/support/databases.ts'
import { requestTo } from '../../../tests/support/requests.ts'
import { workoutPlace } from './workout-place.server.ts'

const log = '/northside/workout/Ab3dEf6hIj9k'

test.each([
  ['/northside/workout/programs/Zz3dEf6hIj9k', 'Program'],
  ['/northside/workout/history?page=2', 'Workouts'],
  ['/northside/home/timetable/Zz3dEf6hIj9k', 'Class'],
])('a workout opened from %s leads back there', async (before, label) => {
  const world = await databases()
  const headers = { Referer: `http://cadence.test${before}` }
  const app = requestTo(world, `${log}/active`, { headers })
  expect(workoutPlace(app, { slug: 'northside' })).toMatchObject({ to: before, label })
  const cookie = app.setCookies[0]?.split(';', 1)[0] ?? ''
  const next = requestTo(world, log, {
    cookie,
    headers: { Referer: `http://cadence.test${log}/active` },
  })
  expect(workoutPlace(next, { slug: 'northside' })).toMatchObject({ to: before, label })
})
