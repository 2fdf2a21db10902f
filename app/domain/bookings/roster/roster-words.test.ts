import { expect, test } from 'vitest'
import { deskRules } from './roster-words.ts'

/** A class of Thursday 12 November 2026, 18:30 in London, read at `now`. */
function limitsRead(now: string) {
  const rules = deskRules(
    {
      startsAt: '2026-11-12T18:30:00.000Z',
      endsAt: '2026-11-12T19:30:00.000Z',
      closesAt: '2026-11-12T18:15:00.000Z',
      cutoffAt: '2026-11-12T06:30:00.000Z',
      reconcileMinutes: 120,
      editableDays: 30,
      minimumLevel: null,
      policyName: 'House',
      policyVersion: 1,
      ownPolicy: 0,
      policy: { lateLosesCredit: true, lateFeeMinor: 0, noShowFeeMinor: 0, noShowBoth: false },
    },
    {
      role: 'owner',
      now,
      today: now.slice(0, 10),
      timeZone: 'Europe/London',
      locale: 'en-GB',
      currency: 'GBP',
      medical: false,
      fees: true,
    },
  )
  return rules.filter(({ name }) => / until$/.test(name)).map(({ rule }) => rule)
}

test('the limits of a class name their day unless it is today', () => {
  expect(limitsRead('2026-11-12T08:00:00.000Z')).toEqual(['18:15', '06:30'])
  expect(limitsRead('2026-11-10T08:00:00.000Z')).toEqual(['Thu 18:15', 'Thu 06:30'])
  expect(limitsRead('2026-10-20T08:00:00.000Z').join()).toMatch(/12 Nov.*18:15,.*12 Nov.*06:30/)
})
