import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cueRows } from '../library/flow-pdf.ts'
import { comparePlans } from './compare-plans.ts'
import { editFlow, type ItemWords } from './edit-flow.ts'
import { checksOf, sidesOf } from './flow-checks.ts'
import { planFor, wayAsked, waysOf } from './flow-level.ts'
import {
  type FlowPlan,
  itemsOf,
  mirrored,
  mostItems,
  otherSide,
  sides,
  stepsOf,
  totalSeconds,
} from './flow-plan.ts'
import { amountWords } from './flow-words.ts'
import { parseItems } from './parse-items.ts'

const about = {
  rev: 1,
  title: 'Spins',
  disciplineId: '',
  level: '',
  focus: '',
  minutes: 60,
  breath: 5,
  beat: 1,
  notes: '',
}
const blank = {
  exerciseId: '',
  transition: '',
  cue: '',
  easier: '',
  harder: '',
  levelId: '',
  trackId: '',
}
const words = (line: string): ItemWords => ({ ...blank, ...parseItems(line).items[0]! })
const empty: FlowPlan = {
  about,
  blocks: [{ id: 'a', rev: 1, name: 'Warm-up', items: [] }],
  tracks: [],
}
const plan = (...lines: string[]): FlowPlan => {
  const result = editFlow(empty, { act: 'add', block: 'a', key: 'k', items: lines.map(words) }, 2)
  if (!result.ok) throw new Error(result.reason)
  return result.plan
}

test('a line is a name, a length, a side and a cue, in any order', () => {
  const { items, problems } = parseItems(
    [
      'Sun salutation A 5 breaths /side',
      'Chair spin 10 min left first : Push, don’t pull',
      '- 1:30 plank',
      'Warrior two, right 45s',
      'Relax',
      '8 counts',
      'Hold 0 s',
    ].join('\n'),
  )
  expect(items.map((i) => [i.name, i.measure, i.amount, i.side, i.cue])).toEqual([
    ['Sun salutation A', 'breaths', 5, 'left first', ''],
    ['Chair spin', 'time', 600, 'left first', 'Push, don’t pull'],
    ['plank', 'time', 90, '', ''],
    ['Warrior two', 'time', 45, 'right', ''],
    ['Relax', 'time', 60, '', ''],
  ])
  expect(problems.map(({ line }) => line)).toEqual([5, 6])
})

test('breaths and counts are said for a side, time for both together', () => {
  const one = plan('Warrior 5 breaths /side', 'Spin 8 min left first', 'Plank 30s')
  expect(totalSeconds(one)).toBe(50 + 480 + 30)
  expect(itemsOf(one).map((item) => amountWords(item, about))).toEqual([
    '5 breaths each side, 50 s',
    '8 min, 4 + 4 min',
    '30 s',
  ])
  expect(stepsOf(one).map(({ side, from, seconds }) => [side, from, seconds])).toEqual([
    ['left', 0, 25],
    ['right', 25, 25],
    ['left', 50, 240],
    ['right', 290, 240],
    ['', 530, 30],
  ])
  expect(sidesOf(one)).toEqual({ left: 265, right: 265, rest: 30 })
})

test('a plan is checked against the class and for both sides', () => {
  const texts = (one: FlowPlan, minutes: number) => checksOf(one, minutes).map(({ text }) => text)
  expect(texts(empty, 60)).toEqual(['Nothing is planned yet. Add the first items.'])
  expect(texts(plan('Spin 15 min left first', 'Stretch 40 min'), 60)).toEqual([
    '5 minutes left of 60 minutes',
    'Both sides get 7.5 minutes',
  ])
  expect(texts(plan('Leg hang 4 min, left', 'Leg hang 2 min, right'), 5)).toEqual([
    '1 minute longer than the class of 5 minutes',
    'Left gets 4 minutes, right 2 minutes: Leg hang',
  ])
  expect(texts(plan('Pigeon 4 min, left', 'Lizard 4 min, right'), 8)).toEqual([
    'Fills the class to the minute',
    'Not the same on both sides: Pigeon, Lizard',
  ])
})

test('mirrored twice is the same, and mirrored once is as long', () => {
  expect(otherSide('Left leg back, LEFT arm up, right on, leftover')).toBe(
    'Right leg back, RIGHT arm up, left on, leftover',
  )
  fc.assert(
    fc.property(
      fc.constantFrom(...sides),
      fc.string(),
      fc.integer({ min: 1, max: 600 }),
      (side, cue, amount) => {
        const item = {
          ...words('x'),
          id: 'x',
          rev: 1,
          measure: 'breaths' as const,
          side,
          cue,
          amount,
        }
        expect(mirrored(mirrored(item)).side).toBe(side)
        const one = { ...empty, blocks: [{ ...empty.blocks[0]!, items: [item] }] }
        const other = { ...empty, blocks: [{ ...empty.blocks[0]!, items: [mirrored(item)] }] }
        expect(totalSeconds(other)).toBe(totalSeconds(one))
      },
    ),
  )
})

test('of two edits of two items both stay, of two edits of one the second is told', () => {
  const start = plan('One 1 min', 'Two 2 min')
  const first = editFlow(
    start,
    { act: 'item', item: 'k-0', rev: 2, to: words('One, longer 5 min') },
    3,
  )
  if (!first.ok) throw new Error('refused')
  const second = editFlow(
    first.plan,
    { act: 'item', item: 'k-1', rev: 2, to: words('Two, longer 6 min') },
    4,
  )
  if (!second.ok) throw new Error('refused')
  expect(itemsOf(second.plan).map(({ name }) => name)).toEqual(['One, longer', 'Two, longer'])
  expect(
    editFlow(second.plan, { act: 'item', item: 'k-0', rev: 2, to: words('Mine 1 min') }, 5),
  ).toEqual({ ok: false, reason: 'changed_meanwhile' })
  expect(editFlow(second.plan, { act: 'remove', item: 'gone', rev: 2 }, 5)).toEqual({
    ok: false,
    reason: 'gone',
  })
})

test('items are moved through their blocks, and the other side of a block is added whole', () => {
  let now = plan('One 1 min, left', 'Two 2 min')
  const edit = (one: Parameters<typeof editFlow>[1]) => {
    const result = editFlow(now, one, 9)
    if (!result.ok) throw new Error(result.reason)
    now = result.plan
  }
  edit({ act: 'block', key: 'b', name: 'Peak' })
  edit({ act: 'move', item: 'k-1', to: 'down' })
  expect(now.blocks.map(({ items }) => items.map(({ name }) => name))).toEqual([['One'], ['Two']])
  edit({ act: 'other_side', block: 'a', key: 'm' })
  edit({ act: 'other_side', block: 'a', key: 'm' })
  expect(now.blocks[0]?.items.map(({ side }) => side)).toEqual(['left', 'right'])
  expect(editFlow(now, { act: 'move', item: 'k-1', to: 'down' }, 9).ok).toBe(false)
})

test('a flow of 500 items is refused, and so is a block that is not empty any more', () => {
  const lines = Array.from({ length: 500 }, (_, i) => words(`Item ${i} 1 min`))
  expect(editFlow(empty, { act: 'add', block: 'a', key: 'k', items: lines }, 2)).toEqual({
    ok: false,
    reason: 'too_many',
  })
  const full = editFlow(
    empty,
    { act: 'add', block: 'a', key: 'k', items: lines.slice(0, mostItems) },
    2,
  )
  expect(full.ok).toBe(true)
  expect(editFlow(plan('One 1 min'), { act: 'remove_block', block: 'a', rev: 1 }, 3)).toEqual({
    ok: false,
    reason: 'changed_meanwhile',
  })
})

test('two versions are compared item by item', () => {
  const before = plan('One 1 min', 'Two 2 min', 'Three 3 min')
  const changed = editFlow(
    before,
    { act: 'item', item: 'k-0', rev: 2, to: { ...words('One 2 min'), cue: 'Breathe' } },
    3,
  )
  if (!changed.ok) throw new Error('refused')
  const removed = editFlow(changed.plan, { act: 'remove', item: 'k-2', rev: 2 }, 4)
  if (!removed.ok) throw new Error('refused')
  expect(comparePlans(before, removed.plan)).toEqual([
    { kind: 'removed', name: 'Three', what: '3 min' },
    {
      kind: 'changed',
      name: 'One',
      what: 'Length: 1 min is now 2 min. Cue: nothing is now “Breathe”',
    },
  ])
})

test('a flow for another level has the easier or harder items in their places, and takes as long', () => {
  const made = plan('Chair spin 10 min left first', 'Stretch 5 min')
  const [spin] = itemsOf(made)
  const to = { ...spin!, easier: 'Fireman spin', harder: 'Carousel spin', exerciseId: 'x' }
  const edited = editFlow(made, { act: 'item', item: spin!.id, rev: spin!.rev, to }, 3)
  if (!edited.ok) throw new Error(edited.reason)
  expect(waysOf(made)).toEqual(['planned'])
  expect(waysOf(edited.plan)).toEqual(['planned', 'easier', 'harder'])
  const easier = planFor(edited.plan, 'easier')
  expect(itemsOf(easier).map(({ name, easier: less, harder }) => [name, less, harder])).toEqual([
    ['Fireman spin', '', 'Chair spin'],
    ['Stretch', '', ''],
  ])
  expect(itemsOf(planFor(edited.plan, 'harder'))[0]).toMatchObject({
    name: 'Carousel spin',
    easier: 'Chair spin',
    side: 'left first',
  })
  expect(totalSeconds(easier)).toBe(totalSeconds(edited.plan))
  expect(planFor(edited.plan, wayAsked('sideways'))).toBe(edited.plan)
})

test('the cue sheet tells each track once where it begins, and again where it comes back', () => {
  const made = plan('Walk 1 min', 'Spin 2 min', 'Jump 30 s', 'Rest 90 s')
  const tracks = [
    { id: 'a', title: 'Slow set', seconds: 200, licence: 'PRS' },
    { id: 'b', title: 'Fast set', seconds: 60, licence: '' },
  ]
  const played = ['a', 'a', 'b', 'a']
  const [block] = made.blocks
  const items = block!.items.map((item, i) => ({ ...item, trackId: played[i]! }))
  expect(cueRows({ ...made, tracks, blocks: [{ ...block!, items }] }).slice(1)).toEqual([
    ['0:00', '0', 'Slow set', '3:20', 'PRS', 'Walk'],
    ['3:00', '180', 'Fast set', '1:00', '', 'Jump'],
    ['3:30', '210', 'Slow set', '3:20', 'PRS', 'Rest'],
  ])
})
