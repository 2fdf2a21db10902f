import { expect, test } from 'vitest'
import { idOf, readLibraryFile } from './read-library-file.ts'

const read = (name: string, text: string) => readLibraryFile(name, new TextEncoder().encode(text))

const entry = {
  id: 31,
  uuid: 'c788d643-150a-4ac7-97ef-84643c6419bf',
  category: { id: 10, name: 'Abs' },
  muscles: [{ name: 'Rectus abdominis', name_en: 'Abs' }],
  muscles_secondary: [{ name: 'Obliquus externus abdominis', name_en: '' }],
  equipment: [{ name: 'Gym mat' }],
  license: { short_name: 'CC-BY-SA 4' },
  license_author: 'wger.de',
  translations: [
    { language: 1, name: 'Unterarmstütz', description: '<p>…</p>', aliases: [] },
    {
      language: 2,
      name: 'Forearm plank',
      description:
        '<p>Elbows below the shoulders.</p><ul><li>Lift &amp; hold.</li></ul><script>x</script>',
      aliases: [{ alias: 'Plank' }],
    },
  ],
}

test('an export of wger is read in English, with its licence and without its markup', () => {
  const file = read('exerciseinfo.json', JSON.stringify({ count: 1, next: null, results: [entry] }))
  expect(file.origin).toEqual({ dataset: 'wger', licence: 'CC-BY-SA 4' })
  expect(file.ok && file.rows).toEqual([
    {
      sourceId: entry.uuid,
      name: 'Forearm plank',
      force: '',
      level: '',
      mechanic: '',
      equipment: 'mat',
      category: 'strength',
      primaryMuscles: ['abdominals'],
      secondaryMuscles: ['abdominals'],
      instructions: ['Elbows below the shoulders.', 'Lift & hold.', 'x'],
      aliases: ['Plank'],
    },
  ])
  const bare = read('a.json', JSON.stringify([entry, { ...entry, translations: [] }]))
  expect(bare.ok && [bare.rows.length, bare.duplicates, bare.refused.length]).toEqual([1, 0, 1])
})

test('any table with a column of names is read, whatever its delimiter and order', () => {
  const text =
    'Level;Exercise name;Muscles;Equipment;Steps;Common mistakes\n' +
    'Beginner;Wall sit;Quadriceps, Glutes;Body only;Lean on a wall|Slide down;Knees fall in\n' +
    'Beginner;Wall sit;;;;\n' +
    'Heroic;Planche;;;;\n'
  const file = read('moves.csv', text)
  if (!file.ok) throw new Error(file.sentence)
  expect(file.origin).toEqual({ dataset: 'CSV', licence: '' })
  expect(file.rows).toEqual([
    {
      sourceId: 'wall-sit',
      name: 'Wall sit',
      force: '',
      level: 'beginner',
      mechanic: '',
      equipment: 'body only',
      category: '',
      primaryMuscles: ['quadriceps', 'glutes'],
      secondaryMuscles: [],
      instructions: ['Lean on a wall', 'Slide down'],
      faults: ['Knees fall in'],
    },
  ])
  expect(file.refused).toEqual([
    { where: 'Line 3', reason: '“Wall sit” is already in an earlier row.' },
    { where: 'Line 4', reason: expect.stringContaining('heroic') },
  ])
})

test('a table without names, and JSON of no known layout, are refused with what to do', () => {
  const table = read('moves.csv', 'a,b\n1,2\n')
  expect(table.ok ? '' : table.sentence).toMatch('a column called name')
  expect(read('moves.csv', '').ok).toBe(false)
  expect(read('x.json', '{"results": 4}').ok).toBe(false)
})

test('a file of free-exercise-db is read as before', () => {
  const row = {
    id: 'Plank',
    name: 'Plank',
    primaryMuscles: [],
    secondaryMuscles: [],
    instructions: [],
  }
  const file = read('exercises.json', JSON.stringify([row]))
  expect(file.origin.dataset).toBe('free-exercise-db')
  expect(file.ok && file.rows[0]).not.toHaveProperty('aliases')
})

test('a name makes the same id each time', () => {
  expect(idOf('Child’s pose')).toBe(idOf('child’s POSE'))
  expect(idOf('体操')).toMatch(/^[\w-]+$/)
})
