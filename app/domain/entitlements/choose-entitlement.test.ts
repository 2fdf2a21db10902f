import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chooseEntitlement, type HeldLot, type HeldMembership } from './choose-entitlement.ts'

const unlimited: HeldMembership = {
  id: 'm1',
  name: 'Yoga unlimited',
  state: 'active',
  startsOn: '2026-01-01',
  endsOn: null,
  frozenFrom: null,
  frozenUntil: null,
  purchasedAt: '2026-01-01T09:00:00Z',
  covers: [],
  locations: [],
  notIn: '',
  weeklyLimit: null,
  weekStart: 1,
  rollover: 0,
  guestPlaces: 0,
  interval: 'month',
  anchorOn: null,
  period: null,
  usedOn: [],
}
const pack: HeldLot = {
  id: 'a',
  name: '10-class pack',
  startsOn: '2026-01-01',
  expiresOn: '2026-06-30',
  refunded: false,
  purchasedAt: '2026-01-01T09:00:00Z',
  covers: [],
  left: 2,
}
const on = (classDate: string, today = '2026-06-20', time = '18:30') => ({
  localStart: `${classDate}T${time}`,
  locationId: 'centre',
  disciplineId: 'pole',
  today,
})
const choose = (memberships: HeldMembership[], lots: HeldLot[], when = on('2026-06-29')) =>
  chooseEntitlement({ memberships, lots }, when)

test('a membership pays before credits, and the credits are offered', () => {
  const choice = choose([unlimited], [pack])

  expect(choice.pays).toMatchObject({ kind: 'membership', id: 'm1' })
  expect(choice.alternatives).toEqual([
    { kind: 'lot', id: 'a', name: '10-class pack', left: 2, expiresOn: '2026-06-30' },
  ])
})

test('the older membership pays first', () => {
  const older = { ...unlimited, id: 'm0', purchasedAt: '2025-12-01T09:00:00Z' }

  expect(choose([unlimited, older], []).pays).toMatchObject({ id: 'm0' })
})

test('of two packs the one that ends sooner pays, while it is valid on the class date', () => {
  const packB = {
    ...pack,
    id: 'b',
    expiresOn: '2026-09-30',
    left: 5,
    purchasedAt: '2025-01-01T09:00:00Z',
  }

  expect(choose([], [packB, pack], on('2026-06-29')).pays).toMatchObject({ id: 'a' })
  expect(choose([], [packB, pack], on('2026-06-30')).pays).toMatchObject({ id: 'a' })
  expect(choose([], [packB, pack], on('2026-07-01')).pays).toMatchObject({ id: 'b' })
})

test('a frozen membership does not pay on its frozen days, both included', () => {
  const frozen = { ...unlimited, frozenFrom: '2026-06-10', frozenUntil: '2026-06-20' }

  expect(choose([frozen], [], on('2026-06-20')).why).toEqual({
    reason: 'frozen',
    facts: { name: 'Yoga unlimited', until: '2026-06-20' },
  })
  expect(choose([frozen], [], on('2026-06-21')).pays).toMatchObject({ id: 'm1' })
  expect(
    choose([{ ...frozen, frozenUntil: null }], [], on('2026-12-01', '2026-06-20')).why?.reason,
  ).toBe('frozen')
})

test('a weekly limit counts class dates of the same week from Monday', () => {
  const twice = { ...unlimited, weeklyLimit: 2, usedOn: ['2026-06-22', '2026-06-28', '2026-06-21'] }

  expect(choose([twice], [], on('2026-06-25')).why).toEqual({
    reason: 'weekly_limit',
    facts: { name: 'Yoga unlimited', limit: 2, per: 'week', again: '2026-06-29' },
  })
  expect(choose([twice], [], on('2026-06-29')).pays).toMatchObject({
    limit: { classes: 2, per: 'week' },
    used: 0,
  })
  expect(choose([twice], [pack], on('2026-06-25')).pays).toMatchObject({ kind: 'lot' })
})

test('a weekly limit follows the day the studio’s weeks begin on', () => {
  const fromSunday = { ...unlimited, weeklyLimit: 2, weekStart: 7 }
  const usedOn = ['2026-06-21', '2026-06-22']

  expect(choose([{ ...fromSunday, usedOn }], [], on('2026-06-27')).why).toMatchObject({
    reason: 'weekly_limit',
    facts: { again: '2026-06-28' },
  })
  expect(choose([{ ...fromSunday, usedOn }], [], on('2026-06-28')).pays).not.toBeNull()
  expect(
    choose([{ ...fromSunday, weekStart: 1, usedOn }], [], on('2026-06-27')).pays,
  ).not.toBeNull()
})

test.each([
  ['nothing held', [], [], { reason: 'no_entitlement', facts: {} }],
  [
    'another discipline',
    [],
    [{ ...pack, covers: ['yoga'] }],
    { reason: 'no_entitlement', facts: {} },
  ],
  [
    'an empty pack',
    [],
    [{ ...pack, left: 0 }],
    { reason: 'no_entitlement', facts: { usedUp: '10-class pack' } },
  ],
  [
    'a pack that ended',
    [],
    [{ ...pack, expiresOn: '2026-06-19' }],
    { reason: 'no_entitlement', facts: {} },
  ],
  [
    'a refunded pack',
    [],
    [{ ...pack, refunded: true }],
    { reason: 'no_entitlement', facts: { refunded: pack.name } },
  ],
  [
    'a pack that ends before the class',
    [],
    [{ ...pack, expiresOn: '2026-06-28' }],
    { reason: 'entitlement_ends_before', facts: { name: '10-class pack', endsOn: '2026-06-28' } },
  ],
  [
    'a pack that starts after the class',
    [],
    [{ ...pack, startsOn: '2026-06-30' }],
    { reason: 'no_entitlement', facts: { name: '10-class pack', startsOn: '2026-06-30' } },
  ],
  [
    'a membership that ends before the class',
    [{ ...unlimited, state: 'cancel_scheduled', endsOn: '2026-06-28' }],
    [],
    { reason: 'entitlement_ends_before', facts: { name: 'Yoga unlimited', endsOn: '2026-06-28' } },
  ],
  [
    'an unpaid membership',
    [{ ...unlimited, state: 'past_due' }],
    [],
    { reason: 'past_due', facts: { name: 'Yoga unlimited' } },
  ],
  [
    'a cancelled membership',
    [{ ...unlimited, state: 'cancelled' }],
    [],
    { reason: 'no_entitlement', facts: {} },
  ],
])('with %s nothing pays, and the reason says so', (_, memberships, lots, why) => {
  expect(choose(memberships, lots)).toEqual({ pays: null, alternatives: [], why })
})

test('a membership that starts by the class date pays before it has started', () => {
  expect(
    choose([{ ...unlimited, state: 'scheduled', startsOn: '2026-06-29' }], []).pays,
  ).toMatchObject({ id: 'm1' })
})

test('the choice does not depend on the order of what is held', () => {
  const lot = fc.record({
    id: fc.constantFrom('a', 'b', 'c', 'd'),
    expiresOn: fc.constantFrom('2026-06-28', '2026-06-29', '2026-06-30', '2026-07-30'),
    left: fc.integer({ min: 0, max: 2 }),
    purchasedAt: fc.constantFrom('2026-01-01T00:00:00Z', '2026-02-01T00:00:00Z'),
  })
  fc.assert(
    fc.property(fc.uniqueArray(lot, { selector: (l) => l.id }), (some) => {
      const lots = some.map((l) => ({ ...pack, ...l }))
      const choice = choose([], lots)
      expect(choose([], [...lots].reverse())).toEqual(choice)
      const valid = lots.filter((l) => l.left > 0 && l.expiresOn >= '2026-06-29')
      expect([choice.pays, ...choice.alternatives].filter(Boolean)).toHaveLength(valid.length)
      if (choice.pays?.kind === 'lot') {
        expect(choice.pays.expiresOn).toBe(valid.map((l) => l.expiresOn).sort()[0])
      }
    }),
    { numRuns: 50 },
  )
})
