import { createHash } from 'node:crypto'
import { newSecretToken } from '#app/domain/identity/secrets/secret-tokens.server.ts'
import type { RequestContext } from './request-context.server.ts'
import { pendingCookie, setCookie } from './session-cookies.server.ts'

const name = 'cadence-verifier'

/** As long as the provider's answer is waited for, and the code that comes of it. */
const keepSeconds = 600

/**
 * Keeps a PKCE verifier in this browser and answers its S256 challenge: only the browser that began
 * a sign-in can finish it, so nobody can be signed in with someone else's answer.
 */
export function beginVerifier(app: RequestContext): string {
  const verifier = newSecretToken()
  setCookie(app, name, verifier, keepSeconds)
  return createHash('sha256').update(verifier).digest('base64url')
}

/** The verifier of the sign-in that this browser began, once. */
export function takeVerifier(app: RequestContext): string | null {
  const verifier = pendingCookie(app, name)
  if (verifier) setCookie(app, name, '', 0)
  return verifier
}
