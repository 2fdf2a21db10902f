import { Hono } from 'hono'
import { beginProviderSignIn } from '#app/domain/identity/providers/begin-provider-sign-in.server.ts'
import { identityContext } from '#app/http/identity-context.server.ts'
import type { ServerEnv } from '#functions/server-env.ts'
import { challengeOf } from './pkce-pair.ts'
import { beginRefusal } from './provider-refusals.ts'
import { redirectOf } from './redirects.ts'

/** Parameters that are for us; every other one is the provider's. */
const own = ['provider', 'scopes', 'redirect_to', 'invite_token', 'skip_http_redirect', 'apikey']

/** GET /authorize: to the provider. A browser comes here, so no key is asked for. */
export const authorize = new Hono<ServerEnv>().get('/', async (c) => {
  const query = new URL(c.req.url).searchParams
  const provider = (query.get('provider') ?? '').toLowerCase()
  const result = await beginProviderSignIn(identityContext(c.var.app), {
    with: { provider },
    redirectTo: redirectOf(c),
    codeChallenge: challengeOf(Object.fromEntries(query)),
    scopes: query.get('scopes') ?? '',
    further: [...query].filter(([name]) => !own.includes(name)),
  })
  if (!result.ok) throw beginRefusal(result, provider)
  return c.redirect(result.url, 302)
})
