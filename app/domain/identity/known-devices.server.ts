import { createHmac, timingSafeEqual } from 'node:crypto'
import { networkOf } from '#app/values/network-address.ts'
import type { IdentityContext } from './identity-context.ts'

/** Addresses that one browser is known for; the one that was used last comes first. */
const addressesAtMost = 6

/**
 * What a browser keeps to be known again, as `<its own id>.<mark>.<mark>…`: a mark for each address
 * that has signed in there, readable by nobody. It opens nothing: it only tells its owner's tries
 * from a stranger's.
 */
export function deviceAfterSignIn(
  ctx: Pick<IdentityContext, 'configuration' | 'caller'>,
  { email, phone }: { email: string | null; phone: string | null },
): string {
  const present = partsOf(ctx.caller.device)
  const id = present?.id ?? crypto.randomUUID()
  const own = [email, phone].filter((address) => address !== null)
  const fresh = own.map((address) => markOf(ctx, id, address))
  const marks = [...new Set([...fresh, ...(present?.marks ?? [])])].slice(0, addressesAtMost)
  return [id, ...marks].join('.')
}

/**
 * Who asks on behalf of an address or account, for limits: a device that has signed in there
 * before, else the network. One's own counter is used up by nobody else.
 */
export function originOf(
  ctx: Pick<IdentityContext, 'configuration' | 'caller'>,
  ...addresses: (string | null)[]
): { name: string; known: boolean } {
  const device = partsOf(ctx.caller.device)
  const known = addresses.some(
    (address) =>
      device && address !== null && carries(device.marks, markOf(ctx, device.id, address)),
  )
  return device && known
    ? { name: `device ${device.id}`, known }
    : { name: networkOf(ctx.caller.ip), known: false }
}

function partsOf(device: string | null | undefined): { id: string; marks: string[] } | null {
  const [id, ...marks] = (device ?? '').split('.')
  if (!id || !/^[0-9a-f-]{36}$/.test(id)) return null
  return { id, marks: marks.filter((mark) => /^[\w-]{22}$/.test(mark)).slice(0, addressesAtMost) }
}

const markOf = (
  { configuration }: Pick<IdentityContext, 'configuration'>,
  id: string,
  address: string,
): string =>
  createHmac('sha256', configuration.secret)
    .update(JSON.stringify(['known-device', id, address]))
    .digest()
    .subarray(0, 16)
    .toString('base64url')

const carries = (marks: string[], mark: string): boolean =>
  marks.some((candidate) => timingSafeEqual(Buffer.from(candidate), Buffer.from(mark)))
