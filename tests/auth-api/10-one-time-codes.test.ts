import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { mintAccount } from '../support/accounts.ts'
import { call, newestMessageTo, outcomeOf } from '../support/auth-wire.ts'
import { builtDatabases } from '../support/built-databases.ts'

const world = builtDatabases()

async function mailed() {
  const ana = await mintAccount(world)
  await call('/otp', { body: { email: ana.email } })
  return { ...ana, ...(await newestMessageTo(ana.email)) }
}

const verify = (body: Record<string, string>) => call('/verify', { body })

test('a code is six digits, kept hashed, and works once', async () => {
  const { email, userId, code, token } = await mailed()
  expect(code).toMatch(/^\d{6}$/)
  const kept = JSON.stringify(
    await world.directory.all(sql`SELECT * FROM auth_one_time_tokens WHERE user_id = ${userId}`),
  )
  expect(kept).toContain('recovery')
  for (const secret of [code, token]) expect(kept).not.toContain(`"${secret}"`)

  expect(outcomeOf(await verify({ type: 'email', email, token: code }))).toBe('200')
  expect(outcomeOf(await verify({ type: 'email', email, token: code }))).toBe('403 otp_expired')
  expect(outcomeOf(await verify({ type: 'email', token_hash: token }))).toBe('403 otp_expired')
})

test('five wrong tries void a code, also when they come at once', async () => {
  const { email, code } = await mailed()
  const wrong = code === '000000' ? '111111' : '000000'
  const tries = await Promise.all(
    [1, 2, 3, 4, 5].map(() => verify({ type: 'email', email, token: wrong })),
  )
  expect(new Set(tries.map(outcomeOf))).toEqual(new Set(['403 otp_expired']))
  expect(outcomeOf(await verify({ type: 'email', email, token: code }))).toBe('403 otp_expired')
})

test('a code is bound to its address and its purpose', async () => {
  const ana = await mailed()
  const ben = await mailed()
  expect(outcomeOf(await verify({ type: 'email', email: ben.email, token: ana.code }))).toBe(
    ana.code === ben.code ? '200' : '403 otp_expired',
  )
  expect(outcomeOf(await verify({ type: 'signup', email: ana.email, token: ana.code }))).toBe(
    '403 otp_expired',
  )
  expect(outcomeOf(await verify({ type: 'signup', token_hash: ana.token }))).toBe('403 otp_expired')
  expect(outcomeOf(await verify({ type: 'magiclink', token_hash: ana.token }))).toBe('200')
})

test('a newer code replaces the older one, and one that is too old is none', async () => {
  const { email, userId, code } = await mailed()
  // A minute goes by.
  await world.directory.run(sql`DELETE FROM limit_counters WHERE key LIKE ${`mail:%${email}`}`)
  await call('/recover', { body: { email } })
  const newer = await newestMessageTo(email)
  if (newer.code !== code) {
    expect(outcomeOf(await verify({ type: 'recovery', email, token: code }))).toBe(
      '403 otp_expired',
    )
  }
  await world.directory.run(
    sql`UPDATE auth_one_time_tokens SET expires_at_ms = ${Date.now() - 1} WHERE user_id = ${userId}`,
  )
  expect(outcomeOf(await verify({ type: 'recovery', email, token: newer.code }))).toBe(
    '403 otp_expired',
  )
})

test('stored hashes of codes and tokens cannot be presented as either', async () => {
  const { userId } = await mailed()
  const [row] = await world.directory.all<{ token: string; code: string }>(
    sql`SELECT token_hash AS token, code_hash AS code FROM auth_one_time_tokens WHERE user_id = ${userId}`,
  )
  for (const hash of [row?.token ?? '', row?.code ?? '']) {
    expect(outcomeOf(await verify({ type: 'email', token_hash: hash }))).toBe('403 otp_expired')
  }
})
