import { shownAddress } from '#app/domain/identity/accounts/address-field.ts'
import { returnTarget } from './after-sign-in.server.ts'
import { codeAddressOf } from './code-address.server.ts'
import { codeForm } from './code-sign-in.server.ts'
import { fieldRules } from './field-rules.server.ts'
import { purposeOf } from './public-pages/purpose.server.ts'
import type { RequestContext } from './request-context.server.ts'

/**
 * What a page that asks for a sent code tells: where it went, how (`mail`, `phone`, or null where
 * this device does not know), and what for.
 */
export async function codePage(app: RequestContext) {
  const { next, studio } = await returnTarget(app)
  const address = codeAddressOf(app)
  return {
    studio: studio && { slug: studio.slug, name: studio.name },
    next: next ?? undefined,
    purpose: await purposeOf(app),
    sentTo: address && shownAddress(address),
    sentBy: address && ('email' in address ? ('mail' as const) : ('phone' as const)),
    devTools: app.devTools,
    rules: fieldRules(codeForm),
  }
}
