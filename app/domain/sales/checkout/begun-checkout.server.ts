import { sql } from 'drizzle-orm'
import { hashSecretToken } from '#app/domain/identity/secrets/secret-tokens.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { Instant } from '#app/values/instant.ts'
import { checkoutStatement } from './carry-out-checkout.server.ts'

/**
 * Until when the place is kept that somebody began to pay for with this key: who comes back to the
 * class goes on there, as their own place may be its last. Null where it is another class, paid, or
 * over.
 */
export async function begunCheckout(
  ctx: StudioContext,
  key: string | null,
  occurrenceId: string | null,
): Promise<{ key: string; until: Instant } | null> {
  if (!key || !occurrenceId) return null
  const [begun] = await checkoutStatement(
    ctx,
    sql`checkout.token_hash = ${hashSecretToken(key)}
      AND checkout.occurrence_id = ${occurrenceId} AND checkout.state = 'open'
      AND checkout.method = 'online' AND checkout.expires_at > ${ctx.now}`,
  )
  return begun ? { key, until: begun.expiresAt } : null
}
