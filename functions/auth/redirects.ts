import type { Context } from 'hono'
import { redirectTarget } from '#app/domain/identity/sessions/redirect-allow-list.ts'
import { identityContext } from '#app/http/identity-context.server.ts'
import type { ServerEnv } from '#functions/server-env.ts'

/**
 * Where the person goes afterwards: what the caller asked for (`redirect_to` as a header or in the
 * query, `asked` where a body may say it), else where the request came from, else the site. What
 * may not be led to is passed over.
 */
export function redirectOf(c: Context<ServerEnv>, asked?: string | null): string {
  const { configuration, origin } = identityContext(c.var.app)
  return redirectTarget(
    [asked, c.req.header('redirect_to'), c.req.query('redirect_to'), c.req.header('Referer')],
    {
      siteUrl: origin,
      allowList: configuration.redirectAllowList,
    },
  )
}

/**
 * The same for a mailed link: null where it is the site itself, whose own pages keep the session.
 */
export function errandRedirectOf(c: Context<ServerEnv>, asked?: string | null): string | null {
  const target = redirectOf(c, asked)
  return target.replace(/\/$/, '') === identityContext(c.var.app).origin ? null : target
}
