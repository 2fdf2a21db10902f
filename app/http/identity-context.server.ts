import { readConfiguration } from '#app/domain/identity/configuration.server.ts'
import type { IdentityContext } from '#app/domain/identity/identity-context.ts'
import { limitScale } from '#app/domain/identity/variables.ts'
import { paths } from '#app/paths.ts'
import { instantFromMs } from '#app/values/instant.ts'
import { networkOf } from '#app/values/network-address.ts'
import { refusalPage } from './refusal-page.server.ts'
import type { RequestContext } from './request-context.server.ts'
import { deviceCookie, readCookie } from './session-cookies.server.ts'

/**
 * What the use cases of accounts are given. `now` is the business clock where trip 1 has told it.
 */
export function identityContext(
  app: RequestContext,
  now = instantFromMs(app.nowMs),
): IdentityContext {
  // Only the edge sets this header; the first X-Forwarded-For is the caller's own word (auth-api.md
  // §5, 20).
  const ip = app.request.headers.get('CF-Connecting-IP') ?? 'local'
  return {
    directory: app.directory,
    now,
    nowMs: app.nowMs,
    configuration: readConfiguration(app.env),
    origin: app.origin,
    caller: {
      ip,
      userAgent: app.request.headers.get('User-Agent') ?? '',
      device: readCookie(app, deviceCookie),
    },
    refusedByHook: (refusal) => {
      throw isWire(app) ? refusal : refusalPage('refused_by_hook', refusal.message, paths.signIn())
    },
    addressMay: async (what) => {
      // The platform's limit is a fixed number; several keys for one address multiply it.
      const scale = limitScale(app.env)
      const share = scale === 1 ? 0 : Math.floor(Math.random() * scale)
      return (await app.env.ADDRESS_LIMIT.limit({ key: `${what} ${networkOf(ip)} ${share}` }))
        .success
    },
  }
}

const isWire = ({ url }: RequestContext) => url.pathname.startsWith('/auth/v1/')
