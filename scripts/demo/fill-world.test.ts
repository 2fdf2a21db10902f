import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { verifyPassword } from '#app/domain/identity/secrets/password-hash.server.ts'
import { classesPerStudio } from '#app/domain/timetable/public-classes/refresh-public-classes.server.ts'
import { instantToMs } from '#app/values/instant.ts'
import { databases } from '../../tests/support/databases.ts'
import { demoNow } from '../../tests/support/demo-moment.ts'
import { fillDemoWorld, isEmpty } from './fill-world.ts'
import { demoPassword } from './plan-world.ts'

test('empty databases are filled once, each studio on its own shard, and the accounts can sign in', async () => {
  const { env, directory, shard } = await databases()
  // A fill that was interrupted before it named a studio leaves rows of nobody.
  await shard(0).run(
    sql`INSERT INTO people (id, studio_id, name, joined_on, created_at) VALUES ('x', 'gone', 'X', '', '')`,
  )

  expect(await isEmpty(env)).toBe(true)
  await fillDemoWorld(env, instantToMs(demoNow), { keep: true })
  expect(await isEmpty(env)).toBe(false)

  const studios = await directory.all<{ id: string; slug: string; shard: number }>(
    sql`SELECT id, slug, shard FROM studios ORDER BY shard`,
  )
  expect(studios.map(({ slug }) => slug)).toEqual(['northside', 'southside'])
  for (const { id, slug, shard: n } of studios) {
    const [own] = await shard(n as 0 | 1).all<{ own: number; others: number }>(
      sql`SELECT count(*) FILTER (WHERE studio_id = ${id}) AS own, count(*) FILTER (WHERE studio_id <> ${id}) AS others FROM people`,
    )
    expect(own).toEqual({ own: slug === 'northside' ? 108 : 102, others: 0 })
  }

  const [ana] = await directory.all<{ hash: string; studioId: string; role: string }>(sql`
    SELECT account.password_hash AS hash, user.studio_id AS studioId, user.role_id AS role
    FROM auth_users AS account JOIN users AS user ON user.auth_id = account.id
    WHERE account.email = 'ana@northside.test' AND user.setup_complete = 1`)
  expect(ana).toMatchObject({ studioId: studios[0]!.id, role: 'member' })
  expect(await verifyPassword(demoPassword, ana!.hash)).toBe(true)

  const places = await directory.all<{ slug: string; role: string }>(sql`
    SELECT studio.slug, affiliation.role_id AS role FROM affiliations AS affiliation
    JOIN studios AS studio ON studio.id = affiliation.studio_id
    JOIN auth_users AS account ON account.id = affiliation.user_id
    WHERE account.email = 'mo@example.test' ORDER BY studio.slug`)
  expect(places).toEqual([
    { slug: 'northside', role: 'member' },
    { slug: 'southside', role: 'member' },
  ])
  const listed = await directory.all<{ n: number }>(
    sql`SELECT count(*) AS n FROM public_classes GROUP BY studio_id ORDER BY n`,
  )
  expect(listed).toHaveLength(2)
  expect(listed[0]!.n).toBeGreaterThan(20)
  expect(listed[1]!.n).toBeLessThanOrEqual(classesPerStudio)
}, 400_000)
