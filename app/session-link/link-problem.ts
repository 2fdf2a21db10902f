import { expiryMarginMs } from '../values/session-constants.ts'

/**
 * What is wrong with a link that should carry a session, in the words of the specification's error
 * catalogue (§8).
 */

export const linkProblems = {
  implicit: 'Not a valid implicit grant flow url.',
  pkce: 'Not a valid PKCE flow url.',
  code: 'No code detected.',
  session: 'No session detected.',
  accessToken: 'No access_token detected.',
  errorCode: 'No error_code detected.',
  verification: 'An error occurred on token verification.',
  browser: 'No browser detected.',
} as const

/** A session in a link needs all of these (§5). */
const needed = ['access_token', 'expires_in', 'refresh_token', 'token_type'] as const

/**
 * Whether a session that ends at `expiresAt` (unix seconds) counts as over at `nowMs`: from the margin
 * before its end on, since it has to last until the server has it (§9).
 */
export function isOver(expiresAt: number, nowMs: number): boolean {
  return expiresAt * 1_000 - nowMs <= expiryMarginMs
}

/** What is in a link, the fragment over the query, as the client library reads it. */
export function linkParams(href: string): Map<string, string> {
  const url = new URL(href)
  return new Map([...url.searchParams, ...new URLSearchParams(url.hash.slice(1))])
}

/** Whether a link speaks of a session at all; every other visit is left alone. */
export function speaksOfSession(href: string): boolean {
  const url = new URL(href)
  const fragment = new URLSearchParams(url.hash.slice(1))
  const names = [...needed, 'type', 'error', 'error_code', 'error_description']
  return names.some((name) => fragment.has(name)) || url.searchParams.has('code')
}

/** Why no session can be taken from a link; null where the client library may look for itself. */
export function linkProblem(href: string): string | null {
  const params = linkParams(href)
  if (params.has('error') || params.has('error_description')) {
    return params.get('error_code') ? null : linkProblems.errorCode
  }
  if (params.has('error_code')) return null
  // A code is the other flow's: alone it is a good link of that flow, beside tokens it is of neither.
  if (params.has('code')) {
    if (params.has('access_token')) return linkProblems.pkce
    return params.get('code') ? linkProblems.implicit : linkProblems.code
  }
  if (!params.get('access_token')) return linkProblems.accessToken
  return needed.every((name) => params.get(name)) ? null : linkProblems.session
}
