import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { builtDatabases } from '../support/built-databases.ts'
import { refresh, signedIn } from '../support/signed-in.ts'

const { directory } = builtDatabases()

test('someone who reads the database finds no token, and what is found there opens nothing', async () => {
  const { session, sessionId } = await signedIn()
  const second = await refresh(session.refresh_token)
  const rows = await directory.all<Record<string, string | number | null>>(
    sql`SELECT * FROM auth_refresh_tokens WHERE session_id = ${sessionId}`,
  )
  const text = JSON.stringify(rows)
  expect(text).not.toContain(session.refresh_token)
  expect(text).not.toContain(second)
  for (const value of rows
    .flatMap((row) => Object.values(row))
    .filter((found) => typeof found === 'string')) {
    expect(await refresh(value)).toBe('400 refresh_token_not_found')
  }
})

test.each(['', ' ', 'made-up', "' OR 1=1 --", 'x'.repeat(100_000), '\u0000', '🔑'])(
  'the token %# opens nothing',
  async (token) => {
    expect(await refresh(token)).toBe(
      token === '' ? '400 validation_failed' : '400 refresh_token_not_found',
    )
  },
)
