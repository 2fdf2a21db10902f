import { expect, test } from 'vitest'
import { mayAt } from './may-at.ts'
import { may, type Permission, permissions, roles } from './permissions.ts'

test('owners can let managers export people, and nothing else changes for anyone', () => {
  const changed = roles.flatMap((role) =>
    (Object.keys(permissions) as Permission[])
      .filter((one) => mayAt({ portal: 'managers_export' }, role, one) !== may(role, one))
      .map((one) => `${role} ${one}`),
  )
  expect(changed).toEqual(['manager people:export'])
  expect(mayAt({ portal: '' }, 'manager', 'people:export')).toBe(false)
})
