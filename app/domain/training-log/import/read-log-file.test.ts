import { expect, test } from 'vitest'
import { readTable } from '#app/values/table/read-table.ts'
import { layoutOfLog } from './log-file-columns.ts'
import { type LogFile, readLogFile } from './read-log-file.ts'
import { monthsIn, readDuration, readStart } from './written-start.ts'

const now = '2026-11-24T12:00:00Z'

/** What a file says, read at a studio in London by somebody who lifts kilograms. */
function read(text: string, unit: 'kg' | 'lb' = 'kg'): LogFile {
  const table = readTable(text)
  const found = layoutOfLog(table.header)
  if (!found.ok) throw new Error(found.sentence)
  return readLogFile(table, found.layout, { unit, timeZone: 'Europe/London', now })
}

const hevyHead =
  '"title","start_time","end_time","description","exercise_title","superset_id","exercise_notes","set_index","set_type","weight_kg","reps","distance_km","duration_seconds","rpe"'

const hevy = (...rows: (string | number)[][]) =>
  [hevyHead, ...rows.map((row) => row.map((cell) => `"${cell}"`).join(','))].join('\n')

const push = (exercise: string, index: number, more: Partial<Record<string, string | number>>) => [
  ...['Push', '22 Dec 2025, 08:00', '22 Dec 2025, 09:05', ''],
  ...[exercise, more.superset ?? '', more.note ?? '', index, more.type ?? 'normal'],
  ...[more.kg ?? '', more.reps ?? '', more.km ?? '', more.s ?? '', more.rpe ?? ''],
]

test('a file of Hevy is read set by set, its superset together, in winter and summer time', () => {
  const { workouts, exercises, problems, cutOff } = read(
    hevy(
      push('Bench Press (Barbell)', 0, { type: 'warmup', kg: 40, reps: 10 }),
      push('Bench Press (Barbell)', 1, { kg: 80, reps: 5, rpe: 8.5, note: 'Left wrist' }),
      // The first set of a superset came without its mark; the id 0 is one.
      push('Face Pull', 0, { kg: 20, reps: 15 }),
      push('Face Pull', 1, { kg: 20, reps: 15, superset: 0 }),
      push('Dips', 0, { reps: 12, superset: 0 }),
      push('Plank', 0, { s: 90 }),
      push('Rowing', 0, { km: 2.5, s: 600 }),
    ),
  )
  expect([problems, cutOff]).toEqual([[], null])
  expect(workouts).toHaveLength(1)
  const [workout] = workouts
  expect(workout).toMatchObject({
    name: 'Push',
    localStart: '2025-12-22T08:00',
    startedAt: '2025-12-22T08:00:00Z',
    endedAt: '2025-12-22T09:05:00Z',
    note: 'Bench Press (Barbell): Left wrist',
  })
  expect(workout?.entries.map(({ superset }) => superset)).toEqual(['', '0', '0', '', ''])
  expect(workout?.entries[0]?.sets).toEqual([
    { n: 1, type: 'warmup', grams: 40_000, reps: 10, seconds: null, metres: null, rpe: null },
    { n: 2, type: 'normal', grams: 80_000, reps: 5, seconds: null, metres: null, rpe: 85 },
  ])
  expect(workout?.entries.slice(3).map(({ sets }) => sets[0])).toMatchObject([
    { seconds: 90, metres: null },
    { seconds: 600, metres: 2_500 },
  ])
  expect(exercises.map(({ name, logType }) => `${name}: ${logType}`)).toEqual([
    'Bench Press (Barbell): weight_reps',
    'Face Pull: weight_reps',
    'Dips: reps',
    'Plank: time',
    'Rowing: distance_time',
  ])
  const summer = read(hevy(push('Dips', 0, { reps: 5 })).replaceAll('22 Dec 2025', '25 Jul 2026'))
    .workouts[0]
  expect(summer?.startedAt).toBe('2026-07-25T07:00:00Z')
})

test.each([
  ['25 Juli 2026, 14:21', 'German'],
  ['25 juillet 2026, 14:21', 'French'],
  ['25 juil. 2026, 14:21', 'French, short'],
  ['25 de julio de 2026, 14:21', 'Spanish'],
  ['25 lug 2026, 14:21', 'Italian'],
  ['25 jul. 2026, 14:21', 'Dutch'],
  ['25 lipca 2026, 14:21', 'Polish'],
  ['25 Tem 2026, 14:21', 'Turkish'],
  ['25 июля 2026, 14:21', 'Russian'],
  ['25. července 2026, 14:21', 'Czech'],
  ['25 Ιουλ 2026, 14:21', 'Greek'],
  ['25 7月 2026, 14:21', 'Japanese, as Hevy writes it'],
  ['2026年7月25日 14:21', 'Japanese'],
  ['2026년 7월 25일, 14:21', 'Korean'],
  ['25 thg 7, 2026, 14:21', 'Vietnamese'],
  ['Jul 25, 2026, 2:21 PM', 'American'],
  ['25.07.2026, 14.21', 'figures'],
  ['2026-07-25 14:21:07', 'ISO'],
])('%s is 25 July 2026, 14:21 (%s)', (text) => {
  expect(readStart(text, monthsIn(new Set([text])))).toBe('2026-07-25T14:21')
})

test('a word that is another month in another language is read as most of the file is', () => {
  const croatian = new Set(['3 listopada 2025, 10:00', '3 srpnja 2025, 10:00'])
  const polish = new Set(['3 listopada 2025, 10:00', '3 lipca 2025, 10:00'])
  const of = (texts: ReadonlySet<string>) => readStart([...texts][0]!, monthsIn(texts))
  expect([of(croatian), of(polish)]).toEqual(['2025-10-03T10:00', '2025-11-03T10:00'])
})

test('days in figures that could be two are read by those of the file that could not', () => {
  const rows = (...days: string[]) =>
    hevy(
      ...days.map((day, i) => {
        const [, , , ...rest] = push('Dips', 0, { reps: 5 + i })
        return ['Push', `${day}, 14:21`, '', ...rest]
      }),
    )
  expect(read(rows('7/6/2026', '7/25/2026')).workouts.map((one) => one.localStart)).toEqual([
    '2026-07-06T14:21',
    '2026-07-25T14:21',
  ])
  expect(read(rows('7/6/2026')).problems).toEqual([
    { line: 2, column: 'start_time', why: '“7/6/2026, 14:21” isn’t a day and a time' },
  ])
})

test('pounds and miles of Hevy are grams and metres', () => {
  const file = hevy(push('Squat', 0, { kg: 225, reps: 5, km: 1 }))
    .replace('weight_kg', 'weight_lbs')
    .replace('distance_km', 'distance_miles')
  expect(read(file).workouts[0]?.entries[0]?.sets[0]).toMatchObject({
    grams: 102_058,
    metres: 1_609,
  })
})

const strongHead =
  'Date;Workout Name;Duration;Exercise Name;Set Order;Weight;Reps;Distance;Seconds;Notes;Workout No;RPE'

test('a file of Strong with semicolons, commas and zeros for what was not used', () => {
  const text = [
    strongHead,
    '2026-08-04 18:30:00;"Legs; heavy";1h 5m;Squat (Barbell);W;60,0;8;0;0;;12;',
    '2026-08-04 18:30:00;"Legs; heavy";1h 5m;Squat (Barbell);1;102,5;5;0;0;Deep;12;9',
    '2026-08-04 18:30:00;"Legs; heavy";1h 5m;Squat (Barbell);Rest Timer;0;0;0;120;;12;',
    '2026-08-04 18:30:00;"Legs; heavy";1h 5m;Pull Up;1;0;10;0;0;;12;0',
    '2026-08-04 18:30:00;"Legs; heavy";1h 5m;Plank;1;0;0;0;60;;12;',
    '2026-08-04 18:30:00;"Legs; heavy";1h 5m;Running;1;0;0;5,2;1500;;12;',
  ].join('\n')
  const { workouts, problems } = read(text)
  expect(problems).toEqual([])
  const [legs] = workouts
  expect([legs?.name, legs?.endedAt]).toEqual(['Legs; heavy', '2026-08-04T18:35:00Z'])
  expect(legs?.entries.map(({ sets }) => sets)).toMatchObject([
    [
      { type: 'warmup', grams: 60_000, reps: 8, seconds: null },
      { type: 'normal', grams: 102_500, reps: 5, rpe: 90 },
    ],
    [{ grams: null, reps: 10, rpe: null }],
    [{ reps: null, seconds: 60 }],
    [{ metres: 5_200, seconds: 1_500 }],
  ])
  // Strong does not say what its weights are in: they are what the person says.
  const pounds = read(text, 'lb').workouts[0]?.entries
  expect([pounds?.[0]?.sets[1]?.grams, pounds?.[3]?.sets[0]?.metres]).toEqual([46_493, 8_369])
})

test('newer headers of Strong say their units themselves', () => {
  const text = [
    'Workout #,Date,Workout Name,Duration (sec),Exercise Name,Set Order,Weight (lbs),Reps,RPE,Distance (meters),Seconds,Notes,Workout Notes',
    '3,2026-08-04 18:30:00,Legs,3900,Squat,1,225,5,,,,,Slept badly',
  ].join('\n')
  const [legs] = read(text).workouts
  expect([legs?.endedAt, legs?.note]).toEqual(['2026-08-04T18:35:00Z', 'Slept badly'])
  expect(legs?.entries[0]?.sets[0]?.grams).toBe(102_058)
})

test('rows that cannot be meant are left out, each with its line, its column and the reason', () => {
  const { workouts, problems } = read(
    hevy(
      push('Bench', 0, { kg: 80, reps: -1 }),
      push('Bench', 1, { kg: 10_000, reps: 5 }),
      push('Bench', 2, { kg: 'eighty', reps: 5 }),
      push('Bench', 3, { kg: 80 }),
      push('Bench', 4, { kg: 80, reps: 5.5 }),
      push('Bench', 5, { kg: 80, reps: 5, rpe: 11 }),
      push('', 0, { reps: 5 }),
      push('Bench', 6, { kg: 80, reps: 5 }),
      ['Push', 'yesterday', ...push('Bench', 0, { reps: 5 }).slice(2)],
      ['Push', '22 Dec 2027, 08:00', ...push('Bench', 0, { reps: 5 }).slice(2)],
    ),
  )
  expect(problems).toEqual([
    { line: 2, column: 'reps', why: '-1 reps can’t be right. Enter 0 to 1,000' },
    { line: 3, column: 'weight_kg', why: '10,000 kg can’t be right. Enter 0 to 1,000 kg' },
    { line: 4, column: 'weight_kg', why: '“eighty” isn’t a number' },
    { line: 5, column: 'reps', why: 'Neither repetitions, time nor distance is filled in' },
    { line: 6, column: 'reps', why: 'Repetitions are whole numbers' },
    { line: 7, column: 'rpe', why: 'RPE goes from 1 to 10' },
    { line: 8, column: 'exercise_title', why: 'The exercise has no name' },
    { line: 10, column: 'start_time', why: '“yesterday” isn’t a day and a time' },
    { line: 11, column: 'start_time', why: 'This is still to come' },
  ])
  // Its number counts those before it, so that a row put right comes to its own place.
  expect(workouts.map(({ entries }) => entries[0]?.sets.map(({ n }) => n))).toEqual([[7]])
})

test('a workout of 500 exercises keeps 60 and says so of the others', () => {
  const rows = Array.from({ length: 500 }, (_, i) => push(`Exercise ${i}`, 0, { reps: 5 }))
  const { workouts, problems } = read(hevy(...rows))
  expect(workouts[0]?.entries).toHaveLength(60)
  expect([problems.length, problems[0]]).toEqual([
    440,
    { line: 62, column: 'exercise_title', why: 'A workout holds 60 exercises at most' },
  ])
})

test('a workout that the end of the file cuts off is held back whole', () => {
  const whole = hevy(
    push('Bench', 0, { kg: 80, reps: 5 }),
    ...[0, 1].map((n) => ['Legs', '20 Dec 2025, 08:00', ...push('Squat', n, { reps: 5 }).slice(2)]),
  )
  expect(read(whole).workouts.map(({ name }) => name)).toEqual(['Push', 'Legs'])
  for (const cut of [3, 12, 30]) {
    const { workouts, cutOff } = read(whole.slice(0, -cut))
    expect(workouts.map(({ name }) => name)).toEqual(['Push'])
    expect(cutOff).toEqual({ name: 'Legs', start: '2025-12-20T08:00' })
  }
})

test('an exercise that is done twice in a workout stays two, and a file put together of two one', () => {
  const rows = [
    push('Bench', 0, { kg: 80, reps: 5 }),
    push('Row', 0, { kg: 60, reps: 5 }),
    push('Bench', 0, { kg: 80, reps: 5 }),
  ]
  expect(read(hevy(...rows)).workouts[0]?.entries).toHaveLength(3)
  const other = ['Legs', '20 Dec 2025, 08:00', ...push('Squat', 0, { reps: 5 }).slice(2)]
  const twice = read(hevy(...rows, other, ...rows)).workouts
  expect(twice.map(({ entries }) => entries.length)).toEqual([3, 1])
})

test('a file of something else, and one without the columns that matter, is refused with a sentence', () => {
  const sentence = (head: string) => {
    const result = layoutOfLog(readTable(`${head}\n1,2,3`).header)
    return result.ok ? '' : result.sentence
  }
  expect(sentence('First name,Last name,Email')).toBe(
    'This isn’t a file of Hevy or Strong. Export your workouts there as CSV and choose that file.',
  )
  expect(sentence('title,exercise_title,set_index,reps')).toBe(
    'The column “start_time” is missing. Choose the file as Hevy exports it.',
  )
  expect(sentence('Date,Workout Name,Set Order,Weight')).toBe(
    'The column “exercise name” is missing. Choose the file as Strong exports it.',
  )
  expect(sentence('Date,Workout Name,Exercise Name')).toBe(
    'No column says what was done: weight, repetitions, distance or time.',
  )
  expect(sentence('')).toContain('isn’t a file of Hevy or Strong')
  // Columns that matter less may be missing.
  const { workouts } = read('start_time,exercise_title,reps\n"22 Dec 2025, 08:00",Dips,12')
  expect(workouts[0]).toMatchObject({ name: 'Workout', endedAt: '2025-12-22T08:00:00Z' })
})

test('a cell of thousands of characters is no time and no length, and is not searched for one', () => {
  const began = performance.now()
  expect(readStart(`12:30${' '.repeat(20_000)}x`, new Map())).toBeNull()
  expect(readDuration(`${'1'.repeat(200_000)}x`)).toBeNull()
  expect(performance.now() - began).toBeLessThan(1_000)
})

test('the file of left-out rows can be imported alone, with its dates in an order that cannot be misread', () => {
  const of = (day: string, reps: number | string) => {
    const [, , , ...rest] = push('Dips', 0, { reps })
    return ['Push', `${day}, 14:21`, `${day}, 15:21`, ...rest]
  }
  const { leftOut } = read(hevy(of('7/6/2026', 'five'), of('7/25/2026', 5)))
  expect(leftOut.map((cells) => cells.slice(0, 3))).toEqual([
    ['Push', '2026-07-06 14:21', '2026-07-06 15:21'],
  ])
  const mended = leftOut.map((cells) => cells.slice(0, -1).map((cell) => cell.replace('five', '5')))
  expect(read(hevy(...mended))).toMatchObject({
    problems: [],
    workouts: [{ localStart: '2026-07-06T14:21' }],
  })
})
