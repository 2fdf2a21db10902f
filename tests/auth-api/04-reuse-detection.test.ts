import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { builtDatabases } from '../support/built-databases.ts'
import { age, refresh, signedIn } from '../support/signed-in.ts'

const { directory } = builtDatabases()

test('an older token outside the interval is refused and ends the whole session, but no other one', async () => {
  const thief = await signedIn()
  const other = await signedIn()
  const second = await refresh(thief.session.refresh_token)
  const third = await refresh(second)
  await age(thief.sessionId, 11)

  expect(await refresh(thief.session.refresh_token)).toBe('400 refresh_token_already_used')

  // The revocation stands although the request failed.
  expect(await refresh(third)).toBe('400 refresh_token_not_found')
  expect((await thief.auth.getUser(thief.session.access_token)).error).toMatchObject({
    name: 'AuthSessionMissingError',
  })
  expect((await other.auth.getUser()).error).toBeNull()
  expect(
    await directory.all(sql`
      SELECT traits ->> '$.session_id' AS session FROM auth_audit_entries
      WHERE actor_id = ${thief.userId} AND action = 'token_revoked'`),
  ).toEqual([{ session: thief.sessionId }])
})
