import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addMinutes } from '#app/values/instant.ts'
import { cancellationTerms, freeUntilOf, lossIfLate, type PaidBy } from './cancellation-terms.ts'
import {
  afterLimitWords,
  cancellationRules,
  cancellationSentence,
  freeUntilWords,
} from './cancellation-words.ts'

const formats = { timeZone: 'Europe/London', locale: 'en-GB', currency: 'GBP' }
const startsAt = '2026-10-15T17:30:00Z'
const near = { near: '2026-10-15' }

/** A class on Thursday 18:30 in London: free until 06:30, then the credit and £5.00. */
const oneLimit = {
  startsAt,
  cutoffAt: '2026-10-15T05:30:00Z',
  lateLosesCredit: true,
  lateFeeMinor: 500,
  noShowFeeMinor: 1000,
  noShowBoth: false,
}
/** The credit until 12 hours before, the fee until 3 hours before. */
const twoLimits = {
  ...oneLimit,
  creditCutoffAt: '2026-10-15T05:30:00Z',
  feeCutoffAt: '2026-10-15T14:30:00Z',
}
const say = (place: typeof oneLimit, paidBy: PaidBy, now: string, declineUntil?: string) =>
  cancellationSentence(
    cancellationTerms(place, { paidBy, declineUntil: declineUntil ?? null }, now),
    near,
    formats,
  )

test('a class that is free to cancel until it starts says no cost, and the desk still knows what a late cancel takes', () => {
  const moved = { ...oneLimit, cutoffAt: startsAt, creditCutoffAt: startsAt, feeCutoffAt: startsAt }
  const terms = cancellationTerms(moved, { paidBy: 'lot' }, '2026-10-15T16:00:00Z')
  expect(cancellationSentence(terms, near, formats)).toBe('Free to cancel until 18:30.')
  expect(cancellationRules(terms, near, formats)).toMatchObject([
    { when: 'Until 18:30', what: 'Free cancellation.' },
    { when: 'If you don’t come', what: 'You lose the credit.' },
  ])
  expect(lossIfLate(terms)).toMatchObject({ losesCredit: true, feeMinor: 500 })
})

test('at the limit it is free, and a second later it costs what the policy takes of this person', () => {
  expect(say(oneLimit, 'lot', '2026-10-15T05:30:00Z')).toBe(
    'Free to cancel until 06:30, then 1 credit and £5.00.',
  )
  expect(say(oneLimit, 'lot', '2026-10-15T05:30:01Z')).toBe(
    'Free cancellation ended at 06:30. Cancelling now costs 1 credit and £5.00.',
  )
  expect(say(oneLimit, 'membership', '2026-10-14T12:00:00Z')).toBe(
    'Free to cancel until 06:30, then £5.00.',
  )
  expect(say(oneLimit, 'make_up', '2026-10-14T12:00:00Z')).toBe(
    'Free to cancel until 06:30, then the make-up.',
  )
})

test('with two limits a pack holder hears both, and after the first what is still to come', () => {
  expect(say(twoLimits, 'lot', '2026-10-14T12:00:00Z')).toBe(
    'Free to cancel until 06:30, then 1 credit, and £5.00 more from 15:30.',
  )
  expect(say(twoLimits, 'lot', '2026-10-15T09:00:00Z')).toBe(
    'Free cancellation ended at 06:30. Cancelling now costs 1 credit, and £5.00 more from 15:30.',
  )
  expect(say(twoLimits, 'lot', '2026-10-15T14:30:01Z')).toBe(
    'Free cancellation ended at 06:30. Cancelling now costs 1 credit and £5.00.',
  )
})

test('with two limits who pays with a membership loses nothing before the fee is due', () => {
  expect(say(twoLimits, 'membership', '2026-10-14T12:00:00Z')).toBe(
    'Free to cancel until 06:30; from 15:30 it costs £5.00.',
  )
  expect(say(twoLimits, 'membership', '2026-10-15T09:00:00Z')).toBe(
    'Free cancellation ended at 06:30. From 15:30 it costs £5.00.',
  )
})

test('someone who was moved off the waitlist inside the window declines free until their own limit', () => {
  const until = '2026-10-15T15:00:00Z'
  expect(say(oneLimit, 'lot', until, until)).toBe(
    'Decline free until 16:00, then 1 credit and £5.00.',
  )
  expect(say(twoLimits, 'lot', until, until)).toBe(
    'Decline free until 16:00, then 1 credit and £5.00.',
  )
  // A grace that ends before the limit gives nothing.
  expect(say(oneLimit, 'lot', '2026-10-14T12:00:00Z', '2026-10-14T12:30:00Z')).toBe(
    'Free to cancel until 06:30, then 1 credit and £5.00.',
  )
})

test('once such a grace has ended, that is the instant every sentence and letter names', () => {
  const until = '2026-10-15T15:00:00Z'
  const late = cancellationTerms(
    oneLimit,
    { paidBy: 'lot', declineUntil: until },
    '2026-10-15T15:00:01Z',
  )
  expect(cancellationSentence(late, near, formats)).toBe(
    'Free cancellation ended at 16:00. Cancelling now costs 1 credit and £5.00.',
  )
  expect(cancellationSentence(late, 'letter', formats)).toBe(
    'Free cancellation ended Thu 15 Oct 16:00. Cancelling costs 1 credit and £5.00.',
  )
  expect(
    afterLimitWords(freeUntilOf({ ...oneLimit, declineUntil: until }), 'letter', formats),
  ).toBe('after free cancellation ended Thu 15 Oct 16:00')
})

test('a time names its day unless it is today that it is read', () => {
  const terms = cancellationTerms(oneLimit, { paidBy: 'lot' }, '2026-10-13T12:00:00Z')
  const on = (today: string) => freeUntilWords(terms, { near: today }, formats)
  expect([on('2026-10-13'), on('2026-10-15'), on('2026-10-01')]).toEqual([
    'Free to cancel until Thu 06:30',
    'Free to cancel until 06:30',
    'Free to cancel until Thu 15 Oct 06:30',
  ])
})

test('not coming costs the credit or the fee, both only where the policy says so', () => {
  const noShow = (place: typeof oneLimit, paidBy: PaidBy) =>
    cancellationTerms(place, { paidBy }, startsAt).noShow
  expect(noShow(oneLimit, 'lot')).toMatchObject({ losesCredit: true, feeMinor: 0 })
  expect(noShow(oneLimit, 'membership')).toMatchObject({ losesCredit: false, feeMinor: 1000 })
  expect(noShow({ ...oneLimit, noShowBoth: true }, 'lot')).toMatchObject({
    losesCredit: true,
    feeMinor: 1000,
  })
  expect(noShow({ ...oneLimit, lateLosesCredit: false }, 'lot')).toMatchObject({
    losesCredit: false,
    feeMinor: 1000,
  })
  expect(noShow(oneLimit, 'course')).toMatchObject({ losesCredit: false, feeMinor: 0 })
})

test('the rules of a class name each of two limits with its own loss', () => {
  const terms = cancellationTerms(twoLimits, { paidBy: 'lot' }, '2026-10-14T12:00:00Z')
  expect(cancellationRules(terms, near, formats)).toMatchObject([
    { when: 'Until 06:30', what: 'Free cancellation.' },
    { when: 'After 06:30', what: 'Cancel and you lose the credit.' },
    { when: 'After 15:30', what: 'Cancel and you lose the credit and pay £5.00.' },
    { when: 'If you don’t come', what: 'You lose the credit.' },
  ])
  const late = cancellationTerms(twoLimits, { paidBy: 'lot' }, '2026-10-15T10:00:00Z')
  expect(cancellationRules(late, near, formats)[0]).toMatchObject({
    when: 'Until 06:30',
    what: 'Free cancellation has ended.',
    over: true,
  })
})

test('waiting never makes a cancel cheaper, and it is free exactly until it says so', () => {
  const minutes = fc.integer({ min: 0, max: 3_000 })
  fc.assert(
    fc.property(
      fc.record({ credit: minutes, fee: minutes, first: minutes, second: minutes, grace: minutes }),
      fc.boolean(),
      fc.constantFrom<PaidBy>('lot', 'membership', 'course', 'make_up'),
      ({ credit, fee, first, second, grace }, lateLosesCredit, paidBy) => {
        const before = (n: number) => addMinutes(startsAt, -n)
        const [creditCutoffAt, feeCutoffAt] = [before(credit), before(fee)]
        const cutoffAt = before(Math.max(credit, fee))
        const place = { startsAt, cutoffAt, creditCutoffAt, feeCutoffAt, lateLosesCredit }
        const at = (n: number) =>
          cancellationTerms(
            { ...place, lateFeeMinor: 500 },
            { paidBy, declineUntil: before(grace) },
            before(n),
          )
        const [early, later] = [at(Math.max(first, second)), at(Math.min(first, second))]
        expect(Number(later.now.losesCredit)).toBeGreaterThanOrEqual(Number(early.now.losesCredit))
        expect(later.now.feeMinor).toBeGreaterThanOrEqual(early.now.feeMinor)
        if (early.stage === 'free')
          expect(early.now).toMatchObject({ feeMinor: 0, losesCredit: false })
      },
    ),
  )
})
