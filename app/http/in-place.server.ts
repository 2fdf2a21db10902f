import { type FlashMessage, redirectWithFlash } from './flash.server.ts'
import type { RequestContext } from './request-context.server.ts'

/** What a form that stays on its page is told instead of being sent on. */
export type InPlaceAnswer = { message: string; tone: FlashMessage['tone'] }

/**
 * Answers a small form that is in a row of a list. A browser that sent it by script stays where
 * it is and gets the sentence as data (Remix marks such requests with `_data`); everyone else goes
 * to `path` with the sentence as a flash.
 */
export function inPlaceOrRedirect(
  app: RequestContext,
  path: string,
  message: string,
  tone: FlashMessage['tone'] = 'good',
): Response {
  if (sentInPlace(app)) return Response.json({ message, tone } satisfies InPlaceAnswer)
  return redirectWithFlash(app, path, message, tone)
}

/** Whether a script of the page sent the form and waits for data. */
export function sentInPlace(app: RequestContext): boolean {
  return app.url.searchParams.has('_data')
}
