import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Studio } from '#app/domain/scope/studio.ts'
import { mintAccount } from '../../../tests/support/accounts.ts'
import { databases } from '../../../tests/support/databases.ts'
import { mintStudio } from '../../../tests/support/studios.ts'
import { joinStudio } from './join-studio.server.ts'

async function world() {
  const { directory, shard, ...rest } = await databases()
  const ctx = {
    directory,
    shardOf: (studio: Studio) => shard(studio.shard as 0 | 1),
    now: '2026-11-20T23:30:00Z',
  }
  const place = (userId: string, studio: Studio) =>
    directory.all<{ state: string; personId: string; role: string }>(
      sql`SELECT state, person_id AS personId, role_id AS role FROM affiliations
        WHERE user_id = ${userId} AND studio_id = ${studio.id}`,
    )
  const persons = (userId: string, studio: Studio) =>
    shard(studio.shard as 0 | 1).all<{ id: string; joined: string; archived: string | null }>(
      sql`SELECT id, joined_on AS joined, archived_at AS archived FROM people
        WHERE studio_id = ${studio.id} AND user_id = ${userId}`,
    )
  return { ...rest, directory, shard, ctx, place, persons }
}

test('joining gives a place, a person dated by the studio’s own calendar, and the studio the account is in', async () => {
  const { directory, shard, ctx, place, persons } = await world()
  const studio = await mintStudio({ directory }, { shard: 1, timeZone: 'Asia/Tokyo' })
  const ana = await mintAccount({ directory, shard })

  const joined = await joinStudio(ctx, studio, ana)

  if (!joined.ok) throw new Error(joined.reason)
  expect(joined.role).toBe('member')
  expect(await place(ana.userId, studio)).toEqual([
    { state: 'active', personId: joined.personId, role: 'member' },
  ])
  expect(await persons(ana.userId, studio)).toEqual([
    { id: joined.personId, joined: '2026-11-21', archived: null },
  ])
  expect(
    await directory.all(sql`SELECT studio_id AS studio FROM users WHERE auth_id = ${ana.userId}`),
  ).toEqual([{ studio: studio.id }])
})

test('joining many times at once makes one person', async () => {
  const { directory, shard, ctx, persons } = await world()
  const studio = await mintStudio({ directory })
  const ana = await mintAccount({ directory, shard })

  const results = await Promise.all([1, 2, 3, 4, 5].map(() => joinStudio(ctx, studio, ana)))

  expect(new Set(results.map((result) => result.ok && result.personId)).size).toBe(1)
  expect(await persons(ana.userId, studio)).toHaveLength(1)
})

test('whatever step a crash stopped at, joining again finishes the same place', async () => {
  const { directory, shard, ctx, place, persons } = await world()
  for (const shardFails of [true, false]) {
    const studio = await mintStudio({ directory })
    const ana = await mintAccount({ directory, shard })
    const crash = () => {
      throw new Error('crash')
    }
    // Stopped before the shard was written, or right after it.
    if (shardFails) {
      await expect(joinStudio({ ...ctx, shardOf: crash }, studio, ana)).rejects.toThrow('crash')
    } else {
      await joinStudio(ctx, studio, ana)
      await directory.run(
        sql`UPDATE affiliations SET state = 'provisioning' WHERE user_id = ${ana.userId}`,
      )
    }
    const [before] = await place(ana.userId, studio)
    expect(before?.state).toBe('provisioning')

    const again = await joinStudio(ctx, studio, ana)

    expect(again).toMatchObject({ ok: true, personId: before?.personId })
    expect(await persons(ana.userId, studio)).toHaveLength(1)
    expect((await place(ana.userId, studio))[0]?.state).toBe('active')
  }
})

test('someone who had left comes back to the same person as a member, out of the archive', async () => {
  const { directory, shard, ctx, place, persons } = await world()
  const studio = await mintStudio({ directory })
  const coach = await mintAccount({ directory, shard }, { studio, role: 'coach' })
  await directory.run(sql`UPDATE affiliations SET state = 'left' WHERE user_id = ${coach.userId}`)
  await shard(0).run(
    sql`UPDATE people SET archived_at = '2026-02-01T00:00:00Z' WHERE user_id = ${coach.userId}`,
  )

  expect(await joinStudio(ctx, studio, coach)).toEqual({
    ok: true,
    personId: coach.personId,
    role: 'member',
  })
  expect((await place(coach.userId, studio))[0]).toMatchObject({ state: 'active', role: 'member' })
  expect((await persons(coach.userId, studio))[0]).toMatchObject({
    id: coach.personId,
    archived: null,
  })
})

test('an account that has a place keeps its role', async () => {
  const { directory, shard, ctx } = await world()
  const studio = await mintStudio({ directory })
  const owner = await mintAccount({ directory, shard }, { studio, role: 'owner' })

  expect(await joinStudio(ctx, studio, owner)).toMatchObject({ ok: true, role: 'owner' })
})

test('a studio that is archived or still being made takes nobody', async () => {
  const { directory, shard, ctx, place } = await world()
  const ana = await mintAccount({ directory, shard })
  for (const [state, reason] of [
    ['archived', 'studio_archived'],
    ['provisioning', 'not_found'],
  ] as const) {
    const studio = await mintStudio({ directory }, { state })
    expect(await joinStudio(ctx, studio, ana)).toEqual({ ok: false, reason })
    expect(await place(ana.userId, studio)).toEqual([])
  }
})
