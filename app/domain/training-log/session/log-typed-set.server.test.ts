import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { newId } from '#app/values/id.ts'
import { addMinutes } from '#app/values/instant.ts'
import { world } from '../../../../tests/support/world.ts'
import { addTypedExercise } from './add-typed-exercise.server.ts'
import { logTypedSet } from './log-typed-set.server.ts'
import { setIdOf } from './logged-set.ts'
import { recordInWorkout } from './record-in-workout.server.ts'
import { saidOfWorkout } from './said-of-workout.ts'
import { startWorkout } from './start-workout.server.ts'
import { typedSet } from './typed-set-form.ts'

const now = '2026-06-02T18:00:00Z'

/** A finished workout of Ana's with one set of 20 kg, and what is kept of edits to it. */
async function finished() {
  const w = await world()
  const begun = await startWorkout(w.asMember(w.ana, now), newId(), { from: 'empty' })
  if (!begun.ok) throw new Error(begun.reason)
  const logId = begun.id
  const entry = { id: 'e1', exerciseId: newId(), name: 'Row', logType: 'weight_reps' }
  const log = { grams: 20_000, reps: 5, seconds: null, metres: null }
  const set = {
    id: setIdOf('e1', 1),
    exerciseId: entry.exerciseId,
    entry: 'e1',
    n: 1,
    type: 'normal',
    side: '',
    ...log,
    rpe: null,
    rir: null,
    doneAt: now,
    changedMs: Date.parse(now),
    removed: false,
  }
  const [plan] = await w.db.all<{ plan: string }>(
    sql`SELECT plan FROM workout_logs WHERE id = ${logId}`,
  )
  await w.db.run(
    sql`UPDATE workout_logs SET plan = ${JSON.stringify({
      ...(JSON.parse(plan!.plan) as object),
      entries: [{ ...entry, sets: [], rest: null, group: '', block: 0, note: '' }],
    })} WHERE id = ${logId}`,
  )
  const said = saidOfWorkout.parse({ device: 'form', sets: [set], act: 'finish' })
  await recordInWorkout(w.asMember(w.ana, now), logId, said)
  const edits = async () => {
    const [kept] = await w.db.all<{ edits: number; lines: number }>(sql`
      SELECT (SELECT count(*) FROM workout_set_edits WHERE log_id = ${logId}) AS edits,
        (SELECT count(*) FROM audit_entries WHERE subject_id = ${logId}
          AND action = 'workout_log.edited') AS lines`)
    return kept
  }
  return { w, logId, edits }
}

test('a set that is sent again after its answer was lost is neither an edit nor a line of the audit', async () => {
  const { w, logId, edits } = await finished()
  const send = (reps: string, minutes: number) =>
    logTypedSet(
      w.asMember(w.ana, addMinutes(now, minutes)),
      logId,
      typedSet.parse({ entry: 'e1', n: '1', weight: '20', reps }),
    )
  expect(await send('6', 10)).toEqual({ ok: true })
  expect(await edits()).toEqual({ edits: 1, lines: 1 })
  expect(await send('6', 11)).toEqual({ ok: true })
  expect(await edits()).toEqual({ edits: 1, lines: 1 })
  expect(await send('7', 12)).toEqual({ ok: true })
  expect(await edits()).toEqual({ edits: 2, lines: 2 })
})

test('a 61st set that a phone kept is refused on its own, and the others of its sending are kept', async () => {
  const { w, logId } = await finished()
  const set = (n: number) => ({
    id: setIdOf('e1', n),
    exerciseId: '~Row',
    entry: 'e1',
    n,
    type: 'normal',
    side: '',
    grams: 20_000,
    reps: 5,
    seconds: null,
    metres: null,
    rpe: null,
    rir: null,
    doneAt: now,
    changedMs: Date.parse(now),
    removed: false,
  })
  const said = saidOfWorkout.parse({ device: 'phone', sets: [set(60), set(61)] })
  const answer = await recordInWorkout(w.asMember(w.ana, addMinutes(now, 10)), logId, said)
  expect(answer).toMatchObject({
    ok: true,
    refused: [{ id: setIdOf('e1', 61), why: 'An exercise has at most 60 sets.' }],
  })
  expect(
    await w.db.all(sql`SELECT n FROM workout_sets WHERE log_id = ${logId} ORDER BY n`),
  ).toEqual([{ n: 1 }, { n: 60 }])
})

test('what is typed in the form stands over what a phone with a clock ahead said before', async () => {
  const { w, logId } = await finished()
  await w.db.run(sql`UPDATE workout_sets SET changed_ms = changed_ms + 3600000, device = 'phone'
    WHERE log_id = ${logId}`)
  const typed = typedSet.parse({ entry: 'e1', n: '1', weight: '25', reps: '5' })
  await logTypedSet(w.asMember(w.ana, addMinutes(now, 10)), logId, typed)
  expect(await w.db.all(sql`SELECT grams FROM workout_sets WHERE log_id = ${logId}`)).toEqual([
    { grams: 25_000 },
  ])
})

test('an exercise that is typed by name joins an empty workout, and a set of it is logged without scripts', async () => {
  const w = await world()
  const ana = w.asMember(w.ana, now)
  const begun = await startWorkout(ana, newId(), { from: 'empty' })
  if (!begun.ok) throw new Error(begun.reason)
  expect(await addTypedExercise(ana, begun.id, 'Ring row')).toEqual({ ok: true })
  const form = { entry: 'e1', n: '1', weight: '20', reps: '6' }
  expect(await logTypedSet(ana, begun.id, typedSet.parse(form))).toEqual({ ok: true })
  const [kept] = await w.db.all<{ name: string; reps: number }>(sql`
    SELECT log.plan ->> '$.entries[0].name' AS name, s.reps FROM workout_logs AS log
    JOIN workout_sets AS s ON s.log_id = log.id WHERE log.id = ${begun.id}`)
  expect(kept).toEqual({ name: 'Ring row', reps: 6 })
  expect(await addTypedExercise(w.asMember(w.ben, now), begun.id, 'Row')).toMatchObject({
    reason: 'not_found',
  })
})
