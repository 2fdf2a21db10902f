import type { RequestContext } from './request-context.server.ts'

/** The two cookies that keep a page session (design decision 10). */
const names = { access: 'cadence-access', refresh: 'cadence-refresh' } as const

/** What lets a browser be known again (`known-device.server.ts`). */
export const deviceCookie = 'cadence-device'

/** A browser keeps a sign-in for so long without a visit; each visit renews it. */
const keepSeconds = 60 * 86_400

const isSecure = (url: URL) => url.protocol === 'https:'

/**
 * A cookie's name on this origin: `__Host-` binds it to the very host, which browsers allow on
 * https only.
 */
export function cookieName(url: URL, name: string): string {
  return isSecure(url) ? `__Host-${name}` : name
}

/**
 * A Set-Cookie line: HttpOnly, SameSite=Lax, the whole site, Secure on https. `seconds` 0 removes
 * the cookie.
 */
function cookieLine(url: URL, name: string, value: string, seconds: number): string {
  const secure = isSecure(url) ? '; Secure' : ''
  return (
    `${cookieName(url, name)}=${value}; Max-Age=${seconds}; Path=/; ` +
    `HttpOnly; SameSite=Lax${secure}`
  )
}

/** The value of a cookie of the request; null when it is not there. */
export function readCookie(
  { request, url }: { request: Request; url: URL },
  name: string,
): string | null {
  const wanted = `${cookieName(url, name)}=`
  for (const part of (request.headers.get('Cookie') ?? '').split(';')) {
    const cookie = part.trim()
    if (cookie.startsWith(wanted)) return cookie.slice(wanted.length) || null
  }
  return null
}

/** Replaces what this answer would have said about a cookie. */
export function setCookie(app: RequestContext, name: string, value: string, seconds: number): void {
  const own = `${cookieName(app.url, name)}=`
  app.setCookies = app.setCookies.filter((line) => !line.startsWith(own))
  app.setCookies.push(cookieLine(app.url, name, value, seconds))
}

/** What the browser will hold after this answer: what was set so far, else what it sent. */
export function pendingCookie(app: RequestContext, name: string): string | null {
  const own = `${cookieName(app.url, name)}=`
  const line = app.setCookies.find((candidate) => candidate.startsWith(own))
  return line === undefined
    ? readCookie(app, name)
    : line.slice(own.length, line.indexOf(';')) || null
}

/** What the browser sent; not yet checked. */
export function readSessionCookies(app: RequestContext): {
  access: string | null
  refresh: string | null
} {
  return { access: readCookie(app, names.access), refresh: readCookie(app, names.refresh) }
}

/** Keeps a session in the browser. */
export function keepSession(
  app: RequestContext,
  session: { access: { token: string; expiresIn: number }; refreshToken: string },
): void {
  setCookie(app, names.access, session.access.token, session.access.expiresIn)
  setCookie(app, names.refresh, session.refreshToken, keepSeconds)
}

/** Takes the session out of the browser. */
export function dropSession(app: RequestContext): void {
  setCookie(app, names.access, '', 0)
  setCookie(app, names.refresh, '', 0)
}
