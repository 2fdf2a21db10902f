import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { demoPassword } from '../support/accounts.ts'
import { bearer, call, newestMessageTo, outcomeOf } from '../support/auth-wire.ts'
import { builtDatabases } from '../support/built-databases.ts'
import { refresh, signedIn } from '../support/signed-in.ts'
import { supabaseClient } from '../support/supabase.ts'

const { directory } = builtDatabases()
const admin = (await supabaseClient({ role: 'service_role' })).auth.admin

test('a new password ends the other sessions, keeps this one, and voids links and codes', async () => {
  const { auth, email, session } = await signedIn()
  const here = (await auth.signInWithPassword({ email, password: demoPassword })).data.session
  await call('/recover', { body: { email } })
  const { token, code } = await newestMessageTo(email)

  expect((await auth.updateUser({ password: 'a new password' })).error).toBeNull()

  expect((await auth.getUser(session.access_token)).error).toMatchObject({
    name: 'AuthSessionMissingError',
  })
  expect((await auth.getUser(here?.access_token)).error).toBeNull()
  for (const body of [
    { type: 'recovery', token_hash: token },
    { type: 'recovery', email, token: code },
  ]) {
    expect(outcomeOf(await call('/verify', { body }))).toBe('403 otp_expired')
  }
})

test('a password that an administrator sets ends every session', async () => {
  const { auth, session, userId } = await signedIn()
  await admin.updateUserById(userId, { password: 'a new password' })
  expect((await auth.getUser(session.access_token)).error).toMatchObject({
    name: 'AuthSessionMissingError',
  })
  expect(await refresh(session.refresh_token)).toBe('400 refresh_token_not_found')
})

test('a ban ends nothing, refuses everything, and leaves all as it was when it is over', async () => {
  const { email, session, userId } = await signedIn()
  await call('/recover', { body: { email } })
  const { token } = await newestMessageTo(email)
  await admin.updateUserById(userId, { ban_duration: '1h' })

  const signIn = () =>
    call('/token?grant_type=password', { body: { email, password: demoPassword } })
  expect(outcomeOf(await signIn())).toBe('400 user_banned')
  expect(await refresh(session.refresh_token)).toBe('400 user_banned')
  expect(outcomeOf(await call('/user', { headers: bearer(session.access_token) }))).toBe(
    '403 user_banned',
  )
  expect(outcomeOf(await call('/verify', { body: { type: 'recovery', token_hash: token } }))).toBe(
    '403 user_banned',
  )

  await directory.run(
    sql`UPDATE auth_users SET banned_until = '2026-01-01T00:00:00Z' WHERE id = ${userId}`,
  )
  expect(outcomeOf(await call('/user', { headers: bearer(session.access_token) }))).toBe('200')
  expect(await refresh(session.refresh_token)).not.toMatch(/^[45]\d\d /)
})

test('deleting an account takes its sessions, tokens, links and identities with it', async () => {
  const { email, session, userId } = await signedIn()
  await call('/recover', { body: { email } })
  const { token } = await newestMessageTo(email)
  expect((await admin.deleteUser(userId)).error).toBeNull()

  expect(outcomeOf(await call('/user', { headers: bearer(session.access_token) }))).toBe(
    '403 user_not_found',
  )
  expect(await refresh(session.refresh_token)).toBe('400 refresh_token_not_found')
  expect(outcomeOf(await call('/verify', { body: { type: 'recovery', token_hash: token } }))).toBe(
    '403 otp_expired',
  )
  expect(
    await directory.all(sql`
      SELECT user_id FROM auth_sessions WHERE user_id = ${userId} UNION ALL
      SELECT user_id FROM auth_identities WHERE user_id = ${userId} UNION ALL
      SELECT user_id FROM auth_one_time_tokens WHERE user_id = ${userId}`),
  ).toEqual([])
})
