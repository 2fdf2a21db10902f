import { expect, test } from 'vitest'
import { eligibleOn, paceOf, requirementsOf, type Standing } from './progress.ts'
import { asksWords, progressWords } from './progress-words.ts'

const asks = { askClasses: 30, askDays: 90, askAge: null }
const today = '2026-05-03'
const standing: Standing = { since: '2026-02-01', classes: 18, recent: 16, birthDate: null }
const reader = { today, locale: 'en-GB' }

test('requirements of a level are counted: classes, days and age, each with what the person has', () => {
  expect(requirementsOf(asks, standing, today)).toEqual([
    { kind: 'classes', need: 30, have: 18, met: false },
    { kind: 'days', need: 90, have: 91, met: true },
  ])
  const young = { askClasses: null, askDays: null, askAge: 16 }
  const born = { ...standing, birthDate: '2010-05-04' }
  expect(requirementsOf(young, born, today)).toEqual([
    { kind: 'age', need: 16, have: 15, met: false },
  ])
  expect(requirementsOf(young, born, '2026-05-04')[0]!.met).toBe(true)
})

test('the first level asks for no days on the one before', () => {
  expect(requirementsOf(asks, { ...standing, since: null }, today).map(({ kind }) => kind)).toEqual(
    ['classes'],
  )
})

test('the pace is that of the last eight weeks, or since the level was reached', () => {
  expect(paceOf(standing, today)).toBe(2)
  expect(paceOf({ ...standing, since: '2026-04-05', recent: 8 }, today)).toBe(2)
  expect(paceOf({ ...standing, since: today, recent: 1 }, today)).toBe(1)
})

test('the day is the latest of what each asks, and none where nobody comes', () => {
  // Twelve to go at two a week: six weeks.
  expect(eligibleOn(asks, standing, today, 2)).toBe('2026-06-14')
  expect(eligibleOn(asks, standing, today, 4)).toBe('2026-05-24')
  expect(eligibleOn(asks, { ...standing, since: '2026-05-01' }, today, 4)).toBe('2026-07-30')
  expect(eligibleOn(asks, standing, today, 0)).toBeNull()
  expect(eligibleOn(asks, { ...standing, classes: 30 }, today, 0)).toBe(today)
  const age = { askClasses: null, askDays: null, askAge: 16 }
  expect(eligibleOn(age, standing, today, 1)).toBeNull()
  expect(eligibleOn(age, { ...standing, birthDate: '2012-02-29' }, today, 1)).toBe('2028-02-29')
  expect(eligibleOn(age, { ...standing, birthDate: '2011-02-28' }, today, 1)).toBe('2027-02-28')
})

test('someone born on 29 February is a year older on 1 March of other years', () => {
  const age = { askClasses: null, askDays: null, askAge: 17 }
  expect(eligibleOn(age, { ...standing, birthDate: '2012-02-29' }, today, 1)).toBe('2029-03-01')
})

test('members read where they are, when all is met, what would be sooner, and the arithmetic', () => {
  expect(progressWords(asks, standing, reader)).toMatchObject({
    ready: false,
    rows: [
      { words: '18 of 30 classes', met: false, have: 18, need: 30 },
      { words: '90 of 90 days on this level', met: true },
    ],
    forecast:
      'At this pace everything is met on 14 June 2026. 3 classes a week would make it 31 May 2026.',
    arithmetic: '16 classes in the last 8 weeks, so 2 a week; 12 to go.',
  })
  const idle = progressWords(asks, { ...standing, recent: 0 }, reader)
  expect(idle.forecast).toBe('2 classes a week makes it 14 June 2026.')
  expect(idle.arithmetic).toBe('No classes in the last 8 weeks; 12 to go.')
  const done = progressWords(asks, { ...standing, classes: 31 }, reader)
  expect(done).toMatchObject({ ready: true, forecast: '', arithmetic: '' })
})

test('requirements of a level are one line, and empty where there are none', () => {
  expect(asksWords({ ...asks, askAge: 16, asks: 'a spotted handstand' })).toBe(
    '30 classes, 90 days on the level before, age 16, a spotted handstand',
  )
  expect(asksWords({ askClasses: null, askDays: null, askAge: null, asks: '' })).toBe('')
})
