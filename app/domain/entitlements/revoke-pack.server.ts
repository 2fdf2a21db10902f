import { type SQL, sql } from 'drizzle-orm'
import type { StudioContext } from '#app/domain/scope/contexts.ts'

/**
 * Takes off for good what is left of a pack, for the batch of its refund: credits that come back
 * later find a pack that pays for nothing (R11).
 */
export function revokePackStatements(
  { db, studio, now }: StudioContext,
  lotId: string,
  reason: string,
  onlyIf: SQL,
) {
  return {
    revoked: db.run(sql`
      INSERT INTO entries (studio_id, person_id, lot_id, kind, amount, reason, created_at)
      SELECT lot.studio_id, lot.person_id, lot.id, 'revoke', -whole.left, ${reason}, ${now}
      FROM lots AS lot, (SELECT coalesce(sum(entry.amount), 0) AS left FROM entries AS entry
        WHERE entry.studio_id = ${studio.id} AND entry.lot_id = ${lotId}) AS whole
      WHERE lot.studio_id = ${studio.id} AND lot.id = ${lotId} AND lot.refunded_at IS NULL
        AND whole.left > 0 AND ${onlyIf}`),
    ended: db.run(sql`
      UPDATE lots SET refunded_at = ${now}
      WHERE studio_id = ${studio.id} AND id = ${lotId} AND refunded_at IS NULL AND ${onlyIf}`),
  }
}
