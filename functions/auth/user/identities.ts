import { type Context, Hono } from 'hono'
import { beginProviderSignIn } from '#app/domain/identity/providers/begin-provider-sign-in.server.ts'
import {
  type UnlinkIdentityResult,
  unlinkIdentity,
} from '#app/domain/identity/providers/unlink-identity.server.ts'
import { identityContext } from '#app/http/identity-context.server.ts'
import { isUuid } from '#app/values/uuid.ts'
import type { ServerEnv } from '#functions/server-env.ts'
import { requireAal2WhereEnrolled, requireBearer } from '../callers.ts'
import { AuthError } from '../errors.ts'
import { challengeOf } from '../pkce-pair.ts'
import { beginRefusal } from '../provider-refusals.ts'
import { redirectOf } from '../redirects.ts'

/**
 * GET /user/identities/authorize and DELETE /user/identities/{id}, where AUTH_MANUAL_LINKING allows
 * them.
 */
export const identities = new Hono<ServerEnv>()
  .use(async (c, next) => {
    if (!identityContext(c.var.app).configuration.manualLinking) throw manualLinkingDisabled()
    await next()
  })
  .get('/authorize', link)
  .delete('/:identityId', unlink)

export const manualLinkingDisabled = () =>
  new AuthError(404, 'manual_linking_disabled', 'Manual linking is disabled')

async function link(c: Context<ServerEnv>): Promise<Response> {
  const bearer = await requireBearer(c)
  // A further way in is as sensitive as a password.
  requireAal2WhereEnrolled(bearer)
  const query = new URL(c.req.url).searchParams
  const provider = (query.get('provider') ?? '').toLowerCase()
  const result = await beginProviderSignIn(identityContext(c.var.app), {
    with: { provider },
    redirectTo: redirectOf(c),
    codeChallenge: challengeOf(Object.fromEntries(query)),
    scopes: query.get('scopes') ?? '',
    linkTo: { userId: bearer.account.id, sessionId: bearer.session.id },
  })
  if (!result.ok) throw beginRefusal(result, provider)
  return query.get('skip_http_redirect') === 'true'
    ? c.json({ url: result.url })
    : c.redirect(result.url, 302)
}

async function unlink(c: Context<ServerEnv>): Promise<Response> {
  const bearer = await requireBearer(c)
  requireAal2WhereEnrolled(bearer)
  const identityId = c.req.param('identityId') ?? ''
  if (!isUuid(identityId))
    throw new AuthError(404, 'validation_failed', 'identity_id must be an UUID')
  const result = await unlinkIdentity(identityContext(c.var.app), {
    userId: bearer.account.id,
    identityId: identityId.toLowerCase(),
  })
  if (!result.ok) throw unlinkRefusal(result)
  return c.json({})
}

function unlinkRefusal({ reason }: Extract<UnlinkIdentityResult, { ok: false }>): AuthError {
  switch (reason) {
    case 'identity_not_found':
      return new AuthError(404, 'identity_not_found', "Identity doesn't exist")
    case 'last_identity':
      return new AuthError(
        422,
        'single_identity_not_deletable',
        'User must have at least 1 identity after unlinking',
      )
    case 'identity_is_address':
      return new AuthError(
        422,
        'email_conflict_identity_not_deletable',
        'The identity of an address goes when the address is changed',
      )
  }
}
