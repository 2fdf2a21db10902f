import { expect, test } from 'vitest'
import { parsePhoneIn } from './phone-in-country.ts'

test('a number is the same in every way it is written in its country', () => {
  const written = ['+44 7700 900123', '07700 900123', '0044 7700-900123', '+44 (0)7700 900123']
  expect(new Set(written.map((text) => parsePhoneIn(text, 'en-GB')))).toEqual(
    new Set(['+447700900123']),
  )
  expect(parsePhoneIn('(212) 555-0142', 'en-US')).toBe('+12125550142')
  expect(parsePhoneIn('1 212 555 0142', 'en-US')).toBe('+12125550142')
  expect(parsePhoneIn('011 44 7700 900123', 'en-US')).toBe('+447700900123')
  expect(parsePhoneIn('06 12 34 56 78 90', 'it-IT')).toBe('+39061234567890')
  expect(parsePhoneIn('07700 900123', 'en-GB')).toBe('+447700900123')
})

test('a text that is no phone number of a person reads as none', () => {
  for (const text of ['', '12', 'call me', '999', '+', '0'.repeat(30), '٠٧٧٠٠'])
    expect(parsePhoneIn(text, 'en-GB')).toBe(null)
  expect(parsePhoneIn('07700 900123', 'en')).toBe(null)
})
