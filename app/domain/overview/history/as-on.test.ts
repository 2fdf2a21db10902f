import { expect, test } from 'vitest'
import { heldOn, levelOn } from './as-on.ts'

const membership = {
  name: 'Unlimited',
  state: 'cancelled',
  startsOn: '2026-01-01',
  endsOn: '2026-06-30',
  freezes: [{ from: '2026-04-11', until: '2026-04-20' }],
}

test.each([
  ['2025-12-31', 'not'],
  ['2026-01-01', 'held'],
  ['2026-04-10', 'held'],
  ['2026-04-11', 'frozen'],
  ['2026-04-20', 'frozen'],
  ['2026-06-30', 'held'],
  ['2026-07-01', 'not'],
])('on %s a membership from January to June with ten frozen days is %s', (day, expected) => {
  expect(heldOn(membership, day)).toBe(expected)
})

test('a membership that was never paid for was never held', () => {
  expect(heldOn({ ...membership, state: 'pending_payment' }, '2026-02-01')).toBe('not')
})

test('a level counts from the day it was reached, even where it was typed later', () => {
  const [white, yellow] = [
    { levelId: 'white', since: '2026-01-10' },
    { levelId: 'yellow', since: '2026-05-02' },
  ]
  const changes = [
    { before: yellow, after: null, on: '2026-08-01' },
    { before: white, after: yellow, on: '2026-05-05' },
  ]
  const on = (day: string) => levelOn(null, changes, day)
  expect(
    ['2026-01-09', '2026-01-10', '2026-05-01', '2026-05-02', '2026-07-31', '2026-08-01'].map(on),
  ).toEqual([null, 'white', 'white', 'yellow', 'yellow', null])
})

test('a level without a change on record is the one of today', () => {
  const now = { levelId: 'green', since: '2026-03-01' }
  expect(levelOn(now, [], '2026-02-28')).toBeNull()
  expect(levelOn(now, [], '2026-03-01')).toBe('green')
})
