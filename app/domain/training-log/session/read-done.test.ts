import { expect, test } from 'vitest'
import { logTypes } from '#app/db/studio/training-words.ts'
import { doneWords, setsLine } from './done-words.ts'
import { logged } from './next-set.ts'
import { readDone } from './read-done.ts'

const typed = { weight: '42.5', reps: '8', time: '0:45', distance: '400' }
const all = { grams: 42_500, reps: 8, seconds: 45, metres: 400 }

test('every kind of exercise logs the parts it shows and no others', () => {
  for (const logType of logTypes) {
    const read = readDone(logType, typed, 'kg')
    const expected = Object.fromEntries(
      Object.entries(all).map(([part, value]) => [
        part,
        logged[logType].includes(part as keyof typeof all) ? value : null,
      ]),
    )
    expect([logType, read]).toEqual([logType, { ok: true, done: expected }])
  }
})

test('an empty set is refused by every kind of exercise but the one that is done or not', () => {
  const empty = Object.fromEntries(logTypes.map((one) => [one, readDone(one, {}, 'kg')]))
  const time = 'Enter the time like 1:20, or in seconds.'
  const reps = 'Enter the repetitions as a whole number.'
  expect(empty).toEqual({
    weight_reps: { ok: false, why: reps },
    reps: { ok: false, why: reps },
    weight: { ok: false, why: 'Enter the weight as a number, such as 42.5.' },
    time: { ok: false, why: time },
    hold: { ok: false, why: time },
    distance: { ok: false, why: 'Enter the distance as a number of metres.' },
    distance_time: { ok: false, why: 'Enter a distance or a time.' },
    pass: { ok: true, done: { grams: null, reps: null, seconds: null, metres: null } },
  })
})

test('a weight without repetitions is told as a weight', () => {
  const none = { grams: null, reps: null, seconds: null, metres: null }
  const carried = { ...none, grams: 40_000 }
  expect(doneWords(carried, 'kg')).toBe('40')
  expect(setsLine([carried, carried], 'kg')).toBe('40, 40 kg')
  expect(setsLine([{ ...carried, metres: 50 }], 'kg')).toBe('50 m')
  expect(setsLine([{ ...none, seconds: 45 }], 'kg')).toBe('45 s')
})
