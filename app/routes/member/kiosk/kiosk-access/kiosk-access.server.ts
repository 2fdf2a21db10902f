/** The tablet at the door: its cookie, and the limit of what it may ask. */
import type { AppLoadContext } from '@remix-run/cloudflare'
import { batch } from '#app/db/batch.server.ts'
import { readConfiguration } from '#app/domain/identity/configuration.server.ts'
import {
  clearTriesStatement,
  countTryStatement,
  isOver,
} from '#app/domain/identity/limits.server.ts'
import type { KioskGuard } from '#app/domain/reception/kiosk-page.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { viewStudio } from '#app/http/guards.server.ts'
import type { RequestContext } from '#app/http/request-context.server.ts'
import { readCookie, setCookie } from '#app/http/session-cookies.server.ts'

const name = 'cadence-kiosk'

/** A tablet that is used stays open for a year; the desk shuts it before. */
const keepSeconds = 365 * 86_400

export function keepKiosk(app: RequestContext, secret: string): void {
  setCookie(app, name, secret, keepSeconds)
}

/** A tablet that is no kiosk, or is one no more. It says the same of both. */
export const notAKiosk = (studio: { name: string }) =>
  new Response(
    `This device is no kiosk of ${studio.name}. Open it with a new link from the desk.`,
    {
      status: 403,
      headers: { 'Content-Type': 'text/plain; charset=utf-8' },
    },
  )

/**
 * Guards the pages of a kiosk: what the tablet holds, still to be checked by the statements of the
 * page. Anyone who is signed in on the device is not asked and does not matter. 403 without a
 * cookie.
 */
export async function viewAsKiosk(
  context: AppLoadContext,
): Promise<{ app: RequestContext; ctx: StudioContext; secret: string }> {
  const { app, ctx } = await viewStudio(context)
  const secret = readCookie(app, name)
  if (!secret || !/^[0-9A-Za-z]{32}$/.test(secret)) throw notAKiosk(ctx.studio)
  return { app, ctx, secret }
}

/** The limits of kiosks, kept in the directory: those of accounts, never scaled. */
export const kioskGuard = (app: RequestContext): KioskGuard => ({
  async mayAsk(kioskId) {
    const { counted } = await batch(app.directory, {
      counted: countTryStatement(app, 'kiosk', kioskId),
    })
    return !isOver('kiosk', counted)
  },
  async mayProve(kioskId, personId) {
    const { atKiosk, ofPerson } = await batch(app.directory, {
      atKiosk: countTryStatement(app, 'kioskProof', kioskId),
      ofPerson: countTryStatement(app, 'kioskProofOfPerson', personId),
    })
    return !isOver('kioskProof', atKiosk) && !isOver('kioskProofOfPerson', ofPerson)
  },
  async proved(kioskId, personId) {
    await batch(app.directory, {
      atKiosk: countTryStatement(app, 'kioskProof', kioskId, undefined, { by: -1 }),
      ofPerson: clearTriesStatement(app.directory, 'kioskProofOfPerson', personId),
    })
  },
  pepper: readConfiguration(app.env).secret,
})
