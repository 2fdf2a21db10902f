import fc from 'fast-check'
import { expect, test } from 'vitest'
import { circleOf, type Node, pathTo, type Stand, statusOf } from './skill-graph.ts'
import { box, layTree } from './tree-layout.ts'

const today = '2026-11-12'
const node = (id: string, needs: string[] = [], more: Partial<Node> = {}): Node => ({
  id,
  needs: needs.map((one) => {
    const [name = '', state] = one.split(':')
    return { id: name, state: state === 'familiar' ? 'familiar' : 'cleared' }
  }),
  needsRule: 'all',
  needsCount: 0,
  days: 3,
  ...more,
})
const stand = (state: Stand['state'], days = 0, lapsesOn: string | null = null): Stand => ({
  state,
  days,
  lapsesOn,
})

test('a skill is open once all, one or some of what leads to it are met', () => {
  const held = new Map([
    ['a', stand('cleared', 3)],
    ['b', stand('familiar', 1)],
  ])
  expect(statusOf(node('x', ['a', 'b']), held, today)).toBe('locked')
  expect(statusOf(node('x', ['a', 'b:familiar']), held, today)).toBe('open')
  expect(statusOf(node('x', ['a', 'c'], { needsRule: 'any' }), held, today)).toBe('open')
  const some = { needsRule: 'some', needsCount: 2 } as const
  expect(statusOf(node('x', ['a', 'b', 'c'], some), held, today)).toBe('locked')
  expect(statusOf(node('x', ['a', 'b:familiar', 'c'], some), held, today)).toBe('open')
  expect(statusOf(node('x'), held, today)).toBe('open')
})

test('what was begun or cleared is never locked by what the tree asks later', () => {
  const held = new Map([
    ['x', stand('cleared', 3)],
    ['y', stand('learning', 1)],
  ])
  expect(statusOf(node('x', ['new'], { days: 4 }), held, today)).toBe('cleared')
  expect(statusOf(node('y', ['new']), held, today)).toBe('learning')
})

test('a skill that lapsed opens nothing and asks for one more day', () => {
  const held = new Map([['a', stand('cleared', 3, '2026-11-12')]])
  expect(statusOf(node('a'), held, today)).toBe('lapsed')
  expect(statusOf(node('x', ['a']), held, today)).toBe('locked')
  expect(pathTo('x', [node('a'), node('x', ['a'])], held, today)).toEqual([
    { id: 'a', days: 1 },
    { id: 'x', days: 3 },
  ])
})

test('the shortest way takes of alternatives the one with the fewest days, and counts what is shared once', () => {
  const nodes = [
    node('invert'),
    node('inside', ['invert']),
    node('outside', ['invert']),
    node('butterfly', ['inside'], { days: 3 }),
    node('ayesha', ['butterfly', 'outside'], { days: 2 }),
    node('iron', ['ayesha', 'invert'], { needsRule: 'any', days: 1 }),
  ]
  const held = new Map([['invert', stand('learning', 2)]])
  expect(pathTo('ayesha', nodes, held, today)).toEqual([
    { id: 'invert', days: 1 },
    { id: 'outside', days: 3 },
    { id: 'inside', days: 3 },
    { id: 'butterfly', days: 3 },
    { id: 'ayesha', days: 2 },
  ])
  expect(pathTo('iron', nodes, held, today)).toEqual([
    { id: 'invert', days: 1 },
    { id: 'iron', days: 1 },
  ])
  expect(pathTo('nowhere', nodes, held, today)).toBeNull()
})

test('a circle is found with its skills in order, also of one skill and in a long chain', () => {
  expect(circleOf([node('a', ['b']), node('b', ['c']), node('c')])).toBeNull()
  expect(circleOf([node('a', ['b']), node('b', ['c']), node('c', ['b'])])).toEqual(['b', 'c'])
  expect(circleOf([node('a', ['a'])])).toEqual(['a'])
  const chain = Array.from({ length: 20_000 }, (_, n) => node(`${n}`, n ? [`${n - 1}`] : []))
  expect(circleOf(chain)).toBeNull()
  expect(circleOf([...chain.slice(1), node('0', ['19999'])])).toHaveLength(20_000)
})

test('no two skills stand on one another, whatever the tree', () => {
  const trees = fc.array(
    fc.record({ tier: fc.nat(5), needs: fc.array(fc.nat(59), { maxLength: 6 }) }),
    { maxLength: 60 },
  )
  fc.assert(
    fc.property(trees, (made) => {
      const skills = made.map(({ tier, needs }, n) => ({
        ...node(`${n}`, needs.map(String)),
        tier,
        name: `Skill ${n}`,
      }))
      const { at, width, height } = layTree(skills)
      const places = [...at.values()].map(({ x, y }) => `${x} ${y}`)
      expect(new Set(places).size).toBe(skills.length)
      for (const { x, y } of at.values()) {
        expect(x + box.width).toBeLessThanOrEqual(Math.max(width, box.width))
        expect(y + box.height).toBeLessThanOrEqual(height)
      }
    }),
  )
})
