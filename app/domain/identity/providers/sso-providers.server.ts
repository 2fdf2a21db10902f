import { sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { authSsoDomains, authSsoProviders } from '#app/db/directory-auth.ts'
import { instantFromMs } from '#app/values/instant.ts'
import type { IdentityContext } from '../identity-context.ts'
import { sealAtRest } from '../secrets/secret-tokens.server.ts'
import { mayAsk } from './openid-discovery.server.ts'

/** A studio's own OpenID Connect provider, without its secret. */
export type SsoProvider = {
  id: string
  studioId: string
  issuer: string
  clientId: string
  enabled: boolean
  domains: string[]
  createdAt: string
}

/** Addresses of these belong to nobody's studio. */
const everybodys = [
  'gmail.com',
  'googlemail.com',
  'outlook.com',
  'hotmail.com',
  'live.com',
  'yahoo.com',
  'icloud.com',
  'me.com',
  'proton.me',
  'gmx.de',
  'gmx.net',
  'aol.com',
]

export type AddSsoProviderResult =
  | { ok: true; provider: SsoProvider }
  | { ok: false; reason: 'bad_issuer' | 'bad_domain' | 'domain_taken' | 'studio_not_found' }

const domainForm =
  /^(?=.{4,253}$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/

/**
 * Lets a studio's staff sign in at the studio's own provider by their mail domain. Who calls this
 * has made sure that the domains are the studio's: the provider may then vouch for every address in
 * them. All or nothing; a domain that another provider has is refused.
 */
export async function addSsoProvider(
  ctx: IdentityContext,
  input: {
    studioId: string
    issuer: string
    clientId: string
    clientSecret: string
    domains: string[]
  },
): Promise<AddSsoProviderResult> {
  const domains = [...new Set(input.domains.map((domain) => domain.trim().toLowerCase()))]
  const issuer = input.issuer.replace(/\/+$/, '')
  if (!mayAsk(issuer, ctx.origin)) return { ok: false, reason: 'bad_issuer' }
  if (domains.length === 0 || domains.length > 20) return { ok: false, reason: 'bad_domain' }
  if (!domains.every((domain) => domainForm.test(domain) && !everybodys.includes(domain))) {
    return { ok: false, reason: 'bad_domain' }
  }
  const { directory, configuration } = ctx
  const id = crypto.randomUUID()
  const createdAt = instantFromMs(ctx.nowMs)
  const wanted = sql`SELECT value FROM json_each(${JSON.stringify(domains)})`
  const { provider, studio } = await batch(directory, {
    provider: directory.run(sql`
      INSERT INTO auth_sso_providers (id, studio_id, issuer, client_id, client_secret_sealed,
        enabled, created_at)
      SELECT ${id}, studio.id, ${issuer}, ${input.clientId},
        ${sealAtRest(configuration, input.clientSecret)}, 1, ${createdAt}
      FROM studios AS studio WHERE studio.id = ${input.studioId}
        AND NOT EXISTS (SELECT 1 FROM auth_sso_domains WHERE domain IN (${wanted}))`),
    domains: directory.run(sql`
      INSERT INTO auth_sso_domains (domain, provider_id)
      SELECT value, ${id} FROM json_each(${JSON.stringify(domains)})
      WHERE EXISTS (SELECT 1 FROM auth_sso_providers WHERE id = ${id})`),
    studio: directory.all<{ id: string }>(sql`SELECT id FROM studios WHERE id = ${input.studioId}`),
  })
  if (changed(provider) === 0)
    return { ok: false, reason: studio.length > 0 ? 'domain_taken' : 'studio_not_found' }
  const { studioId, clientId } = input
  return {
    ok: true,
    provider: { id, studioId, issuer, clientId, enabled: true, domains, createdAt },
  }
}

/** Every studio's own provider, oldest first. */
export async function listSsoProviders({
  directory,
}: Pick<IdentityContext, 'directory'>): Promise<SsoProvider[]> {
  const { providers, domains } = await batch(directory, {
    providers: directory
      .select()
      .from(authSsoProviders)
      .orderBy(authSsoProviders.createdAt, authSsoProviders.id),
    domains: directory.select().from(authSsoDomains).orderBy(authSsoDomains.domain),
  })
  return providers.map(({ clientSecretSealed: _, ...provider }) => ({
    ...provider,
    domains: domains
      .filter(({ providerId }) => providerId === provider.id)
      .map(({ domain }) => domain),
  }))
}

/**
 * Takes a provider and its domains away. Its people keep their accounts and can no longer sign in
 * by it.
 */
export async function removeSsoProvider(
  { directory }: Pick<IdentityContext, 'directory'>,
  id: string,
): Promise<boolean> {
  const { provider } = await batch(directory, {
    provider: directory.run(sql`DELETE FROM auth_sso_providers WHERE id = ${id}`),
    domains: directory.run(sql`DELETE FROM auth_sso_domains WHERE provider_id = ${id}`),
  })
  return changed(provider) > 0
}
