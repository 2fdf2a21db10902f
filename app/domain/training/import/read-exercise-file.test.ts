import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readExerciseFile } from './read-exercise-file.ts'

const bytes = (value: unknown) =>
  new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value))

const plank = {
  id: 'Plank',
  name: 'Plank',
  force: 'static',
  level: 'beginner',
  mechanic: null,
  equipment: 'body only',
  primaryMuscles: ['abdominals'],
  secondaryMuscles: [],
  instructions: ['Lie down.', '', 'Rise\u0000 on  your\tforearms.'],
  category: 'strength',
  images: ['Plank/0.jpg'],
}

function refusal(value: unknown): string {
  const file = readExerciseFile(bytes(value))
  return file.ok ? (file.refused[0]?.reason ?? 'none') : file.sentence
}

test('a good row is kept, its empty steps and control characters are not', () => {
  const file = readExerciseFile(bytes([plank]))
  expect(file).toMatchObject({ ok: true, refused: [], duplicates: 0 })
  expect(file.ok && file.rows[0]).toMatchObject({
    sourceId: 'Plank',
    mechanic: '',
    instructions: ['Lie down.', 'Rise on your forearms.'],
  })
})

test.each<[string, unknown, string]>([
  ['nothing', '  \n', 'The file is empty. Choose the exercises.json of free-exercise-db.'],
  [
    'half a file',
    '[{"id": "a"},\n{"id": "b',
    'The file is not complete JSON. It breaks off or has a typing error: line 2.',
  ],
  [
    'an object',
    { exercises: [] },
    'The file is not a list of exercises. It should begin with a square bracket.',
  ],
  ['an empty list', [], 'The list has no exercises in it.'],
  [
    'a hundred thousand rows',
    `[${'{},'.repeat(99_999)}{}]`,
    'The file has more than 5,000 rows. Import it in parts.',
  ],
  [
    'brackets without end',
    '['.repeat(1_000_000),
    'The file nests deeper than a list of exercises does: line 1.',
  ],
])('%s is refused as a whole', (_, value, sentence) => {
  expect(refusal(value)).toBe(sentence)
})

test('bytes that are no UTF-8, and more than 8 MB, are refused as a whole', () => {
  expect(readExerciseFile(new Uint8Array([0xff, 0xfe, 0x00]))).toMatchObject({ ok: false })
  expect(readExerciseFile(new Uint8Array(8 * 1024 * 1024 + 1))).toEqual({
    ok: false,
    sentence: 'The file is larger than 8 MB.',
  })
})

test.each<[string, unknown, string]>([
  ['a number', 7, 'It is not an exercise.'],
  ['a list', [], 'It is not an exercise.'],
  ['no name', { ...plank, name: undefined }, '“name” is missing.'],
  ['a name that is a number', { ...plank, name: 7 }, '“name” is not a text.'],
  ['a name of blanks', { ...plank, name: ' \n ' }, '“name” is empty.'],
  ['a long name', { ...plank, name: 'x'.repeat(121) }, '“name” is longer than 120 characters.'],
  [
    'an id with a path in it',
    { ...plank, id: '../secrets' },
    'The id may hold letters, figures, _ and - only.',
  ],
  [
    'an unknown level',
    { ...plank, level: 'god' },
    '“level” says “god”, which is not one of its words.',
  ],
  ['muscles as a text', { ...plank, primaryMuscles: 'abs' }, '“primaryMuscles” is not a list.'],
  ['a step that is an object', { ...plank, instructions: [{}] }, '“instructions” is not a text.'],
  [
    'a long step',
    { ...plank, instructions: ['x'.repeat(2_001)] },
    '“instructions” is longer than 2,000 characters.',
  ],
  ['half a character', { ...plank, name: 'a\ud800' }, '“name” has half a character in it.'],
])('%s is refused alone', (_, row, reason) => {
  const file = readExerciseFile(bytes([plank, row].map((value) => value)))
  expect(file).toMatchObject({
    ok: true,
    rows: [{ sourceId: 'Plank' }],
    refused: [{ where: 'Row 2, line 1', reason }],
  })
})

test('a row that would change what objects are is refused and changes nothing', () => {
  const file = readExerciseFile(
    bytes('[\n{"__proto__": {"polluted": true}, "id": "a", "name": "a"}\n]'),
  )
  expect(file).toMatchObject({
    refused: [{ where: 'Row 1, line 2', reason: 'It has a field called __proto__.' }],
  })
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
})

test('the second row of an id is a duplicate', () => {
  expect(readExerciseFile(bytes([plank, { ...plank, name: 'Other' }]))).toMatchObject({
    duplicates: 1,
    rows: [{ name: 'Plank' }],
    refused: [{ reason: 'The id “Plank” is already used in an earlier row.' }],
  })
})

test('no JSON at all makes it throw', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.jsonValue(),
        fc.array(
          fc.record({ ...Object.fromEntries(Object.keys(plank).map((k) => [k, fc.jsonValue()])) }),
        ),
      ),
      (value) => {
        expect(typeof readExerciseFile(bytes(value)).ok).toBe('boolean')
      },
    ),
  )
})
