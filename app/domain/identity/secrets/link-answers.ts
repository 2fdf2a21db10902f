/**
 * What a link brings to the address it leads to: tokens in the fragment, a code in the query, or
 * why it failed.
 */
import type { IssuedSession } from '../sessions/sessions.server.ts'

const withoutFragment = (target: string) => target.split('#', 1)[0] ?? ''

/** The marker by which the client knows that the fragment is ours. */
const fragment = (target: string, values: Record<string, string>) =>
  `${withoutFragment(target)}#${new URLSearchParams(values)}&sb=`

const query = (target: string, values: Record<string, string>) => {
  const address = withoutFragment(target)
  return `${address}${address.includes('?') ? '&' : '?'}${new URLSearchParams(values)}`
}

/**
 * The session in the fragment (implicit flow), where no server sees it. `more` are the tokens of a
 * provider.
 */
export function sessionAnswer(
  target: string,
  { access, refreshToken }: Pick<IssuedSession, 'access' | 'refreshToken'>,
  { type, ...more }: { type?: string } & Record<string, string | undefined>,
): string {
  const given = Object.entries(more).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  )
  return fragment(target, {
    access_token: access.token,
    expires_at: String(access.expiresAt),
    expires_in: String(access.expiresIn),
    ...(Object.fromEntries(given) as Record<string, string>),
    refresh_token: refreshToken,
    token_type: 'bearer',
    ...(type ? { type } : {}),
  })
}

/** The code that the holder of the verifier exchanges (PKCE). */
export const codeAnswer = (target: string, code: string): string => query(target, { code })

/** Words for the person, such as that the other half is still to be confirmed. */
export const messageAnswer = (target: string, message: string): string =>
  fragment(target, { message })

const errorOfStatus: Record<number, string> = {
  400: 'invalid_request',
  401: 'unauthorized_client',
  403: 'access_denied',
  500: 'server_error',
}

/** Why it failed, in the fragment; in a PKCE flow in the query as well, where its client looks. */
export function failureAnswer(
  target: string,
  { status, code, description }: { status: number; code: string; description: string },
  pkce: boolean,
): string {
  const values = {
    error: errorOfStatus[status] ?? 'invalid_request',
    error_code: code,
    error_description: description,
  }
  return fragment(pkce ? query(target, values) : target, values)
}
