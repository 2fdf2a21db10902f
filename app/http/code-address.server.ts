import {
  parseAddress,
  shownAddress,
  type TypedAddress,
} from '#app/domain/identity/accounts/address-field.ts'
import type { RequestContext } from './request-context.server.ts'
import { pendingCookie, setCookie } from './session-cookies.server.ts'

const name = 'cadence-code-to'

/** A code by mail works for an hour. */
const keepSeconds = 3_600

/**
 * Remembers on this device where a code was sent to, so that the page that asks for it need not ask
 * for the address as well and no address stands in a URL. It proves nothing: whoever has no cookie
 * types both.
 */
export function rememberCodeAddress(app: RequestContext, address: TypedAddress): void {
  setCookie(app, name, Buffer.from(shownAddress(address)).toString('base64url'), keepSeconds)
}

export function codeAddressOf(app: RequestContext): TypedAddress | null {
  const kept = pendingCookie(app, name)
  return kept ? parseAddress(Buffer.from(kept, 'base64url').toString('utf8')) : null
}

export function forgetCodeAddress(app: RequestContext): void {
  if (pendingCookie(app, name)) setCookie(app, name, '', 0)
}
