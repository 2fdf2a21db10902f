import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { fixedNotifications, notificationKeyOf, notificationKinds } from './notification-kinds.ts'

/** Letters to people who work there, to those who are no members yet, and those of accounts. */
const notOfMembers = [
  'account-invitation',
  'address-taken',
  'change-address',
  'checkout-proof',
  'gift-card',
  'invitation',
  'lead-message',
  'lead-new',
  'lead-reply',
  'my-studios',
  'password-changed',
  'report-mailed',
  'second-factor-code',
  'sms-code',
  'studio-opened',
  'studio-plan',
  'substitute-asked',
  'substitute-found',
  'substitute-settled',
  'trial-booked',
  'trial-held',
]

/** Only under Notices, never by email. */
const notices = [
  'bio-changed',
  'booking-agreed',
  'booking-corrected',
  'booking-declined',
  'booking-ended',
  'booking-not-promoted',
  'booking-skipped',
  'coaching-shift',
  'coaching-shift-answered',
  'course-offer-lapsed',
  'guardian-accepted',
  'guardian-declined',
  'offer-lapsed',
  'pack-extended',
  'pay-check',
  'pay-locked',
  'referral-rewarded',
  'standing-booked',
  'standing-failed',
  'studio-notice',
  'conversation-text',
  'automation-letter',
  'campaign-letter',
  'campaign-letter',
  'campaign-text',
  'campaign-text',
  'offer-reminder',
  'score-question',
  'text-answer',
]

/** Chosen with when it comes. */
const reminders = ['booking-reminder']

test('each letter to a member can be switched off, or always comes with a reason', () => {
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'app/domain'], {
    encoding: 'utf8',
  })
    .split('\n')
    .filter((path) => /\.server\.ts$/.test(path))
  const found = files.flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/\b(?:kind|message): '([a-z]+(?:-[a-z]+)+)'/g)].map(
      ([, kind]) => kind!,
    ),
  )
  const known = [...notificationKinds, ...fixedNotifications].flatMap(({ messages }) => messages)
  const strangers = [...new Set(found)].filter(
    (kind) => ![...known, ...notOfMembers, ...notices, ...reminders].includes(kind),
  )
  expect(strangers).toEqual([])
  expect(new Set(known).size).toBe(known.length)
})

test('what someone needs can never be switched off', () => {
  for (const message of [
    'class-cancelled',
    'booking-cancelled',
    'tickets-ordered',
    'reset-password',
  ])
    expect(notificationKeyOf(message)).toBeNull()
})
