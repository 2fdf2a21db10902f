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

/** What stands in the inline elements called `name`; those with a `src` have nothing inside that could run. */
function contentsOf(markup: string, name: 'style' | 'script'): string[] {
  const contents: string[] = []
  for (let at = markup.indexOf(`<${name}`); at !== -1; at = markup.indexOf(`<${name}`, at)) {
    const opened = markup.indexOf('>', at) + 1
    const closed = markup.indexOf(`</${name}>`, opened)
    if (!markup.slice(at, opened).includes(' src=')) contents.push(markup.slice(opened, closed))
    at = closed
  }
  return contents
}

/**
 * A policy that allows exactly the inline styles and scripts this markup has, by hash and not by nonce, so that pages
 * can be cached. A page without scripts forbids them altogether. `formTargets` are sources besides our own that its
 * forms may lead to; `framable` lets any site show the page in a frame.
 */
export async function contentSecurityPolicy(
  markup: string,
  {
    formTargets = [],
    framable = false,
  }: { formTargets?: readonly string[]; framable?: boolean } = {},
): Promise<string> {
  const styles = await Promise.all(contentsOf(markup, 'style').map(hashOf))
  const scripts = await Promise.all(contentsOf(markup, 'script').map(sha256))
  const scripted = markup.includes('<script')
  return [
    "default-src 'none'",
    scripted ? `script-src 'self' ${scripts.join(' ')}` : "script-src 'none'",
    `style-src ${styles.length ? styles.join(' ') : "'none'"}`,
    "img-src 'self' data:",
    scripted ? "connect-src 'self'" : null,
    "manifest-src 'self'",
    ["form-action 'self'", ...formTargets].join(' '),
    "base-uri 'none'",
    framable ? 'frame-ancestors *' : "frame-ancestors 'none'",
  ]
    .filter(Boolean)
    .join('; ')
}
