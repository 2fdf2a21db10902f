import type { RequestContext } from './request-context.server.ts'

/**
 * Lets a form of this page be answered with a redirect to another program's `address`, which the
 * content security policy forbids otherwise. The caller has checked it against the allow-list.
 */
export function allowFormTo(app: RequestContext, address: string): void {
  const [, scheme = '', host = ''] = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)/i.exec(address) ?? []
  app.formTargets.push(
    /^https?$/i.test(scheme)
      ? `${scheme.toLowerCase()}://${host.toLowerCase()}`
      : `${scheme.toLowerCase()}:`,
  )
}
