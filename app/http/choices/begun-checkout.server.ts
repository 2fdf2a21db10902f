/**
 * Which purchase somebody without an account began last, kept by their browser for as long as their
 * place is: the key of its address, a cookie a studio.
 */
import { holdMinutes } from '#app/domain/sales/checkout/checkout-rows.server.ts'
import { slugOf } from '../load-visitor.server.ts'
import type { RequestContext } from '../request-context.server.ts'
import { readCookie, setCookie } from '../session-cookies.server.ts'

const cookieOf = (app: RequestContext) => `checkout-${slugOf(app.url)}`

export function keepBegunCheckout(app: RequestContext, key: string): void {
  setCookie(app, cookieOf(app), key, holdMinutes * 60)
}

/** The key of the purchase that was begun last; null where there is none. */
export function begunCheckoutKey(app: RequestContext): string | null {
  const key = readCookie(app, cookieOf(app))
  return key && /^[0-9A-Za-z]{24}$/.test(key) ? key : null
}
