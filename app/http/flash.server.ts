import { createHmac, timingSafeEqual } from 'node:crypto'
import { redirect } from '@remix-run/cloudflare'
import { secretOf } from '#app/domain/identity/variables.ts'
import { ownPath } from '#app/paths/own-path.ts'
import { pathFor } from '#app/paths/path-for.ts'
import { slugOf } from './load-visitor.server.ts'
import type { RequestContext } from './request-context.server.ts'
import { pendingCookie, setCookie } from './session-cookies.server.ts'

/** One sentence said once, on the page after a redirect. */
export type FlashMessage = { text: string; tone: 'good' | 'warn' | 'bad' }

const name = 'cadence-flash'

/** At most so many at once (specification §9), and so many characters: a cookie holds 4 KB. */
const most = 20
const mostCharacters = 3_600

/** A message nobody came to read within ten minutes is not news any more. */
const keepSeconds = 600

function signature(app: RequestContext, body: string): string {
  return createHmac('sha256', secretOf(app.env, 'COOKIE_SECRET')).update(body).digest('base64url')
}

function decode(app: RequestContext, cookie: string | null): FlashMessage[] {
  const [body, signed] = (cookie ?? '').split('.')
  if (!body || !signed) return []
  const expected = Buffer.from(signature(app, body))
  const given = Buffer.from(signed)
  if (expected.length !== given.length || !timingSafeEqual(expected, given)) return []
  return JSON.parse(Buffer.from(body, 'base64url').toString('utf8')) as FlashMessage[]
}

function encode(app: RequestContext, messages: FlashMessage[]): string {
  const body = Buffer.from(JSON.stringify(messages)).toString('base64url')
  return `${body}.${signature(app, body)}`
}

/** Says `text` on the next page that is shown, above what was said before. */
export function addFlash(
  app: RequestContext,
  text: string,
  tone: FlashMessage['tone'] = 'good',
): void {
  const messages = [{ text, tone }, ...readFlash(app)].slice(0, most)
  while (messages.length > 1 && encode(app, messages).length > mostCharacters) messages.pop()
  setCookie(app, name, encode(app, messages), keepSeconds)
}

/**
 * 303 to a path of our own, with a message; anything that is not our own path leads to the landing
 * page.
 */
export function redirectWithFlash(
  app: RequestContext,
  path: string,
  text: string,
  tone: FlashMessage['tone'] = 'good',
): Response {
  addFlash(app, text, tone)
  const own = ownPath(path) ?? '/'
  // What was done for a child leads to pages as they are for the child.
  const who = app.url.searchParams.get('who')
  const inStudio = own.startsWith(`/${slugOf(app.url)}/`)
  return redirect(who !== null && inStudio ? pathFor(own, who) : own, 303)
}

/**
 * The messages to show, newest first. They stay until a page has shown them: a redirect on the way
 * loses none.
 */
export function readFlash(app: RequestContext): FlashMessage[] {
  return decode(app, pendingCookie(app, name))
}

/** Called when a page was rendered: what it showed is said. */
export function commitFlash(app: RequestContext): void {
  if (pendingCookie(app, name)) setCookie(app, name, '', 0)
}
