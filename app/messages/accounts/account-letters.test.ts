import { expect, test } from 'vitest'
import { addressTaken } from './address-taken.ts'
import { changeAddress } from './change-address.ts'
import { confirmAddress } from './confirm-address.ts'
import { passwordChanged } from './password-changed.ts'
import { reauthenticationCode } from './reauthentication-code.ts'
import { resetPassword } from './reset-password.ts'
import { signInLink } from './sign-in-link.ts'
import { smsCode } from './sms-code.ts'

const href = 'https://cadence.test/auth/confirm?token_hash=abc&type=email'

test.each([
  [
    'confirm-address',
    confirmAddress({ href, code: '012345', studio: '<Northside> & Co', minutes: 60 }),
  ],
  ['address-taken', addressTaken({ href, studio: '<Northside> & Co' })],
  ['reset-password', resetPassword({ href, code: '012345', minutes: 60 })],
  ['password-changed', passwordChanged({ href })],
  ['sign-in-link', signInLink({ href, code: '012345', minutes: 60 })],
  [
    'change-address',
    changeAddress({
      half: 'current',
      newEmail: '<Northside>@x.test',
      href,
      code: '012345',
      minutes: 60,
      both: true,
    }),
  ],
])('%s says where to go in html and in text', (_, letter) => {
  expect(letter.text).toContain(href)
  expect(letter.html).toContain(
    'href="https://cadence.test/auth/confirm?token_hash=abc&amp;type=email"',
  )
  expect(letter.html).not.toContain('<Northside>')
  expect(letter.subject.length).toBeLessThan(80)
})

test('a code without a link is told in the subject or in one line', () => {
  expect(reauthenticationCode({ code: '012345', minutes: 60 })).toMatchObject({
    subject: '012345 is your code',
    text: expect.stringContaining('Enter 012345'),
  })
  expect(smsCode({ code: '012345', seconds: 60 }).text).toBe(
    'Cadence: 012345 is your code. It works for 1 min. Don’t share it.',
  )
  expect(smsCode({ code: '012345', seconds: 90 }).text).toContain('for 90 s')
})
