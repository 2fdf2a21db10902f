import { deviceAfterSignIn } from '#app/domain/identity/known-devices.server.ts'
import { identityContext } from './identity-context.server.ts'
import type { RequestContext } from './request-context.server.ts'
import { deviceCookie, setCookie } from './session-cookies.server.ts'

/** As long as browsers keep a cookie. */
const keepSeconds = 400 * 86_400

/**
 * Lets this browser be known again for anyone who has just signed in, whole and with every step:
 * strangers that try passwords or ask for mails do not slow it down.
 */
export function keepDevice(
  app: RequestContext,
  account: { email: string | null; phone: string | null },
): void {
  setCookie(app, deviceCookie, deviceAfterSignIn(identityContext(app), account), keepSeconds)
}
