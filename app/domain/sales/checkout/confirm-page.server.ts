import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { hashSecretToken } from '#app/domain/identity/secrets/secret-tokens.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { shellStatements, toShell } from '#app/domain/studios/shell-queries.server.ts'
import { paths } from '#app/paths.ts'
import { dayLongTime, money } from '#app/values/wording.ts'
import { checkoutStatement } from './carry-out-checkout.server.ts'
import { readCheckout } from './checkout-quote.server.ts'
import { checkoutView } from './checkout-words.ts'

/** What the link of a letter is about; null for a secret that opens nothing. */
export async function confirmPage(
  ctx: StudioContext,
  viewer: { personId: string | null; name: string; email: string } | null,
  token: string,
) {
  const { db, studio, now } = ctx
  const read = await batch(db, {
    ...shellStatements(ctx, viewer),
    found: checkoutStatement(ctx, sql`checkout.proof_hash = ${hashSecretToken(token)}`),
  })
  const [checkout] = read.found
  if (!checkout) return null
  const { occurrenceId, packageId, planId, amountMinor, coupon } = checkout
  const quote = await readCheckout(ctx, null, { occurrenceId, packageId, planId, coupon })
  const { state } = checkout
  const over = state === 'open' && checkout.expiresAt < now
  return {
    shell: toShell(read, viewer),
    state: over ? ('over' as const) : state,
    what: quote?.pack?.name ?? quote?.occurrence?.title ?? 'What you chose',
    when: quote?.occurrence ? dayLongTime(quote.occurrence.localStart, studio.locale) : null,
    amount: money(amountMinor, studio.currency, studio.locale),
    terms: quote ? checkoutView(quote, studio, now).terms : null,
    restart: paths.checkout(studio, {
      ...(occurrenceId ? { class: occurrenceId } : {}),
      ...(packageId ? { pack: packageId } : {}),
    }),
  }
}
