import type { RequestContext } from './request-context.server.ts'
import { pendingCookie, setCookie } from './session-cookies.server.ts'

const name = 'cadence-password-proof'

/** As long as an account waits for its confirmation. */
const keepSeconds = 7 * 86_400

/**
 * Remembers that this browser set the password of a sign-up, so that its owner need not choose it
 * anew when the address is confirmed here (decision 24). Given to everyone alike who signs up.
 */
export function keepPasswordProof(app: RequestContext, proof: string): void {
  setCookie(app, name, proof, keepSeconds)
}

export const passwordProofOfBrowser = (app: RequestContext): string | null =>
  pendingCookie(app, name)

export function forgetPasswordProof(app: RequestContext): void {
  if (pendingCookie(app, name)) setCookie(app, name, '', 0)
}
