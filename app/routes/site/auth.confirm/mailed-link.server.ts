import type { FoundSecret } from '#app/domain/identity/secrets/one-time-tokens.server.ts'
import {
  isOneTimeType,
  isPhoneType,
  type OneTimeType,
} from '#app/domain/identity/secrets/one-time-types.ts'
import { isInDoubt } from '#app/domain/identity/secrets/password-in-doubt.server.ts'
import { mayLeadTo } from '#app/domain/identity/sessions/redirect-allow-list.ts'
import { allowFormTo } from '#app/http/content-security-policy.server.ts'
import { identityContext } from '#app/http/identity-context.server.ts'
import { passwordProofOfBrowser } from '#app/http/password-proof.server.ts'
import type { RequestContext } from '#app/http/request-context.server.ts'

/**
 * Another program's address that a mailed link leads to, checked again; null where there is none or
 * it may not be led to. Lets the page's form lead there.
 */
export function redirectOfLink(app: RequestContext): string | null {
  const wanted = app.url.searchParams.get('redirect_to')
  const { configuration, origin } = identityContext(app)
  if (
    !wanted ||
    !mayLeadTo(wanted, { siteUrl: origin, allowList: configuration.redirectAllowList })
  )
    return null
  allowFormTo(app, wanted)
  return wanted
}

/**
 * The kinds of secret that this page's link may be; a type of the wire that it does not know is a
 * confirmation.
 */
export function linkOf({ url }: RequestContext): {
  token: string
  type: OneTimeType
  pkce: boolean
} {
  const token = url.searchParams.get('token_hash') ?? ''
  const type = url.searchParams.get('type') ?? ''
  return {
    token,
    type: isOneTimeType(type) && !isPhoneType(type) ? type : 'email',
    pkce: token.startsWith('pkce_'),
  }
}

/**
 * Why a password is to be chosen with the press that confirms: somebody else came with the address
 * (`contested`), or another browser set the present one (`elsewhere`). In the flow of a program the
 * verifier tells who set it, so there it is offered (`choose=1`) for who opens the mail on a device
 * that has none.
 */
export function choiceOf(
  app: RequestContext,
  found: FoundSecret | null,
  pkce: boolean,
): 'contested' | 'elsewhere' | null {
  const chooses = app.url.searchParams.get('choose') === '1'
  if (found?.kind !== 'confirmation' || (pkce && !chooses)) return null
  const proof = passwordProofOfBrowser(app)
  if (!isInDoubt(identityContext(app), found, { proof })) return null
  return found.account.passwordContested ? 'contested' : 'elsewhere'
}

/**
 * Whether a new address is confirmed by somebody who is not signed in with the account that wants it:
 * one press on a stranger's mail must not put this person's address on the stranger's account. An
 * account without any address has no way to sign in, and is not asked.
 */
export async function isSomebodyElse(
  app: RequestContext,
  found: FoundSecret | null,
): Promise<boolean> {
  if (found?.kind !== 'email_change_new') return false
  const { id, email, phone } = found.account
  const { visitor } = await app.loadVisitor()
  return (email !== null || phone !== null) && visitor?.userId !== id
}
