import fc from 'fast-check'
import { expect, test } from 'vitest'
import { movementKinds, movementOf, type RecurringChange } from './movement.ts'
import { waterfallOf } from './waterfall.ts'

const change = (
  n: number,
  kind: RecurringChange['kind'],
  amountMinor: number,
): RecurringChange => ({
  day: '2026-06-10',
  personId: `p${n}`,
  personName: `P ${n}`,
  kind,
  amountMinor,
  plans: 'Plan',
})

test('each step begins where the one before ended, and the last is the closing', () => {
  const opening = { day: '2026-05-31', members: 200, minor: 1_400_000 }
  const closing = { day: '2026-06-30', members: 208, minor: 1_458_000 }
  const moved = movementOf(opening, closing, [
    change(1, 'joined', 140_000),
    change(2, 'froze', -28_000),
    change(3, 'left', -54_000),
  ])
  expect(waterfallOf(moved)).toEqual({
    leastMinor: 1_000_000,
    mostMinor: 1_540_000,
    steps: [
      { kind: 'opening', fromMinor: 1_000_000, toMinor: 1_400_000, people: 200 },
      { kind: 'joined', fromMinor: 1_400_000, toMinor: 1_540_000, people: 1 },
      { kind: 'froze', fromMinor: 1_540_000, toMinor: 1_512_000, people: 1 },
      { kind: 'left', fromMinor: 1_512_000, toMinor: 1_458_000, people: 1 },
      { kind: 'closing', fromMinor: 1_000_000, toMinor: 1_458_000, people: 208 },
    ],
  })
})

test('a month in which nothing moved is not drawn', () => {
  const day = { day: '2026-05-31', members: 2, minor: 14_000 }
  expect(waterfallOf(movementOf(day, day, []))).toBeNull()
})

test('whatever moved, the scale starts below it and never below nothing', () => {
  const kinds = fc.constantFrom(...movementKinds)
  fc.assert(
    fc.property(
      fc.nat(10_000_000),
      fc.array(fc.tuple(kinds, fc.integer({ min: -50_000, max: 50_000 })), { minLength: 1 }),
      (minor, moves) => {
        const changes = moves.map(([kind, amount], i) => change(i, kind, amount))
        const sum = moves.reduce((all, [, amount]) => all + amount, minor)
        const fall = waterfallOf(
          movementOf(
            { day: '2026-05-31', members: 1, minor },
            { day: '2026-06-30', members: 1, minor: sum },
            changes,
          ),
        )!
        const levels = fall.steps.map(({ toMinor }) => toMinor)
        expect(fall.leastMinor).toBeGreaterThanOrEqual(0)
        expect(fall.mostMinor).toBe(Math.max(...levels))
        expect(fall.steps.at(-1)!.toMinor).toBe(fall.steps.at(-2)!.toMinor)
        if (Math.min(...levels) >= 0)
          expect(fall.leastMinor).toBeLessThanOrEqual(Math.min(...levels))
      },
    ),
  )
})
