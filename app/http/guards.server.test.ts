import type { AppLoadContext } from '@remix-run/cloudflare'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { mintAccount, mintSession } from '../../tests/support/accounts.ts'
import { databases } from '../../tests/support/databases.ts'
import { requestTo } from '../../tests/support/requests.ts'
import { mintStudio } from '../../tests/support/studios.ts'
import { requireMember, requirePermission, requireVisitor, viewStudio } from './guards.server.ts'

type Guard = (context: AppLoadContext) => Promise<unknown>

/**
 * What a guard answers instead of letting the request in: `303 /sign-in?…`, `404 `; null when it
 * lets it in.
 */
async function stopped(guard: Guard, app: AppLoadContext['app']): Promise<string | null> {
  try {
    await guard({ app })
    return null
  } catch (thrown) {
    if (!(thrown instanceof Response)) throw thrown
    return `${thrown.status} ${thrown.headers.get('Location') ?? (await thrown.text())}`
  }
}

test('anyone may look at an open studio; one that is not there or not ready is not found', async () => {
  const world = await databases()
  const studio = await mintStudio(world)
  const unready = await mintStudio(world, { state: 'provisioning' })

  const { ctx, viewer } = await viewStudio({ app: requestTo(world, `/${studio.slug}/home`) })

  expect(ctx.studio.id).toBe(studio.id)
  expect(viewer).toBeNull()
  expect(await stopped(viewStudio, requestTo(world, '/nowhere/home'))).toBe('404 {"near":[]}')
  expect(await stopped(viewStudio, requestTo(world, `/${unready.slug}/home`))).toBe('404 ')
})

test('a former slug leads to the same page under the slug of today', async () => {
  const world = await databases()
  const studio = await mintStudio(world)
  await world.directory.run(
    sql`INSERT INTO studio_slugs (slug, studio_id) VALUES (${`was-${studio.slug}`}, ${studio.id})`,
  )
  const app = requestTo(world, `/was-${studio.slug}/home/timetable?from=2026-11-16`)

  expect(await stopped(viewStudio, app)).toBe(`301 /${studio.slug}/home/timetable?from=2026-11-16`)
})

test('someone who is not signed in is asked to, and comes back to the page or to the page of the form', async () => {
  const world = await databases()
  const { slug } = await mintStudio(world)
  const post = { method: 'POST', headers: { Referer: `http://cadence.test/${slug}/portal?page=2` } }
  const foreign = { method: 'POST', headers: { Referer: 'https://elsewhere.test/trap' } }
  const next = (page: string) => `303 /sign-in?next=${encodeURIComponent(page)}&studio=${slug}`

  expect(await stopped(requireMember, requestTo(world, `/${slug}/portal?page=2&_data=x`))).toBe(
    next(`/${slug}/portal?page=2`),
  )
  expect(
    await stopped(requireMember, requestTo(world, `/${slug}/bookings/b1/cancellation`, post)),
  ).toBe(next(`/${slug}/portal?page=2`))
  expect(
    await stopped(requireMember, requestTo(world, `/${slug}/bookings/b1/cancellation`, foreign)),
  ).toBe(next(`/${slug}/bookings/b1/cancellation`))
})

test('an account is led to what is missing: set-up, a place in the studio, a user row', async () => {
  const world = await databases()
  const studio = await mintStudio(world)
  const page = `/${studio.slug}/portal`
  const asks = async (account: Parameters<typeof mintAccount>[1], guard: Guard = requireMember) => {
    const { cookie } = await mintSession(world, await mintAccount(world, account))
    return stopped(guard, requestTo(world, page, { cookie }))
  }
  const query = `next=${encodeURIComponent(page)}`

  expect(await asks({ studio, setupComplete: false })).toBe(
    `303 /welcome/setup?${query}&studio=${studio.slug}`,
  )
  expect(await asks({})).toBe(`303 /${studio.slug}/join?${query}`)
  expect(await asks({ userRow: false })).toBe('303 /welcome/setup')
  expect(await asks({ userRow: false }, requireVisitor)).toBe('303 /welcome/setup')
  expect(await asks({ studio })).toBeNull()
})

test('a place that a crash left half made is finished on the next visit', async () => {
  const world = await databases()
  const studio = await mintStudio(world, { shard: 1 })
  const ana = await mintAccount(world)
  await world.directory.run(sql`
    INSERT INTO affiliations (user_id, studio_id, role_id, person_id, state, created_at)
    VALUES (${ana.userId}, ${studio.id}, 'member', ${`p${studio.id}`}, 'provisioning',
      '2026-01-01T00:00:00Z')`)
  const { cookie } = await mintSession(world, ana)

  const { ctx, viewer } = await requireMember({
    app: requestTo(world, `/${studio.slug}/portal`, { cookie }),
  })

  expect(ctx.person.id).toBe(`p${studio.id}`)
  expect(viewer).toMatchObject({ personId: `p${studio.id}`, role: 'member' })
  expect(
    await world.shard(1).all(sql`SELECT name FROM people WHERE studio_id = ${studio.id}`),
  ).toEqual([{ name: 'Ana Reyes' }])
  const again = await requestTo(world, `/${studio.slug}/portal`, { cookie }).loadVisitor()
  expect(again.visitor?.affiliation?.state).toBe('active')
})

test('an archived studio can be read and not written', async () => {
  const world = await databases()
  const studio = await mintStudio(world, { state: 'archived' })
  const { cookie } = await mintSession(world, await mintAccount(world, { studio }))

  expect(
    await stopped(requireMember, requestTo(world, `/${studio.slug}/portal`, { cookie })),
  ).toBeNull()
  expect(
    await stopped(
      requireMember,
      requestTo(world, `/${studio.slug}/portal`, { cookie, method: 'POST' }),
    ),
  ).toMatch(/^403 Northside is closed/)
})

test('a permission lets in the roles that hold it and nobody else', async () => {
  const world = await databases()
  const studio = await mintStudio(world)
  const mayWrite: Guard = (context) => requirePermission(context, 'schedule:write')
  const as = async (role: 'manager' | 'coach' | 'member') => {
    const { cookie } = await mintSession(world, await mintAccount(world, { studio, role }))
    return stopped(mayWrite, requestTo(world, `/${studio.slug}/manage/schedule`, { cookie }))
  }

  expect(await as('manager')).toBeNull()
  expect(await as('coach')).toMatch(/^403 Your role/)
  expect(await as('member')).toMatch(/^403 Your role/)
})
