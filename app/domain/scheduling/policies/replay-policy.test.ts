import { expect, test } from 'vitest'
import type { PolicyFacts } from '#app/domain/calendar/policy-words.ts'
import { type ReplayRow, replayPolicy } from './replay-policy.ts'

const rules: PolicyFacts = {
  name: 'Classes',
  opensDays: 14,
  closesMinutes: 0,
  cancelMinutes: 720,
  feeMinutes: null,
  lateLosesCredit: true,
  lateFeeMinor: 500,
  noShowFeeMinor: 1_000,
  noShowBoth: false,
  lateStrike: false,
  noShowStrike: false,
  strikeLimit: 0,
  strikeDays: 30,
  blockDays: 14,
  dailyLimit: 0,
  weeklyLimit: 0,
  guestLimit: 0,
  minimumAge: 0,
  forgiveMonths: 0,
  waitlistClosesMinutes: 120,
  waitlistLimit: 10,
  offerMinutes: null,
  declineMinutes: 30,
  blackoutFrom: '',
  blackoutUntil: '',
}

// Thursday 15 October 2026, 18:30 in London is 17:30 UTC.
const late: ReplayRow = {
  personId: 'bea',
  name: 'Bea Lund',
  state: 'late_cancelled',
  endedAt: '2026-10-15T07:30:00Z',
  byCredit: 1,
  lostCredit: 1,
  promotedAt: null,
  localStart: '2026-10-15T18:30',
  timeZone: 'Europe/London',
  feeMinor: 500,
  waivedMinor: 0,
}
const absent: ReplayRow = { ...late, state: 'no_show', endedAt: null, feeMinor: 0, lostCredit: 1 }

test('under the rules that were in force the replay finds what was charged', () => {
  const { was, draft, cancellations, concerned } = replayPolicy([late, absent], rules)
  expect(draft).toEqual(was)
  expect(draft).toEqual({
    lateCancels: 1,
    creditsLost: 2,
    feesMinor: 500,
    people: 1,
    twiceOrMore: 0,
    placesFilled: 0,
  })
  expect({ cancellations, concerned }).toEqual({ cancellations: 1, concerned: [] })
})

test('8 hours instead of 12 make a cancel 10 hours before free, and name whom it concerns', () => {
  const { draft, concerned } = replayPolicy([late], { ...rules, cancelMinutes: 480 })
  expect(draft).toMatchObject({ lateCancels: 0, feesMinor: 0, creditsLost: 0 })
  expect(concerned).toEqual([{ personId: 'bea', name: 'Bea Lund', wasMinor: 500, draftMinor: 0 }])
})

test('the exact second of the limit is on time, the next is late', () => {
  const at = (endedAt: string) =>
    replayPolicy([{ ...late, endedAt }], { ...rules, cancelMinutes: 600 }).draft.lateCancels
  expect([at('2026-10-15T07:30:00Z'), at('2026-10-15T07:30:01Z')]).toEqual([0, 1])
})

test('a fee limit of its own loses the credit first and takes the fee later', () => {
  expect(replayPolicy([late], { ...rules, feeMinutes: 360 }).draft).toMatchObject({
    creditsLost: 1,
    feesMinor: 0,
  })
  expect(
    replayPolicy([late], { ...rules, cancelMinutes: 360, feeMinutes: 720 }).draft,
  ).toMatchObject({
    lateCancels: 1,
    creditsLost: 0,
    feesMinor: 500,
  })
})

test('the first of a person is forgiven, a waived fee stays waived, a no-show can cost both', () => {
  const again = { ...late, localStart: '2026-10-22T18:30', endedAt: '2026-10-22T07:30:00Z' }
  expect(replayPolicy([again, late], { ...rules, forgiveMonths: 12 }).draft).toMatchObject({
    feesMinor: 500,
    people: 1,
  })
  expect(replayPolicy([late, again], rules).draft).toMatchObject({
    feesMinor: 1_000,
    twiceOrMore: 1,
  })
  expect(replayPolicy([{ ...late, feeMinor: 0, waivedMinor: 500 }], rules).draft.feesMinor).toBe(0)
  expect(replayPolicy([absent], { ...rules, noShowBoth: true }).draft).toMatchObject({
    feesMinor: 1_000,
    creditsLost: 1,
  })
})

test('a place the waitlist gave out after the draft would have closed it counts as not filled, and a decline stays free', () => {
  const promoted = {
    ...late,
    state: 'declined',
    feeMinor: 0,
    lostCredit: 0,
    promotedAt: '2026-10-15T15:00:00Z',
    endedAt: '2026-10-15T15:20:00Z',
  }
  expect(replayPolicy([promoted], rules).draft).toMatchObject({ placesFilled: 1, lateCancels: 0 })
  expect(
    replayPolicy([promoted], { ...rules, waitlistClosesMinutes: 240, declineMinutes: 10 }).draft,
  ).toMatchObject({
    placesFilled: 0,
    lateCancels: 1,
    feesMinor: 500,
  })
})
