import { redirect } from '@remix-run/cloudflare'
import * as z from 'zod'
import {
  parseAddress,
  shownAddress,
  type TypedAddress,
} from '#app/domain/identity/accounts/address-field.ts'
import { count } from '#app/values/wording.ts'
import { deliverSoon } from './deliver-soon.server.ts'
import { redirectWithFlash } from './flash.server.ts'
import { parsePosted, refused } from './form.server.ts'
import type { RequestContext } from './request-context.server.ts'
import { pendingCookie, setCookie } from './session-cookies.server.ts'

const name = 'cadence-code-to'

/** A code by email works for an hour. */
const keepSeconds = 3_600

/**
 * Remembers on this device where a code was sent to, so that the page that asks for it need not ask
 * for the address as well and no address is in a URL. It proves nothing: anyone who has no cookie
 * types both.
 */
export function rememberCodeAddress(app: RequestContext, address: TypedAddress): void {
  setCookie(app, name, Buffer.from(shownAddress(address)).toString('base64url'), keepSeconds)
}

export function codeAddressOf(app: RequestContext): TypedAddress | null {
  const kept = pendingCookie(app, name)
  return kept ? parseAddress(Buffer.from(kept, 'base64url').toString('utf8')) : null
}

export function forgetCodeAddress(app: RequestContext): void {
  if (pendingCookie(app, name)) setCookie(app, name, '', 0)
}

/** The button of a page that says something was sent (`SendAgain`). */
export const asksAgain = (form: FormData): boolean => form.get('again') !== null

const againForm = z.object({ again: z.string() })

/** What a use case that sends answers, as far as it matters here. */
type Sent = { ok: true } | { ok: false; reason: string; seconds?: number }

/**
 * Sends once more what this device asked for, to the address it remembers: 303 to the same page, or
 * 422 with how long to wait. Says the same for known and unknown addresses, as the use case does.
 * A device that remembers none is led to `elsewhere`, where the address is typed.
 */
export async function sendAgain(
  app: RequestContext,
  form: FormData,
  { elsewhere, send }: { elsewhere: string; send: (address: TypedAddress) => Promise<Sent> },
) {
  const address = codeAddressOf(app)
  if (!address) return redirect(elsewhere, 303)
  const result = await send(address)
  if (result.ok) {
    deliverSoon(app, app.directory)
    const { pathname, search } = app.url
    return redirectWithFlash(
      app,
      pathname + search,
      'Sent again. If you get two codes, use the newer.',
    )
  }
  const { reason, seconds } = result
  return refused(parsePosted(form, againForm), { form: [waitWords(seconds)], code: reason })
}

function waitWords(seconds: number | undefined): string {
  if (seconds === undefined) return 'We can’t send it again at the moment. Try again later.'
  const wait = seconds < 120 ? count(seconds, 'second') : count(Math.ceil(seconds / 60), 'minute')
  return `We’ve only just sent it. Wait ${wait}, then send it again.`
}
