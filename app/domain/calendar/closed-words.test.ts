import { expect, test } from 'vitest'
import { closedOn, closedWords, type ToldClosure } from './closed-words.ts'

const christmas: ToldClosure = {
  name: 'Christmas',
  message: '',
  location: null,
  fromDate: '2026-12-24',
  untilDate: '2027-01-02',
}

test('closed days are told with their days, their name and what the studio wrote', () => {
  expect(closedWords(christmas, 'en-GB')).toBe('Closed 24 December to 2 January (Christmas).')
  const one = { ...christmas, untilDate: '2026-12-24', message: 'See you on Friday!' }
  expect(closedWords(one, 'en-GB')).toBe(
    'Closed Thursday 24 December (Christmas). See you on Friday.',
  )
  expect(closedWords({ ...one, message: '', location: 'Canal Street' }, 'en-GB')).toBe(
    'Canal Street is closed Thursday 24 December (Christmas).',
  )
})

test('a day is closed where the whole studio is, from the first day to the last', () => {
  const days = ['2026-12-23', '2026-12-24', '2027-01-02', '2027-01-03']
  expect(days.map((date) => closedOn([christmas], date)?.name ?? null)).toEqual([
    null,
    'Christmas',
    'Christmas',
    null,
  ])
  expect(closedOn([{ ...christmas, location: 'Canal Street' }], '2026-12-25')).toBe(null)
})
