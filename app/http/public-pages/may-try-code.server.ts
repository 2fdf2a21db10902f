import { limitScale } from '#app/domain/identity/variables.ts'
import { mayTryCode } from '#app/domain/sales/gift-cards/code-tries.server.ts'
import { identityContext } from '../identity-context.server.ts'
import type { RequestContext } from '../request-context.server.ts'

/** What staff read once they tried too many. */
export const tooManyCodes = 'Too many codes were tried. Wait ten minutes, then try again.'

/** Whether who is signed in may try one more code of a gift card of a studio now. */
export const mayTryGiftCode = (
  app: RequestContext,
  studioId: string,
  { userId, staff }: { userId: string; staff: boolean },
): Promise<boolean> =>
  mayTryCode(
    app,
    { userId, staff, network: identityContext(app).caller.ip },
    { studioId, scale: limitScale(app.env) },
  )
