import type { RequestContext } from '../request-context.server.ts'
import { cookieName, setCookie } from '../session-cookies.server.ts'
import { columnsCookie } from './people-columns.server.ts'

const chosen = new RegExp(`^(?:workout-from|(?:who|location)-.+|${columnsCookie})$`)

/**
 * Signing out resets views (specification, 4): for whom somebody looked, where, which columns, and
 * the page before their workout, at every studio. Whoever comes next begins anew.
 */
export function forgetChoices(app: RequestContext): void {
  const before = cookieName(app.url, '')
  for (const cookie of (app.request.headers.get('Cookie') ?? '').split(';')) {
    const name = cookie.trim().split('=', 1)[0]!
    const bare = name.startsWith(before) ? name.slice(before.length) : ''
    if (chosen.test(bare)) setCookie(app, bare, '', 0)
  }
}
