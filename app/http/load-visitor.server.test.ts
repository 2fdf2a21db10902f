import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { mintAccount, mintSession } from '../../tests/support/accounts.ts'
import { databases } from '../../tests/support/databases.ts'
import { requestTo } from '../../tests/support/requests.ts'
import { mintStudio } from '../../tests/support/studios.ts'

test('one trip tells the studio, the visitor and the place there', async () => {
  const world = await databases()
  const studio = await mintStudio(world)
  const ana = await mintAccount(world, { studio, role: 'coach' })
  const { cookie, sessionId } = await mintSession(world, ana)
  const app = requestTo(world, `/${studio.slug.toUpperCase()}/home`, { cookie })

  const loaded = await app.loadVisitor()

  expect(loaded.studio).toEqual(studio)
  expect(loaded.visitor).toMatchObject({
    userId: ana.userId,
    sessionId,
    email: ana.email,
    name: 'Ana Reyes',
    setupComplete: true,
    affiliation: { role: 'coach', personId: ana.personId, state: 'active' },
  })
  expect(app.meter.trips).toBe(1)
  expect(app.setCookies).toEqual([])
  expect(await app.loadVisitor()).toBe(loaded)
})

test('a place in another studio is no place here', async () => {
  const world = await databases()
  const [here, there] = [await mintStudio(world), await mintStudio(world, { shard: 1 })]
  const owner = await mintAccount(world, { studio: there, role: 'owner' })
  const { cookie } = await mintSession(world, owner)

  const { visitor } = await requestTo(world, `/${here.slug}`, { cookie }).loadVisitor()

  expect(visitor?.affiliation).toBeNull()
})

test('pages of the site know a studio by ?studio=, and a former slug leads to the one of today', async () => {
  const world = await databases()
  const studio = await mintStudio(world)
  const former = `old-${studio.slug}`
  await world.directory.run(
    sql`INSERT INTO studio_slugs (slug, studio_id) VALUES (${former}, ${studio.id})`,
  )

  expect((await requestTo(world, `/sign-in?studio=${studio.slug}`).loadVisitor()).studio?.id).toBe(
    studio.id,
  )
  expect(await requestTo(world, `/${former}/home`).loadVisitor()).toMatchObject({
    studio: null,
    movedTo: studio.slug,
  })
  expect(
    (await requestTo(world, `/${studio.slug}/home?studio=other`).loadVisitor()).studio?.id,
  ).toBe(studio.id)
  expect((await requestTo(world, '/no..such%20studio/home').loadVisitor()).studio).toBeNull()
})

test('a post to a former slug reaches the studio itself, so that nothing sent is lost on the way', async () => {
  const world = await databases()
  const studio = await mintStudio(world)
  const former = `old-${studio.slug}`
  await world.directory.run(
    sql`INSERT INTO studio_slugs (slug, studio_id) VALUES (${former}, ${studio.id})`,
  )
  const ana = await mintAccount(world, { studio, role: 'coach' })
  const { cookie } = await mintSession(world, ana)

  const posted = requestTo(world, `/${former}/unsubscribe/token`, { cookie, method: 'POST' })
  expect(await posted.loadVisitor()).toMatchObject({
    studio,
    movedTo: null,
    visitor: { affiliation: { role: 'coach', personId: ana.personId } },
  })
  expect(posted.meter.trips).toBe(1)
  const nobody = requestTo(world, '/no-such-studio/unsubscribe/token', { method: 'POST' })
  expect((await nobody.loadVisitor()).studio).toBeNull()
  const site = requestTo(world, '/sign-in', { method: 'POST' })
  expect((await site.loadVisitor()).studio).toBeNull()
})

test('the frozen clock counts only while development tools are on', async () => {
  const world = await databases()
  await world.directory.run(
    sql`INSERT INTO server_settings (key, value) VALUES ('dev_clock', '2030-01-02T03:04:05Z')
      ON CONFLICT DO NOTHING`,
  )

  expect((await requestTo(world, '/').loadVisitor()).now).toBe('2030-01-02T03:04:05Z')
  const deployed = requestTo(world, '/', { variables: { DEV_TOOLS: '' } })
  expect((await deployed.loadVisitor()).now).not.toBe('2030-01-02T03:04:05Z')
  await world.directory.run(sql`DELETE FROM server_settings WHERE key = 'dev_clock'`)
})

test('a token with ninety seconds left is refreshed on the way, and one with more is not', async () => {
  const world = await databases()
  const { cookie } = await mintSession(world, await mintAccount(world), { nowMs: Date.now() })
  const later = (seconds: number) =>
    requestTo(world, '/', { cookie, nowMs: Date.now() + seconds * 1000 })

  const early = later(3_500)
  expect((await early.loadVisitor()).visitor).not.toBeNull()
  expect(early.setCookies).toEqual([])

  for (const seconds of [3_511, 4_000, 90_000]) {
    const late = later(seconds)
    expect((await late.loadVisitor()).visitor).not.toBeNull()
    expect(late.setCookies.map((line) => line.split('=')[0])).toEqual([
      'cadence-access',
      'cadence-refresh',
    ])
    expect(late.setCookies[0]).toMatch(/; Max-Age=3600; Path=\/; HttpOnly; SameSite=Lax$/)
  }
})

test('a session that ended, a banned account and forged cookies arrive as nobody and lose their cookies', async () => {
  const world = await databases()
  const ended = await mintAccount(world)
  const endedSession = await mintSession(world, ended)
  await world.directory.run(sql`DELETE FROM auth_sessions WHERE id = ${endedSession.sessionId}`)
  const banned = await mintAccount(world, { bannedUntil: '2999-01-01T00:00:00Z' })
  const bannedSession = await mintSession(world, banned)

  for (const cookie of [
    endedSession.cookie,
    bannedSession.cookie,
    'cadence-access=forged; cadence-refresh=forged',
  ]) {
    const app = requestTo(world, '/', { cookie })
    expect((await app.loadVisitor()).visitor).toBeNull()
    expect(app.setCookies.filter((line) => line.includes('=; Max-Age=0;'))).toHaveLength(2)
  }
})

test('on https the cookies are bound to the host and sent over https only', async () => {
  const world = await databases()
  const { refreshToken } = await mintSession(world, await mintAccount(world))
  const app = requestTo(world, 'https://cadence.test/', {
    cookie: `__Host-cadence-refresh=${refreshToken}`,
  })

  expect((await app.loadVisitor()).visitor).not.toBeNull()
  expect(
    app.setCookies.every((line) => line.startsWith('__Host-cadence-') && line.endsWith('; Secure')),
  ).toBe(true)
})

test('a session without a user row is told apart', async () => {
  const world = await databases()
  const { cookie } = await mintSession(world, await mintAccount(world, { userRow: false }))

  expect(await requestTo(world, '/', { cookie }).loadVisitor()).toMatchObject({
    visitor: null,
    missingUserRow: true,
  })
})
