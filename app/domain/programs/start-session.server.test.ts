import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { newId } from '#app/values/id.ts'
import { world } from '../../../tests/support/world.ts'
import { takeProgram } from './assign-program.server.ts'
import { withSession } from './program-plan.ts'
import { addProgram, changePlan, setProgramState } from './save-program.server.ts'
import { startSession } from './start-session.server.ts'

test('starting a session twice on one local day opens one workout, and another the next day', async () => {
  const w = await world({ zone: 'Australia/Sydney' })
  const desk = w.asDesk('2026-06-01T01:00:00Z')
  const id = await addProgram(desk, {
    ...{ key: newId(), name: 'Base', folder: '', summary: '', access: 'free', weeks: 4 },
  })
  await changePlan(desk, id, 1, (plan) =>
    withSession(
      plan,
      { week: 0, day: 0, slot: 0 },
      {
        ...{ name: 'Day one', kind: 'strength', text: '', plan: { blocks: [] } },
      },
    ),
  )
  await setProgramState(desk, id, 'published')
  expect(await takeProgram(w.asMember(w.ana, desk.now), id)).toBe(true)
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
