import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { mintAccount } from '../../../tests/support/accounts.ts'
import { databases } from '../../../tests/support/databases.ts'
import { answeredSetup, facts, setupNow } from '../../../tests/support/setups.ts'
import { changeStudioDraft, createStudio } from './create-studio.server.ts'
import { missingSteps } from './setup-draft.ts'
import { findOpenSetup } from './setup-queries.server.ts'

async function given() {
  const all = await databases()
  const ctx = { directory: all.directory, shards: [0, 1], now: setupNow }
  return { all, ctx, owner: await mintAccount(all), directory: all.directory }
}

const studiosWith = async (slug: string) => {
  const { directory } = await databases()
  return directory.all<{ shard: number; state: string }>(
    sql`SELECT shard, state FROM studios WHERE slug = ${slug}`,
  )
}

test('a begun studio holds its slug, is on a shard and is found by nobody', async () => {
  const { ctx, owner } = await given()
  const studio = facts()
  expect(await createStudio(ctx, owner, studio)).toMatchObject({ ok: true })
  expect(await studiosWith(studio.slug)).toMatchObject([{ state: 'provisioning' }])
})

test('studios go to the shard with the fewest', async () => {
  const { ctx, all, directory } = await given()
  const counts = async () =>
    directory.all<{ shard: number; n: number }>(sql`
      SELECT value AS shard, (SELECT count(*) FROM studios WHERE shard = value) AS n
      FROM json_each('[0,1]') ORDER BY value`)
  for (let i = 0; i < 3; i += 1) {
    const before = await counts()
    const fewest = before[0]!.n <= before[1]!.n ? 0 : 1
    const studio = facts()
    await createStudio(ctx, await mintAccount(all), studio)
    expect(await studiosWith(studio.slug)).toMatchObject([{ shard: fewest }])
  }
})

test('of many who ask for one slug at once one gets it, and the others are told a free one', async () => {
  const { ctx, all } = await given()
  const studio = facts()
  const owners = await Promise.all(Array.from({ length: 6 }, () => mintAccount(all)))
  const results = await Promise.all(owners.map((owner) => createStudio(ctx, owner, studio)))
  expect(results.filter(({ ok }) => ok)).toHaveLength(1)
  expect(results.filter(({ ok }) => !ok)[0]).toEqual({
    ok: false,
    reason: 'slug_taken',
    facts: { free: `${studio.slug}-leeds` },
  })
  expect(await studiosWith(studio.slug)).toHaveLength(1)
})

test('a slug that leads to a renamed studio stays its own', async () => {
  const { ctx, owner, directory } = await given()
  const studio = facts()
  await directory.run(
    sql`INSERT INTO studio_slugs (slug, studio_id) VALUES (${studio.slug}, 'another')`,
  )
  expect(await createStudio(ctx, owner, studio)).toMatchObject({ ok: false, reason: 'slug_taken' })
  expect(await findOpenSetup(directory, owner.userId)).toBe(null)
})

test('an account that presses twice sets up one studio', async () => {
  const { ctx, owner, directory } = await given()
  const results = await Promise.all([0, 1, 2].map(() => createStudio(ctx, owner, facts())))
  expect(results.filter(({ ok }) => ok)).toHaveLength(1)
  expect(results.filter(({ ok }) => !ok)).toEqual(
    Array(2).fill({ ok: false, reason: 'setup_open' }),
  )
  expect(
    await directory.all(sql`SELECT 1 FROM affiliations WHERE user_id = ${owner.userId}`),
  ).toHaveLength(1)
})

test('changed first answers keep the ids of the disciplines that stay, and say which later answers no longer hold', async () => {
  const all = await databases()
  const { owner, draft } = await answeredSetup(all)
  const before = await draft()
  const changed = await changeStudioDraft(
    { ...all, now: setupNow },
    owner,
    before,
    facts({ slug: before.studio.slug, currency: 'JPY', disciplines: ['dance', 'pole'] }),
  )
  expect(changed.ok).toBe(true)
  const after = await draft()
  const idOf = (one: typeof before, pack: string) =>
    one.answers.studio?.disciplines.find((d) => d.pack === pack)?.id
  expect(idOf(after, 'pole')).toBe(idOf(before, 'pole'))
  expect(after.studio).toMatchObject({ currency: 'JPY', disciplines: 'Dance, Pole and aerial' })
  expect(missingSteps(after)).toEqual(['classes', 'prices', 'rules'])
})

test('a draft cannot take the slug of another studio, and nothing of it changes then', async () => {
  const all = await databases()
  const { owner, draft } = await answeredSetup(all)
  const other = facts()
  await createStudio({ ...all, shards: [0], now: setupNow }, await mintAccount(all), other)
  const before = await draft()
  const refused = await changeStudioDraft(
    { ...all, now: setupNow },
    owner,
    before,
    facts({ slug: other.slug, disciplines: ['dance'] }),
  )
  expect(refused).toMatchObject({ ok: false, reason: 'slug_taken' })
  expect(await draft()).toEqual(before)
})

test('a step that is saved again keeps what other steps speak of, and refuses what does not fit', async () => {
  const all = await databases()
  const { answer, draft, week, roomId } = await answeredSetup(all)
  const rooms = [
    { name: 'Loft', capacity: 30 },
    { name: 'Yoga room', capacity: 9 },
  ]
  const contact = { contactEmail: '', contactPhone: '' }
  await answer({ step: 'rooms', location: 'Canal Row', address: '', ...contact, rooms })
  expect((await draft()).answers.rooms?.rooms[0]).toEqual({
    id: roomId,
    name: 'Loft',
    capacity: 30,
  })
  expect(missingSteps(await draft())).toEqual([])

  if (week.step !== 'week') throw new Error('Not a week')
  const [first] = week.classes
  expect(await answer({ step: 'week', classes: [{ ...first!, capacity: 31 }] })).toEqual({
    ok: false,
    reason: 'over_room',
    facts: { room: 'Loft', capacity: 30 },
  })
  expect(
    await answer({ step: 'week', classes: [{ ...first!, roomId: 'of-somebody' }] }),
  ).toMatchObject({
    reason: 'unknown_choice',
  })
  const judo = { pack: 'martial', key: 'beginners', name: 'Judo', minutes: 60, fromRung: null }
  expect(await answer({ step: 'classes', classes: [judo] })).toMatchObject({
    reason: 'unknown_pack',
  })
  const tenth = { pack: 'yoga', key: 'yin', name: 'Yin', minutes: 60, fromRung: 9 }
  expect(await answer({ step: 'classes', classes: [tenth] })).toMatchObject({
    reason: 'unknown_pack',
  })
})
