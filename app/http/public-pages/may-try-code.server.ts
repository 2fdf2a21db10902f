import { limitScale } from '#app/domain/identity/variables.ts'
import { mayTryCode } from '#app/domain/sales/gift-cards/code-tries.server.ts'
import { networkOf } from '#app/values/network-address.ts'
import { identityContext } from '../identity-context.server.ts'
import type { RequestContext } from '../request-context.server.ts'

/** What staff read once they tried too many. */
export const tooManyCodes = 'Too many codes were tried. Wait ten minutes, then try again.'

/**
 * Whether one more code of a gift card of a studio may be tried now, by who is signed in or (null) by
 * the network of somebody who isn’t, as few as a member.
 */
export const mayTryGiftCode = (
  app: RequestContext,
  studioId: string,
  { userId, staff }: { userId: string | null; staff: boolean },
): Promise<boolean> => {
  const network = identityContext(app).caller.ip
  const who = userId ?? `network ${networkOf(network)}`
  return mayTryCode(app, { userId: who, staff, network }, { studioId, scale: limitScale(app.env) })
}
