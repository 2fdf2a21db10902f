import { batch } from '#app/db/batch.server.ts'
import type { DirectoryDb } from '#app/db/connection.server.ts'
import { countTryStatement, isOver } from '#app/domain/identity/limits.server.ts'
import { networkOf } from '#app/values/network-address.ts'

/** Someone who orders and is not known to the studio. */
export type Orderer = {
  /** As the edge tells it; of IPv6 all of a /64 are one. */
  network: string
  /** What the browser was given with an earlier order; empty for none. */
  device: string
  email: string
}

type Counters = { directory: DirectoryDb; nowMs: number }

/**
 * Whether someone nobody knows may order so many tickets of a studio now, by their network, their
 * browser and the address they type. Counted before the order is written, also where it is then
 * refused. `scale` is LIMIT_SCALE; each order is a mail, so what an address may is not scaled.
 */
export async function guestMayOrder(
  counters: Counters,
  { network, device, email }: Orderer,
  { studioId, tickets, scale }: { studioId: string; tickets: number; scale: number },
): Promise<boolean> {
  const count = (limit: 'ticketsOfNetwork' | 'ticketsOfDevice', subject: string) =>
    countTryStatement(counters, limit, `${studioId}:${subject}`, undefined, { by: tickets })
  const { ofNetwork, ofDevice, toAddress } = await batch(counters.directory, {
    ofNetwork: count('ticketsOfNetwork', networkOf(network)),
    ofDevice: device === '' ? null : count('ticketsOfDevice', device),
    toAddress: countTryStatement(counters, 'ordersToAddress', email.toLowerCase()),
  })
  return !(
    isOver('ticketsOfNetwork', ofNetwork, scale) ||
    isOver('ticketsOfDevice', ofDevice ?? [], scale) ||
    isOver('ordersToAddress', toAddress)
  )
}

/** Whether a person of the studio may order so many more now. */
export async function memberMayOrder(
  counters: Counters,
  personId: string,
  tickets: number,
): Promise<boolean> {
  const { counted } = await batch(counters.directory, {
    counted: countTryStatement(counters, 'ticketsOfPerson', personId, undefined, { by: tickets }),
  })
  return !isOver('ticketsOfPerson', counted)
}
