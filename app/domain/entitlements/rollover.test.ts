import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '#app/values/zone.ts'
import { limitOn } from './class-limit.ts'

const eight = {
  startsOn: '2026-01-01',
  endsOn: null,
  weeklyLimit: null,
  weekStart: 1,
  frozenFrom: null,
  frozenUntil: null,
  rollover: 4,
  period: {
    limit: 8,
    interval: 'month' as const,
    anchorOn: null,
    priceMinor: 6_000,
    trialDays: 0,
    billed: [],
    freezes: [],
    next: null,
  },
  usedOn: [] as string[],
}
const days = (month: string, many: number) =>
  Array.from({ length: many }, (_, i) => `2026-${month}-${String(i + 1).padStart(2, '0')}`)

test('unused classes carry over to the next month, and no more than the plan says', () => {
  const used = (many: number) => ({ ...eight, usedOn: days('10', many) })
  const november = (many: number) => limitOn(used(many), '2026-11-12', '2026-11-12')
  expect(november(8)).toMatchObject({ classes: 8 })
  expect(november(8)).not.toHaveProperty('carried')
  expect(november(6)).toMatchObject({ classes: 10, carried: 2 })
  expect(november(0)).toMatchObject({ classes: 12, carried: 4 })
})

test('they carry once: what was carried over and not used is gone a month later', () => {
  const idle = { ...eight, usedOn: days('11', 8) }
  expect(limitOn(idle, '2026-12-01', '2026-12-01')).toMatchObject({ classes: 8 })
})

test('a month that goes on carries nothing yet: its classes may still be booked', () => {
  expect(limitOn(eight, '2026-11-12', '2026-10-31')).toMatchObject({ classes: 8 })
  expect(limitOn(eight, '2026-11-12', '2026-11-01')).toMatchObject({ classes: 12 })
})

test('the first month carries nothing in, and a part month as much as its days gave', () => {
  expect(limitOn(eight, '2026-01-20', '2026-01-20')).toMatchObject({ classes: 8 })
  const mid = {
    ...eight,
    startsOn: '2026-10-17',
    period: { ...eight.period, anchorOn: '2026-10-01' },
  }
  expect(limitOn(mid, '2026-11-02', '2026-11-02')).toMatchObject({ carried: 4 })
  expect(limitOn({ ...mid, startsOn: '2026-10-28' }, '2026-11-02', '2026-11-02')).toMatchObject({
    carried: 1,
  })
})

test('a week that was frozen has nothing to carry over', () => {
  const weekly = { ...eight, period: null, weeklyLimit: 2 }
  const on = '2026-10-14'
  expect(limitOn(weekly, on, on)).toMatchObject({ classes: 4, carried: 2 })
  const frozen = { frozenFrom: '2026-10-05', frozenUntil: '2026-10-11' }
  expect(limitOn({ ...weekly, ...frozen }, on, on)).toMatchObject({ classes: 2 })
})

test('a month never has more classes than its own and those that may carry over, whatever was booked', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 120 }), { maxLength: 40 }),
      fc.integer({ min: 0, max: 50 }),
      fc.integer({ min: 31, max: 120 }),
      (used, rollover, day) => {
        const usedOn = used.map((n) => addDays('2026-09-01', n))
        const today = addDays('2026-09-01', day)
        const { classes, carried = 0 } = limitOn({ ...eight, rollover, usedOn }, today, today)!
        expect(classes).toBe(8 + carried)
        expect(carried).toBeGreaterThanOrEqual(0)
        expect(carried).toBeLessThanOrEqual(Math.min(rollover, 8))
      },
    ),
  )
})
