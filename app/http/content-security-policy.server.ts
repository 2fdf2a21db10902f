const encoder = new TextEncoder()

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', encoder.encode(text))
  return `'sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}'`
}

async function hashesOf(markup: string, element: RegExp): Promise<string[]> {
  return Promise.all([...markup.matchAll(element)].map((match) => sha256(match[1] ?? '')))
}

/**
 * A policy that allows exactly the inline styles and scripts this markup has, by hash and not by nonce, so that pages
 * can be cached. A page without scripts forbids them altogether.
 */
export async function contentSecurityPolicy(markup: string): Promise<string> {
  const styles = await hashesOf(markup, /<style[^>]*>([\s\S]*?)<\/style>/g)
  const scripts = await hashesOf(markup, /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)
  const scripted = markup.includes('<script')
  return [
    "default-src 'none'",
    scripted ? `script-src 'self' ${scripts.join(' ')}` : "script-src 'none'",
    `style-src ${styles.length ? styles.join(' ') : "'none'"}`,
    "img-src 'self' data:",
    scripted ? "connect-src 'self'" : null,
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]
    .filter(Boolean)
    .join('; ')
}
