import { expect, test } from 'vitest'
import { canonicalRequest } from './page-cache.ts'

const asked = (address: string, init?: RequestInit) =>
  canonicalRequest(new Request(`https://cadence.test${address}`, init)).url.slice(
    'https://cadence.test'.length,
  )

test.each([
  ['/northside/home?evil=', '/northside/home'],
  [`/classes?${'a'.repeat(9_000)}=`, '/classes'],
  ['/Northside/home?b=2&a=1&c=', '/northside/home?a=1&b=2'],
  ['/?q=yoga', '/?q=yoga'],
  ['/northside/home?day=1&day=2', '/northside/home?day=1&day=2'],
])('%s is made as %s', (address, canonical) => {
  expect(asked(address)).toBe(canonical)
})

test('an address that the public cache does not keep stays as it was asked', () => {
  expect(asked('/northside/portal?evil=')).toBe('/northside/portal?evil=')
  expect(asked('/northside/home?evil=', { method: 'POST' })).toBe('/northside/home?evil=')
})
