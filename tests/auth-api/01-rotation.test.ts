import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { builtDatabases } from '../support/built-databases.ts'
import { signedIn } from '../support/signed-in.ts'

const { directory } = builtDatabases()

test('each refresh replaces the token by one of the same session', async () => {
  const { auth, session, sessionId } = await signedIn()
  const seen = new Set([session.refresh_token])
  for (let i = 0; i < 3; i += 1) {
    const { data, error } = await auth.refreshSession()
    expect(error).toBeNull()
    seen.add(data.session?.refresh_token ?? '')
    const { data: claims } = await auth.getClaims()
    expect(claims?.claims).toMatchObject({
      session_id: sessionId,
      amr: [{ method: 'password' }],
      aal: 'aal1',
    })
  }
  expect(seen.size).toBe(4)
  const rows = await directory.all(sql`
    SELECT count(*) AS tokens, sum(revoked_at_ms IS NULL) AS active FROM auth_refresh_tokens WHERE session_id = ${sessionId}`)
  expect(rows).toEqual([{ tokens: 4, active: 1 }])
})

test('the client tells of each refresh, and the old access token stays good until its end', async () => {
  const { auth, session } = await signedIn()
  const events: string[] = []
  auth.onAuthStateChange((event) => {
    events.push(event)
  })
  await auth.refreshSession()
  expect(events).toContain('TOKEN_REFRESHED')
  expect((await auth.getUser(session.access_token)).error).toBeNull()
})
