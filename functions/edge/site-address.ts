import type { MiddlewareHandler } from 'hono'
import { devTools, type Env, publicOrigin } from '#app/http/environment.ts'

/**
 * Whether the installation knows its own address. Without one links of mails, issuers of tokens and
 * redirects would follow the `Host` that a caller sends; only development may do so.
 */
export const knowsItsAddress = (env: Env) => devTools(env) || publicOrigin(env) !== ''

/** Serves nothing until the installation knows its own address. */
export const requireSiteAddress: MiddlewareHandler<{ Bindings: Env }> = async (c, next) => {
  if (!knowsItsAddress(c.env)) {
    console.error('SITE_URL is missing: the public origin of this installation')
    return c.text('This site is not set up yet: its operator must set SITE_URL.', 503)
  }
  await next()
}
