import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { batch } from '#app/db/batch.server.ts'
import {
  classResultsPage,
  memberBoardPage,
} from '#app/domain/overview/training/board-page.server.ts'
import { recordConsent } from '#app/domain/people/consents/record-consent.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { addExercise } from '#app/domain/training/save-exercise.server.ts'
import { publishWorkout } from '#app/domain/workouts/library/publish-workout.server.ts'
import { addWorkout } from '#app/domain/workouts/library/save-workout.server.ts'
import type { WorkoutKind } from '#app/domain/workouts/plan/plan.ts'
import { newId } from '#app/values/id.ts'
import { remembering } from '../../../../tests/support/query-plans.ts'
import { type Person, type World, world } from '../../../../tests/support/world.ts'
import { setClassWorkout } from '../../workouts/classes/set-class-workout.server.ts'
import { recordInWorkout } from '../session/record-in-workout.server.ts'
import { saidOfWorkout } from '../session/said-of-workout.ts'
import { readScore, scoredBlock, scoreKind, scoreWords, typedScore } from '../session/score.ts'
import { startWorkout } from '../session/start-workout.server.ts'
import { type BoardScope, boardStatements, toBoard } from './board-queries.server.ts'
import { classDoneStatement, toClassDone } from './class-done.server.ts'
import { keepResults } from './keep-results.server.ts'
import { sayOwnResult } from './say-own-result.server.ts'

const [before, after] = ['2026-10-15T12:00:00Z', '2026-10-15T19:00:00Z']

/** A class with a workout, and what is done with results of it. */
async function boxed(kind: WorkoutKind, text: string) {
  const w = await world()
  const desk = w.asDesk(before)
  const squat = { name: 'Back squat', aliases: [], logType: 'weight_reps', version: 0 } as const
  await addExercise(desk, { ...squat, aliases: [] }, newId())
  const plank = { name: 'Plank', aliases: [], logType: 'time', version: 0 } as const
  await addExercise(desk, { ...plank, aliases: [] }, newId())
  const workoutId = newId()
  const fields = { key: workoutId, version: 0, name: 'Tower', kind, text, notes: '', picks: [] }
  await addWorkout(desk, fields)
  expect(
    await publishWorkout(desk, workoutId, { act: 'publish', at: null, version: 1 }),
  ).toMatchObject({ ok: true })
  const occurrence = await w.givenClass({ localStart: '2026-10-15T18:30' })
  await setClassWorkout(desk, occurrence, { workout: workoutId, version: '' })
  const [found] = await classDoneStatement(desk, occurrence)
  const done = (await toClassDone(desk, found))!
  const read = scoreKind(done.plan)
  const agree = (person: Person) =>
    recordConsent(desk, person.id, { kind: { channel: 'any', purpose: 'boards' }, given: true })
  const enter = (
    person: Person,
    score: number | null,
    { was = null as number | null, at = w.asDesk(after) as StaffContext } = {},
  ) => keepResults(at, done, [{ personId: person.id, score, division: 'rx', was }], 'Kit Coach')
  const board = async (scope: BoardScope = { occurrenceId: occurrence }) =>
    toBoard(await batch(w.db, boardStatements(w.at(after), workoutId, scope)), read, 'kg').map(
      ({ name, rows }) => [name, ...rows.map((row) => `${row.rank} ${row.name} ${row.result}`)],
    )
  return { w, workoutId, occurrence, agree, enter, board }
}

/** They were in a class. */
const attended = (w: World, occurrence: string, person: Person) =>
  w.db.run(sql`
    INSERT INTO bookings (id, studio_id, occurrence_id, person_id, state, policy_id, created_at)
    VALUES (${newId()}, ${w.studio.id}, ${occurrence}, ${person.id}, 'attended', 'p', ${before})`)

test('a result is typed as people say it, and one beyond the cap is asked as the cap', () => {
  const at = { cap: 720, unit: 'kg' } as const
  const said = (text: string) => {
    const read = readScore('seconds', text, at)
    return read.ok ? scoreWords('seconds', read.score, 'kg') : read.why
  }
  expect(['9:41', '45', 'cap+30', 'CAP', '12:00'].map(said)).toEqual([
    ...['9:41', '45 s', 'Cap + 30', 'Cap', '12:00'],
  ])
  expect(said('12:01')).toMatch(/^The cap is 12:00/)
  expect(said('quick')).toBe('Enter a time, such as 9:41.')
  expect(readScore('seconds', 'cap', { ...at, cap: null }).ok).toBe(false)
  expect(readScore('rounds', '7 + 12', at)).toEqual({ ok: true, score: 7_012 })
  expect(readScore('weight', '0', at).ok).toBe(false)
  for (const [kind, text] of [
    ['seconds', 'cap+30'],
    ['seconds', '45'],
    ['rounds', '7+12'],
    ['weight', '82.5'],
  ] as const) {
    const read = readScore(kind, text, at)
    expect(read.ok && typedScore(kind, read.score, 'kg')).toBe(text)
  }
})

test('a board shows who agreed, the fastest first and who reached the cap behind, and ties share a rank', async () => {
  const { w, agree, enter, board } = await boxed('for_time', 'For time, cap 12:00\n20 back squat')
  const people = await w.givenPeople(['Cara Diaz', 'Dan Eder', 'Eli Fox', 'Flo Gray'])
  const scores = [600, 600, 2_000_000 - 12, 599]
  for (const [i, person] of people.entries()) await enter(person, scores[i]!)
  expect(await board()).toEqual([])
  for (const person of people.slice(0, 3)) await agree(person)
  expect(await board()).toEqual([
    ['As written', '1 Cara Diaz 10:00', '1 Dan Eder 10:00', '3 Eli Fox Cap + 12'],
  ])
  await agree(people[3]!)
  expect(await board()).toEqual([
    [
      ...['As written', '1 Flo Gray 9:59', '2 Cara Diaz 10:00', '2 Dan Eder 10:00'],
      '4 Eli Fox Cap + 12',
    ],
  ])
  expect(await board({ day: '2026-10-15' })).toEqual(await board())
  expect(await board('ever')).toEqual(await board())
  expect(await board({ day: '2026-10-16' })).toEqual([])
})

test('a coach’s result stands once in the person’s log, and their own word stands over it', async () => {
  const { w, workoutId, occurrence, agree, enter, board } = await boxed(
    'amrap',
    'AMRAP 10\n5 back squat',
  )
  await agree(w.ana)
  expect(await enter(w.ana, 7_012)).toEqual({ left: [] })
  expect(await enter(w.ana, 7_012)).toEqual({ left: [] })
  expect(await enter(w.ana, 8_000)).toEqual({ left: [w.ana.id] })
  const ana = w.asMember(w.ana, after)
  const scope = { occurrenceId: occurrence }
  expect(await sayOwnResult(ana, workoutId, scope, { typed: '7+9', division: 'scaled' })).toEqual({
    ok: true,
  })
  expect(await board()).toEqual([['Scaled', '1 Ana Reyes 7 rounds + 9']])
  expect(await enter(w.ana, 9_000, { was: 7_009 })).toEqual({ left: [w.ana.id] })
  const logs = await w.db.all(
    sql`SELECT name, score, by_name AS byName FROM workout_logs WHERE person_id = ${w.ana.id}`,
  )
  expect(logs).toEqual([{ name: 'Tower', score: 7_009, byName: '' }])
  const [line] = await w.db.all<{ detail: string }>(
    sql`SELECT detail FROM audit_entries WHERE action = 'workout_log.result_changed'`,
  )
  expect(JSON.parse(line!.detail)).toEqual({ from: 7_012, to: 7_009 })
  expect(
    await sayOwnResult(ana, workoutId, scope, { typed: 'many', division: 'rx' }),
  ).toMatchObject({ reason: 'wrong' })
  expect(
    await sayOwnResult(w.asMember(w.ben, after), workoutId, scope, { typed: '9', division: 'rx' }),
  ).toEqual({ ok: false, reason: 'not_found' })
})

test('a workout with weights is ranked by the heaviest set, which a coach’s result is', async () => {
  const { w, agree, enter, board } = await boxed('strength', '5x5 back squat')
  for (const person of [w.ana, w.ben]) await agree(person)
  await enter(w.ana, 80_000)
  await enter(w.ben, 82_500)
  expect(await board()).toEqual([['As written', '1 Ben Okoro 82.5 kg', '2 Ana Reyes 80 kg']])
  const bests = await w.db.all(
    sql`SELECT value FROM training_bests WHERE person_id = ${w.ana.id} AND kind = 'weight'`,
  )
  expect(bests).toEqual([{ value: 80_000 }])
  expect(await enter(w.ana, 85_000, { was: 80_000 })).toEqual({ left: [] })
  expect(await enter(w.ben, null, { was: 82_500 })).toEqual({ left: [] })
  expect(await board()).toEqual([['As written', '1 Ana Reyes 85 kg']])
})

test('of all time each person has their best, and results of another studio are none', async () => {
  const one = await boxed('for_time', 'For time\n20 back squat')
  const { w, workoutId, agree, enter, board } = one
  await agree(w.ana)
  await enter(w.ana, 600)
  const [log] = await w.db.all<{ id: string }>(
    sql`SELECT id FROM workout_logs WHERE person_id = ${w.ana.id}`,
  )
  await w.db.run(sql`
    INSERT INTO workout_logs (id, studio_id, person_id, name, state, workout_id, plan, started_at,
      local_start, time_zone, ended_at, input_at, score, created_at, updated_at)
    SELECT ${newId()}, studio_id, person_id, name, state, workout_id, plan, started_at,
      '2026-09-01T10:00', time_zone, ended_at, input_at, 580, created_at, updated_at
    FROM workout_logs WHERE id = ${log!.id}`)
  expect(await board()).toEqual([['As written', '1 Ana Reyes 10:00']])
  expect(await board('ever')).toEqual([['As written', '1 Ana Reyes 9:40']])
  const other = await world()
  const foreign = await batch(w.db, boardStatements(other.at(after), workoutId, 'ever'))
  expect(toBoard(foreign, 'seconds', 'kg')).toEqual([])
})

test('neither a coach nor the member can enter a result in a workout that is still open', async () => {
  const { w, workoutId, occurrence, enter } = await boxed('amrap', 'AMRAP 10\n5 back squat')
  const ana = w.asMember(w.ana, after)
  await attended(w, occurrence, w.ana)
  const begun = await startWorkout(ana, newId(), {
    from: 'workout',
    id: workoutId,
    occurrenceId: occurrence,
  })
  expect(begun).toMatchObject({ ok: true })
  expect(await enter(w.ana, 7_012)).toEqual({ left: [w.ana.id] })
  const said = { typed: '7+9', division: 'rx' } as const
  expect(await sayOwnResult(ana, workoutId, { occurrenceId: occurrence }, said)).toEqual({
    ok: false,
    reason: 'changed',
    why: 'This workout is still open, or changed meanwhile. Look again.',
  })
  expect(
    await w.db.all(sql`SELECT state, score, by_name AS byName FROM workout_logs
      WHERE person_id = ${w.ana.id}`),
  ).toEqual([{ state: 'in_progress', score: null, byName: '' }])
})

test('a time beyond the cap counts as capped and ranks behind every finish', async () => {
  const one = await boxed('for_time', 'For time, cap 12\n20 back squat')
  const { w, workoutId, occurrence, agree, enter, board } = one
  for (const person of [w.ana, w.ben]) {
    await agree(person)
    await attended(w, occurrence, person)
  }
  await enter(w.ben, 715)
  const key = newId()
  const ana = w.asMember(w.ana, after)
  await startWorkout(ana, key, { from: 'workout', id: workoutId, occurrenceId: occurrence })
  const set = {
    id: 'e1.1',
    exerciseId: '~Row',
    entry: 'e1',
    n: 1,
    type: 'normal',
    side: '',
    grams: null,
    reps: 20,
    seconds: null,
    metres: null,
    rpe: null,
    rir: null,
    doneAt: after,
    changedMs: Date.parse(after),
    removed: false,
  }
  const said = saidOfWorkout.parse({ sets: [set], score: 800, act: 'finish' })
  await recordInWorkout(ana, key, said)
  expect(await board()).toEqual([['As written', '1 Ben Okoro 11:55', '2 Ana Reyes Cap']])
})

test('only the first block of the scored kind sets the workout’s result', () => {
  const blocks = (...kinds: ('emom' | 'amrap' | 'for_time' | 'straight')[]) => ({
    blocks: kinds.map((kind) => ({ kind, seconds: null })),
  })
  expect(scoredBlock(blocks('straight', 'for_time', 'emom', 'for_time'))).toBe(1)
  expect(scoredBlock(blocks('amrap', 'for_time'))).toBe(1)
  expect(scoredBlock(blocks('emom', 'amrap', 'amrap'))).toBe(1)
  expect(scoredBlock(blocks('straight', 'emom'))).toBe(-1)
})

test.each([
  ['emom', 'EMOM 10\n5 back squat', [10_000, 8_003], ['10 rounds', '8 rounds + 3']],
  ['circuit', '3 rounds\n5 back squat', [480, 610], ['8:00', '10:10']],
  ['intervals', 'Tabata\nback squat', [148, 9], ['148 reps', '9 reps']],
] as const)(
  'a workout of %s alone is ranked by what it is done for',
  async (kind, text, scores, words) => {
    const { w, agree, enter, board } = await boxed(kind, text)
    for (const [i, person] of [w.ana, w.ben].entries()) {
      await agree(person)
      await enter(person, scores[i]!)
    }
    expect(await board()).toEqual([
      ['As written', `1 Ana Reyes ${words[0]}`, `2 Ben Okoro ${words[1]}`],
    ])
    expect(await board('ever')).toEqual(await board())
  },
)

test('strength beside a circuit stays ranked by the heaviest set', () => {
  const blocks = ['straight', 'circuit'].map((kind) => ({ kind, seconds: null }))
  expect(scoreKind({ blocks } as Parameters<typeof scoreKind>[0])).toBe('weight')
  expect(readScore('reps', '148', { cap: null, unit: 'kg' })).toEqual({ ok: true, score: 148 })
  expect(readScore('reps', '7+12', { cap: null, unit: 'kg' }).ok).toBe(false)
  expect(typedScore('reps', 148, 'kg')).toBe('148')
})

test('a workout counts for a class only with a place in it, from an hour before it starts', async () => {
  const { w, workoutId, occurrence } = await boxed('amrap', 'AMRAP 10\n5 back squat')
  const begin = async (person: Person, at: string) => {
    const key = newId()
    const from = { from: 'workout', id: workoutId, occurrenceId: occurrence } as const
    expect(await startWorkout(w.asMember(person, at), key, from)).toEqual({ ok: true, id: key })
    const [log] = await w.db.all<{ of: string | null }>(
      sql`SELECT occurrence_id AS of FROM workout_logs WHERE id = ${key}`,
    )
    await w.db.run(sql`UPDATE workout_logs SET state = 'finished', ended_at = ${at}
      WHERE id = ${key}`)
    return log?.of
  }
  await attended(w, occurrence, w.ana)
  expect(await begin(w.cleo, after)).toBeNull()
  expect(await begin(w.ana, '2026-10-15T16:29:00Z')).toBeNull()
  expect(await begin(w.ana, '2026-10-15T16:30:00Z')).toBe(occurrence)
})

test('changing a class’s workout keeps earlier results and takes new ones for the new workout', async () => {
  const one = await boxed('for_time', 'For time\n20 back squat')
  const { w, occurrence, enter } = one
  const desk = w.asDesk(before)
  await attended(w, occurrence, w.ana)
  await enter(w.ana, 600)
  expect((await classResultsPage(desk, occurrence))?.people).toMatchObject([{ score: 600 }])
  const second = newId()
  const fields = { key: second, version: 0, name: 'Mill', notes: '', picks: [] }
  await addWorkout(desk, { ...fields, kind: 'amrap', text: 'AMRAP 10\n5 back squat' })
  await publishWorkout(desk, second, { act: 'publish', at: null, version: 1 })
  await setClassWorkout(desk, occurrence, { workout: second, version: one.workoutId })
  const page = (await classResultsPage(desk, occurrence))!
  expect([page.done?.workout.name, page.people]).toMatchObject(['Mill', [{ score: null }]])
  const said = [{ personId: w.ana.id, score: 7_012, division: 'rx' as const, was: null }]
  expect(await keepResults(w.asDesk(after), page.done!, said, 'Kit Coach')).toEqual({ left: [] })
  expect(
    await w.db.all(sql`SELECT name, score FROM workout_logs WHERE person_id = ${w.ana.id}
      ORDER BY name`),
  ).toEqual([
    { name: 'Mill', score: 7_012 },
    { name: 'Tower', score: 600 },
  ])
})

test('a strength workout without weights asks nobody for a result', async () => {
  const { w, workoutId, occurrence } = await boxed('strength', '3x60s plank')
  await attended(w, occurrence, w.ana)
  const ana = w.asMember(w.ana, after)
  const viewer = { personId: w.ana.id, name: w.ana.name, email: w.ana.email }
  const scope = { occurrenceId: occurrence }
  expect(await memberBoardPage(ana, viewer, workoutId, scope)).toMatchObject({
    kind: 'weight',
    attended: false,
  })
  const said = { typed: '80', division: 'rx' } as const
  expect(await sayOwnResult(ana, workoutId, scope, said)).toEqual({
    ok: false,
    reason: 'not_found',
  })
  const lifted = await boxed('strength', '5x5 back squat')
  await attended(lifted.w, lifted.occurrence, lifted.w.ana)
  const me = lifted.w.ana
  const page = await memberBoardPage(
    lifted.w.asMember(me, after),
    { personId: me.id, name: me.name, email: me.email },
    lifted.workoutId,
    { occurrenceId: lifted.occurrence },
  )
  expect(page).toMatchObject({ kind: 'weight', attended: true })
})

test('the all-time board finds each person’s better results by an index', async () => {
  const { w, workoutId } = await boxed('for_time', 'For time\n20 back squat')
  const { sent, remember } = remembering(w)
  const ctx = remember(w.at(after))
  await batch(ctx.db, boardStatements(ctx, workoutId, 'ever'))
  for (const [query, params] of sent) {
    const plan = await w.db.$client
      .prepare(`EXPLAIN QUERY PLAN ${query}`)
      .bind(...params)
      .all<{ detail: string }>()
    const details = plan.results.map(({ detail }) => detail)
    expect(details.find((one) => /\blog\b/.test(one))).toContain('workout_logs_on_board')
    expect(details.find((one) => /\bother\b/.test(one))).toContain(
      'workout_logs_by_workout (studio_id=? AND workout_id=? AND person_id=?)',
    )
  }
})
