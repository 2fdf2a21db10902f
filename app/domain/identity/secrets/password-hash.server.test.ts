import { expect, test } from 'vitest'
import { hashPassword, passwordCost, verifyPassword } from './password-hash.server.ts'

test('the cost is what production Workers can bear and no less', () => {
  expect(passwordCost).toEqual({ N: 16_384, r: 8, p: 5, keyBytes: 32, saltBytes: 16 })
})

test('a hash says how it was made and fits its own password only', async () => {
  const hash = await hashPassword('correct horse')

  expect(hash).toMatch(/^\$scrypt\$ln=14,r=8,p=5\$[\w-]{22}\$[\w-]{43}$/)
  expect(await verifyPassword('correct horse', hash)).toBe(true)
  expect(await verifyPassword('correct horsf', hash)).toBe(false)
  expect(await hashPassword('correct horse')).not.toBe(hash)
})

test('a hash of another cost is read by its own parameters', async () => {
  const cheap = '$scrypt$ln=4,r=1,p=1$c2FsdHNhbHRzYWx0c2FsdA$'
  const { scryptSync } = await import('node:crypto')
  const key = scryptSync('pw', Buffer.from('saltsaltsaltsalt'), 32, { N: 16, r: 1, p: 1 }).toString(
    'base64url',
  )

  expect(await verifyPassword('pw', cheap + key)).toBe(true)
})

test('no password fits an account that is not there, and finding that out costs a hash', async () => {
  const began = performance.now()
  expect(await verifyPassword('anything', null)).toBe(false)
  // The cost of 2^14 cannot be had faster on any machine of today.
  expect(performance.now() - began).toBeGreaterThan(20)
})
