import { expect, test } from 'vitest'
import type { FlowItem } from '../plan/flow-plan.ts'
import { insteadOf, marksBeside, marksOf, type RosterPerson } from './roster-marks.ts'

const item = (id: string, more: Partial<FlowItem> = {}): FlowItem => ({
  id,
  rev: 1,
  name: id,
  exerciseId: id,
  measure: 'time',
  amount: 60,
  side: '',
  transition: '',
  cue: '',
  easier: '',
  harder: '',
  levelId: '',
  trackId: '',
  ...more,
})
const person = (name: string, more: Partial<RosterPerson> = {}): RosterPerson => ({
  id: name,
  name,
  first: false,
  injuries: [],
  injured: false,
  rungs: {},
  ...more,
})
const exercises = [
  {
    id: 'plank',
    name: 'Plank',
    level: 'beginner',
    easier: [],
    contraindications: ['Wrist: on fists'],
  },
  {
    id: 'carousel',
    name: 'Carousel',
    level: 'expert',
    easier: ['Back hook'],
    contraindications: ['Wrist'],
  },
]
const levels = [{ id: 'l2', name: 'Level 2', rung: 2, disciplineId: 'pole' }]

test('an injury, a missing level and a first visit are marked at the item they concern, with what to do instead', () => {
  const items = [item('plank'), item('carousel', { levelId: 'l2' })]
  const people = [
    person('Ada Winters', { injuries: ['no weight on the right wrist'], injured: true }),
    person('Farah Siddiqui', { rungs: { pole: 1 } }),
    person('Hugo Lang', { rungs: { pole: 1 } }),
    person('Zara Iqbal', { first: true, rungs: { pole: 2 } }),
    person('Ana Reyes', { rungs: { pole: 3 } }),
    // The words of whose injury the reader may not read.
    person('Rosie', { injuries: null, injured: true, rungs: { pole: 2 } }),
  ]
  const marks = marksOf(items, people, exercises, levels)
  expect(marks.map(({ can }) => can)).toEqual([5, 2])
  expect(marks[1]?.marks.map(({ name, mark }) => [name, mark.kind, mark.text])).toEqual([
    ['Ada Winters', 'injury', 'Back hook'],
    ['Farah Siddiqui', 'level', 'Back hook'],
    ['Hugo Lang', 'level', 'Back hook'],
    ['Zara Iqbal', 'first', 'Back hook'],
  ])
  expect(insteadOf(items, marks).map(({ who, what }) => [who, what])).toEqual([
    ['Ada', 'on fists, for plank'],
    ['Ada', 'Back hook, for carousel'],
    ['Farah, Hugo', 'Back hook, for carousel'],
    ['Zara', 'Back hook, for carousel'],
  ])
})

test('what everybody does in the easier way is no longer marked as somebody’s own', () => {
  const spin = item('carousel', { levelId: 'l2', easier: 'Step around' })
  const people = [
    person('Farah Siddiqui', { rungs: { pole: 1 } }),
    person('Ana Reyes', { rungs: { pole: 3 } }),
  ]
  const marks = marksOf([spin], people, exercises, levels)
  expect(insteadOf([spin], marks).map(({ what }) => what)).toEqual(['Step around, for carousel'])
  const easier = { ...spin, name: 'Step around', exerciseId: '' }
  expect(insteadOf([easier], marksBeside([easier], marks))).toEqual([])
  expect(marksBeside([easier], marks)[0]?.can).toBe(2)
  expect(marksBeside([spin], marks)).toEqual(marks)
})
