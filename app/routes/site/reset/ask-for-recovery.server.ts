import { requestPasswordRecovery } from '#app/domain/identity/secrets/request-password-recovery.server.ts'
import { findClaimablePerson } from '#app/domain/people/person-queries.server.ts'
import { returnTarget } from '#app/http/after-sign-in.server.ts'
import { identityContext } from '#app/http/identity-context.server.ts'
import type { RequestContext } from '#app/http/request-context.server.ts'

/**
 * Mails a link and a code that set a new password, for the studio of the address where there is
 * one: people whom it wrote down before they had an account get one here.
 */
export async function askForRecovery(app: RequestContext, email: string) {
  const { studio } = await returnTarget(app)
  const claim = studio && (await findClaimablePerson({ db: app.shardOf(studio), studio }, email))
  const { now } = await app.loadVisitor()
  return requestPasswordRecovery(identityContext(app, now), { email, studio: studio?.slug, claim })
}
