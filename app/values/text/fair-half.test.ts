import { expect, test } from 'vitest'
import { inSecondHalf } from './fair-half.ts'

test('keys fall into two halves evenly, and each always into the same', () => {
  const keys = Array.from({ length: 10_000 }, (_, i) => `campaign-7:person-${i}`)
  const second = keys.filter(inSecondHalf).length
  expect(Math.abs(second - 5_000)).toBeLessThan(200)
  expect(keys.filter(inSecondHalf)).toHaveLength(second)
})

test('the half of a person in one test says nothing of their half in another', () => {
  const people = Array.from({ length: 10_000 }, (_, i) => `person-${i}`)
  const same = people.filter((id) => inSecondHalf(`one:${id}`) === inSecondHalf(`two:${id}`))
  expect(Math.abs(same.length - 5_000)).toBeLessThan(200)
})
