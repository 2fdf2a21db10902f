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

/** Networks of IPv4 that are not the public net (RFC 6890 and what it names), by their first bits. */
const closedV4 = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16'],
  ...['172.16.0.0/12', '192.0.0.0/24', '192.0.2.0/24', '192.168.0.0/16', '198.18.0.0/15'],
  ...['198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/3'],
]

const bitsOf = (ip: string): number =>
  ip.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)

const isInside = (ip: string, network: string): boolean => {
  const [from = '', length = '0'] = network.split('/')
  const size = 2 ** (32 - Number(length))
  return Math.floor(bitsOf(ip) / size) === Math.floor(bitsOf(from) / size)
}

/**
 * True for a network address of the public net, as a name server answers one. Of IPv6 that is 2000::/3
 * without what carries or documents other addresses.
 */
export function isPublicNetwork(ip: string): boolean {
  if (fourNumbers.test(ip)) return !closedV4.some((network) => isInside(ip, network))
  const host = URL.parse(`http://[${ip}]`)?.hostname.slice(1, -1) ?? ''
  return /^[23]/.test(host) && /^[0-9a-f]{4}:/.test(host) && !/^(2002|2001:(0|db8)?):/.test(host)
}

/** True for an address on this machine, which only development may ask. */
export const isOwnMachine = (address: string): boolean =>
  /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?(\/|$)/.test(address)
