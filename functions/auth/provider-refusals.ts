/**
 * How the wire says that a sign-in at a provider cannot begin, or did not work (auth-api.md §3).
 */
import type { BeginProviderResult } from '#app/domain/identity/providers/begin-provider-sign-in.server.ts'
import type { FinishProviderResult } from '#app/domain/identity/providers/finish-provider-sign-in.server.ts'
import type { ResolveIdentityResult } from '#app/domain/identity/providers/resolve-identity.server.ts'
import type { AuthErrorCode } from './error-codes.ts'
import { AuthError } from './errors.ts'

/** A sign-in that cannot begin. `name` is what was asked for. */
export function beginRefusal(
  refusal: Extract<BeginProviderResult, { ok: false }>,
  name: string,
): AuthError {
  switch (refusal.reason) {
    case 'provider_disabled':
      return new AuthError(400, 'validation_failed', `Unsupported provider: ${unsupported(name)}`)
    case 'too_many_tries':
      return new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached')
    case 'sso_disabled':
      return samlDisabled()
    case 'sso_provider_not_found':
      return new AuthError(
        404,
        'sso_provider_not_found',
        'No SSO provider assigned for this domain',
      )
    case 'sso_provider_disabled':
      return new AuthError(404, 'sso_provider_disabled', 'SSO provider is disabled')
    case 'provider_unreachable':
      return unreachable(refusal.detail)
  }
}

const unsupported = (name: string) =>
  ['google', 'oidc'].includes(name)
    ? 'provider is not enabled'
    : `Provider ${name.slice(0, 50)} could not be found`

export const samlDisabled = () =>
  new AuthError(404, 'saml_provider_disabled', 'SAML 2.0 is disabled')

/** Someone else's outage: the client tries again. The words for who set it up go into the log. */
export function unreachable(detail: string): AuthError {
  console.error('Provider cannot be asked', detail)
  return new AuthError(
    504,
    'request_timeout',
    'The provider cannot be reached, try again in a moment',
  )
}

type RefusalAnswer = { status: 400 | 403 | 422 | 500; code: AuthErrorCode; description: string }

/** Why a provider's answer brought no session, for the address the person came from. */
export function finishRefusal({
  reason,
  flow,
  detail,
}: Extract<FinishProviderResult, { flow: { id: string }; ok: false }>): RefusalAnswer {
  switch (reason) {
    case 'provider_refused':
      // The provider's own words, shown as text: printable, and not long.
      return {
        status: 403,
        code: 'bad_oauth_callback',
        description: detail.replace(/[^\x20-\x7e\u00a0-\uffff]/g, ' ').slice(0, 200),
      }
    case 'provider_disabled':
      return { status: 400, code: 'provider_disabled', description: 'Provider is not enabled' }
    case 'provider_unreachable':
      console.error('Provider cannot be asked', detail)
      return {
        status: 500,
        code: 'unexpected_failure',
        description: 'Unable to exchange external code',
      }
    case 'wrong_issuer':
    case 'bad_id_token':
    case 'unknown_audience':
    case 'nonce_missing':
    case 'wrong_nonce':
      console.error('Provider answered what cannot be trusted', { provider: flow.provider, reason })
      return {
        status: 500,
        code: 'unexpected_failure',
        description: 'Error getting user profile from external provider',
      }
    default:
      return identityRefusal(reason, flow.provider ?? '')
  }
}

/** Why someone whom a provider vouches for gets no account here. */
export function identityRefusal(
  reason: Extract<ResolveIdentityResult, { ok: false }>['reason'],
  provider: string,
): RefusalAnswer {
  const answer = (status: RefusalAnswer['status'], code: AuthErrorCode, description: string) => ({
    status,
    code,
    description,
  })
  switch (reason) {
    case 'email_missing':
      return answer(
        422,
        'provider_email_needs_verification',
        'Error getting user email from external provider',
      )
    case 'email_not_verified':
      return answer(
        422,
        'provider_email_needs_verification',
        `Unverified email with ${provider}. Verify the email with ${provider} in order to sign in`,
      )
    case 'sign_up_disabled':
      return answer(422, 'signup_disabled', 'Signups not allowed for this instance')
    case 'user_banned':
      return answer(403, 'user_banned', 'User is banned')
    case 'identity_taken':
      return answer(422, 'identity_already_exists', 'Identity is already linked to another user')
    case 'session_not_found':
      return answer(403, 'session_not_found', 'Session from session_id claim in JWT does not exist')
    case 'user_not_found':
      return answer(403, 'user_not_found', 'User from sub claim in JWT does not exist')
  }
}
