import { expect, test } from 'vitest'
import { myDetailsSchema } from './my-details.ts'

const today = '2026-10-13'
const schema = myDetailsSchema(today)
const full = {
  name: ' Ana Reyes ',
  preferredName: 'Ana',
  phone: '+44 (0)113 496-0000',
  birthDate: '1990-02-28',
  emergencyName: 'Leo Reyes',
  emergencyPhone: '07700 900123',
}

const problem = (typed: Record<string, unknown>) => {
  const result = schema.safeParse({ ...full, ...typed })
  return result.success ? null : result.error.issues.map((issue) => issue.path.join('.'))
}

test('names are trimmed, and everything but the name may be left out', () => {
  expect(schema.parse({ name: ' Ana Reyes ' })).toEqual({
    // Nothing says which version was shown: the form is stale.
    version: 0,
    name: 'Ana Reyes',
    preferredName: '',
    pronouns: '',
    phone: '',
    address: '',
    birthDate: null,
    emergencyName: '',
    emergencyPhone: '',
  })
  expect(problem({})).toBeNull()
})

test.each([
  ['name', undefined],
  ['name', '   '],
  ['name', 'x'.repeat(81)],
  ['name', 'Ana\u0000'],
  ['preferredName', 'x'.repeat(41)],
  ['emergencyName', 'x'.repeat(81)],
  ['phone', '1234'],
  ['phone', '0'.repeat(21)],
  ['phone', 'call me'],
  ['phone', '+()- +()-'],
  ['emergencyPhone', '<script>'],
  ['birthDate', '2026-02-29'],
  ['birthDate', '13/10/1990'],
  ['birthDate', '2026-10-14'],
  ['birthDate', '1899-12-31'],
])('%s is refused as %j', (field, typed) => {
  expect(problem({ [field]: typed })).toEqual([field])
})

test('today and the first day of 1900 are dates of birth', () => {
  expect(problem({ birthDate: today })).toBeNull()
  expect(problem({ birthDate: '1900-01-01' })).toBeNull()
})

test('unknown fields are dropped', () => {
  expect(
    schema.parse({ ...full, role: 'owner', studio_id: 'other', isStaff: 'on', id: 'x' }),
  ).not.toHaveProperty('role')
})
