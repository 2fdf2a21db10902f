import { expect, test } from 'vitest'
import { freeShare } from './until-line.ts'

const start = '2026-10-15T17:30:00Z'

test('the line is as long as the time it stands for, within what the words under it need', () => {
  expect(freeShare('2026-10-15T07:30:00Z', '2026-10-15T12:30:00Z', start)).toBe(50)
  expect(freeShare('2026-10-01T17:30:00Z', '2026-10-15T17:00:00Z', start)).toBe(74)
  expect(freeShare('2026-10-15T12:29:00Z', '2026-10-15T12:30:00Z', start)).toBe(34)
})

test('at the cut-off itself cancelling is free, one second later it is not', () => {
  expect(freeShare('2026-10-15T12:30:00Z', '2026-10-15T12:30:00Z', start)).toBe(34)
  expect(freeShare('2026-10-15T12:30:01Z', '2026-10-15T12:30:00Z', start)).toBe(0)
})
