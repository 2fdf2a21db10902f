import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { bearer, call, outcomeOf } from '../support/auth-wire.ts'
import { builtDatabases } from '../support/built-databases.ts'
import { refresh, signedIn } from '../support/signed-in.ts'
import { projectKey, supabaseClient } from '../support/supabase.ts'

const { directory } = builtDatabases()

test.each([
  ['GET', '/user'],
  ['PUT', '/user'],
  ['POST', '/logout'],
  ['GET', '/reauthenticate'],
  ['POST', '/factors'],
])('%s %s needs the session to be there, however long its token lasts', async (method, path) => {
  const { session, sessionId } = await signedIn()
  await directory.run(sql`DELETE FROM auth_sessions WHERE id = ${sessionId}`)
  const body = method === 'GET' ? {} : { body: {} }
  const answer = await call(path, { method, headers: bearer(session.access_token), ...body })
  expect(outcomeOf(answer)).toBe('403 session_not_found')
  expect(await refresh(session.refresh_token)).toMatch(/^400 (session|refresh_token)_not_found$/)
})

test('signing out of one place, of the others and of all bites at once', async () => {
  const one = await signedIn()
  const { auth } = one
  const second = (await auth.signInWithPassword({ email: one.email, password: 'studio-demo-1' }))
    .data.session
  // Another client asks: the person's own forgets its session when it hears that one is gone.
  const stranger = (await supabaseClient()).auth
  const ends = async (token = '') => (await stranger.getUser(token)).error?.name ?? 'open'

  expect((await auth.signOut({ scope: 'others' })).error).toBeNull()
  expect([await ends(one.session.access_token), await ends(second?.access_token)]).toEqual([
    'AuthSessionMissingError',
    'open',
  ])
  expect((await auth.signOut({ scope: 'local' })).error).toBeNull()
  expect(await ends(second?.access_token)).toBe('AuthSessionMissingError')
})

test('a token of an administrator that speaks of a session needs that session too', async () => {
  const { session, sessionId, userId } = await signedIn()
  await directory.run(sql`UPDATE auth_users SET role = 'service_role' WHERE id = ${userId}`)
  const fresh = await call('/token?grant_type=refresh_token', {
    body: { refresh_token: session.refresh_token },
  })
  const ask = () => call('/admin/users', { headers: bearer(fresh.json.access_token) })
  expect((await ask()).status).toBe(200)
  await directory.run(sql`DELETE FROM auth_sessions WHERE id = ${sessionId}`)
  expect(outcomeOf(await ask())).toBe('403 session_not_found')
})

test('a project key is nobody: it has no user', async () => {
  for (const role of ['anon', 'service_role'] as const) {
    expect(outcomeOf(await call('/user', { headers: bearer(await projectKey(role)) }))).toBe(
      '403 bad_jwt',
    )
  }
})
