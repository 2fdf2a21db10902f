import { mayLeadTo } from '#app/domain/identity/sessions/redirect-allow-list.ts'
import { identityContext } from '#app/http/identity-context.server.ts'
import type { RequestContext } from '#app/http/request-context.server.ts'

/**
 * Another program's address that a mailed link leads to, checked anew; null where there is none or
 * it may not be led to. Lets the page's form be answered with a redirect there, which the content
 * security policy forbids otherwise.
 */
export function redirectOfLink(app: RequestContext): string | null {
  const wanted = app.url.searchParams.get('redirect_to')
  const { configuration, origin } = identityContext(app)
  if (
    !wanted ||
    !mayLeadTo(wanted, { siteUrl: origin, allowList: configuration.redirectAllowList })
  )
    return null
  const [, scheme = '', host = ''] = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)/i.exec(wanted) ?? []
  app.formTargets.push(
    /^https?$/i.test(scheme)
      ? `${scheme.toLowerCase()}://${host.toLowerCase()}`
      : `${scheme.toLowerCase()}:`,
  )
  return wanted
}
