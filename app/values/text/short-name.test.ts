import { expect, test } from 'vitest'
import { shortName } from './short-name.ts'

test.each([
  ['Pole 1', 'Pole 1'],
  ['Beyond course', 'Beyond'],
  ['Beginner pole, six Sundays', 'Beginner'],
  ['Spin, then climb', 'Spin, then'],
  ['Handstands and more', 'Handstands'],
  ['Winter showcase', 'Winter'],
  ['Donaudampfschifffahrt', 'Donaudampfs…'],
  [' Yin ', 'Yin'],
])('%s is called %s where there is little room', (name, short) => {
  expect(shortName(name)).toBe(short)
  expect(shortName(name).length).toBeLessThanOrEqual(12)
})
