import { expect, test } from 'vitest'
import { policyForm, rulesOf, valuesOf } from './policy-fields.ts'
import type { PolicyFacts } from './policy-words.ts'

/** No value that a field left out would fall back to. */
const policy: PolicyFacts & { version: number } = {
  name: 'Classes',
  version: 3,
  opensDays: 21,
  closesMinutes: 15,
  cancelMinutes: 90,
  feeMinutes: 45,
  lateLosesCredit: true,
  lateFeeMinor: 350,
  noShowFeeMinor: 875,
  noShowBoth: true,
  lateStrike: true,
  noShowStrike: true,
  strikeLimit: 3,
  strikeDays: 40,
  blockDays: 7,
  dailyLimit: 2,
  weeklyLimit: 9,
  guestLimit: 2,
  minimumAge: 16,
  forgiveMonths: 6,
  waitlistClosesMinutes: 150,
  waitlistLimit: 7,
  offerMinutes: 20,
  declineMinutes: 25,
  blackoutFrom: '22:00',
  blackoutUntil: '07:00',
}

test('the form of a policy says every rule of it, and reads them back as they were', () => {
  const { name: _name, version: _version, ...rules } = policy
  expect(rulesOf(policyForm('GBP').parse(valuesOf(policy, 'GBP')))).toEqual(rules)
})

test('an empty limit or minimum age means none, and none is shown as empty', () => {
  const none = { dailyLimit: 0, weeklyLimit: 0, minimumAge: 0 }
  const values = valuesOf({ ...policy, ...none }, 'GBP')
  expect(values).toMatchObject({ dailyLimit: '', weeklyLimit: '', minimumAge: '' })
  expect(rulesOf(policyForm('GBP').parse(values))).toMatchObject(none)
})

test.each(['-5', 'ab7', '€€5', '5.123', '1e3', '99999'])(
  'a fee of "%s" is asked again, and never put in force',
  (typed) => {
    const parsed = policyForm('GBP').safeParse({ ...valuesOf(policy, 'GBP'), lateFee: typed })
    expect(parsed.error?.issues.map(({ message }) => message)).toEqual(['Enter the fee like 5.00'])
  },
)

test('a fee is in the currency of the studio: £5, 5,50 and 500 yen', () => {
  const fee = (currency: string, lateFee: string) =>
    policyForm(currency).parse({ ...valuesOf(policy, currency), lateFee }).lateFee
  expect([fee('GBP', '£5'), fee('EUR', '5,50'), fee('JPY', '500')]).toEqual([500, 550, 500])
  expect(valuesOf({ ...policy, lateFeeMinor: 500 }, 'JPY').lateFee).toBe('500')
})
