/**
 * Whether an address that somebody gave us may be asked by the server: push services, and whatever
 * else calls out to an address of another's choosing. Pure.
 */

/** Names that are not of the public net, by what they end in (RFC 6761, 6762, 8375). */
const closedNames =
  /(^|\.)(localhost|local|internal|intranet|lan|home|corp|private|test|invalid|onion|home\.arpa)$/

/** The four numbers of an IPv4 address; `URL` has brought every way of writing one to this. */
const fourNumbers = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/

/**
 * True for an https address at a public host name on the usual port, without a name or password in
 * it. Numbers in the place of a name are refused whatever network they are of: no service that we
 * call is known by one.
 */
export function isPublicAddress(address: string): boolean {
  const url = URL.parse(address)
  if (url?.protocol !== 'https:' || url.port !== '') return false
  if (url.username !== '' || url.password !== '') return false
  const host = url.hostname.toLowerCase().replace(/\.$/, '')
  if (host.startsWith('[') || fourNumbers.test(host)) return false
  return host.includes('.') && !closedNames.test(host)
}

/** True for an address on this machine, which only development may ask. */
export const isOwnMachine = (address: string): boolean =>
  /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?(\/|$)/.test(address)
