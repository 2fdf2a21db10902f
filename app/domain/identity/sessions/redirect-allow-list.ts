/**
 * Where a link may lead (auth-api.md §5, 11). Addresses are read as they were written and never by
 * a URL parser, which would make `http://2130706433` and `http://127.0.0.1` one host.
 */

const longest = 2_000

type Parts = { scheme: string; host: string; port: string; rest: string }

// Schemes that run or show what is behind them.
const dangerous = new Set(['javascript', 'data', 'vbscript', 'file', 'blob', 'about'])

function partsOf(address: string): Parts | null {
  // Printable ASCII only: no white space, no control characters, no backslash, which browsers read
  // as a slash.
  if (address.length > longest || !/^[\x21-\x5b\x5d-\x7e]+$/.test(address)) return null
  const [, scheme = '', authority = '', rest = ''] =
    /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)([^#]*)/i.exec(address) ?? []
  const [whole, host = '', port = ''] =
    /^(\[[0-9a-f:]+\]|[a-z0-9._-]*)(?::(\d{1,5}))?$/i.exec(authority) ?? []
  if (whole === undefined || dangerous.has(scheme.toLowerCase())) return null
  return { scheme: scheme.toLowerCase(), host: host.toLowerCase(), port, rest }
}

const isWeb = (scheme: string) => scheme === 'http' || scheme === 'https'

const portOf = ({ scheme, port }: Parts) =>
  port === '' ? ({ http: '80', https: '443' }[scheme] ?? '') : String(+port)

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host)
}

/**
 * A name, or a loopback address in its usual form. Every other number is refused, whatever it would
 * be read as.
 */
function isUsualHost({ scheme, host }: Parts): boolean {
  if (host === '') return !isWeb(scheme)
  if (host.startsWith('[')) return host === '[::1]'
  // A host that ends in a number is an address to a browser: 127.1, 0x7f.1, 2130706433, 1.2.3.4.
  if (/(?:^|\.)(?:\d+|0x[0-9a-f]*)\.?$/.test(host)) {
    return /^127(?:\.(?:0|[1-9]\d?|1\d\d|2[0-4]\d|25[0-5])){3}$/.test(host)
  }
  return true
}

/** Scheme, host and port are those of the site; on a loopback host the port is free. */
function isOfSite(address: Parts, site: Parts): boolean {
  if (address.scheme !== site.scheme || address.host !== site.host || !isWeb(address.scheme))
    return false
  return isLoopback(address.host) || portOf(address) === portOf(site)
}

/**
 * `*` is anything without `.` and `/`, `**` anything at all, `?` one character that is neither of
 * the two.
 */
function globOf(pattern: string): RegExp {
  const source = pattern.replace(/\*\*|\*|\?|[\\^$+.()|{}[\]]/g, (token) => {
    if (token === '**') return '.*'
    if (token === '*') return '[^./]*'
    return token === '?' ? '[^./]' : `\\${token}`
  })
  return new RegExp(`^${source}$`, 's')
}

const lowerOrigin = (text: string) =>
  text.replace(/^[^:]*:\/\/[^/?#]*/, (origin) => origin.toLowerCase())

/** Whether a link may lead to `address`. The fragment is not looked at. */
export function mayLeadTo(
  address: string,
  { siteUrl, allowList }: { siteUrl: string; allowList: string[] },
): boolean {
  const parts = partsOf(address)
  if (!parts) return false
  const site = partsOf(siteUrl)
  if (site && isOfSite(parts, site)) return true
  if (!isUsualHost(parts)) return false
  const plain = lowerOrigin(address.split('#', 1)[0] ?? '')
  return allowList.some((pattern) => globOf(lowerOrigin(pattern)).test(plain))
}

/**
 * Where a link leads: the first of `wanted` (what was asked for, then where the request came from)
 * that it may lead to, else the site itself. Never an error: an address that is refused is passed
 * over without a word.
 */
export function redirectTarget(
  wanted: readonly (string | null | undefined)[],
  rule: { siteUrl: string; allowList: string[] },
): string {
  return wanted.find((address) => address && mayLeadTo(address, rule)) ?? rule.siteUrl
}
