import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { databases } from '../../../tests/support/databases.ts'
import { answeredSetup, facts, publishContext, setupNow } from '../../../tests/support/setups.ts'
import { createStudio } from './create-studio.server.ts'
import { clearAbandonedSetups, giveUpSetup } from './give-up-setup.server.ts'
import { publishStudio } from './publish-studio.server.ts'
import { findOpenSetup } from './setup-queries.server.ts'

const inDays = (days: number) =>
  `${new Date(Date.parse(setupNow) + days * 86_400_000).toISOString().slice(0, 19)}Z`

test('a set-up that is given up leaves nothing, frees its address and lets its owner begin again', async () => {
  const world = await databases()
  const { directory } = world
  const setup = await answeredSetup(world)
  const { slug } = (await setup.draft()).studio
  const stranger = await answeredSetup(world)

  expect(await giveUpSetup(directory, stranger.owner, setup.studioId)).toEqual({
    ok: true,
    again: true,
  })
  expect(await findOpenSetup(directory, setup.owner.userId)).not.toBeNull()
  expect(await giveUpSetup(directory, setup.owner, setup.studioId)).toEqual({ ok: true })
  expect(await giveUpSetup(directory, setup.owner, setup.studioId)).toEqual({
    ok: true,
    again: true,
  })
  for (const table of ['studio_setups', 'affiliations']) {
    expect(
      await directory.all(sql`SELECT 1 FROM ${sql.raw(table)} WHERE studio_id = ${setup.studioId}`),
    ).toEqual([])
  }
  expect(
    await createStudio({ directory, shards: [0, 1], now: setupNow }, setup.owner, facts({ slug })),
  ).toMatchObject({
    ok: true,
  })
})

test('a studio that is being opened is not given up, by its owner or by the job', async () => {
  const world = await databases()
  const setup = await answeredSetup(world)
  const published = await publishStudio(publishContext(world), setup.owner, setup.studioId, {
    listed: true,
  })
  expect(published.ok).toBe(true)

  expect(await giveUpSetup(world.directory, setup.owner, setup.studioId)).toEqual({
    ok: false,
    reason: 'being_published',
  })
  await clearAbandonedSetups(world.directory, inDays(60))
  expect(
    await world.directory.all(sql`SELECT state FROM studios WHERE id = ${setup.studioId}`),
  ).toEqual([{ state: 'open' }])
})

test('a set-up untouched for 30 days is deleted once; an answer given since keeps it', async () => {
  const world = await databases()
  const [old, kept] = [await answeredSetup(world), await answeredSetup(world)]
  await world.directory.run(
    sql`UPDATE studio_setups SET saved_at = ${inDays(20)} WHERE studio_id = ${kept.studioId}`,
  )
  await clearAbandonedSetups(world.directory, inDays(29))
  expect(await findOpenSetup(world.directory, old.owner.userId)).not.toBeNull()

  expect(await clearAbandonedSetups(world.directory, inDays(31))).toBeGreaterThan(0)
  expect(await clearAbandonedSetups(world.directory, inDays(31))).toBe(0)
  expect(await findOpenSetup(world.directory, old.owner.userId)).toBeNull()
  expect(await findOpenSetup(world.directory, kept.owner.userId)).not.toBeNull()
})
