import { expect, test } from 'vitest'
import { wantedSize } from './seed-arguments.ts'

const args = (facts: Record<string, string>) =>
  Object.entries(facts).flatMap(([name, value]) => [`--${name}`, value])
const good = { studio: 'rush', members: '10000', bookings: '200000' }

test('the size of a studio is read from the command', () => {
  expect(wantedSize(args(good))).toEqual({ slug: 'rush', members: 10_000, bookings: 200_000 })
})

test.each([
  ['--studio must be', { ...good, studio: '' }],
  ['--studio must be', { ...good, studio: 'sign-in' }],
  ['--studio must be', { ...good, studio: 'Rush Hour' }],
  ['--members must be', { studio: 'rush', bookings: '1' }],
  ['--members must be', { ...good, members: '5' }],
  ['--members must be', { ...good, members: '1e6' }],
  ['--bookings must be', { ...good, bookings: 'many' }],
  ["Unknown option '--size'", { ...good, size: 'big' }],
])('%s … : what cannot be made is refused with an example', (sentence, facts) => {
  expect(() => wantedSize(args(facts))).toThrow(sentence)
  expect(() => wantedSize(args(facts))).toThrow('npm run seed -- --studio rush')
})
