import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { addExercise } from '#app/domain/training/save-exercise.server.ts'
import { newId } from '#app/values/id.ts'
import { addMinutes } from '#app/values/instant.ts'
import { world } from '../../../../tests/support/world.ts'
import { recordInWorkout } from '../session/record-in-workout.server.ts'
import { saidOfWorkout } from '../session/said-of-workout.ts'
import { sayOfWorkout } from '../session/say-of-workout.server.ts'
import { checkLogFile } from './check-log-file.server.ts'
import { continueLogImports } from './continue-log-imports.server.ts'
import { keepLogImport, keepNextPart } from './keep-log-import.server.ts'
import { findLeftOut, findLogImport } from './log-import-queries.server.ts'
import { sameWords } from './match-exercises.server.ts'
import { discardLogFile, undoLogImport } from './undo-log-import.server.ts'

const now = '2026-06-02T18:00:00Z'

const head =
  'title,start_time,end_time,description,exercise_title,superset_id,exercise_notes,set_index,set_type,weight_kg,reps,distance_km,duration_seconds,rpe'
const row = (day: string, exercise: string, set: number, kg: number, reps: number, type = '') =>
  `Push,"${day}, 08:00","${day}, 09:00",,${exercise},,,${set},${type || 'normal'},${kg},${reps},,,`

/** Story 18's bench of before, a warm-up that counts for nothing, and an exercise nobody has. */
const rows = [
  row('2 May 2026', 'Bench Press (Barbell)', 0, 85, 3),
  row('9 May 2026', 'Bench Press (Barbell)', 0, 120, 5, 'warmup'),
  row('9 May 2026', 'Bench Press (Barbell)', 1, 80, 4),
  row('16 May 2026', 'Bench Press (Barbell)', 0, 93, 1),
  row('16 May 2026', 'Sled Push', 0, 100, 10),
]
const fileOf = (lines: readonly string[], name = 'hevy.csv') => ({
  name,
  bytes: new TextEncoder().encode([head, ...lines].join('\n')),
})

async function gym() {
  const w = await world()
  const bench = await addExercise(
    w.asDesk(now),
    { name: 'Barbell Bench Press', aliases: [], logType: 'weight_reps', version: 0 },
    newId(),
  )
  const me = w.asMember(w.ana, now)
  const check = async (lines: readonly string[] = rows, ctx = me) => {
    const checked = await checkLogFile(ctx, fileOf(lines), 'kg')
    if (!checked.ok) throw new Error(checked.sentence)
    return (await findLogImport(ctx, checked.id))!
  }
  const bests = (exercise: string) =>
    w.db.all<{ said: string }>(sql`
      SELECT kind || ' ' || at || ': ' || max(value) AS said FROM training_bests
      WHERE studio_id = ${w.studio.id} AND exercise_id = ${exercise} GROUP BY kind, at ORDER BY 1`)
  const logs = () =>
    w.db.all<{ day: string; sets: number; volume: number; id: string }>(sql`
      SELECT substr(local_start, 1, 10) AS day, sets, volume, id FROM workout_logs
      WHERE studio_id = ${w.studio.id} ORDER BY local_start`)
  return { w, me, bench, check, bests, logs }
}

test('a file is shown first and writes nothing; kept, warm-ups count for no volume and a single is its own max', async () => {
  const { me, bench, check, bests, logs } = await gym()
  const file = await check()
  expect(file.found).toMatchObject({
    workouts: 3,
    sets: 5,
    fresh: 3,
    freshSets: 5,
    added: 0,
    problemCount: 0,
    from: '2026-05-02',
    until: '2026-05-16',
    cutOff: null,
  })
  // The same words in another order are meant; what nobody has keeps its own name.
  expect(file.exercises.map(({ name, picked, sure }) => [name, picked, sure])).toEqual([
    ['Bench Press (Barbell)', bench, false],
    ['Sled Push', '', false],
  ])
  expect(await logs()).toEqual([])

  expect(await keepLogImport(me, file.id, new Map())).toEqual({ ok: true })
  expect((await findLogImport(me, file.id))?.state).toBe('kept')
  expect(await logs()).toMatchObject([
    { day: '2026-05-02', sets: 1, volume: 255_000 },
    { day: '2026-05-09', sets: 1, volume: 320_000 },
    { day: '2026-05-16', sets: 2, volume: 1_093_000 },
  ])
  // 85 kg × 3 is 93.5 by Epley; a single of 93 kg is 93.
  expect((await bests(bench)).map(({ said }) => said)).toEqual([
    'e1rm 0: 93500',
    'reps 80000: 4',
    'reps 85000: 3',
    'reps 93000: 1',
    'weight 0: 93000',
  ])
  expect((await bests('~Sled Push')).map(({ said }) => said)).toContain('weight 0: 100000')
})

test('the same file again changes nothing, in another language too, and kept twice it is there once', async () => {
  const { me, check, logs, w } = await gym()
  const file = await check()
  await Promise.all([keepLogImport(me, file.id, new Map()), keepLogImport(me, file.id, new Map())])
  const before = [await logs(), await w.db.all(sql`SELECT * FROM workout_sets ORDER BY log_id, id`)]
  const german = rows.map((line) => line.replaceAll('May', 'Mai'))
  for (const lines of [rows, german]) {
    const again = await check(lines)
    expect(again.found).toMatchObject({ workouts: 3, fresh: 0, freshSets: 0, added: 0 })
    await keepLogImport(me, again.id, new Map())
  }
  expect([
    await logs(),
    await w.db.all(sql`SELECT * FROM workout_sets ORDER BY log_id, id`),
  ]).toEqual(before)
})

test('a row that is put right comes to its place, and a set that was taken away stays away', async () => {
  const { me, check, logs, w } = await gym()
  const broken = rows.map((line) => line.replace(',80,4,', ',eighty,4,'))
  const first = await check(broken)
  expect(first.found.problems).toEqual([
    { line: 4, column: 'weight_kg', why: '“eighty” isn’t a number' },
  ])
  await keepLogImport(me, first.id, new Map())
  const [may2] = await logs()
  const [set] = await w.db.all<Record<string, string | number>>(sql`
    SELECT id, exercise_id AS exerciseId, entry, n, type, side, grams, reps, seconds, metres, rpe,
      rir, done_at AS doneAt, changed_ms + 1 AS changedMs FROM workout_sets
    WHERE log_id = ${may2!.id}`)
  await recordInWorkout(
    w.asMember(w.ana, addMinutes(now, 5)),
    may2!.id,
    saidOfWorkout.parse({ device: 'form', sets: [{ ...set, removed: true }] }),
  )
  const whole = await check(rows, w.asMember(w.ana, addMinutes(now, 10)))
  expect(whole.found).toMatchObject({ fresh: 0, added: 1 })
  await keepLogImport(me, whole.id, new Map())
  expect((await logs()).map(({ day, sets }) => `${day} ${sets}`)).toEqual([
    '2026-05-02 0',
    '2026-05-09 1',
    '2026-05-16 2',
  ])
})

test('a file is undone as a whole, with its bests, and what was there before stays', async () => {
  const { me, bench, check, bests, logs } = await gym()
  const older = await check(rows.slice(0, 1))
  await keepLogImport(me, older.id, new Map())
  const before = [await logs(), await bests(bench)]
  const file = await check()
  expect(file.found).toMatchObject({ fresh: 2, added: 0 })
  await keepLogImport(me, file.id, new Map())
  expect(await bests('~Sled Push')).not.toEqual([])
  expect(await undoLogImport(me, file.id)).toEqual({ ok: true })
  expect(await undoLogImport(me, file.id)).toEqual({ ok: true })
  expect([await logs(), await bests(bench)]).toEqual(before)
  expect(await bests('~Sled Push')).toEqual([])
  expect((await check()).found).toMatchObject({ fresh: 2 })
})

test('a file is not undone once something stands on it, and the newest such workout is named', async () => {
  const { me, check, logs, w } = await gym()
  const file = await check()
  await keepLogImport(me, file.id, new Map())
  const newest = (await logs()).at(-1)!
  const later = w.asMember(w.ana, addMinutes(now, 1))
  await sayOfWorkout(later, newest.id, { effort: 'hard', note: 'My best', share: false })
  expect(await undoLogImport(me, file.id)).toEqual({
    ok: false,
    reason: 'built_on',
    on: { name: 'Push', localStart: '2026-05-16T08:00', n: 1 },
  })
  expect(await logs()).toHaveLength(3)
})

test('who is meant by a name is the person’s to say, out of what was offered', async () => {
  const { me, check, bench, w } = await gym()
  const file = await check()
  await keepLogImport(
    me,
    file.id,
    new Map([
      [0, ''],
      [1, bench],
    ]),
  )
  expect(
    await w.db.all(sql`SELECT DISTINCT exercise_id AS id FROM workout_sets
      WHERE studio_id = ${w.studio.id} ORDER BY 1`),
  ).toEqual([{ id: '~Bench Press (Barbell)' }, { id: '~Sled Push' }])
})

test('nobody can open another member’s file, and a file that isn’t imported is deleted after a day', async () => {
  const { me, check, w } = await gym()
  const file = await check()
  const ben = w.asMember(w.ben, now)
  expect(await keepLogImport(ben, file.id, new Map())).toEqual({ ok: false, reason: 'not_found' })
  expect(await undoLogImport(ben, file.id)).toEqual({ ok: false, reason: 'not_found' })
  expect(await discardLogFile(ben, file.id)).toBe(false)
  expect(await continueLogImports(w.at(addMinutes(now, 24 * 60 - 1)))).toBe(0)
  expect(await continueLogImports(w.at(addMinutes(now, 24 * 60)))).toBe(1)
  expect(await findLogImport(me, file.id)).toBeNull()
  expect(await w.db.all(sql`SELECT 1 FROM log_import_parts`)).toEqual([])
  // A second file takes the place of one that waits.
  const waiting = await check()
  await check()
  expect(await findLogImport(me, waiting.id)).toBeNull()
})

test('a press that was cut off is finished by the job', async () => {
  const { check, logs, w, me } = await gym()
  const file = await check()
  await w.db.run(
    sql`UPDATE log_imports SET state = 'keeping', kept_at = ${now} WHERE id = ${file.id}`,
  )
  expect(await continueLogImports(w.at(addMinutes(now, 3)))).toBe(1)
  expect([(await logs()).length, (await findLogImport(me, file.id))?.state]).toEqual([3, 'kept'])
  await w.db.run(sql`UPDATE log_imports SET state = 'undoing' WHERE id = ${file.id}`)
  expect(await continueLogImports(w.at(addMinutes(now, 6)))).toBe(1)
  expect([await logs(), (await findLogImport(me, file.id))?.state]).toEqual([[], 'undone'])
})

test('ten thousand sets of five hundred workouts are kept once, in parts', async () => {
  const { me, check, logs } = await gym()
  const many = Array.from({ length: 500 }, (_, w) =>
    Array.from({ length: 20 }, (_, s) =>
      row(`${1 + (w % 28)} Jan ${2025 - Math.floor(w / 28)}`, 'Bench Press (Barbell)', s, 60, 5),
    ),
  ).flat()
  const file = await check(many)
  expect(file.found).toMatchObject({ workouts: 500, sets: 10_000, fresh: 500 })
  await keepLogImport(me, file.id, new Map())
  const kept = await logs()
  expect([kept.length, kept.reduce((n, { sets }) => n + sets, 0)]).toEqual([500, 10_000])
  expect((await check(many)).found).toMatchObject({ fresh: 0, added: 0 })
})

test('names are the same with their words in another order and with one slip', () => {
  expect(sameWords('Barbell Bench Press', 'Bench Press (Barbell)')).toBe(true)
  expect(sameWords('Barbell Squat', 'Barbel Sqaut')).toBe(true)
  expect(sameWords('Barbell Squat', 'Split Squat')).toBe(false)
  expect(sameWords('Barbell Squat', 'Barbell Front Squat')).toBe(false)
})

test('a file of more exercises than anyone trains is refused with a sentence', async () => {
  const { me } = await gym()
  const lines = Array.from({ length: 1_001 }, (_, i) =>
    row(`${1 + Math.floor(i / 60)} May 2026`, `Exercise ${i}`, 0, 5, 5),
  )
  expect(await checkLogFile(me, fileOf(lines), 'kg')).toEqual({
    ok: false,
    reason: 'unreadable',
    sentence: 'A file holds 1,000 exercises at most. Export it in parts.',
  })
})

test('a thousand workouts with the longest of notes come in, in parts that a row can hold', async () => {
  const { me, logs } = await gym()
  const note = '漢'.repeat(1_000)
  const lines = Array.from({ length: 1_000 }, (_, i) => {
    const day = new Date(Date.UTC(2020, 0, 1 + i)).toISOString().slice(0, 10)
    return `Push,${day} 08:00,,${note},Sled Push,,,0,normal,100,5,,,`
  })
  const file = await checkLogFile(me, fileOf(lines), 'kg')
  expect(file.ok && (await keepLogImport(me, file.id, new Map()))).toEqual({ ok: true })
  expect(await logs()).toHaveLength(1_000)
})

test('a title that is cut inside an emoji is the same workout in the same file again', async () => {
  const { me, check } = await gym()
  const lines = [row('2 May 2026', 'Sled Push', 0, 5, 5).replace('Push', `${'a'.repeat(79)}😀`)]
  await keepLogImport(me, (await check(lines)).id, new Map())
  expect((await check(lines)).found).toMatchObject({ fresh: 0, added: 0 })
})

test('a press that lags behind brings nothing into a file that was undone meanwhile', async () => {
  const { w, me, check, logs } = await gym()
  const file = await check()
  let meanwhile: Promise<unknown> | null = null
  // The other press reads its part, and comes back once the file is kept and undone.
  const db = Object.create(w.db, {
    all: {
      value: async (query: Parameters<typeof w.db.all>[0]) => {
        const rows = await w.db.all(query)
        if (!meanwhile && JSON.stringify(rows).includes('workouts')) {
          meanwhile = keepLogImport(me, file.id, new Map()).then(() => undoLogImport(me, file.id))
          await meanwhile
        }
        return rows
      },
    },
  }) as typeof w.db
  await keepNextPart({ ...me, db }, { ...file, state: 'keeping', keptAt: now })
  expect(meanwhile).not.toBeNull()
  expect(await logs()).toEqual([])
})

test('lines that were left out come back with their workouts and why, and mended they are the sets they were', async () => {
  const { me, check, logs } = await gym()
  const odd = row('9 May 2026', 'Bench Press (Barbell)', 1, 80, 4).replace(',4,', ',four,')
  const file = await check([
    row('2 May 2026', 'Bench Press (Barbell)', 0, 85, 3),
    row('9 May 2026', 'Bench Press (Barbell)', 0, 70, 5),
    odd,
    row('9 May 2026', 'Bench Press (Barbell)', 2, 75, 4),
  ])
  await keepLogImport(me, file.id, new Map())
  expect((await logs()).map(({ sets }) => sets)).toEqual([1, 2])
  const [names, ...left] = (await findLeftOut(me, file.id))!
  expect(names!.at(-1)).toBe('Why it was left out')
  // The whole workout, with a reason at the one line.
  expect(left.map((cells) => [cells[7], cells.at(-1)])).toEqual([
    ['0', ''],
    ['1', expect.stringContaining('reps: ')],
    ['2', ''],
  ])
  const mended = [names!, ...left].map((cells) =>
    cells.map((cell) => `"${cell.replace('four', '4')}"`).join(','),
  )
  const bytes = new TextEncoder().encode(mended.join('\n'))
  const again = await checkLogFile(me, { name: 'mended.csv', bytes }, 'kg')
  const read = (await findLogImport(me, again.ok ? again.id : ''))!
  expect(read.found).toMatchObject({ fresh: 0, added: 1, problemCount: 0 })
  await keepLogImport(me, read.id, new Map())
  expect((await logs()).map(({ sets, volume }) => [sets, volume])).toEqual([
    [1, 255_000],
    [3, 970_000],
  ])
  expect(await findLeftOut(me, read.id)).toBeNull()
})

test('a file of left-out lines that is too large holds the first of them and says so', async () => {
  const { me, check } = await gym()
  const odd = row('9 May 2026', 'Bench Press (Barbell)', 1, 80, 4).replace(',4,', ',four,')
  const long = odd.replace('Push', 'x'.repeat(2_000))
  const few = await check([...rows, odd])
  expect(few.found.leftOutCut).toBe(false)
  const many = await check([...rows, ...Array.from({ length: 200 }, () => long)])
  expect(many.found.leftOutCut).toBe(true)
  expect((await findLeftOut(me, many.id))!.length).toBeLessThan(160)
})
