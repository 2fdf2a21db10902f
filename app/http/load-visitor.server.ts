import { findRequestVisitor } from '#app/domain/identity/accounts/request-visitor.server.ts'
import { verifyToken } from '#app/domain/identity/sessions/access-tokens.server.ts'
import type { PresentedSession } from '#app/domain/identity/sessions/live-session.server.ts'
import { refreshSession } from '#app/domain/identity/sessions/refresh-session.server.ts'
import { instantFromMs } from '#app/values/instant.ts'
import { tickSeconds, ticksLeft } from '#app/values/session-constants.ts'
import { reservedSlugs } from '#app/values/slug/reserved-slugs.ts'
import { identityContext } from './identity-context.server.ts'
import type { RequestContext, RequestVisitor } from './request-context.server.ts'
import { dropSession, keepSession, readSessionCookies } from './session-cookies.server.ts'

/** Three ticks of 30 s: a token with no more than this left is refreshed (specification §9). */
const refreshMarginSeconds = ticksLeft * tickSeconds

const slugForm = /^[a-z0-9][a-z0-9-]{0,62}$/

/**
 * The slug a request is about: the first segment, or `?studio=` on pages of the site; null when
 * there is none.
 */
export function slugOf(url: URL): string | null {
  const first = (url.pathname.split('/', 2)[1] ?? '').toLowerCase()
  const own = first === '' || reservedSlugs.includes(first)
  const slug = own ? (url.searchParams.get('studio') ?? '').toLowerCase() : first
  return slugForm.test(slug) && !reservedSlugs.includes(slug) ? slug : null
}

/** A post, which a redirect would lose: browsers repeat it as GET, mail programs not at all. */
export const changesSomething = ({ method }: Request) => method !== 'GET' && method !== 'HEAD'

/**
 * Trip 1: the business clock, the studio of the path, who is asking and their place there. A token
 * near its end is refreshed first (more trips); a session that is gone takes its cookies with it.
 */
export async function loadVisitor(context: RequestContext): Promise<RequestVisitor> {
  const session = await sessionOf(context)
  const { clock, studio, movedTo, person } = await findRequestVisitor(context.directory, {
    slug: slugOf(context.url),
    session,
    follow: changesSomething(context.request),
    readClock: context.devTools,
    nowMs: context.nowMs,
  })
  if (session && !person) dropSession(context)
  const waits = person?.needsSecondStep === true
  return {
    now: clock ?? instantFromMs(context.nowMs),
    studio,
    movedTo,
    visitor: person?.user && !waits ? { ...person, ...person.user } : null,
    missingUserRow: person !== null && person.user === null && !waits,
    session: person && { id: person.sessionId, userId: person.userId },
    secondStep: waits
      ? {
          userId: person.userId,
          sessionId: person.sessionId,
          setupComplete: person.user?.setupComplete === true,
        }
      : null,
  }
}

/**
 * The session the cookies speak of, checked by signature only: trip 1 finds out whether it still
 * exists.
 */
async function sessionOf(context: RequestContext): Promise<PresentedSession | null> {
  const { access, refresh } = readSessionCookies(context)
  if (!access && !refresh) return null
  const identity = identityContext(context)
  const checked = access ? await verifyToken(identity.configuration, access, context.nowMs) : null
  const claims = checked?.ok ? checked.claims : null
  const left = claims?.expiresAt ? claims.expiresAt - context.nowMs / 1000 : 0
  if (claims?.sub && claims.sessionId && (left > refreshMarginSeconds || !refresh)) {
    return { id: claims.sessionId, userId: claims.sub, elevated: claims.aal === 'aal2' }
  }
  const refreshed = refresh
    ? await refreshSession(identity, refresh, { withoutMetadata: true })
    : null
  if (!refreshed?.ok) {
    dropSession(context)
    return null
  }
  keepSession(context, refreshed.value)
  const { session, account } = refreshed.value
  return { id: session.id, userId: account.id, elevated: session.aal === 'aal2' }
}
