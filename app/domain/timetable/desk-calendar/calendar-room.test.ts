import { expect, test } from 'vitest'
import { hourHeight } from './calendar-room.ts'

const box = (name: string, minutes: number, lanes = 1) => ({ name, minutes, lanes })

test('hours are as tall as usual while every name has room in its box', () => {
  expect(hourHeight([])).toBe(0)
  expect(hourHeight([box('Pole 1', 30), box('Handstands and hand-balancing', 60)])).toBe(0)
  expect(hourHeight([box('Chair dance', 60, 2), box('Restorative', 60, 2)])).toBe(0)
})

test('one long name in a short box makes all hours taller, up to a limit', () => {
  expect(hourHeight([box('Pole 1', 60), box('Handstands and balancing', 30)])).toBe(1)
  expect(hourHeight([box('Handstands and hand-balancing fundamentals', 30)])).toBe(2)
  expect(hourHeight([box('Wolfeschlegelsteinhausenbergerdorff', 30, 4)])).toBe(2)
})
