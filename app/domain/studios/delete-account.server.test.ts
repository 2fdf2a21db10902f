import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { findListedAccount } from '#app/domain/identity/accounts/list-accounts.server.ts'
import { signUp } from '#app/domain/identity/accounts/sign-up.server.ts'
import { requestPasswordRecovery } from '#app/domain/identity/secrets/request-password-recovery.server.ts'
import { findJob } from '#functions/jobs/registry.ts'
import { runJob } from '#functions/jobs/work-on.ts'
import { identityFor, mintAccount, mintSession } from '../../../tests/support/accounts.ts'
import { databases } from '../../../tests/support/databases.ts'
import { mintStudio } from '../../../tests/support/studios.ts'
import { deleteAccount } from './delete-account.server.ts'

const world = await databases()
const shardOf = ({ shard }: { shard: number }) => world.shard(shard as 0 | 1)
const ctx = { ...identityFor(world), shardOf }
const by = { actorId: 'service_role' }

const rowsOf = async (userId: string) =>
  (
    await world.directory.all<{ n: number }>(sql`
      SELECT (SELECT count(*) FROM auth_sessions WHERE user_id = ${userId})
        + (SELECT count(*) FROM auth_refresh_tokens WHERE user_id = ${userId})
        + (SELECT count(*) FROM auth_one_time_tokens WHERE user_id = ${userId})
        + (SELECT count(*) FROM users WHERE auth_id = ${userId})
        + (SELECT count(*) FROM affiliations WHERE user_id = ${userId}) AS n`)
  )[0]?.n

test.each([false, true])(
  'a deleted account (soft: %s) leaves its person in the studio without a login, and its address free',
  async (soft) => {
    const studio = await mintStudio(world)
    const { userId, email, personId } = await mintAccount(world, { studio, role: 'coach' })
    await mintSession(world, { userId })
    await requestPasswordRecovery(ctx, { email })

    expect(await deleteAccount(ctx, by, userId, { soft })).toEqual({ ok: true })

    expect(await rowsOf(userId)).toBe(0)
    const [person] = await shardOf(studio).all(
      sql`SELECT user_id AS userId, is_staff AS isStaff, email FROM people WHERE id = ${personId}`,
    )
    expect(person).toEqual({ userId: null, isStaff: 0, email })
    const kept = await findListedAccount(world.directory, userId)
    if (soft) {
      expect(kept?.account).toMatchObject({
        deletedAt: ctx.now,
        passwordHash: null,
        userMetadata: {},
        appMetadata: {},
      })
      expect(JSON.stringify(kept)).not.toContain(email)
    } else expect(kept).toBeNull()
    const again = await signUp(ctx, {
      email,
      password: 'a long password',
      name: 'Ana',
      acceptsTerms: true,
    })
    expect(again.ok).toBe(true)
  },
)

test('the only owner of an open studio stays until someone else owns it', async () => {
  const studio = await mintStudio(world)
  const { userId } = await mintAccount(world, { studio, role: 'owner' })
  await mintSession(world, { userId })

  expect(await deleteAccount(ctx, by, userId, { soft: false })).toEqual({
    ok: false,
    reason: 'only_owner',
  })
  expect(await rowsOf(userId)).toBeGreaterThan(2)

  await mintAccount(world, { studio, role: 'owner' })
  expect(await deleteAccount(ctx, by, userId, { soft: false })).toEqual({ ok: true })
})

test('an account that is not there cannot be deleted; deleting softly twice changes nothing', async () => {
  const { userId } = await mintAccount(world, {})
  expect(await deleteAccount(ctx, by, crypto.randomUUID(), { soft: true })).toEqual({
    ok: false,
    reason: 'user_not_found',
  })
  await deleteAccount(ctx, by, userId, { soft: true })
  const before = await findListedAccount(world.directory, userId)
  expect(await deleteAccount(ctx, by, userId, { soft: true })).toEqual({ ok: true })
  expect(await findListedAccount(world.directory, userId)).toEqual(before)
  expect(await deleteAccount(ctx, by, userId, { soft: false })).toEqual({ ok: true })
  expect(await findListedAccount(world.directory, userId)).toBeNull()
})

test('a deletion that a crash cut off between the databases is finished by the job', async () => {
  const studio = await mintStudio(world)
  const { userId, personId } = await mintAccount(world, { studio })
  const crash = () => {
    throw new Error('The Worker died')
  }
  await expect(
    deleteAccount({ ...ctx, shardOf: crash }, by, userId, { soft: false }),
  ).rejects.toThrow('died')

  const job = findJob('finish-provisioning')!
  const context = {
    env: {} as never,
    directory: world.directory,
    shards: [0, 1].map((number) => ({ number, db: world.shard(number as 0 | 1) })),
    now: ctx.now,
    clock: () => ctx.nowMs,
  }
  expect(await runJob(context, job)).toMatchObject({ failed: 0 })
  expect(await rowsOf(userId)).toBe(0)
  expect(await shardOf(studio).all(sql`SELECT user_id FROM people WHERE id = ${personId}`)).toEqual(
    [{ user_id: null }],
  )
  expect(await runJob(context, job)).toEqual({ done: 0, failed: 0 })
})
