import { expect, test } from 'vitest'
import type { CourseView } from '../course-view.ts'
import { courseRules } from './program-words.ts'

const formats = { timeZone: 'Europe/London', locale: 'en-GB', currency: 'GBP' }

const course = {
  firstStart: '2027-01-05T18:30',
  withdrawal: '14:100,2:50',
  withdrawalRunning: 25,
  lateJoin: 2,
  dropIns: true,
  makeUpHours: 4,
  makeUpDays: 14,
  waitlistLimit: 10,
  offerHours: 24,
  minimumAge: 16,
  maximumAge: null,
  minimumPeople: 5,
  decideAt: '2026-12-29T18:00:00Z',
  confirmedAt: null,
} as CourseView

const order = (more: Partial<CourseView>, today = '2026-12-01') =>
  courseRules({ ...course, ...more }, today, formats).map(({ when }) => when)

test('course rules are listed in order of time, from the waitlist to single sessions', () => {
  expect(order({})).toEqual([
    'Who',
    'If it is full',
    'Until Tue 22 Dec',
    'By Tue 29 Dec 18:00',
    'Until Sun 3 Jan',
    'After that, until it starts',
    'Joining late',
    'After it starts',
    'If you miss a session',
    'If we change a date',
    'Single sessions',
  ])
})

test('what follows the last day of a refund is said right after it, and what is over is left out', () => {
  expect(order({ withdrawalRunning: 0, decideAt: null }).slice(2, 6)).toEqual([
    'Until Tue 22 Dec',
    'Until Sun 3 Jan',
    'After that',
    'Joining late',
  ])
  expect(order({ confirmedAt: '2026-12-29T19:00:00Z' }, '2027-01-06').slice(1, 4)).toEqual([
    'If it is full',
    'Joining late',
    'Now that it has started',
  ])
})
