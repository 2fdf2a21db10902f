import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { authSsoDomains, authSsoProviders } from '#app/db/directory-auth.ts'
import type { IdentityContext } from '../identity-context.ts'
import { openAtRest } from '../secrets/secret-tokens.server.ts'
import type { Provider } from './provider-configuration.ts'

/** A provider that people can sign in with now. */
export type ActiveProvider = Provider & {
  /** `google`, `oidc`, or `sso:<id>` of a studio's own: the name in identities. */
  name: string
  /**
   * The mail domains a studio's own provider vouches for; null for one that the installation
   * trusts.
   */
  domains: string[] | null
}

/** The provider of a name, or null where it is unknown or switched off. */
export async function findActiveProvider(
  ctx: IdentityContext,
  name: string,
): Promise<ActiveProvider | null> {
  if (name.startsWith('sso:')) {
    const found = await findSsoProvider(ctx, { providerId: name.slice(4) })
    return found.ok ? found.provider : null
  }
  const { providers } = ctx.configuration
  const configured = name === 'google' || name === 'oidc' ? providers[name] : undefined
  return configured ? { ...configured, name, domains: null } : null
}

export type FindSsoProviderResult =
  | { ok: true; provider: ActiveProvider }
  /** `sso_disabled`: no studio has a provider of its own here. */
  | { ok: false; reason: 'sso_disabled' | 'sso_provider_not_found' | 'sso_provider_disabled' }

/** A studio's own provider, by its id or by a mail domain of its staff (in any letter case). */
export async function findSsoProvider(
  { directory, configuration }: Pick<IdentityContext, 'directory' | 'configuration'>,
  wanted: { domain: string } | { providerId: string },
): Promise<FindSsoProviderResult> {
  const id =
    'domain' in wanted
      ? sql`(SELECT provider_id FROM auth_sso_domains
        WHERE domain = ${wanted.domain.toLowerCase()})`
      : sql`${wanted.providerId}`
  const { found, domains, others } = await batch(directory, {
    found: directory.select().from(authSsoProviders).where(sql`id = ${id}`),
    domains: directory
      .select({ domain: authSsoDomains.domain })
      .from(authSsoDomains)
      .where(sql`provider_id = ${id}`),
    others: directory.select({ id: authSsoProviders.id }).from(authSsoProviders).limit(1),
  })
  const row = found[0]
  if (!row)
    return { ok: false, reason: others.length > 0 ? 'sso_provider_not_found' : 'sso_disabled' }
  if (!row.enabled) return { ok: false, reason: 'sso_provider_disabled' }
  return {
    ok: true,
    provider: {
      name: `sso:${row.id}`,
      issuer: row.issuer,
      clientIds: [row.clientId],
      clientSecret: openAtRest(configuration, row.clientSecretSealed),
      label: 'single sign-on',
      domains: domains.map(({ domain }) => domain),
    },
  }
}
