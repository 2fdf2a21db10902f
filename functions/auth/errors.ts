import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { HookRefusal } from '#app/domain/identity/hooks/hook-refusal.ts'
import type { ServerEnv } from '#functions/server-env.ts'
import type { AuthErrorCode } from './error-codes.ts'

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

/** A refusal in the words of OAuth: 400, and one body whatever version was asked for. */
export class OAuthError extends Error {
  constructor(
    readonly error: string,
    description: string,
  ) {
    super(description)
  }
}

const versionHeader = 'X-Supabase-Api-Version'
const codedVersion = '2024-01-01'

/**
 * Answers an error in the body of the version that was asked for: from 2024-01-01 on `code` is
 * text, before it a number. Without the echoed header the client does not read `code`.
 */
export function answerError(error: Error, c: Context<ServerEnv>): Response {
  if (error instanceof OAuthError)
    return c.json({ error: error.error, error_description: error.message }, 400)
  const known = knownError(error)
  if (!known) console.error(error)
  const { status, code, message, extra } =
    known ??
    new AuthError(
      500,
      'unexpected_failure',
      'Unexpected failure, please check the log for more information',
    )
  const errorId = status >= 500 ? { error_id: c.var.app.requestId } : {}
  c.header('x-sb-error-code', code)
  const asked = c.req.header(versionHeader) ?? ''
  if (isDate(asked) && asked >= codedVersion) {
    c.header(versionHeader, codedVersion)
    return c.json({ code, message, ...extra, ...errorId }, status)
  }
  return c.json({ code: status, error_code: code, msg: message, ...extra, ...errorId }, status)
}

/** A day of the calendar; anything else counts as no version at all. */
function isDate(text: string): boolean {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text)
}

function knownError(error: Error): AuthError | null {
  if (error instanceof AuthError) return error
  if (error instanceof HookRefusal) {
    return new AuthError(error.status as ContentfulStatusCode, error.code, error.message)
  }
  return null
}
