import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { planPage } from '#app/domain/overview/training/plan-page.server.ts'
import { recordInWorkout } from '#app/domain/training-log/session/record-in-workout.server.ts'
import { saidOfWorkout } from '#app/domain/training-log/session/said-of-workout.ts'
import { parseWorkout } from '#app/domain/workouts/plan/parse-workout.ts'
import { newId } from '#app/values/id.ts'
import { world } from '../../../tests/support/world.ts'
import { takeProgram } from './assign-program.server.ts'
import { withSession } from './program-plan.ts'
import { addProgram, changePlan, setProgramState } from './save-program.server.ts'
import { startSession } from './start-session.server.ts'

/** A program of one session that Ana is on, in Sydney. */
async function based() {
  const w = await world({ zone: 'Australia/Sydney' })
  const text = '5x5 row 100 kg'
  const { blocks } = parseWorkout(text, 'kg')
  const desk = w.asDesk('2026-06-01T01:00:00Z')
  const id = await addProgram(desk, {
    key: newId(),
    name: 'Base',
    folder: '',
    summary: '',
    access: 'free',
    weeks: 4,
  })
  await changePlan(desk, id, 1, (plan) =>
    withSession(
      plan,
      { week: 0, day: 0, slot: 0 },
      {
        name: 'Day one',
        kind: 'strength',
        text,
        plan: { blocks },
      },
    ),
  )
  await setProgramState(desk, id, 'published')
  expect(await takeProgram(w.asMember(w.ana, desk.now), id)).toBe(true)
  return { w, id }
}

test('starting a session twice on one local day opens one workout, and another the next day', async () => {
  const { w, id } = await based()
  const begin = async (now: string) => {
    const begun = await startSession(w.asMember(w.ana, now), id, '0.0.0')
    await w.db.run(sql`UPDATE workout_logs SET state = 'finished', ended_at = ${now}
      WHERE person_id = ${w.ana.id}`)
    return begun.ok ? begun.id : begun.reason
  }
  // Wednesday 3 June at six, at noon, and Thursday at six: in UTC the first is still the 2nd.
  const days = ['2026-06-02T20:00:00Z', '2026-06-03T02:00:00Z', '2026-06-03T20:00:00Z']
  const [early, noon, next] = [await begin(days[0]!), await begin(days[1]!), await begin(days[2]!)]
  expect(noon).toBe(early)
  expect(next).not.toBe(noon)
})

test('a discarded session can be started again on the same day, once', async () => {
  const { w, id } = await based()
  const ana = w.asMember(w.ana, '2026-06-02T20:00:00Z')
  const first = await startSession(ana, id, '0.0.0')
  if (!first.ok) throw new Error(first.reason)
  const said = saidOfWorkout.parse({ act: 'discard' })
  expect(await recordInWorkout(ana, first.id, said)).toMatchObject({ ok: true })
  const second = await startSession(ana, id, '0.0.0')
  expect(second).toMatchObject({ ok: true })
  expect(second).not.toEqual(first)
  expect(await startSession(ana, id, '0.0.0')).toEqual(second)
})

test('a program shows weights in the member’s own unit', async () => {
  const { w, id } = await based()
  await w.db.run(sql`UPDATE people SET weight_unit = 'lb' WHERE id = ${w.ana.id}`)
  const viewer = { personId: w.ana.id, name: w.ana.name, email: w.ana.email }
  const page = await planPage(w.asMember(w.ana, '2026-06-02T20:00:00Z'), viewer, id, false)
  expect(page?.weeks[0]?.sessions[0]?.lines).toContain('220.5 lb')
})
