import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { identityFor } from '../../../../tests/support/accounts.ts'
import { databases } from '../../../../tests/support/databases.ts'
import { mintStudio } from '../../../../tests/support/studios.ts'
import { findSsoProvider } from './active-providers.server.ts'
import { addSsoProvider, listSsoProviders, removeSsoProvider } from './sso-providers.server.ts'

async function world() {
  const all = await databases()
  const studio = await mintStudio(all)
  const provider = {
    studioId: studio.id,
    issuer: 'https://id.studio.test/',
    clientId: 'cadence',
    clientSecret: 'a secret',
    domains: [`${crypto.randomUUID()}.test`],
  }
  return { ctx: identityFor(all), provider, domain: provider.domains[0] ?? '' }
}

test("a studio's provider is found by its id and its domains, and its secret is sealed", async () => {
  const { ctx, provider, domain } = await world()
  expect(await findSsoProvider(ctx, { domain })).toEqual({ ok: false, reason: 'sso_disabled' })

  const added = await addSsoProvider(ctx, { ...provider, domains: [domain.toUpperCase(), domain] })

  if (!added.ok) throw new Error(added.reason)
  const found = await findSsoProvider(ctx, { domain: domain.toUpperCase() })
  expect(found).toMatchObject({
    ok: true,
    provider: { issuer: 'https://id.studio.test', clientSecret: 'a secret', domains: [domain] },
  })
  expect(await findSsoProvider(ctx, { providerId: added.provider.id })).toEqual(found)
  expect(await findSsoProvider(ctx, { domain: 'elsewhere.test' })).toEqual({
    ok: false,
    reason: 'sso_provider_not_found',
  })
  const stored = await ctx.directory.all(
    sql`SELECT * FROM auth_sso_providers WHERE id = ${added.provider.id}`,
  )
  expect(JSON.stringify(stored)).not.toContain('a secret')
  expect(JSON.stringify(await listSsoProviders(ctx))).not.toContain('ecret')
  expect(await removeSsoProvider(ctx, added.provider.id)).toBe(true)
  expect(await findSsoProvider(ctx, { domain })).toMatchObject({ ok: false })
  expect(await removeSsoProvider(ctx, added.provider.id)).toBe(false)
})

test('a domain belongs to one provider, also when two ask at once, and to no mail service for everyone', async () => {
  const { ctx, provider, domain } = await world()
  const both = await Promise.all([addSsoProvider(ctx, provider), addSsoProvider(ctx, provider)])
  expect(both.map((result) => result.ok || result.reason).sort()).toEqual(['domain_taken', true])
  expect(
    (await listSsoProviders(ctx)).filter(({ domains }) => domains.includes(domain)),
  ).toHaveLength(1)
  for (const bad of [
    [],
    ['gmail.com'],
    ['localhost'],
    ['a b.test'],
    ['*.test'],
    ['@studio.test'],
  ]) {
    expect(await addSsoProvider(ctx, { ...provider, domains: bad })).toEqual({
      ok: false,
      reason: 'bad_domain',
    })
  }
})

test('an issuer without TLS and a studio that is not there are refused', async () => {
  const { ctx, provider } = await world()
  for (const issuer of [
    'http://id.studio.test',
    'http://127.0.0.1:9',
    'file:///etc/passwd',
    'https://a:b@id.test',
    '',
  ]) {
    expect(await addSsoProvider(ctx, { ...provider, issuer })).toEqual({
      ok: false,
      reason: 'bad_issuer',
    })
  }
  expect(await addSsoProvider(ctx, { ...provider, studioId: 'nowhere' })).toEqual({
    ok: false,
    reason: 'studio_not_found',
  })
})
