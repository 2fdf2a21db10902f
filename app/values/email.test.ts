import { expect, test } from 'vitest'
import { parseEmail } from './email.ts'
import { parsePhone } from './phone.ts'

test('an address is trimmed and lower-cased', () => {
  expect(parseEmail('  Ana.Reyes+yoga@Northside.TEST ')).toBe('ana.reyes+yoga@northside.test')
})

test.each([
  '',
  'ana',
  'ana@example',
  '@example.com',
  'ana@@example.com',
  'ana@example..com',
  'a..b@example.com',
  'ana@-example.com',
  'ana@example.com, ben@example.com',
  'ana@example.com\r\nBcc: ben@example.com',
  '"ana"@example.com',
  'ana@exa mple.com',
  `${'a'.repeat(65)}@example.com`,
  `a@${'b.'.repeat(130)}com`,
])('%j is no address', (text) => {
  expect(parseEmail(text)).toBeNull()
})

test('a phone number keeps its country and loses its spaces', () => {
  expect(parsePhone(' +44 (7700) 900-123 ')).toBe('+447700900123')
  for (const text of ['07700 900123', '+0123456789', '+44', '+12345678901234567', 'call me']) {
    expect(parsePhone(text)).toBeNull()
  }
})
