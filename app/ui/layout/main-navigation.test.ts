import { expect, test } from 'vitest'
import { initialOf } from '#app/values/text/initial-of.ts'
import { currentMark } from './main-navigation.ts'
import { initialsOf } from './studio-mark.tsx'

test('a place is current on itself and above what lies below it', () => {
  expect(
    currentMark('/northside/home/timetable', '/Northside/home/timetable?from=2026-10-20'),
  ).toBe('page')
  expect(currentMark('/northside/home/timetable', '/northside/home/timetable/abc/booking')).toBe(
    'true',
  )
  expect(currentMark('/northside/home', '/northside/home/timetable')).toBeUndefined()
  expect(currentMark('/northside/home', '/northside/home/')).toBe('page')
})

test('initials are of the first and the last word', () => {
  expect(initialsOf('Ana Reyes')).toBe('AR')
  expect(initialsOf('Jean-Luc  de la Tour')).toBe('JT')
  expect(initialsOf('élise')).toBe('É')
  expect(initialOf('!')).toBe('·')
})
