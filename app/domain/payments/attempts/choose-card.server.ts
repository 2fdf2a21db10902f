import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'

export type ChooseCardResult = { ok: true } | { ok: false; reason: 'not_found' }

/**
 * Has a person charged by one of their cards from now on (`cardOfSql`); a card they add later is
 * charged in its place, as who adds one means to use it. Refused: a card that is removed or somebody
 * else's.
 */
export async function chooseCard(
  { db, studio, now }: Pick<StudioContext, 'db' | 'studio' | 'now'>,
  personId: string,
  cardId: string,
): Promise<ChooseCardResult> {
  const mine = sql`studio_id = ${studio.id} AND id = ${cardId} AND person_id = ${personId}
    AND removed_at IS NULL`
  const { found } = await batch(db, {
    chosen: db.run(sql`UPDATE payment_methods SET chosen_at = ${now} WHERE ${mine}`),
    found: db.all(sql`SELECT 1 FROM payment_methods WHERE ${mine}`),
  })
  return found.length > 0 ? { ok: true } : { ok: false, reason: 'not_found' }
}
