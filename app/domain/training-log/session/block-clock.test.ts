import fc from 'fast-check'
import { expect, test } from 'vitest'
import { clockView, restEndWords, restLeft } from './block-clock.ts'
import type { SessionBlock } from './session-plan.ts'

const block = (given: Partial<SessionBlock>): SessionBlock => ({
  kind: 'straight',
  rounds: 1,
  seconds: null,
  work: null,
  pause: null,
  ...given,
})

test('a rest of 90 seconds that began 40 seconds ago has 50 left, and none after its end', () => {
  const began = Date.parse('2026-10-13T12:27:40Z')
  const until = began + 90_000
  expect(restLeft(until, 90, began + 40_000)).toBe(50)
  expect(restLeft(until, 90, began + 91_000)).toBe(0)
  // The device's clock was set back by an hour.
  expect(restLeft(until, 90, began - 3_600_000)).toBe(90)
})

test('a rest ends at the local time of its workout, to the second', () => {
  const until = Date.parse('2026-07-13T17:01:30Z')
  const at = (timeZone: string, locale: string) => restEndWords(until, { timeZone, locale })
  expect(at('Europe/London', 'en-GB')).toBe('18:01:30')
  expect(at('America/New_York', 'en-US')).toBe('1:01:30 pm')
  expect(at('Asia/Kathmandu', 'en-GB')).toBe('22:46:30')
})

test('every minute on the minute for twelve minutes tells the minute and what is left of it', () => {
  const emom = block({ kind: 'emom', seconds: 720, work: 60 })
  expect(clockView(emom, 0)).toMatchObject({ seconds: 60, round: 1, rounds: 12 })
  expect(clockView(emom, 61)).toMatchObject({ seconds: 59, round: 2 })
  expect(clockView(emom, 719)).toMatchObject({ seconds: 1, round: 12 })
  expect(clockView(emom, 720).phase).toBe('over')
})

test('intervals change from work to rest, and end with the last work', () => {
  const tabata = block({ kind: 'intervals', rounds: 8, work: 20, pause: 10 })
  expect(clockView(tabata, 19)).toMatchObject({ seconds: 1, phase: 'work', round: 1 })
  expect(clockView(tabata, 20)).toMatchObject({ seconds: 10, phase: 'rest', round: 1 })
  expect(clockView(tabata, 30)).toMatchObject({ seconds: 20, phase: 'work', round: 2 })
  expect(clockView(tabata, 230).phase).toBe('over')
})

test('as many rounds as possible counts down, for time counts up to its cap', () => {
  expect(clockView(block({ kind: 'amrap', seconds: 600 }), 90)).toMatchObject({ seconds: 510 })
  const forTime = block({ kind: 'for_time', seconds: 720 })
  expect(clockView(forTime, 90)).toMatchObject({ seconds: 90, counts: 'up' })
  expect(clockView(forTime, 720).phase).toBe('over')
  expect(clockView(block({ kind: 'for_time' }), 5_000)).toMatchObject({ seconds: 5_000 })
})

test('whatever the clock of a device does, a clock never shows less than nothing', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('emom', 'intervals', 'amrap', 'for_time' as const),
      fc.integer({ min: -100_000, max: 100_000 }),
      fc.integer({ min: 1, max: 3_600 }),
      (kind, gone, seconds) => {
        const view = clockView(
          block({ kind: kind as 'emom', seconds, work: 30, pause: 10, rounds: 5 }),
          gone,
        )
        expect(view.seconds).toBeGreaterThanOrEqual(0)
        expect(view.round).toBeGreaterThanOrEqual(1)
      },
    ),
  )
})
