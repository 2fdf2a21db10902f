/**
 * The network that an address belongs to, for limits: an IPv4 address itself, and of IPv6 the first
 * 64 bits, since anyone who has one address there has all that share them. What is no address stays
 * as it is.
 */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address
  const mapped = /^(?:0*:)*(?:ffff:)?((?:\d{1,3}\.){3}\d{1,3})$/i.exec(address)?.[1]
  if (mapped) return mapped
  const [head = '', tail] = address.toLowerCase().split('%', 1)[0]?.split('::', 2) ?? []
  const before = head.split(':').filter(Boolean)
  const after = tail?.split(':').filter(Boolean) ?? []
  const missing = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length)
  const groups = [...before, ...Array<string>(missing).fill('0'), ...after].slice(0, 4)
  return `${groups.map((group) => group.replace(/^0+(?=.)/, '')).join(':')}::/64`
}
