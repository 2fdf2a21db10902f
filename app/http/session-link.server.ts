import src from 'virtual:session-link'
import { signProjectKey } from '#app/domain/identity/sessions/access-tokens.server.ts'
import { identityContext } from './identity-context.server.ts'
import type { RequestContext } from './request-context.server.ts'

/**
 * What /reset and /welcome need for links with a session in the fragment: the script, and the
 * project's public key.
 */
export async function sessionLinkOf(
  app: RequestContext,
): Promise<{ script: string; anonKey: string }> {
  return { script: src, anonKey: await signProjectKey(identityContext(app).configuration, 'anon') }
}
