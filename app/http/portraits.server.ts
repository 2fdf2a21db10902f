import { secretOf } from '#app/domain/identity/variables.ts'
import { portraitLink } from '#app/domain/storage/portrait-link.server.ts'
import type { RequestContext } from './request-context.server.ts'

/** Makes of what people's rows keep of their portraits the links that this page shows them by. */
export function portraitsOf(app: RequestContext): (kept: string) => string {
  const signer = { secret: secretOf(app.env, 'COOKIE_SECRET'), nowMs: app.nowMs }
  return (kept) => portraitLink(signer, kept)
}
