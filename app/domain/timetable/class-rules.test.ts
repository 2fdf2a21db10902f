import { expect, test } from 'vitest'
import type { ClassDetail } from './class-listing.ts'
import { classRules, termsByPayer } from './class-rules.ts'

const formats = { timeZone: 'Europe/London', locale: 'en-GB', currency: 'GBP' }
const detail = {
  startsAt: '2026-10-17T09:00:00Z',
  opensAt: '2026-10-11T09:00:00Z',
  cutoffAt: '2026-10-16T21:00:00Z',
  creditCutoffAt: null,
  feeCutoffAt: null,
  waitlistClosesAt: '2026-10-17T07:00:00Z',
  closesAt: '2026-10-17T08:50:00Z',
  waitlistLimit: 10,
  lateLosesCredit: true,
  lateFeeMinor: 500,
  noShowFeeMinor: 500,
  noShowBoth: true,
} as ClassDetail

const rulesAt = (now: string, changes: Partial<ClassDetail> = {}) => {
  const one = { ...detail, ...changes }
  return classRules(one, now, formats, termsByPayer(one, now, ['lot'])).map(
    ({ when, what, over }) => `${over ? '✓ ' : ''}${when}: ${what}`,
  )
}

test('the rules of a class stand in the order of time', () => {
  expect(rulesAt('2026-10-10T09:00:00Z')).toEqual([
    'From Sun 11 Oct 10:00: You can book.',
    'Until Fri 16 Oct 22:00: Free cancellation.',
    'Later: Cancel and you lose the credit and pay £5.00.',
    'Until Sat 17 Oct 08:00: If the class is full, the waitlist gives out places.',
    'Until Sat 17 Oct 09:50: Then booking closes.',
    'If you don’t come: You lose the credit and pay £5.00.',
  ])
})

test('past classes are marked as over, in words as well', () => {
  expect(rulesAt('2026-10-17T07:30:00Z')).toEqual([
    '✓ Until Fri 16 Oct 22:00: Free cancellation has ended.',
    'Later: Cancel and you lose the credit and pay £5.00.',
    '✓ Until Sat 17 Oct 08:00: The waitlist has closed.',
    'Until Sat 17 Oct 09:50: You can book.',
    'If you don’t come: You lose the credit and pay £5.00.',
  ])
})

test('a limit of booking before that of cancelling comes first', () => {
  const [first, second] = rulesAt('2026-10-12T09:00:00Z', { closesAt: '2026-10-15T09:00:00Z' })
  expect(first).toBe('Until Thu 15 Oct 10:00: You can book.')
  expect(second).toBe('Until Fri 16 Oct 22:00: Free cancellation.')
})

test('ways to pay with rules of their own are distinguished, each at its time', () => {
  const now = '2026-10-12T09:00:00Z'
  const rules = classRules(detail, now, formats, termsByPayer(detail, now))
  expect(rules.map(({ when }) => when)).toEqual([
    'Until Fri 16 Oct 22:00',
    'Later',
    'Until Sat 17 Oct 08:00',
    'Until Sat 17 Oct 09:50',
    'If you don’t come',
  ])
  expect(rules[1]?.what).toBe(
    'With credits: cancel and you lose the credit and pay £5.00. With a membership: cancel and you pay £5.00.',
  )
})
