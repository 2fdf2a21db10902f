import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { newBestsStatement } from '#app/domain/training-log/bests/best-queries.server.ts'
import { bestWords } from '#app/domain/training-log/bests/best-words.ts'
import type { LoggedSet } from '#app/domain/training-log/session/logged-set.ts'
import { recordInWorkout } from '#app/domain/training-log/session/record-in-workout.server.ts'
import { saidOfWorkout } from '#app/domain/training-log/session/said-of-workout.ts'
import { startWorkout } from '#app/domain/training-log/session/start-workout.server.ts'
import { newId } from '#app/values/id.ts'
import { addMinutes, instantToMs } from '#app/values/instant.ts'
import { world } from '../support/world.ts'

const begins = '2026-06-02T18:00:00Z'

/** Ana's studio with five exercises of which bench press is one, and ways to log of them. */
async function basement() {
  const w = await world()
  const exercises = ['bench', 'row', 'squat', 'pull-up', 'plank'].map((name) => ({
    name,
    id: newId(),
  }))
  const bench = exercises[0]!.id
  const set = (
    e: number,
    n: number,
    done: Partial<LoggedSet>,
    at = begins,
  ): Record<string, unknown> => ({
    id: `e${e}.${n}`,
    exerciseId: exercises[e - 1]!.id,
    entry: `e${e}`,
    n,
    type: 'normal',
    side: '',
    grams: null,
    reps: null,
    seconds: null,
    metres: null,
    rpe: null,
    rir: null,
    doneAt: at,
    changedMs: instantToMs(at) + e * 100 + n,
    removed: false,
    ...done,
  })
  const say = (logId: string, said: Record<string, unknown>, now = begins) =>
    recordInWorkout(w.asMember(w.ana, now), logId, saidOfWorkout.parse(said))
  const start = async (now = begins) => {
    const begun = await startWorkout(w.asMember(w.ana, now), newId(), { from: 'empty' })
    if (!begun.ok) throw new Error(begun.reason)
    return begun.id
  }
  const sets = async (logId: string) =>
    (
      await w.db.all<{ id: string }>(sql`
        SELECT id FROM workout_sets WHERE studio_id = ${w.studio.id} AND log_id = ${logId}
          AND removed = 0`)
    ).map(({ id }) => id)
  /** Ana's past: 80 kg × 4 and 85 kg × 3 on the bench. */
  const past = await start('2026-05-30T18:00:00Z')
  await say(
    past,
    {
      sets: [
        set(1, 1, { grams: 80_000, reps: 4 }, '2026-05-30T18:05:00Z'),
        set(1, 2, { grams: 85_000, reps: 3 }, '2026-05-30T18:10:00Z'),
      ],
      act: 'finish',
    },
    '2026-05-30T19:00:00Z',
  )
  return { w, bench, set, say, start, sets }
}

test('fifteen sets logged below ground are in the log once each, however often they are sent', async () => {
  const { set, say, start, sets } = await basement()
  const log = await start()
  const all = [1, 2, 3, 4, 5].flatMap((e) =>
    [1, 2, 3].map((n) => set(e, n, { grams: 40_000, reps: 8 })),
  )
  await say(log, { device: 'phone', sets: all.slice(0, 4) })
  // The network is gone: what was sent may have arrived or not, and is sent again with the rest.
  await say(log, { device: 'phone', sets: all.slice(2, 9) })
  const ended = addMinutes(begins, 41)
  const finish = { device: 'phone', sets: all, act: 'finish', at: ended }
  const [first, again] = await Promise.all([
    say(log, finish, addMinutes(begins, 90)),
    say(log, finish, addMinutes(begins, 90)),
  ])
  expect([first.ok, again.ok]).toEqual([true, true])
  expect(await sets(log)).toHaveLength(15)
  expect(first.ok && [first.log.state, first.log.endedAt, first.log.sets]).toEqual([
    'finished',
    ended,
    15,
  ])
})

test('80 kg × 5 is no estimated record over 85 kg × 3, but the most repetitions at 80 kg', async () => {
  const { w, bench, set, say, start } = await basement()
  const log = await start()
  await say(log, { sets: [set(1, 1, { grams: 80_000, reps: 5 })], act: 'finish' })
  const bests = await newBestsStatement(w.asMember(w.ana, begins), log)
  expect(
    bests.map(({ exerciseId, kind, at, value, before }) => [exerciseId, kind, at, value, before]),
  ).toEqual([[bench, 'reps', 80_000, 5, 4]])
  expect(bestWords(bests[0]!, 'lb')).toEqual({ what: 'most reps at 176.4 lb', value: '5 reps' })
  const maxes = await w.db.all<{ value: number }>(sql`
    SELECT value FROM training_bests
    WHERE studio_id = ${w.studio.id} AND exercise_id = ${bench} AND kind = 'e1rm'
    ORDER BY local_start`)
  // 85 × (1 + 3 ÷ 30) stands; 80 × (1 + 5 ÷ 30) is 93.3.
  expect(maxes).toEqual([{ value: 93_500 }])

  const gone = set(1, 1, {
    grams: 80_000,
    reps: 5,
    removed: true,
    changedMs: instantToMs(begins) + 9_000,
  })
  await say(log, { sets: [gone] }, addMinutes(begins, 60))
  expect(await newBestsStatement(w.asMember(w.ana, begins), log)).toEqual([])
})

test('of two devices that say one set differently the later stands and the other is kept', async () => {
  const { w, set, say, start } = await basement()
  const log = await start()
  const at = instantToMs(begins)
  await say(log, {
    device: 'phone',
    sets: [set(1, 1, { reps: 8, grams: 40_000, changedMs: at + 50 })],
  })
  await say(log, {
    device: 'watch',
    sets: [set(1, 1, { reps: 9, grams: 40_000, changedMs: at + 90 })],
  })
  // Late and older: it changes nothing, and is sent twice.
  const old = {
    device: 'tablet',
    sets: [set(1, 1, { reps: 7, grams: 40_000, changedMs: at + 70 })],
  }
  await say(log, old)
  const answer = await say(log, old)
  expect(answer.ok && answer.sets.map(({ reps }) => reps)).toEqual([9])
  const kept = await w.db.all<{ reps: number; device: string }>(sql`
    SELECT before ->> 'reps' AS reps, device FROM workout_set_edits
    WHERE studio_id = ${w.studio.id} AND log_id = ${log} ORDER BY reps`)
  expect(kept).toEqual([
    { reps: 7, device: 'tablet' },
    { reps: 8, device: 'phone' },
  ])
})

test('one workout is open at a time, two devices finish it once, and one that lies idle is closed', async () => {
  const { w, set, say, start } = await basement()
  const log = await start()
  const ana = w.asMember(w.ana, begins)
  expect(await startWorkout(ana, newId(), { from: 'empty' })).toEqual({
    ok: false,
    reason: 'one_open',
    id: log,
  })
  const done = [set(1, 1, { reps: 8, grams: 40_000 })]
  const both = await Promise.all([
    say(log, { device: 'a', sets: done, act: 'finish' }),
    say(log, { device: 'b', sets: [set(1, 2, { reps: 8, grams: 40_000 })], act: 'finish' }),
  ])
  expect(both.map((one) => one.ok && one.log.state)).toEqual(['finished', 'finished'])

  const { closeIdleWorkouts } = await import(
    '#app/domain/training-log/session/close-idle-workouts.server.ts'
  )
  const idle = await start(addMinutes(begins, 60))
  await say(idle, { sets: [set(2, 1, { reps: 5, grams: 50_000 })] }, addMinutes(begins, 70))
  expect(await closeIdleWorkouts(w.at(addMinutes(begins, 70 + 359)))).toBe(0)
  expect(await closeIdleWorkouts(w.at(addMinutes(begins, 70 + 360)))).toBe(1)
  const late = await say(
    idle,
    { sets: [set(2, 2, { reps: 5, grams: 60_000 })] },
    addMinutes(begins, 500),
  )
  expect(late.ok && [late.log.state, late.log.sets, late.log.endedAt]).toEqual([
    'auto_closed',
    2,
    addMinutes(begins, 70),
  ])
})

test('−1 repetitions and 10,000 kg are refused with a sentence, and the others of the sending kept', async () => {
  const { set, say, start, sets } = await basement()
  const log = await start()
  const answer = await say(log, {
    sets: [
      set(1, 1, { reps: -1, grams: 40_000 }),
      set(1, 2, { reps: 5, grams: 10_000_000 }),
      set(1, 3, { reps: 5, grams: 40_000 }),
    ],
  })
  expect(answer.ok && answer.refused.map(({ why }) => why)).toEqual([
    '-1 reps can’t be right. Enter 0 to 1,000.',
    '10,000 kg can’t be right. Enter 0 to 1,000 kg.',
  ])
  expect(await sets(log)).toEqual(['e1.3'])
})

test('a clock that jumps neither ends a workout before it began nor logs a set in the future', async () => {
  const { set, say, start } = await basement()
  const log = await start()
  const answer = await say(log, {
    sets: [
      set(1, 1, { reps: 5, grams: 40_000, doneAt: '2001-01-01T00:00:00Z' }),
      set(1, 2, { reps: 5, grams: 40_000, doneAt: '2099-01-01T00:00:00Z' }),
    ],
    act: 'finish',
    at: '1999-01-01T00:00:00Z',
  })
  expect(answer.ok && answer.sets.map(({ doneAt }) => doneAt)).toEqual([begins, begins])
  expect(answer.ok && answer.log.endedAt).toBe(begins)
})
