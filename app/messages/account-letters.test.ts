import { expect, test } from 'vitest'
import { confirmAddress } from './confirm-address.ts'
import { passwordChanged } from './password-changed.ts'
import { resetPassword } from './reset-password.ts'

const href = 'https://cadence.test/auth/confirm?token_hash=abc&type=email'

test.each([
  ['confirm-address', confirmAddress({ href, code: '012345', studio: '<Northside> & Co', minutes: 60 })],
  ['reset-password', resetPassword({ href, code: '012345', minutes: 60 })],
  ['password-changed', passwordChanged({ href })],
])('%s says where to go in html and in text', (_, letter) => {
  expect(letter.text).toContain(href)
  expect(letter.html).toContain('href="https://cadence.test/auth/confirm?token_hash=abc&amp;type=email"')
  expect(letter.html).not.toContain('<Northside>')
  expect(letter.subject.length).toBeLessThan(80)
})
