import { expect, test } from 'vitest'
import { begin, clockOf, leftOf, paused, readStanding, resumed } from './timer.ts'

test('a timer is an end time: it is right after sleep, and stands still while paused', () => {
  const now = 1_000_000
  const at = begin(2, 160, now)
  expect(clockOf(leftOf(at, now))).toBe('2:40')
  expect(clockOf(leftOf(at, now + 100_000))).toBe('1:00')
  expect(clockOf(leftOf(at, now + 220_000))).toBe('+1:00')
  const held = paused(at, now + 100_000)
  expect(leftOf(held, now + 900_000)).toBe(60_000)
  expect(clockOf(leftOf(resumed(held, now + 900_000), now + 930_000))).toBe('0:30')
})

test('a kept session is resumed within half a day, and nothing else is', () => {
  const now = 1_800_000_000_000
  const kept = (more: object) => JSON.stringify({ ...begin(1, 60, now), at: now, ...more })
  expect(readStanding(kept({}), 5, now + 30_000)).toMatchObject({ step: 1 })
  expect(readStanding(kept({}), 5, now + 13 * 3_600_000)).toBeNull()
  expect(readStanding(kept({ step: 7 }), 5, now)).toBeNull()
  for (const text of [null, '', '{', '[]', '{"step":"1"}'])
    expect(readStanding(text, 5, now)).toBeNull()
})
