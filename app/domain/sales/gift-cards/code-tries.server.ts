import { batch } from '#app/db/batch.server.ts'
import type { DirectoryDb } from '#app/db/connection.server.ts'
import { countTryStatement, isOver } from '#app/domain/identity/limits.server.ts'
import { networkOf } from '#app/values/network-address.ts'

/**
 * Whether an account may try one more code of a gift card at a studio, on its own and by where it comes
 * from: a code that was brought over from another program may be short. Staff look up many in a day,
 * members few. Counted before the code is read. `scale` is LIMIT_SCALE.
 */
export async function mayTryCode(
  counters: { directory: DirectoryDb; nowMs: number },
  who: { userId: string; network: string; staff: boolean },
  { studioId, scale }: { studioId: string; scale: number },
): Promise<boolean> {
  const ofAccount = who.staff ? 'giftCodesOfStaff' : 'giftCodesOfMember'
  const { byAccount, byNetwork } = await batch(counters.directory, {
    byAccount: countTryStatement(counters, ofAccount, `${studioId}:${who.userId}`),
    byNetwork: countTryStatement(
      counters,
      'giftCodesOfNetwork',
      `${studioId}:${networkOf(who.network)}`,
    ),
  })
  return !(isOver(ofAccount, byAccount) || isOver('giftCodesOfNetwork', byNetwork, scale))
}
