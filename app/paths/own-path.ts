/**
 * `next` when it is a path of our own, else null. Refused: other hosts (`//host`, `/\host`),
 * control characters, anything that is not an absolute path (budgets.md: redirects only to own
 * paths).
 */
export function ownPath(next: string | null | undefined): string | null {
  if (!next || next.length > 1_000 || !next.startsWith('/')) return null
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are refused here.
  if (/^\/[/\\]|[\u0000-\u001f\u007f\\]/.test(next)) return null
  try {
    const url = new URL(next, 'https://own.invalid')
    if (url.origin !== 'https://own.invalid') return null
    return url.pathname.startsWith('//') ? null : url.pathname + url.search + url.hash
  } catch {
    return null
  }
}
