import { expect, test } from 'vitest'
import {
  featureKeys,
  featureOff,
  features,
  featuresAt,
  featuresOffText,
  studioUses,
} from './features.ts'

test('a studio that has turned nothing off uses everything', () => {
  for (const key of featureKeys) expect(studioUses({ featuresOff: '' }, key), key).toBe(true)
  expect(featuresOffText(new Set(featureKeys))).toBe('')
})

test('features that are off are kept by key, in the order of the list', () => {
  const on = new Set(['encyclopedia', 'path', 'coaching', 'appointments', 'events', 'no such key'])
  const featuresOff = featuresOffText(on)
  expect(featuresOff).toBe('programs workouts files')
  expect(featureKeys.filter((key) => !studioUses({ featuresOff }, key))).toEqual([
    'programs',
    'workouts',
    'files',
  ])
})

test('an address belongs to what it lies in, in any letter case, and to nothing it only resembles', () => {
  expect(featuresAt('/northside/Home/Encyclopedia/e1/favourite')).toEqual(['encyclopedia'])
  expect(featuresAt('/northside/workout/log.csv')).toEqual(['workouts'])
  expect(featuresAt('/northside/workout/programs/p1')).toEqual(['programs', 'workouts'])
  expect(featuresAt('/northside/home/timetable/o1/tickets/check-mail')).toEqual(['events'])
  expect(featuresAt('/northside/manage/training/grading/g1')).toEqual(['path'])
  for (const path of [
    '/northside/home',
    '/northside/home/timetable/o1',
    '/northside/home/programsandmore',
    '/northside/workouts',
    '/northside/manage/training/levels',
    '/northside/manage/training/exercises/e1',
    '/northside/portal',
    '/workout',
    '/',
  ])
    expect(featuresAt(path), path).toEqual([])
})

test('an address is closed by any feature it needs', () => {
  const plan = '/northside/workout/programs/p1'
  expect(featureOff({ featuresOff: 'programs' }, plan)).toBe('programs')
  expect(featureOff({ featuresOff: 'workouts' }, plan)).toBe('workouts')
  expect(featureOff({ featuresOff: 'files' }, plan)).toBeNull()
})

test('each feature has something to close, and words for what it is', () => {
  for (const key of featureKeys) {
    const { name, about, noun, members } = features[key]
    expect(members.length, key).toBeGreaterThan(0)
    expect([name, about, noun].every(Boolean), key).toBe(true)
  }
})
