import { Hono } from 'hono'
import * as z from 'zod'
import {
  type AddSsoProviderResult,
  addSsoProvider,
  listSsoProviders,
  removeSsoProvider,
  type SsoProvider,
} from '#app/domain/identity/providers/sso-providers.server.ts'
import { identityContext } from '#app/http/identity-context.server.ts'
import type { ServerEnv } from '#functions/server-env.ts'
import { requireAdmin } from '../callers.ts'
import { AuthError } from '../errors.ts'
import { readJson } from '../wire.ts'

const CreateSsoProviderParams = z.object({
  type: z.string().nullish(),
  studio_id: z.string().nullish(),
  issuer: z.string().nullish(),
  client_id: z.string().nullish(),
  client_secret: z.string().nullish(),
  domains: z.array(z.string()).nullish(),
})

/**
 * /admin/sso/providers: the studios' own OpenID Connect providers. Secrets go in and never come
 * out.
 */
export const ssoProviders = new Hono<ServerEnv>()
  .use(async (c, next) => {
    await requireAdmin(c)
    await next()
  })
  .get('/', async (c) =>
    c.json({ items: (await listSsoProviders(identityContext(c.var.app))).map(shown) }),
  )
  .post('/', async (c) => {
    const params = await readJson(c, CreateSsoProviderParams)
    const { studio_id: studioId, issuer, client_id: clientId, client_secret: clientSecret } = params
    if (params.type !== 'oidc')
      throw new AuthError(400, 'validation_failed', "Only 'oidc' is a supported type")
    if (!studioId || !issuer || !clientId || !clientSecret) {
      throw new AuthError(
        400,
        'validation_failed',
        'studio_id, issuer, client_id and client_secret are needed',
      )
    }
    const result = await addSsoProvider(identityContext(c.var.app), {
      studioId,
      issuer,
      clientId,
      clientSecret,
      domains: params.domains ?? [],
    })
    if (!result.ok) throw refusal(result)
    return c.json(shown(result.provider), 201)
  })
  .delete('/:providerId', async (c) => {
    const removed = await removeSsoProvider(identityContext(c.var.app), c.req.param('providerId'))
    if (!removed) throw new AuthError(404, 'sso_provider_not_found', 'No such SSO provider')
    return c.json({ id: c.req.param('providerId') })
  })

const shown = ({ id, studioId, issuer, clientId, enabled, domains, createdAt }: SsoProvider) => ({
  id,
  type: 'oidc',
  studio_id: studioId,
  issuer,
  client_id: clientId,
  enabled,
  domains: domains.map((domain) => ({ domain })),
  created_at: createdAt,
})

function refusal({ reason }: Extract<AddSsoProviderResult, { ok: false }>): AuthError {
  switch (reason) {
    case 'bad_issuer':
      return new AuthError(400, 'validation_failed', 'issuer must be an https address')
    case 'bad_domain':
      return new AuthError(
        400,
        'validation_failed',
        'domains must be 1 to 20 mail domains of the studio alone',
      )
    case 'domain_taken':
      return new AuthError(422, 'conflict', 'One of the domains has a provider already')
    case 'studio_not_found':
      return new AuthError(404, 'validation_failed', 'No such studio')
  }
}
