import { expect, test } from 'vitest'
import { paceOf, solveLeads } from './solve-leads.ts'

const facts = {
  goalMinor: 1_600_000,
  nowMinor: 1_458_000,
  averageMinor: 7_000,
  members: 208,
  leaving: 0.04,
  leads: 96,
  joined: 12,
  daysLeft: 30,
}

test('£14,580 to £16,000 in a month: 8 leave, 29 join, which takes 232 leads, 55 a week', () => {
  expect(solveLeads(facts)).toEqual({ leave: 8, joins: 29, leads: 232, leadsAWeek: 55 })
})

test('a goal that is reached takes nobody, and without a join there is no rate', () => {
  expect(solveLeads({ ...facts, goalMinor: 1_000_000 })).toMatchObject({ joins: 0, leadsAWeek: 0 })
  expect(solveLeads({ ...facts, joined: 0 })).toMatchObject({ joins: 29, leads: null })
  expect(solveLeads({ ...facts, averageMinor: 0 })).toBeNull()
})

test('pace goes by open days: a third of them over, a third is expected', () => {
  expect(paceOf({ target: 21, now: 5, openDays: 24, openLeft: 16 })).toEqual({
    expected: 7,
    eachDay: 1,
  })
  expect(paceOf({ target: 21, now: 30, openDays: 24, openLeft: 0 })).toEqual({
    expected: 21,
    eachDay: null,
  })
})
