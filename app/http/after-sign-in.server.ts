import { redirect } from '@remix-run/cloudflare'
import { findAccountParts } from '#app/domain/identity/accounts/account-queries.server.ts'
import { needsSecondStep } from '#app/domain/identity/factors/second-step.ts'
import type { IssuedSession } from '#app/domain/identity/sessions/sessions.server.ts'
import type { SignInOutcome } from '#app/domain/identity/sessions/sign-in-outcome.server.ts'
import { signOut } from '#app/domain/identity/sessions/sign-out.server.ts'
import type { Studio } from '#app/domain/scope/studio.ts'
import { ownPath } from '#app/paths/own-path.ts'
import { paths } from '#app/paths.ts'
import { forgetCodeAddress } from './code-address.server.ts'
import { redirectWithFlash } from './flash.server.ts'
import { identityContext } from './identity-context.server.ts'
import { keepDevice } from './known-device.server.ts'
import { forgetPasswordProof } from './password-proof.server.ts'
import type { RequestContext } from './request-context.server.ts'
import { keepSession } from './session-cookies.server.ts'

/**
 * What a page in front of the house was asked for by its query: an own path to go to, and a studio.
 */
export async function returnTarget(
  app: RequestContext,
): Promise<{ next: string | null; studio: Studio | null }> {
  const { studio } = await app.loadVisitor()
  return {
    next: ownPath(app.url.searchParams.get('next')),
    studio: studio && studio.state !== 'provisioning' ? studio : null,
  }
}

/**
 * Where someone goes who has just signed in: to what is missing, else to what they came for, else
 * to a studio.
 */
export async function pathAfterSignIn(
  app: RequestContext,
  outcome: SignInOutcome,
): Promise<string> {
  const { next, studio } = await returnTarget(app)
  if (outcome.kind === 'error') return paths.setup()
  if (outcome.kind === 'setup_not_complete')
    return paths.setup({ next: next ?? undefined, studio: studio?.slug })
  if (next) return next
  const slug = studio?.slug ?? outcome.studio
  return slug ? paths.studio({ slug }) : paths.landing()
}

/** The same for someone who was signed in already. */
export async function pathOfVisitor(app: RequestContext): Promise<string | null> {
  const { visitor, missingUserRow, secondStep } = await app.loadVisitor()
  if (secondStep) {
    const { next, studio } = await returnTarget(app)
    return paths.secondStep({ next: next ?? undefined, studio: studio?.slug })
  }
  if (missingUserRow) return paths.setup()
  if (!visitor) return null
  const kind = visitor.setupComplete ? 'setup_complete' : 'setup_not_complete'
  return pathAfterSignIn(app, { kind, studio: null })
}

/**
 * The answer to a first step that was right, whichever it was: keeps the session and leads on, or
 * to the second step where the account has one. Another account that was signed in with this browser
 * is signed out of it: nothing comes to it for them any more. `path` is where to go if not to what the page was
 * asked for; `message` is told on arrival.
 */
export async function startBrowserSession(
  app: RequestContext,
  value: IssuedSession,
  { outcome, path, message }: { outcome: SignInOutcome; path?: string; message?: string },
): Promise<Response> {
  const { session } = await app.loadVisitor()
  if (session && session.userId !== value.account.id)
    await signOut(identityContext(app), {
      userId: session.userId,
      sessionId: session.id,
      scope: 'local',
    })
  keepSession(app, value)
  forgetCodeAddress(app)
  forgetPasswordProof(app)
  const onwards = path ?? (await pathAfterSignIn(app, outcome))
  const parts = await findAccountParts(app.directory, value.account.id)
  const { studio } = await returnTarget(app)
  const unfinished = needsSecondStep(parts, value.session)
  if (!unfinished) keepDevice(app, value.account)
  const next = unfinished ? paths.secondStep({ next: onwards, studio: studio?.slug }) : onwards
  return message ? redirectWithFlash(app, next, message) : redirect(next, 303)
}
