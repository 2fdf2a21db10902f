import { expect, test } from 'vitest'
import { newPasswordField } from './account-fields.ts'

test('a password longer than 72 bytes is refused without promising a number of characters', () => {
  const said = (password: string) =>
    newPasswordField(8)
      .safeParse(password)
      .error?.issues.map(({ message }) => message)
  expect(said('ü'.repeat(37))).toEqual(['Choose a shorter password'])
  expect(said('ü'.repeat(36))).toBeUndefined()
})
