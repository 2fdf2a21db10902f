import { expect, test } from 'vitest'
import { contactForm } from '#app/domain/studios/contact-fields.ts'
import { dialledRules, parseDialled } from '#app/values/phone.ts'

const typed = (contactPhone: string) =>
  contactForm.safeParse({ key: 'abcdefgh1234', contactPhone }).data?.contactPhone

test('the phone of a studio is taken as it is dialled at home, and with its country', () => {
  for (const phone of ['020 7946 0018', '(0113) 496-0140', '+44 113 496 0140'])
    expect(typed(phone)).toBe(phone)
  expect(parseDialled('020 7946 0018')).toBe('02079460018')
  expect(parseDialled('+44 (0)20 7946 0018')).toBe('+442079460018')
})

test('what nobody could dial is refused', () => {
  for (const phone of ['0113', '+44', 'call me', '+0207 946 0018', '12345678901234567'])
    expect(typed(phone)).toBe(undefined)
})

test('a browser is asked the same of the phone as the server', () => {
  const { pattern } = dialledRules
  for (const phone of ['020 7946 0018', '(0113) 496-0140', '+44 (0)20 7946 0018', '0113', '+44'])
    expect(new RegExp(`^(?:${pattern})$`, 'v').test(phone)).toBe(parseDialled(phone) !== null)
})
