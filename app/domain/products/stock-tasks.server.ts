import { type SQL, sql } from 'drizzle-orm'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { type Look, lookAt } from '#app/domain/scope/look.ts'
import { keepTasksStatements } from '#app/domain/tasks/task-statements.server.ts'
import { paths } from '#app/paths.ts'

const lowSql = ({ studio }: Pick<Look, 'studio'>): SQL => sql`
  FROM product_variants AS variant INDEXED BY product_variants_low
  JOIN products AS product ON product.id = variant.product_id
  WHERE variant.studio_id = ${studio} AND variant.archived_at IS NULL
    AND variant.reorder_level IS NOT NULL AND variant.stock <= variant.reorder_level
    AND product.archived_at IS NULL`

/** Whether a studio has variants to order. */
export const lowStockTasksDue = (look: Look): SQL => sql`EXISTS (SELECT 1 ${lowSql(look)})`

/** A variant at the level where it is ordered again: once after each delivery. */
export function lowStockTasks(ctx: StudioContext) {
  const { studio, now } = ctx
  return keepTasksStatements(ctx, {
    kind: 'stock_low',
    role: 'manager',
    causes: sql`
      SELECT variant.id || ':' || coalesce((SELECT max(move.created_at) FROM stock_moves AS move
          WHERE move.studio_id = variant.studio_id AND move.variant_id = variant.id
            AND move.kind = 'received'), '') AS cause_ref,
        ${now} AS due_at, NULL AS ends_at,
        ${paths.manageProduct(studio, '')} || product.id AS path,
        json_object('name', product.name || iif(variant.size <> '', ', ' || variant.size, '')
            || iif(variant.colour <> '', ', ' || variant.colour, ''),
          'stock', variant.stock, 'supplier', product.supplier) AS facts
      ${lowSql(lookAt(ctx))}`,
  })
}
