import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { ServerEnv } from '../server.ts'

/** The codes this service answers: a part of the closed list of auth-api.md. */
export type AuthErrorCode =
  | 'unexpected_failure'
  | 'validation_failed'
  | 'bad_json'
  | 'bad_jwt'
  | 'no_authorization'
  | 'user_not_found'
  | 'user_already_exists'
  | 'session_not_found'
  | 'refresh_token_not_found'
  | 'refresh_token_already_used'
  | 'signup_disabled'
  | 'user_banned'
  | 'phone_provider_disabled'
  | 'anonymous_provider_disabled'
  | 'email_not_confirmed'
  | 'weak_password'
  | 'over_request_rate_limit'
  | 'over_email_send_rate_limit'
  | 'invalid_credentials'
  | 'request_entity_too_large'
  | 'feature_disabled'

/** A refusal on its way to the wire. */
export class AuthError extends Error {
  constructor(
    readonly status: ContentfulStatusCode,
    readonly code: AuthErrorCode,
    message: string,
    /** Further fields of the body, such as `weak_password`. */
    readonly extra: Record<string, unknown> = {},
  ) {
    super(message)
  }
}

const versionHeader = 'X-Supabase-Api-Version'
const codedVersion = '2024-01-01'

/**
 * Answers an error in the body of the version that was asked for: from 2024-01-01 on `code` is text, before it a
 * number. Without the echoed header the client does not read `code`.
 */
export function answerError(error: Error, c: Context<ServerEnv>): Response {
  const known = error instanceof AuthError
  if (!known) console.error(error)
  const { status, code, message, extra } = known
    ? error
    : new AuthError(500, 'unexpected_failure', 'Unexpected failure, please check the log for more information')
  const errorId = status >= 500 ? { error_id: c.var.app.requestId } : {}
  c.header('x-sb-error-code', code)
  const asked = c.req.header(versionHeader) ?? ''
  if (/^2\d{3}-\d{2}-\d{2}$/.test(asked) && asked >= codedVersion) {
    c.header(versionHeader, codedVersion)
    return c.json({ code, message, ...extra, ...errorId }, status)
  }
  return c.json({ code: status, error_code: code, msg: message, ...extra, ...errorId }, status)
}
