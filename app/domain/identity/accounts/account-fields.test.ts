import { expect, test } from 'vitest'
import { newPasswordField } from './account-fields.ts'

test('a password of more than 72 bytes is to be shorter, without a number of characters that would not be true', () => {
  const said = (password: string) =>
    newPasswordField(8)
      .safeParse(password)
      .error?.issues.map(({ message }) => message)
  expect(said('ü'.repeat(37))).toEqual(['Choose a shorter password'])
  expect(said('ü'.repeat(36))).toBeUndefined()
})
