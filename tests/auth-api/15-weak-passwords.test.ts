import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#app/values/id.ts'
import { demoPassword, demoPasswordHash, mintAccount, mintSession } from '../support/accounts.ts'
import { bearer, call, outcomeOf, startAuthServer } from '../support/auth-wire.ts'
import { builtDatabases } from '../support/built-databases.ts'
import { sharedServer, supabaseClient } from '../support/supabase.ts'

const world = builtDatabases()
const { variables } = sharedServer()
let strict: Awaited<ReturnType<typeof startAuthServer>>
beforeAll(async () => {
  strict = await startAuthServer({
    AUTH_PASSWORD_MIN_LENGTH: '10',
    AUTH_PASSWORD_CHARACTERS: 'lower_upper_letters_digits_symbols',
    AUTH_EMAIL_CONFIRMATION: 'false',
  })
})
afterAll(() => strict.close())

const address = () => `${newId().toLowerCase()}@example.test`

test('a short password is refused at sign-up and at a change, with its reason', async () => {
  const signUp = await call('/signup', { body: { email: address(), password: 'seven77' } })
  expect([signUp.status, signUp.json]).toEqual([
    422,
    {
      code: 422,
      error_code: 'weak_password',
      msg: 'Password should be at least 8 characters.',
      weak_password: { reasons: ['length'] },
    },
  ])
  const ana = await mintAccount(world, { passwordHash: demoPasswordHash })
  const { accessToken } = await mintSession(world, ana, { variables })
  const change = (password: string) =>
    call('/user', { method: 'PUT', body: { password }, headers: bearer(accessToken) })
  expect((await change('seven77')).json.weak_password).toEqual({ reasons: ['length'] })
  expect(outcomeOf(await change(''))).toBe('422 weak_password')
  expect(outcomeOf(await change(demoPassword))).toBe('422 same_password')
  expect(outcomeOf(await change('ü'.repeat(37)))).toBe('400 validation_failed')
  expect(outcomeOf(await change('ü'.repeat(36)))).toBe('200')
})

test('72 bytes are the most, however many characters they are', async () => {
  const asked = async (password: string) =>
    outcomeOf(await call('/signup', { body: { email: address(), password } }))
  expect(await asked('x'.repeat(72))).toBe('200')
  expect(await asked('x'.repeat(73))).toBe('400 validation_failed')
  expect(await asked('😀'.repeat(18))).toBe('200')
  expect(await asked('😀'.repeat(19))).toBe('400 validation_failed')
})

test.each([
  ['aA1!', ['length']],
  ['aaaa', ['length', 'characters']],
  ['aaaaaaaaaa', ['characters']],
  ['aaaaaaaaA1', ['characters']],
])('where kinds of characters are asked for, %s lacks %j', async (password, reasons) => {
  const { status, json } = await call('/signup', {
    body: { email: address(), password },
    server: strict,
  })
  expect([status, json.weak_password]).toEqual([422, { reasons }])
  const { auth } = await supabaseClient({ server: strict })
  expect((await auth.signUp({ email: address(), password })).error).toMatchObject({
    name: 'AuthWeakPasswordError',
    reasons,
  })
})

test('a password that was good once still signs in, with a warning', async () => {
  const email = address()
  const { auth } = await supabaseClient({ server: strict })
  expect((await auth.signUp({ email, password: 'Good enough 1!' })).error).toBeNull()
  const good = await auth.signInWithPassword({ email, password: 'Good enough 1!' })
  expect([good.error, good.data.weakPassword]).toEqual([null, undefined])

  const old = { email: await strict.insertAccount(demoPasswordHash), password: demoPassword }
  const weak = await auth.signInWithPassword(old)
  expect(weak.error).toBeNull()
  expect(weak.data.weakPassword).toMatchObject({ reasons: ['characters'] })
})
