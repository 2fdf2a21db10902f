import type { RequestContext } from './request-context.server.ts'

const encoder = new TextEncoder()

// The styles of a page are the same each time; the memo is of a pure function and bounded.
const known = new Map<string, Promise<string>>()
const mostKnown = 100

function hashOf(text: string): Promise<string> {
  let hash = known.get(text)
  if (!hash) {
    if (known.size >= mostKnown) known.clear()
    hash = sha256(text)
    known.set(text, hash)
  }
  return hash
}

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', encoder.encode(text))
  return `'sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}'`
}

/**
 * A policy that allows exactly these inline styles and scripts, by hash and not by nonce, so that
 * pages can be cached. They come from where they are written (`renderMarkup`), never from a finished
 * page, which would allow whatever someone got into it. With `scripts` null none may run at all.
 * `formTargets` are sources besides our own that its forms may lead to; `framable` lets any site show
 * the page in a frame.
 */
export async function contentSecurityPolicy(
  { styles, scripts }: { styles: readonly string[]; scripts: readonly string[] | null },
  {
    formTargets = [],
    framable = false,
  }: { formTargets?: readonly string[]; framable?: boolean } = {},
): Promise<string> {
  const styleHashes = await Promise.all(styles.map(hashOf))
  const scriptHashes = await Promise.all((scripts ?? []).map(sha256))
  return [
    "default-src 'none'",
    scripts ? ["script-src 'self'", ...scriptHashes].join(' ') : "script-src 'none'",
    `style-src ${styleHashes.length ? styleHashes.join(' ') : "'none'"}`,
    "img-src 'self' data:",
    "media-src 'self'",
    scripts ? "connect-src 'self'" : null,
    "manifest-src 'self'",
    ["form-action 'self'", ...formTargets].join(' '),
    "base-uri 'none'",
    framable ? 'frame-ancestors *' : "frame-ancestors 'none'",
  ]
    .filter(Boolean)
    .join('; ')
}

/**
 * Lets a form of this page be answered with a redirect to another program's `address`, which the
 * content security policy forbids otherwise. The caller has checked it against the allow-list.
 */
export function allowFormTo(app: RequestContext, address: string): void {
  const [, scheme = '', host = ''] = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)/i.exec(address) ?? []
  app.formTargets.push(
    /^https?$/i.test(scheme)
      ? `${scheme.toLowerCase()}://${host.toLowerCase()}`
      : `${scheme.toLowerCase()}:`,
  )
}
