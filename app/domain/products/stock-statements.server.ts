/** Moves of stock, for somebody's batch. */
import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import type { MoveKind } from '#app/db/studio/products-words.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'

export type Move = {
  id: string
  variantId: string
  locationId: string
  kind: MoveKind
  /** With its sign. */
  quantity: number
  itemId?: string
  reason?: string
}

/** Writes moves, where `onlyIf` holds; the same id writes one. Variants of other studios do not move. */
export const moveStatement = (
  { db, studio, now, actor }: StaffContext,
  moves: readonly Move[],
  onlyIf: SQL = sql`1`,
): Statement<D1Result> =>
  db.run(sql`
    INSERT INTO stock_moves (id, studio_id, variant_id, location_id, kind, quantity, item_id,
      reason, by_name, created_at)
    SELECT move.value ->> 'id', ${studio.id}, variant.id, move.value ->> 'locationId',
      move.value ->> 'kind', move.value ->> 'quantity', coalesce(move.value ->> 'itemId', ''),
      coalesce(move.value ->> 'reason', ''), ${actor.name}, ${now}
    FROM json_each(${JSON.stringify(moves)}) AS move
    CROSS JOIN product_variants AS variant ON variant.studio_id = ${studio.id}
      AND variant.id = move.value ->> 'variantId'
    WHERE move.value ->> 'quantity' <> 0 AND ${onlyIf}
    ON CONFLICT (id) DO NOTHING`)

/** What is there of a variant at a location. */
export const stockAtSql = (studioId: SQL, variantId: SQL, locationId: SQL): SQL => sql`coalesce((
  SELECT there.quantity FROM stock_counts AS there WHERE there.studio_id = ${studioId}
    AND there.variant_id = ${variantId} AND there.location_id = ${locationId}), 0)`

/** How many of a line of an invoice came back. */
export const returnedOfSql = (studioId: SQL, itemId: SQL): SQL => sql`(
  SELECT coalesce(sum(back.quantity), 0) FROM stock_moves AS back
  WHERE back.studio_id = ${studioId} AND back.item_id = ${itemId} AND back.kind = 'returned')`
