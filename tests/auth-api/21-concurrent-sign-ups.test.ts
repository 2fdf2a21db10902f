import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { newId } from '#app/values/id.ts'
import { call, messagesTo } from '../support/auth-wire.ts'
import { builtDatabases } from '../support/built-databases.ts'

const world = builtDatabases()

test('eight sign-ups with one address at once make one account, one identity and one mail, and none fails', async () => {
  const email = `${newId().toLowerCase()}@example.test`
  const spelt = [email, email.toUpperCase(), ` ${email} `, email.replace('e', 'E')]
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, i) =>
      call('/signup', { body: { email: spelt[i % 4], password: 'a long password' } }),
    ),
  )
  expect(
    answers.map(({ status }) => status).filter((status) => ![200, 429].includes(status)),
  ).toEqual([])
  expect(answers.some(({ status }) => status === 200)).toBe(true)
  const [count] = await world.directory.all(sql`
    SELECT count(*) AS accounts,
      (SELECT count(*) FROM auth_identities AS identity
        JOIN auth_users AS account ON account.id = identity.user_id
        WHERE account.email = ${email}) AS identities,
      (SELECT count(*) FROM users AS user JOIN auth_users AS account ON account.id = user.auth_id
        WHERE account.email = ${email}) AS users
    FROM auth_users WHERE lower(email) = ${email}`)
  expect(count).toEqual({ accounts: 1, identities: 1, users: 1 })
  expect(await messagesTo(email)).toHaveLength(1)
})

test('the same of a phone number, however it is written', async () => {
  const phone = `4477005${String(Date.now()).slice(-5)}`
  const spelt = [phone, `+${phone}`, `+${phone.slice(0, 2)} ${phone.slice(2, 6)} ${phone.slice(6)}`]
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, i) =>
      call('/signup', { body: { phone: spelt[i % 3], password: 'a long password' } }),
    ),
  )
  expect(
    answers.map(({ status }) => status).filter((status) => ![200, 429].includes(status)),
  ).toEqual([])
  expect(
    await world.directory.all(
      sql`SELECT phone FROM auth_users WHERE phone LIKE ${`%${phone.slice(-9)}`}`,
    ),
  ).toEqual([{ phone }])
})

test('two codes asked for at once for an unknown address make one account', async () => {
  const email = `${newId().toLowerCase()}@example.test`
  const answers = await Promise.all([1, 2, 3, 4].map(() => call('/otp', { body: { email } })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 429, 429, 429])
  expect(
    await world.directory.all(sql`SELECT email FROM auth_users WHERE email = ${email}`),
  ).toHaveLength(1)
})
