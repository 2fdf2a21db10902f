import { json } from '@remix-run/cloudflare'
import {
  countRecoveryCodes,
  makeRecoveryCodes,
} from '#app/domain/identity/factors/recovery-codes.server.ts'
import type { IssuedSession } from '#app/domain/identity/sessions/sessions.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { identityContext } from '#app/http/identity-context.server.ts'
import type { RequestContext } from '#app/http/request-context.server.ts'
import { keepSession } from '#app/http/session-cookies.server.ts'
import { findHolder } from '#app/http/session-holder.server.ts'
import { paths } from '#app/paths.ts'

/** Codes that are shown with this answer and never again: only their hashes are kept. */
export type ShownCodes = { codes: string[] }

/**
 * The answer to a second factor's first right code: the lifted session is kept, and someone who
 * has no recovery codes gets them on this very page, since they cannot be shown later.
 */
export async function factorAdded(app: RequestContext, value: IssuedSession) {
  keepSession(app, value)
  const ids = { userId: value.account.id, sessionId: value.session.id }
  const holder = await findHolder(app, ids)
  const left = await countRecoveryCodes(app.directory, ids.userId)
  const made = holder && left === 0 ? await makeRecoveryCodes(identityContext(app), holder) : null
  if (!made?.ok)
    return redirectWithFlash(app, paths.accountPart('two-step'), 'Two-step sign-in is set up.')
  return json({ codes: made.codes } satisfies ShownCodes)
}
