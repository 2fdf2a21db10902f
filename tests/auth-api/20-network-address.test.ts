import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { demoPassword, demoPasswordHash, mintAccount } from '../support/accounts.ts'
import { call } from '../support/auth-wire.ts'
import { builtDatabases } from '../support/built-databases.ts'

const world = builtDatabases()

test('the address of a caller is what the edge says, never what the caller says', async () => {
  const ana = await mintAccount(world, { passwordHash: demoPasswordHash })
  const body = { email: ana.email, password: demoPassword }
  await call('/token?grant_type=password', {
    body,
    headers: {
      'CF-Connecting-IP': '203.0.113.77',
      'X-Forwarded-For': '198.51.100.1, 198.51.100.2',
      'X-Real-IP': '198.51.100.3',
      'X-Client-IP': '198.51.100.4',
      Forwarded: 'for=198.51.100.5',
    },
  })
  await call('/token?grant_type=password', { body, headers: { 'X-Forwarded-For': '198.51.100.1' } })

  const sessions = await world.directory.all<{ ip: string }>(
    sql`SELECT ip FROM auth_sessions WHERE user_id = ${ana.userId} ORDER BY rowid`,
  )
  const lines = await world.directory.all<{ ip: string }>(
    sql`SELECT ip FROM auth_audit_entries WHERE actor_id = ${ana.userId} ORDER BY rowid`,
  )
  expect(sessions[0]?.ip).toBe('203.0.113.77')
  expect(lines[0]?.ip).toBe('203.0.113.77')
  expect(JSON.stringify([sessions, lines])).not.toContain('198.51.100')
})
