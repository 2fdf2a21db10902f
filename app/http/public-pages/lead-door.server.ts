import { createHmac, timingSafeEqual } from 'node:crypto'
import { batch } from '#app/db/batch.server.ts'
import { checkCaptcha } from '#app/domain/identity/hooks/check-captcha.server.ts'
import { countTryStatement, isOver } from '#app/domain/identity/limits.server.ts'
import { limitScale, secretOf } from '#app/domain/identity/variables.ts'
import { openedField, soonestMs, trapField } from '#app/domain/leads/capture/form-definition.ts'
import type { SpamReason } from '#app/domain/leads/capture/route-submission.server.ts'
import { networkOf } from '#app/values/network-address.ts'
import { identityContext } from '../identity-context.server.ts'
import type { RequestContext } from '../request-context.server.ts'

const signature = (app: RequestContext, formId: string, at: string) =>
  createHmac('sha256', secretOf(app.env, 'COOKIE_SECRET'))
    .update(`lead-form:${formId}:${at}`)
    .digest('base64url')
    .slice(0, 22)

/** When the page of a form was opened, for its hidden field: real time, signed. */
export function openedNow(app: RequestContext, formId: string): string {
  const at = app.nowMs.toString(36)
  return `${at}.${signature(app, formId, at)}`
}

/** How long ago it was opened; null where the field is none of ours. */
function openedAgo(app: RequestContext, formId: string, opened: string): number | null {
  const [at = '', signed = ''] = opened.split('.')
  const [expected, given] = [Buffer.from(signature(app, formId, at)), Buffer.from(signed)]
  if (expected.length !== given.length || !timingSafeEqual(expected, given)) return null
  return app.nowMs - Number.parseInt(at, 36)
}

/**
 * Whether what was sent is no person's: it fills the field that nobody sees, comes within two
 * seconds of its page, or, from another site and where the installation asks for it
 * (`LEAD_FORMS_CAPTCHA`), carries no solved captcha. Null is a person's.
 */
export async function spamOf(
  app: RequestContext,
  formId: string,
  fields: readonly (readonly [string, string])[],
): Promise<SpamReason | null> {
  const one = (name: string) => fields.find(([field]) => field === name)?.[1] ?? ''
  if (one(trapField).trim() !== '') return 'trap'
  const ago = openedAgo(app, formId, one(openedField))
  if (ago !== null) return ago < soonestMs ? 'fast' : null
  if (app.env.LEAD_FORMS_CAPTCHA !== 'true') return null
  const token = one('cf-turnstile-response') || one('h-captcha-response')
  const checked = await checkCaptcha(identityContext(app), token)
  return checked.ok ? null : 'captcha'
}

/** Counts a post to a form, by network and by form; false once there were too many. */
export async function mayPost(app: RequestContext, formId: string): Promise<boolean> {
  const scale = limitScale(app.env)
  const { ip } = identityContext(app).caller
  const { network, form } = await batch(app.directory, {
    network: countTryStatement(app, 'leadsOfNetwork', networkOf(ip)),
    form: countTryStatement(app, 'leadsOfForm', formId),
  })
  return !(isOver('leadsOfNetwork', network, scale) || isOver('leadsOfForm', form, scale))
}

/**
 * The same for one browser on one network, and of no use elsewhere: it is kept nowhere and tells
 * nobody apart but for the request that asks.
 */
export const visitorKey = (app: RequestContext): string =>
  createHmac('sha256', secretOf(app.env, 'COOKIE_SECRET'))
    .update(
      `visitor:${identityContext(app).caller.ip}:${app.request.headers.get('User-Agent') ?? ''}`,
    )
    .digest('base64url')
