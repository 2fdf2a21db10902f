import { expect, test } from 'vitest'
import { newId } from '#app/values/id.ts'
import { demoPassword } from '../support/accounts.ts'
import { bearer, call, newestMessageTo } from '../support/auth-wire.ts'
import { signedIn } from '../support/signed-in.ts'
import { projectKey, supabaseClient } from '../support/supabase.ts'

const admin = (await supabaseClient({ role: 'service_role' })).auth.admin

/** The audit of an account (or a key), oldest first, as the service key reads it. */
async function auditOf(actor: string) {
  const answer = await call(`/admin/audit?query=actor:${actor}`, {
    headers: bearer(await projectKey('service_role')),
  })
  return JSON.parse(answer.text).reverse() as {
    payload: { action: string; actor_name: string; traits: object }
    ip_address: string
  }[]
}
const actionsOf = async (actor: string) =>
  (await auditOf(actor)).map(({ payload }) => payload.action)

test('acts on an account are audited in order, without a secret', async () => {
  const email = `${newId().toLowerCase()}@example.test`
  const { auth } = await supabaseClient()
  const { data: made } = await auth.signUp({
    email,
    password: demoPassword,
    options: { data: { name: 'Ana Reyes' } },
  })
  expect(made.user).not.toBeNull()
  await call('/signup', { body: { email, password: demoPassword } })
  const mail = await newestMessageTo(email)
  const { data } = await auth.verifyOtp({ email, token: mail.code, type: 'email' })
  const id = data.user?.id ?? ''
  await auth.refreshSession()
  await auth.updateUser({ data: { colour: 'red' } })
  await call('/recover', { body: { email } })
  await auth.updateUser({ password: 'another password' })
  await auth.signOut()

  const actions = await actionsOf(id)
  const named = new Set((await auditOf(id)).map(({ payload }) => payload.actor_name))
  expect([...named]).toEqual(['Ana Reyes'])
  expect(actions).toEqual(
    expect.arrayContaining([
      'user_signedup',
      'login',
      'token_refreshed',
      'user_modified',
      'user_recovery_requested',
      'user_updated_password',
      'logout',
    ]),
  )
  expect(actions.indexOf('user_signedup')).toBeLessThan(actions.indexOf('login'))
  const text = JSON.stringify(await auditOf(id))
  for (const hidden of [demoPassword, 'another password', mail.code, mail.token])
    expect(text).not.toContain(hidden)
})

test('an administrator is written down with whom it was done to', async () => {
  const { userId } = await signedIn()
  await admin.updateUserById(userId, { user_metadata: { a: 1 } })
  await admin.deleteUser(userId)
  const mine = (await auditOf('service_role')).filter(({ payload }) =>
    JSON.stringify(payload.traits).includes(userId),
  )
  expect(mine.map(({ payload }) => payload.action)).toEqual(['user_modified', 'user_deleted'])
  expect(mine[0]?.payload.actor_name).toBe('')
})

test('a second factor leaves its steps', async () => {
  const { auth, userId } = await signedIn()
  const enrolled = await auth.mfa.enroll({ factorType: 'totp' })
  const factorId = enrolled.data?.id ?? ''
  const challenge = await auth.mfa.challenge({ factorId })
  await auth.mfa.verify({ factorId, challengeId: challenge.data?.id ?? '', code: '000000' })
  await auth.mfa.unenroll({ factorId })
  expect(await actionsOf(userId)).toEqual(
    expect.arrayContaining([
      'factor_in_progress',
      'challenge_created',
      'verification_attempted',
      'factor_unenrolled',
    ]),
  )
})
