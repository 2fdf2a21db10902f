import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import type { Counted, MoveForm } from './product-form.ts'
import { moveStatement } from './stock-statements.server.ts'

const locationSql = ({ studio }: StaffContext, id: string) => sql`EXISTS (
  SELECT 1 FROM locations WHERE locations.studio_id = ${studio.id} AND locations.id = ${id})`

/** Notes that goods came or were given up. Sent again it is the same move. */
export async function moveStock(
  ctx: StaffContext,
  productId: string,
  { key, variant, location, kind, quantity, reason }: MoveForm,
): Promise<{ ok: true; stock: number } | { ok: false; reason: 'not_found' }> {
  const { db, studio } = ctx
  const ofProduct = sql`EXISTS (SELECT 1 FROM product_variants AS one
    WHERE one.studio_id = ${studio.id} AND one.id = ${variant} AND one.product_id = ${productId})`
  const signed = kind === 'received' ? quantity : -quantity
  const { found } = await batch(db, {
    move: moveStatement(
      ctx,
      [
        {
          id: key,
          variantId: variant,
          locationId: location,
          kind,
          quantity: signed,
          reason,
        },
      ],
      sql`${locationSql(ctx, location)} AND ${ofProduct}`,
    ),
    audit: auditStatement(
      ctx,
      {
        action: `stock.${kind}`,
        subjectKind: 'product',
        subjectId: productId,
        reason,
        detail: { variantId: variant, locationId: location, quantity },
      },
      rightAfterChange,
    ),
    found: db.all<{ stock: number }>(sql`
      SELECT stock FROM product_variants AS variant WHERE studio_id = ${studio.id}
        AND id = ${variant} AND EXISTS (SELECT 1 FROM stock_moves AS move
          WHERE move.studio_id = ${studio.id} AND move.id = ${key})`),
  })
  return found[0] ? { ok: true, stock: found[0].stock } : { ok: false, reason: 'not_found' }
}

export type StocktakeResult =
  | { ok: true; counted: number; different: number }
  | { ok: false; reason: 'not_found' | 'nothing_counted' }

/**
 * Takes over a count: each difference to what the sheet said becomes a move, so what was sold while
 * somebody counted stays sold. Sent again it is the same count.
 */
export async function takeStock(
  ctx: StaffContext,
  { key, location, reason }: { key: string; location: string; reason: string },
  counted: readonly Counted[],
): Promise<StocktakeResult> {
  const { db, studio } = ctx
  if (counted.length === 0) return { ok: false, reason: 'nothing_counted' }
  const moves = counted.flatMap(({ variantId, was, counted: there }) =>
    there === was
      ? []
      : [
          {
            id: `${key}-${variantId}`,
            variantId,
            locationId: location,
            kind: 'counted' as const,
            quantity: there - was,
            reason,
          },
        ],
  )
  const ids = JSON.stringify(counted.map(({ variantId }) => variantId))
  const known = sql`${locationSql(ctx, location)} AND NOT EXISTS (SELECT 1
    FROM json_each(${ids}) AS one WHERE NOT EXISTS (SELECT 1 FROM product_variants AS variant
      WHERE variant.studio_id = ${studio.id} AND variant.id = one.value))`
  const { found } = await batch(db, {
    moves: moveStatement(ctx, moves, known),
    audit: auditStatement(
      ctx,
      {
        id: `count-${key}`,
        action: 'stock.counted',
        subjectKind: 'studio',
        subjectId: studio.id,
        reason,
        detail: { locationId: location, counted: counted.length, different: moves.length },
      },
      moves.length > 0 ? rightAfterChange : known,
    ),
    found: db.all<{ found: number }>(sql`SELECT ${known} AS found`),
  })
  if (!found[0]!.found) return { ok: false, reason: 'not_found' }
  return { ok: true, counted: counted.length, different: moves.length }
}
