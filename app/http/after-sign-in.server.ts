import type { SignInOutcome } from '#app/domain/identity/sign-in-outcome.server.ts'
import type { Studio } from '#app/domain/studios/studio.ts'
import { ownPath, paths } from '#app/paths.ts'
import type { RequestContext } from './request-context.server.ts'

/** What a page in front of the house was asked for by its query: an own path to go to, and a studio. */
export async function errandOf(app: RequestContext): Promise<{ next: string | null; studio: Studio | null }> {
  const { studio } = await app.arrive()
  return {
    next: ownPath(app.url.searchParams.get('next')),
    studio: studio && studio.state !== 'provisioning' ? studio : null,
  }
}

/** Where somebody goes who has just signed in: to what is missing, else to what they came for, else to a studio. */
export async function pathAfterSignIn(app: RequestContext, outcome: SignInOutcome): Promise<string> {
  const { next, studio } = await errandOf(app)
  if (outcome.kind === 'error') return paths.setup()
  if (outcome.kind === 'setup_not_complete') return paths.setup({ next: next ?? undefined, studio: studio?.slug })
  if (next) return next
  const slug = studio?.slug ?? outcome.studio
  return slug ? paths.studio({ slug }) : paths.landing()
}

/** The same for somebody who was signed in already. */
export async function pathOfVisitor(app: RequestContext): Promise<string | null> {
  const { visitor, missingUserRow } = await app.arrive()
  if (missingUserRow) return paths.setup()
  if (!visitor) return null
  const kind = visitor.setupComplete ? 'setup_complete' : 'setup_not_complete'
  return pathAfterSignIn(app, { kind, studio: null })
}
