import { guestMayOrder, memberMayOrder } from '#app/domain/events/order-limits.server.ts'
import { limitScale } from '#app/domain/identity/variables.ts'
import { randomCharacters } from '#app/values/id.ts'
import { identityContext } from '../identity-context.server.ts'
import type { RequestContext } from '../request-context.server.ts'
import { readCookie, setCookie } from '../session-cookies.server.ts'

/**
 * Anybody can hold places: anyone who is not of the studio is counted by where they come from, and
 * the browser is known again by a cookie.
 */
export async function mayOrder(
  app: RequestContext,
  studioId: string,
  order: { personId: string | null; email: string; tickets: number },
): Promise<boolean> {
  const { personId, email, tickets } = order
  if (personId !== null) return memberMayOrder(app, personId, tickets)
  const identity = identityContext(app)
  if (!(await identity.addressMay('tickets'))) return false
  const known = readCookie(app, deviceCookie) ?? ''
  const device = /^\w{20}$/.test(known) ? known : ''
  if (device === '') setCookie(app, deviceCookie, randomCharacters(20), 3_600)
  const orderer = { network: identity.caller.ip, device, email }
  return guestMayOrder(app, orderer, { studioId, tickets, scale: limitScale(app.env) })
}

const deviceCookie = 'cadence-guest'
