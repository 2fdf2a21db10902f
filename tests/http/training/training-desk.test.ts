/** A coach plans a class from the coach's desk, and members read it once it is published. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { paths } from '#app/paths.ts'
import { newId } from '#app/values/id.ts'
import { mintAccount, mintSession } from '../../support/accounts.ts'
import { builtDatabases } from '../../support/built-databases.ts'
import { freezeClock, releaseClock } from '../../support/member-pages.ts'
import { newVisitor, textOf } from '../../support/visitor.ts'
import { mintWeek, type Week, weekNow } from '../../support/week.ts'

const databases = builtDatabases()
const variables = inject('variables')
let week: Week
let other: Week
let coach: string
let desk: string
let foreign: string

beforeAll(async () => {
  await freezeClock(weekNow)
  week = await mintWeek(databases)
  other = await mintWeek(databases)
  const signIn = async (studio: Week['studio'], role: 'coach' | 'front_desk') => {
    const account = await mintAccount(databases, { studio, role })
    return (await mintSession(databases, account, { variables })).cookie
  }
  // Typed and understood already: what is typed is tried in tests/http/workouts.
  const shard = databases.shard(0)
  const made = [newId(), week.studio.id, weekNow] as const
  await shard.run(sql`
    INSERT INTO workouts (id, studio_id, name, kind, state, version, created_at, updated_at)
    VALUES (${made[0]}, ${made[1]}, 'Saturday strength', 'strength', 'draft', 1, ${weekNow}, ${weekNow})`)
  await shard.run(sql`
    INSERT INTO workout_versions (studio_id, workout_id, version, text, plan, created_at)
    VALUES (${made[1]}, ${made[0]}, 1, '', '{"blocks":[]}', ${weekNow})`)
  coach = await signIn(week.studio, 'coach')
  desk = await signIn(week.studio, 'front_desk')
  foreign = await signIn(other.studio, 'coach')
})
afterAll(releaseClock)

test('a coach sees what is not planned, plans it, and members read it once it is published', async () => {
  const { studio } = week
  const at = newVisitor({ cookie: coach })
  const occurrence = week.at('2026-10-17T11:30')
  const page = await at.get(paths.manageClassWorkout(studio, occurrence))
  const option = /<option value="([^"]+)"[^>]*>Saturday strength/.exec(page.html)?.[1]
  if (!option) throw new Error('The workout is not to be chosen')
  const set = await at.submit(page, { workout: option }, 'class-workout')
  expect(set.status).toBe(303)
  expect(set.location).toBe(paths.manageTraining(studio))
  // Signed in, as pages of strangers are kept for a moment.
  const classPage = `/${studio.slug}/home/timetable/${occurrence}`
  expect(textOf((await at.get(classPage)).html)).not.toContain('Saturday strength')
  const publication = await at.get(paths.manageWorkoutPublication(studio, option))
  expect((await at.submit(publication, { act: 'publish' }, 'publication')).status).toBe(303)
  const seen = await at.get(classPage)
  expect(textOf(seen.html)).toContain('Workout Saturday strength')
  expect(seen.html).toContain(`href="${paths.workout(studio, option)}"`)

  const again = await at.submit(page, { workout: option }, 'class-workout')
  expect(again.status, 'pressed twice').toBe(303)
  const wrong = await at.submit(page, { workout: 'x' }, 'class-workout')
  expect(wrong.status).toBe(422)
  expect(textOf(wrong.html)).toContain('Choose a workout of the list')
})

test('another studio’s class and workout are nobody’s here, and the front desk only reads', async () => {
  const theirs = other.at('2026-10-17T11:30')
  const at = newVisitor({ cookie: coach })
  expect((await at.get(paths.manageClassWorkout(week.studio, theirs))).status).toBe(404)
  const stranger = newVisitor({ cookie: foreign })
  expect((await stranger.get(paths.manageTraining(week.studio))).status).not.toBe(200)
  const reader = newVisitor({ cookie: desk })
  expect((await reader.get(paths.manageTraining(week.studio))).status).toBe(200)
  const own = week.at('2026-10-17T11:30')
  expect((await reader.get(paths.manageClassWorkout(week.studio, own))).status).toBe(403)
})

test('the coach’s desk says what today has, and what is not finished', async () => {
  const page = await newVisitor({ cookie: coach }).get(paths.manageTraining(week.studio))
  const text = textOf(page.html)
  expect(page.status).toBe(200)
  expect(text).toContain('Other classes to')
  expect(text).toContain('Workouts in draft')
  expect(text).toContain('Plan it')
})
