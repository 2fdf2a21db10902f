import { expect, test } from 'vitest'
import type { HeldLot, HeldMembership } from './choose-entitlement.ts'
import { creditsLeft, leftNow, membershipsHeld, totalCredits } from './holdings.ts'

const today = '2026-10-20'

const lot = (facts: Partial<HeldLot>): HeldLot => ({
  id: 'lot',
  name: '10-class pack',
  startsOn: '2026-09-01',
  expiresOn: '2026-12-01',
  refunded: false,
  purchasedAt: '2026-09-01T10:00:00Z',
  covers: [],
  left: 5,
  ...facts,
})

const membership = (facts: Partial<HeldMembership>): HeldMembership => ({
  id: 'm',
  name: 'Two a week',
  state: 'active',
  startsOn: '2026-09-01',
  endsOn: null,
  frozenFrom: null,
  frozenUntil: null,
  purchasedAt: '2026-09-01T10:00:00Z',
  covers: [],
  weeklyLimit: null,
  locations: [],
  notIn: '',
  weekStart: 1,
  rollover: 0,
  guestPlaces: 0,
  interval: 'month' as const,
  anchorOn: null,
  period: null,
  usedOn: [],
  ...facts,
})

test('credits of several lots that cover the same are one number, with those that go within two weeks', () => {
  const lots = [
    lot({ expiresOn: '2026-10-31', left: 2, covers: ['pole', 'aerial'] }),
    lot({ expiresOn: '2026-11-30', left: 6, covers: ['aerial', 'pole'] }),
    lot({ left: 3, covers: ['yoga'] }),
  ]
  expect(creditsLeft({ lots }, today)).toEqual([
    {
      covers: ['pole', 'aerial'],
      appointments: false,
      left: 8,
      soon: { credits: 2, on: '2026-10-31' },
    },
    { covers: ['yoga'], appointments: false, left: 3, soon: null },
  ])
})

test('the soonest end is told, and all credits that go within two weeks are counted', () => {
  const lots = [
    lot({ expiresOn: '2026-11-03', left: 1 }),
    lot({ expiresOn: '2026-10-20', left: 2 }),
  ]
  expect(creditsLeft({ lots }, today)[0]?.soon).toEqual({ credits: 3, on: '2026-10-20' })
})

test('used up, refunded and expired credits do not count as left, and the last day still counts', () => {
  const lots = [
    lot({ left: 0 }),
    lot({ refunded: true }),
    lot({ expiresOn: '2026-10-19' }),
    lot({ expiresOn: today, left: 1 }),
  ]
  expect(totalCredits({ lots }, today)).toBe(1)
})

test('a membership that ended or was cancelled is no longer held, an unpaid one is', () => {
  const held = membershipsHeld(
    [
      membership({ id: 'past', endsOn: '2026-10-19' }),
      membership({ id: 'cancelled', state: 'cancelled' }),
      membership({ id: 'unpaid', state: 'past_due' }),
      membership({ id: 'last-day', endsOn: today }),
    ],
    today,
  )
  expect(held.map(({ id }) => id)).toEqual(['unpaid', 'last-day'])
})

test('a weekly allowance counts class dates of this week, Monday to Sunday', () => {
  const usedOn = ['2026-10-18', '2026-10-19', '2026-10-25', '2026-10-26']
  expect(leftNow(membership({ weeklyLimit: 3, usedOn }), today)?.left).toBe(1)
  expect(leftNow(membership({ weeklyLimit: 1, usedOn }), today)?.left).toBe(0)
  expect(leftNow(membership({}), today)).toBeNull()
})
