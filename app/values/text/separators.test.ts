import { expect, test } from 'vitest'
import { factsLine, titled } from './separators.ts'

test('facts of a line are separated by dots, and those there are none of leave no gap', () => {
  expect(factsLine(['60 min', '', '£45.00', null, 'up to 2 people'])).toBe(
    '60 min\u00a0· £45.00\u00a0· up to 2 people',
  )
  expect(titled('Timetable', 'Northside')).toBe('Timetable – Northside')
})
