import { expect, test } from 'vitest'
import { limitOn, quarters, scaleUpTo } from './range-scale.ts'

test('a scale reaches the dearest by round steps, with whole steps at its quarters', () => {
  expect(scaleUpTo(96)).toEqual({ step: 5, max: 100 })
  expect(scaleUpTo(240)).toEqual({ step: 10, max: 240 })
  expect(scaleUpTo(0)).toEqual({ step: 1, max: 4 })
  expect(quarters({ step: 5, max: 60 })).toEqual([0, 15, 30, 45, 60])
})

test('the end of a scale is no limit, and neither is what is no number', () => {
  const scale = { step: 5, max: 60 }
  expect(['20', '0', '60', '99', '', '-1', 'x'].map((asked) => limitOn(asked, scale))).toEqual([
    20,
    0,
    null,
    null,
    null,
    null,
    null,
  ])
})
