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
  declineMinutes: 25,
  blackoutFrom: '22:00',
  blackoutUntil: '07:00',
}

test('the form of a policy says every rule of it, and reads them back as they were', () => {
  const { name: _name, version: _version, ...rules } = policy
  expect(rulesOf(policyForm.parse(valuesOf(policy)))).toEqual(rules)
})
