import { expect, test } from 'vitest'
import { weeksInARow } from './weeks-in-a-row.ts'

// A Tuesday; eight weeks reach back to Monday 24 August.
const today = '2026-10-13'
const weeks = { weekStart: 1 }

test('classes are counted by week from Monday, the last week being this one', () => {
  const found = weeksInARow(
    ['2026-08-23', '2026-08-24', '2026-10-04', '2026-10-05', '2026-10-11', '2026-10-12'],
    today,
    weeks,
  )
  expect(found).toEqual({
    weeks: [1, 0, 0, 0, 0, 1, 2, 1],
    streak: 3,
    classes: 5,
    since: '2026-08-24',
  })
})

test('a week that has only begun does not break a row', () => {
  expect(weeksInARow(['2026-09-28', '2026-10-05'], today, weeks).streak).toBe(2)
})

test('a week without a class ends the row', () => {
  expect(weeksInARow(['2026-09-21', '2026-10-12'], today, weeks).streak).toBe(1)
  expect(weeksInARow([], today, weeks)).toMatchObject({ streak: 0, classes: 0 })
})

test('eight full weeks are a row of eight', () => {
  const visits = Array.from(
    { length: 8 },
    (_, i) =>
      [
        '2026-08-25',
        '2026-09-01',
        '2026-09-08',
        '2026-09-15',
        '2026-09-22',
        '2026-09-29',
        '2026-10-06',
        '2026-10-13',
      ][i]!,
  )
  expect(weeksInARow(visits, today, weeks).streak).toBe(8)
})

test('weeks are the studio’s: from Sunday, a Sunday belongs to the week after it', () => {
  const visits = ['2026-10-03', '2026-10-04', '2026-10-10', '2026-10-11']
  expect(weeksInARow(visits, today, weeks).weeks.slice(-3)).toEqual([2, 2, 0])
  expect(weeksInARow(visits, today, { weekStart: 7 }).weeks.slice(-3)).toEqual([1, 2, 1])
})
