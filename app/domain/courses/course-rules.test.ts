import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { courseStarts, readDateList } from './course-dates.ts'
import { coursePrice, priceWorking, tierAt } from './course-price.ts'
import { splitWithGuest } from './enrolments/guest-split.ts'
import {
  readWithdrawal,
  withdrawalQuote,
  withdrawalRules,
  withdrawalText,
} from './enrolments/withdrawal.ts'

const pounds = { currency: 'GBP', locale: 'en-GB', timeZone: 'Europe/London' }
const course = { priceMinor: 9_000, sessions: 6 }

describe('the price', () => {
  const tiers = [
    { name: 'Last call', priceMinor: 8_500, until: '2026-12-20T23:59:00Z' },
    { name: 'Early bird', priceMinor: 8_000, until: '2026-12-01T23:59:00Z' },
  ]

  test('is the tier that holds, to the very second', () => {
    expect(tierAt(tiers, '2026-12-01T23:59:00Z')?.priceMinor).toBe(8_000)
    expect(tierAt(tiers, '2026-12-01T23:59:01Z')?.priceMinor).toBe(8_500)
    expect(tierAt(tiers, '2026-12-20T23:59:01Z')).toBeNull()
  })

  test('of a late start is for the sessions to come, with the working', () => {
    const late = coursePrice(course, [], { toCome: 4, started: true, now: '2027-01-13T10:00:00Z' })
    expect([late.minor, priceWorking(late, pounds)]).toEqual([6_000, '4 of 6 sessions of £90.00'])
    const early = coursePrice(course, tiers, {
      toCome: 6,
      started: false,
      now: '2026-11-20T10:00:00Z',
    })
    expect([early.minor, priceWorking(early, pounds)]).toEqual([
      8_000,
      'Early bird until Tue 1 Dec 23:59, 6 sessions',
    ])
  })

  test('never asks for a session that was put on top, nor for less when one was cancelled before the start', () => {
    expect(
      coursePrice(course, [], { toCome: 7, started: true, now: '2027-01-13T10:00:00Z' }).minor,
    ).toBe(9_000)
    expect(
      coursePrice(course, [], { toCome: 5, started: false, now: '2027-01-01T10:00:00Z' }).minor,
    ).toBe(9_000)
  })
})

describe('a withdrawal', () => {
  const terms = { firstStart: '2027-01-05T18:30', withdrawal: '14:100,2:50', withdrawalRunning: 25 }
  const all = { priceMinor: 9_000, sessions: 6, seatsToCome: 6, freeSince: null }
  const on = (today: string, started = false) =>
    withdrawalQuote(terms, all, { today, started }).refundMinor

  test('gives back what the table says for the day', () => {
    expect([on('2026-12-22'), on('2026-12-23'), on('2027-01-03'), on('2027-01-04')]).toEqual([
      9_000, 4_500, 4_500, 0,
    ])
  })

  test('of a running course gives back a part of what is to come', () => {
    const quote = withdrawalQuote(
      terms,
      { ...all, seatsToCome: 4 },
      { today: '2027-01-13', started: true },
    )
    expect(quote).toMatchObject({
      valueMinor: 6_000,
      percent: 25,
      refundMinor: 1_500,
      sessions: 4,
      of: 6,
    })
  })

  test('refunds a share of the discounted price, less earlier refunds', () => {
    const back = (offMinor: number, backMinor: number) =>
      withdrawalQuote(
        { ...terms, withdrawalRunning: 100 },
        { ...all, seatsToCome: 3, offMinor, backMinor },
        { today: '2027-01-20', started: true },
      ).refundMinor
    expect([back(3_000, 3_000), back(0, 3_000), back(3_000, 6_500)]).toEqual([3_000, 4_500, 2_500])
  })

  test('is free once the studio has changed the dates', () => {
    const moved = { ...all, seatsToCome: 4, freeSince: '2027-01-10T10:00:00Z' }
    expect(withdrawalQuote(terms, moved, { today: '2027-01-13', started: true }).refundMinor).toBe(
      6_000,
    )
  })

  test('never gives back more than was paid', () => {
    fc.assert(
      fc.property(
        fc.nat({ max: 1_000_000 }),
        fc.integer({ min: 1, max: 60 }),
        fc.nat({ max: 90 }),
        (price, of, seats) => {
          const free = {
            priceMinor: price,
            sessions: of,
            seatsToCome: seats,
            freeSince: '2027-01-10T10:00:00Z',
          }
          const { refundMinor } = withdrawalQuote(terms, free, {
            today: '2027-01-13',
            started: true,
          })
          expect(refundMinor).toBeGreaterThanOrEqual(0)
          expect(refundMinor).toBeLessThanOrEqual(price)
        },
      ),
    )
  })

  test('is told with what still holds', () => {
    expect(withdrawalRules(terms, '2026-12-20', 'en-GB').map(({ when }) => when)).toEqual([
      'Until Tue 22 Dec',
      'Until Sun 3 Jan',
      'After that, until it starts',
      'After it starts',
    ])
    expect(withdrawalRules(terms, '2027-01-20', 'en-GB')).toEqual([
      { when: 'Now that it has started', what: '25% refund of the remaining sessions.' },
    ])
  })

  test('has a table that reads as it was written', () => {
    expect(withdrawalText(readWithdrawal('2:50,14:100'))).toBe('14:100,2:50')
  })
})

test('a guest gets their part of the net, at least the minimum, and the two sum to the net', () => {
  const deal = { guestPercent: 60, guestFixedMinor: 1_000, guestMinimumMinor: 5_000 }
  expect(splitWithGuest(11_200, deal)).toEqual({ guestMinor: 7_720, studioMinor: 3_480 })
  expect(splitWithGuest(2_000, deal)).toEqual({ guestMinor: 5_000, studioMinor: -3_000 })
  fc.assert(
    fc.property(
      fc.integer({ min: -100_000, max: 1_000_000 }),
      fc.integer({ min: 0, max: 100 }),
      (net, guestPercent) => {
        const { guestMinor, studioMinor } = splitWithGuest(net, { ...deal, guestPercent })
        expect(guestMinor + studioMinor).toBe(net)
      },
    ),
  )
})

describe('dates', () => {
  const form = {
    from: '2027-01-04',
    time: '18:30',
    days: ['TU'] as const,
    count: 6,
    except: [],
    list: '',
  }

  test('of a weekly rule keep their number when one is left out', () => {
    expect(courseStarts(form, 'Europe/London')?.starts).toEqual([
      ...['2027-01-05', '2027-01-12', '2027-01-19', '2027-01-26', '2027-02-02', '2027-02-09'].map(
        (d) => `${d}T18:30`,
      ),
    ])
    const without = courseStarts({ ...form, except: ['2027-01-12'] }, 'Europe/London')
    expect(without?.starts).toHaveLength(6)
    expect(without?.starts.at(-1)).toBe('2027-02-16T18:30')
  })

  test('can be listed, in any order, with a time of their own', () => {
    expect(readDateList('2027-01-09 11:00\n2027-01-05, 2027-01-05', '18:30')).toEqual([
      '2027-01-05T18:30',
      '2027-01-09T11:00',
    ])
    expect(readDateList('2027-02-30', '18:30')).toBeNull()
    expect(courseStarts({ ...form, count: null }, 'Europe/London')).toBeNull()
  })
})
