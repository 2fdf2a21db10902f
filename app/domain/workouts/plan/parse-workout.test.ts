import { expect, test } from 'vitest'
import { parseWorkout } from './parse-workout.ts'
import { blockWords, exerciseWords } from './plan-words.ts'

/** What each block says it understood, as a coach reads it. */
function understood(text: string) {
  const { blocks, problems } = parseWorkout(text, 'kg')
  return {
    lines: blocks.flatMap((block) => {
      const head = blockWords(block)
      return [
        ...(head ? [`${head.name}: ${head.rest}`] : []),
        ...block.exercises.map((one) => `${one.typed}: ${exerciseWords(one, 'kg')}`),
      ]
    }),
    problems: problems.map(({ line, text }) => `${line}: ${text}`),
  }
}

test('a board as a coach writes it is understood line by line', () => {
  const board = `A  Back squat 5x5 @80% rest 3:00
B  3 rounds
   8 pull-ups
   12/side split squat 16kg
   30s hollow hold
C  EMOM 10
   odd: 5 burpees
   even: 8 kb swings 24
D  3x max dead hang, rest 1:30
   bandy hip thing x20`
  expect(understood(board)).toEqual({
    lines: [
      'Back squat: 5 sets of 5 at 80% of best, rest 3:00',
      'Circuit: 3 rounds',
      'pull-ups: 8',
      'split squat: 12 at 16 kg, each side',
      'hollow hold: 30 s',
      'Every minute: for 10 minutes',
      'burpees: 5, odd minutes',
      'kb swings: 8 at 24 kg, even minutes',
      'dead hang: 3 sets of as many or as long as possible, rest 1:30',
      'bandy hip thing: 20',
    ],
    problems: [],
  })
})

test('scheme first or last, with or without spaces and in any unit, it is the same', () => {
  for (const line of ['5x5 back squat @80%', 'back squat 5 × 5 @ 80 %', '5 x 5 back squat 80%'])
    expect(understood(line).lines).toEqual(['back squat: 5 sets of 5 at 80% of best'])
  expect(understood('bench press 3x8-10 @RPE8 tempo 3-1-1-0 rest 90s').lines).toEqual([
    'bench press: 3 sets of 8 to 10, RPE 8, tempo 3110, rest 1:30',
  ])
  expect(understood('row 500m\nrun 5 km\nplank 3x45s\ncurl 3x12 25lb RIR 2').lines).toEqual([
    'row: 500 m',
    'run: 5 km',
    'plank: 3 sets of 45 s',
    'curl: 3 sets of 12 at 11.3 kg, 2 in reserve',
  ])
})

test('the kinds of blocks each have a head, and pairs of one letter are a superset', () => {
  expect(
    understood(`AMRAP 12
5 pull-ups
For time, cap 10:00
21 thrusters 43kg
Tabata
air squats
E2MOM 20 min
3 cleans 60kg
A1 bench 3x5 60kg
A2 row 3x8 50kg`).lines,
  ).toEqual([
    'As many rounds as possible: in 12 minutes',
    'pull-ups: 5',
    'For time: at most 10 minutes',
    'thrusters: 21 at 43 kg',
    'Intervals: 8 times 20 s on, 10 s off',
    'air squats: ',
    'Every 2 minutes: for 20 minutes',
    'cleans: 3 at 60 kg',
    'Superset: in turn, without rest between',
    'bench: 3 sets of 5 at 60 kg',
    'row: 3 sets of 8 at 50 kg',
  ])
})

test('a weight without a unit is in the studio’s, and the line asks', () => {
  const { unitless, blocks } = parseWorkout('8 swings 53', 'lb')
  expect(unitless).toEqual([{ line: 0, amount: 53 }])
  expect(blocks[0]?.exercises[0]?.target.grams).toBe(24_040)
})

test('a line that cannot be understood says why, and nothing of it is kept', () => {
  expect(
    understood('AMRAP\n5x5\nsquat 3x5 10000kg\nsquat 3x5 -1kg\nsquat 40x5\ncurl 3x5 RPE 12'),
  ).toEqual({
    lines: [],
    problems: [
      '0: Say for how many minutes: AMRAP 10',
      '1: Say which exercise',
      '2: 10,000 kg: write 0 to 1,000 kg',
      '3: -1 kg: write 0 to 1,000 kg',
      '4: 40 sets: write 1 to 20',
      '5: RPE 12: write 1 to 10',
    ],
  })
  expect(understood('3 rounds').problems).toEqual(['0: Nothing is in this round'])
})

test('five hundred lines are answered, not worked through', () => {
  const { blocks, problems } = parseWorkout('squat 5x5\n'.repeat(500), 'kg')
  expect(blocks).toHaveLength(100)
  expect(problems).toEqual([{ line: 100, text: 'Write at most 100 lines' }])
})
