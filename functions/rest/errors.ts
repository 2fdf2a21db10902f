import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { ServerEnv } from '#functions/server-env.ts'

/** A refusal on its way to the wire; the body always has its four keys. */
export class RestError extends Error {
  constructor(
    readonly status: ContentfulStatusCode,
    readonly code: string,
    message: string,
    readonly details: string | null = null,
    readonly headers: Record<string, string> = {},
    readonly hint: string | null = null,
  ) {
    super(message)
  }
}

export function answerError(error: Error, c: Context<ServerEnv>): Response {
  const known = error instanceof RestError
  if (!known) console.error(error)
  const answer = known
    ? error
    : new RestError(500, 'XX000', `Unexpected failure (${c.var.app.requestId})`)
  for (const [name, value] of Object.entries(answer.headers)) c.header(name, value)
  const { code, details, hint, message, status } = answer
  return c.json({ code, details, hint, message }, status)
}

/** A token that does not count: 401, and how to bring a better one. */
export const badToken = (code: 'PGRST301' | 'PGRST302' | 'PGRST303', message: string) =>
  new RestError(401, code, message, null, {
    'WWW-Authenticate':
      code === 'PGRST302'
        ? 'Bearer'
        : `Bearer error="invalid_token", error_description="${message}"`,
  })
