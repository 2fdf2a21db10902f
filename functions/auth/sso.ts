import { Hono } from 'hono'
import * as z from 'zod'
import { findSsoProvider } from '#app/domain/identity/providers/active-providers.server.ts'
import { beginProviderSignIn } from '#app/domain/identity/providers/begin-provider-sign-in.server.ts'
import { identityContext } from '#app/http/identity-context.server.ts'
import type { ServerEnv } from '#functions/server-env.ts'
import { captchaField, requireCaptcha } from './captcha.ts'
import { AuthError } from './errors.ts'
import { challengeOf, pkceFields } from './pkce-pair.ts'
import { beginRefusal, samlDisabled } from './provider-refusals.ts'
import { redirectOf } from './redirects.ts'
import { readJson } from './wire.ts'

const SingleSignOnParams = z.object({
  provider_id: z.string().nullish(),
  domain: z.string().nullish(),
  redirect_to: z.string().nullish(),
  skip_http_redirect: z.boolean().nullish(),
  ...pkceFields,
  ...captchaField,
})

/**
 * POST /sso: to a studio's own provider, by the mail domain of its staff or by its id. It speaks
 * OpenID Connect; SAML is off, and where no studio has a provider the answer, before anything is
 * read, is that of a service without SAML.
 */
export const sso = new Hono<ServerEnv>()
  .post('/', async (c) => {
    const ctx = identityContext(c.var.app)
    const any = await findSsoProvider(ctx, { providerId: '' })
    if (!any.ok && any.reason === 'sso_disabled') throw samlDisabled()
    const params = await readJson(c, SingleSignOnParams)
    await requireCaptcha(c, params)
    if (!(await ctx.addressMay('sso'))) {
      throw new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached')
    }
    const { provider_id: providerId, domain } = params
    if (Boolean(providerId) === Boolean(domain)) {
      throw new AuthError(
        400,
        'validation_failed',
        domain
          ? 'Only one of provider_id or domain supported'
          : 'A provider_id or domain needs to be provided',
      )
    }
    const codeChallenge = challengeOf(params)
    const result = await beginProviderSignIn(ctx, {
      with: domain
        ? { domain: domain.slice(0, 253) }
        : { providerId: providerId?.toLowerCase() ?? '' },
      redirectTo: redirectOf(c, params.redirect_to),
      codeChallenge,
    })
    if (!result.ok) throw beginRefusal(result, 'sso')
    return params.skip_http_redirect ? c.json({ url: result.url }) : c.redirect(result.url, 303)
  })
  .all('/saml/*', () => {
    throw samlDisabled()
  })
