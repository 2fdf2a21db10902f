import { verifyToken } from '#app/domain/identity/sessions/access-tokens.server.ts'
import type { PresentedSession } from '#app/domain/identity/sessions/live-session.server.ts'
import type { Caller } from '#app/domain/storage/access.ts'
import { identityContext } from '#app/http/identity-context.server.ts'
import type { RequestContext } from '#app/http/request-context.server.ts'
import { readSessionCookies } from '#app/http/session-cookies.server.ts'

export type ApiCaller =
  | {
      ok: true
      caller: Caller
      /**
       * Of an account: the session its token speaks of, still to be looked up
       * (`liveSessionStatement`), which also tells whether it owes the second step.
       */
      session: PresentedSession | null
    }
  | { ok: false; reason: 'missing' | 'expired' | 'invalid' }

/**
 * Who calls one of the edges for programs, by `Authorization: Bearer`: one of the project's keys,
 * or an account's token. With `cookie` a page session counts too, for pictures inside pages.
 */
export async function apiCaller(app: RequestContext, { cookie = false } = {}): Promise<ApiCaller> {
  const bearer = /^Bearer (\S+)$/i.exec(app.request.headers.get('Authorization') ?? '')?.[1]
  const token = bearer ?? (cookie ? readSessionCookies(app).access : null)
  if (!token) return { ok: false, reason: 'missing' }
  const checked = await verifyToken(identityContext(app).configuration, token, app.nowMs)
  if (!checked.ok) return checked
  const { role, sub, sessionId, aal } = checked.claims
  if (sub && sessionId) {
    const session = { id: sessionId, userId: sub, elevated: aal === 'aal2' }
    return { ok: true, caller: { kind: 'account', userId: sub }, session }
  }
  if (!sub && role === 'service_role')
    return { ok: true, caller: { kind: 'service' }, session: null }
  if (!sub && role === 'anon') return { ok: true, caller: { kind: 'anon' }, session: null }
  return { ok: false, reason: 'invalid' }
}
