import { expect, test } from 'vitest'
import { backWords, dueWords } from './money-words.ts'

const formats = { currency: 'GBP', locale: 'en-GB' }

test.each([
  [1_500, 0, '£15.00 more to pay.'],
  [-500, 0, 'You get £5.00 back.'],
  [0, 0, 'Nothing more to pay.'],
  [-500, 9_000, '£85.00 to pay in total.'],
  [1_500, 9_000, '£105.00 to pay in total.'],
  [-9_000, 9_000, 'Nothing to pay.'],
  [-9_000, 4_000, 'You get £50.00 back.'],
])('a change for %i by someone who has %i to pay: %s', (dueMinor, unpaidMinor, words) => {
  expect(dueWords({ dueMinor, unpaidMinor }, formats)).toBe(words)
})

test.each([
  [9_000, 0, 'You get £90.00 back.'],
  [0, 0, 'No refund.'],
  [9_000, 9_000, 'You no longer owe £90.00.'],
  [4_500, 9_000, 'You now owe £45.00 instead of £90.00.'],
  [0, 9_000, 'No refund. You still owe £90.00.'],
  [9_000, 4_000, 'You get £50.00 back and owe nothing.'],
])('%i back to someone who has %i to pay: %s', (refundMinor, unpaidMinor, words) => {
  expect(backWords({ refundMinor, unpaidMinor }, formats)).toBe(words)
})
