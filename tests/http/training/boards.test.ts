import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { paths } from '#app/paths.ts'
import { newId } from '#app/values/id.ts'
import { mintAccount, mintSession } from '../../support/accounts.ts'
import { builtDatabases } from '../../support/built-databases.ts'
import { freezeClock, releaseClock } from '../../support/member-pages.ts'
import { open, send } from '../../support/sales/desk-forms.ts'
import { mintWeek, type Week, weekNow } from '../../support/week.ts'
import { workerOrigin } from '../../support/worker-origin.ts'

const databases = builtDatabases()
let week: Week
let coach: string
let ana: string
let other: string
let inClass: string

const workout = newId()

beforeAll(async () => {
  await freezeClock(weekNow)
  week = await mintWeek(databases)
  const { studio } = week
  const variables = { variables: inject('variables') }
  const made = await mintAccount(databases, { studio, role: 'coach', name: 'Col Coach' })
  coach = (await mintSession(databases, made, variables)).cookie
  ana = (await mintSession(databases, week.ana, variables)).cookie
  const away = await mintAccount(databases, { studio, role: 'member', name: 'Mel Member' })
  other = (await mintSession(databases, away, variables)).cookie
  const db = databases.shard(studio.shard as 0 | 1)
  // A class that is over, with Ana in it.
  const [past] = await db.all<{ id: string }>(sql`
    SELECT id FROM occurrences WHERE studio_id = ${studio.id} AND state = 'scheduled'
    ORDER BY starts_at LIMIT 1`)
  inClass = past!.id
  await db.run(sql`
    UPDATE occurrences SET starts_at = '2026-10-12T17:00:00Z', ends_at = '2026-10-12T18:00:00Z',
      local_start = '2026-10-12T18:00' WHERE id = ${inClass}`)
  await db.run(sql`DELETE FROM bookings WHERE occurrence_id = ${inClass}`)
  await db.run(sql`
    UPDATE bookings SET occurrence_id = ${inClass}, state = 'attended'
    WHERE id = (SELECT id FROM bookings WHERE studio_id = ${studio.id}
      AND person_id = ${week.ana.personId} AND state = 'booked' LIMIT 1)`)
  const plan = {
    blocks: [
      {
        kind: 'for_time',
        letter: 'A',
        line: 0,
        rounds: 1,
        seconds: 720,
        work: null,
        pause: null,
        exercises: [],
      },
    ],
  }
  await db.run(sql`
    INSERT INTO workouts (id, studio_id, name, kind, state, publish_at, version, benchmark,
      created_at, updated_at)
    VALUES (${workout}, ${studio.id}, 'Tower', 'for_time', 'published', '2026-10-01T00:00:00Z', 1, 1,
      ${weekNow}, ${weekNow})`)
  await db.run(sql`
    INSERT INTO workout_versions (studio_id, workout_id, version, text, plan, created_at)
    VALUES (${studio.id}, ${workout}, 1, 'For time, cap 12:00', ${JSON.stringify(plan)}, ${weekNow})`)
  await db.run(sql`
    INSERT INTO class_workouts (studio_id, occurrence_id, workout_id, set_at)
    VALUES (${studio.id}, ${inClass}, ${workout}, ${weekNow})`)
})

afterAll(releaseClock)

test('a coach enters a class, the screen shows who agreed, and members put their own result right', async () => {
  const { studio } = week
  const form = paths.manageClassResults(studio, inClass)
  const name = `r.p${week.ana.personId.replaceAll('-', '')}`
  const late = await send(form, coach, { [name]: '12:30' })
  expect(late.status).toBe(422)
  expect(late.html).toContain('value="12:30"')
  expect(late.html).toContain('The cap is 12:00')
  expect((await send(form, coach, { [name]: '9:41' })).status).toBe(303)
  expect((await open(form, other)).status).not.toBe(200)

  const screen = paths.manageWorkoutScreen(studio, workout, { class: inClass })
  const asked = await fetch(workerOrigin + screen, { headers: { cookie: coach } })
  expect(asked.headers.get('refresh')).toBe('30')
  expect(await asked.text()).not.toContain('Ana')
  const still = paths.manageWorkoutScreen(studio, workout, { class: inClass, still: '1' })
  const stopped = await fetch(workerOrigin + still, { headers: { cookie: coach } })
  expect(stopped.headers.get('refresh')).toBeNull()

  // Only she sees it before she has said yes.
  const board = paths.workoutBoard(studio, workout, { class: inClass })
  const own = await open(board, ana)
  expect(own.html).toContain('9:41')
  expect(own.html).toContain('Written down by Col Coach')
  expect((await open(board, other)).html).not.toContain('9:41')
  const yes = { consent: 'any-boards', given: 'yes', seen: '0' }
  expect((await send(paths.portalConsents(studio), ana, yes)).status).toBe(303)
  expect((await open(board, other)).html).toContain('9:41')

  const wrong = await send(board, ana, { result: 'fast', division: 'scaled' })
  expect(wrong.status).toBe(422)
  expect(wrong.html).toContain('value="fast"')
  expect((await send(board, ana, { result: 'cap+19', division: 'scaled' })).status).toBe(303)
  expect((await open(screen, coach)).html).toContain('Cap + 19')

  // What she logged herself and keeps from boards, a coach reads nowhere.
  const no = { consent: 'any-boards', given: 'no', seen: '1' }
  expect((await send(paths.portalConsents(studio), ana, no)).status).toBe(303)
  const kept = await open(form, coach)
  expect(kept.html).toContain('Logged by themselves')
  // 19 repetitions behind the cap.
  expect(kept.html).not.toContain('1999981')
  expect(kept.html).toContain('"division":"rx"')
  expect(kept.html).not.toContain('"division":"scaled"')
  // Nothing of hers to say it of.
  expect((await send(board, other, { result: '9:00', division: 'rx' })).status).toBe(404)
  expect((await open(paths.workoutBoard(studio, newId()), ana)).status).toBe(404)
})
