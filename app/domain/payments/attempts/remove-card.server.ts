import { sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import type { PaymentContext } from '../payment-context.ts'

export type RemoveCardResult = { ok: true } | { ok: false; reason: 'not_found' | 'provider_away' }

/**
 * Removes a card of a person: the provider forgets it first, so that nothing can be charged to what
 * its owner thinks is gone. Twice is once.
 */
export async function removeCard(
  ctx: PaymentContext,
  personId: string,
  cardId: string,
): Promise<RemoveCardResult> {
  const { db, studio, now, provider } = ctx
  const mine = sql`studio_id = ${studio.id} AND id = ${cardId} AND person_id = ${personId}`
  const { accounts, cards } = await batch(db, {
    accounts: db.all<{ ref: string }>(sql`
      SELECT account_ref AS ref FROM merchant_accounts WHERE studio_id = ${studio.id}`),
    cards: db.all(sql`SELECT 1 FROM payment_methods WHERE ${mine}`),
  })
  const [account] = accounts
  if (!account || cards.length === 0) return { ok: false, reason: 'not_found' }
  const forgotten = await provider.forgetMethod(account.ref, cardId)
  if (!forgotten.ok) return forgotten
  const { removed } = await batch(db, {
    removed: db.run(sql`
      UPDATE payment_methods SET removed_at = coalesce(removed_at, ${now}) WHERE ${mine}`),
  })
  return changed(removed) > 0 ? { ok: true } : { ok: false, reason: 'not_found' }
}
