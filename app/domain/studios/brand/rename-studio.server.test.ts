import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { newId } from '#app/values/id.ts'
import { type World, world } from '../../../../tests/support/world.ts'
import { mostFormerSlugs } from './name-words.ts'
import { nameVersion, renameStudio } from './rename-studio.server.ts'

const now = '2026-10-12T09:00:00Z'

async function put(w: World, { id, slug, name }: { id: string; slug: string; name: string }) {
  await w.directory.run(sql`
    INSERT INTO studios (id, slug, name, shard, state, time_zone, currency, created_at)
    VALUES (${id}, ${slug}, ${name}, 0, 'open', 'Europe/London', 'GBP', ${now})`)
}

/** A studio of the directory, and saving its name as its owner. */
async function naming() {
  const w = await world()
  const of = { name: 'Northside', slug: `n-${newId().slice(-12).toLowerCase()}`, listed: true }
  await put(w, { id: w.studio.id, ...of })
  const save = (from: typeof of, to: Partial<typeof of>) => {
    const { listed, ...wanted } = { ...from, ...to }
    const ctx = { ...w.asDesk(now), actor: { userId: 'x', name: 'Olga', role: 'owner' as const } }
    return renameStudio(ctx, w.directory, {
      ...wanted,
      ...(listed ? { listed: 'on' as const } : {}),
      key: newId(),
      version: nameVersion(from),
    })
  }
  const former = async () =>
    (
      await w.directory.all<{ slug: string }>(
        sql`SELECT slug FROM studio_slugs WHERE studio_id = ${w.studio.id} ORDER BY rowid`,
      )
    ).map(({ slug }) => slug)
  const kept = async () =>
    (
      await w.directory.all<{ name: string; slug: string; listed: number }>(
        sql`SELECT name, slug, listed FROM studios WHERE id = ${w.studio.id}`,
      )
    )[0]!
  return { w, of, save, former, kept }
}

test('a new address keeps the former one, which can be taken back', async () => {
  const { of, save, former, kept } = await naming()
  const slug = `${of.slug}-new`
  expect(await save(of, { slug, name: 'Northside Hall' })).toEqual({ ok: true, slug })
  expect(await former()).toEqual([of.slug])
  expect(await kept()).toEqual({ name: 'Northside Hall', slug, listed: 1 })

  const after = { ...of, slug, name: 'Northside Hall' }
  expect(await save(after, { slug: of.slug })).toMatchObject({ ok: true })
  expect(await former()).toEqual([slug])
})

test('a name alone, or leaving the list of studios, keeps no former address', async () => {
  const { w, of, save, former, kept } = await naming()
  await save(of, { name: 'Hall', listed: false })
  expect(await former()).toEqual([])
  expect(await kept()).toEqual({ name: 'Hall', slug: of.slug, listed: 0 })
  const lines = await w.db.all<{ detail: string }>(sql`
    SELECT detail FROM audit_entries
    WHERE studio_id = ${w.studio.id} AND action = 'studio.renamed'`)
  expect(lines).toEqual([{ detail: `{"from":"${of.slug} 1 Northside","to":"${of.slug} 0 Hall"}` }])
})

test('an address that another studio has, or had, is refused and nothing changes', async () => {
  const { w, of, save, former, kept } = await naming()
  const other = newId()
  await put(w, { id: other, slug: `${of.slug}-other`, name: 'Other' })
  await w.directory.run(
    sql`INSERT INTO studio_slugs (slug, studio_id) VALUES (${`${of.slug}-was`}, ${other})`,
  )
  for (const end of ['other', 'was'])
    expect(await save(of, { slug: `${of.slug}-${end}`, name: 'New' })).toEqual({
      ok: false,
      reason: 'slug_taken',
    })
  expect(await former()).toEqual([])
  expect(await kept()).toMatchObject({ name: 'Northside', slug: of.slug })
})

test('two who save at once over one page: one is told, and one former address is kept', async () => {
  const { of, save, former } = await naming()
  const both = await Promise.all([
    save(of, { slug: `${of.slug}-a` }),
    save(of, { slug: `${of.slug}-b` }),
  ])
  expect(both.map(({ ok }) => ok).sort()).toEqual([false, true])
  expect(both.find(({ ok }) => !ok)).toEqual({ ok: false, reason: 'changed_meanwhile' })
  expect(await former()).toEqual([of.slug])
})

test('no studio collects addresses: after five changes only its own are to be had', async () => {
  const { of, save, former } = await naming()
  let at = of
  for (let n = 1; n <= mostFormerSlugs; n++) {
    const slug = `${of.slug}-${n}`
    expect(await save(at, { slug })).toEqual({ ok: true, slug })
    at = { ...at, slug }
  }
  expect(await save(at, { slug: `${of.slug}-more` })).toEqual({
    ok: false,
    reason: 'too_many_slugs',
  })
  expect(await save(at, { name: 'Still ours' })).toMatchObject({ ok: true })
  expect(await save({ ...at, name: 'Still ours' }, { slug: of.slug })).toMatchObject({ ok: true })
  expect(await former()).toHaveLength(mostFormerSlugs)
})
